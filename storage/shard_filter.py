"""The servers of one process, where several processes share a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SHARD_SHIFT_BITS: Final = 22
"""The low bits of a server id that Discord ignores when it assigns servers to shards."""


@dataclass(frozen=True, slots=True)
class ShardFilter:
    """The servers of some shards out of `count`.

    Raise ValueError for no shard, or for one not below `count`.
    """

    shards: frozenset[int] = frozenset({0})
    count: int = 1

    def __post_init__(self) -> None:
        if not self.shards or not self.shards <= frozenset(range(self.count)):
            raise ValueError(f"shards {sorted(self.shards)} are none of {self.count}")

    @property
    def is_all(self) -> bool:
        return len(self.shards) == self.count

    def shard_of(self, guild: int) -> int:
        return (guild >> SHARD_SHIFT_BITS) % self.count

    def has(self, guild: int) -> bool:
        return self.shard_of(guild) in self.shards

    def where(self, column: str) -> str:
        """SQL condition on a column of server ids."""
        if self.is_all:
            return "TRUE"
        shards = ", ".join(map(str, sorted(self.shards)))
        return f"({column} >> {SHARD_SHIFT_BITS}) % {self.count} IN ({shards})"


ALL_SHARDS: Final = ShardFilter()
"""All servers."""
