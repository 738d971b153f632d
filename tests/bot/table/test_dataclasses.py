"""Tables, entries and decisions are values: nothing changes one after it was made."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import is_dataclass

import pytest

import bot.table
import storage
from storage.postgres.shard_locks import ShardLocks

MUTABLE = {ShardLocks}
"""Services, which hold a connection and what it has locked."""


@pytest.mark.parametrize(("package", "number"), [(bot.table, 40), (storage, 20)])
def test_dataclasses_of_tables_and_storage_are_frozen_and_have_slots(
    package: object, number: int
) -> None:
    seen, wrong = 0, []
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):  # type: ignore[attr-defined]
        if found.name.endswith("__main__"):
            continue
        for name, kind in vars(importlib.import_module(found.name)).items():
            if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == found.name:
                seen += 1
                settings = kind.__dataclass_params__  # type: ignore[attr-defined]
                if kind not in MUTABLE and not (settings.frozen and "__slots__" in vars(kind)):
                    wrong.append(name)
    assert seen > number and wrong == []
