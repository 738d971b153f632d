"""Rows are values: nothing changes one after it was read."""

import storage
from storage.postgres.shard_locks import ShardLocks
from tests.support.frozen_dataclasses import check_dataclasses

MUTABLE = {ShardLocks}
"""Services, which hold a connection and what it has locked."""


def test_dataclasses_of_storage_are_frozen_and_have_slots() -> None:
    names, wrong = check_dataclasses(storage, MUTABLE)
    assert len(names) > 20 and wrong == []
