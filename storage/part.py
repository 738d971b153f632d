"""Which servers one of several programs looks after, where they share a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SHIFT: Final = 22
"""Bits of a server's number that say nothing of its shard, as Discord divides servers."""


@dataclass(frozen=True, slots=True)
class Part:
    """The servers of some `shards`, of `count` in all."""

    shards: frozenset[int] = frozenset({0})
    count: int = 1

    def __post_init__(self) -> None:
        if not self.shards or not self.shards <= frozenset(range(self.count)):
            raise ValueError(f"shards {sorted(self.shards)} are none of {self.count}")

    @property
    def is_whole(self) -> bool:
        """Whether it is all servers."""
        return len(self.shards) == self.count

    def shard_of(self, guild: int) -> int:
        """The shard that Discord tells of a server."""
        return (guild >> SHIFT) % self.count

    def has(self, guild: int) -> bool:
        """Whether a server is one of them."""
        return self.shard_of(guild) in self.shards

    def where(self, column: str) -> str:
        """The same as a condition of SQL on a column of servers; TRUE for all."""
        if self.is_whole:
            return "TRUE"
        shards = ", ".join(map(str, sorted(self.shards)))
        return f"({column} >> {SHIFT}) % {self.count} IN ({shards})"


WHOLE: Final = Part()
"""All servers."""
