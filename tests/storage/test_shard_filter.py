"""The servers of one process."""

import pytest

from storage.shard_filter import SHARD_SHIFT_BITS, ShardFilter


def test_filter_names_shards_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match=r"^shards \[1, 4\] are none of 4$"):
        ShardFilter(frozenset({4, 1}), 4)
    with pytest.raises(ValueError, match=r"^shards \[\] are none of 1$"):
        ShardFilter(frozenset())


def test_every_server_belongs_to_exactly_one_shard() -> None:
    filters = [ShardFilter(frozenset({number}), 3) for number in range(3)]
    for guild in range(0, 9 << SHARD_SHIFT_BITS, 1 << SHARD_SHIFT_BITS - 1):
        shard = (guild >> SHARD_SHIFT_BITS) % 3
        assert [shards.has(guild) for shards in filters] == [n == shard for n in range(3)]
        assert ShardFilter().has(guild)
    assert [shards.is_all for shards in (*filters, ShardFilter(frozenset({0, 1, 2}), 3))] == [
        *(False, False, False, True)
    ]
