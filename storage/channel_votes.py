"""The votes of people for the moves of a channel's seat, and the best turns of ended games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from storage.database import Database, Execute, Work
from storage.errors import Conflict
from storage.key_values import BEST_TURNS, KeyValues

ERASE_USER: Final = ("DELETE FROM channel_votes WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM channel_votes WHERE game = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "channel_votes": "SELECT game, entry, moves, at, first_at FROM channel_votes"
    " WHERE user = ? ORDER BY game, entry"
}
_OF_TURN: Final = (
    "SELECT user, moves, at, first_at FROM channel_votes"
    " WHERE game = ? AND entry = ? ORDER BY at, user"
)


@dataclass(frozen=True, slots=True)
class ChannelVote:
    """A vote that stands: its moves, its Unix time, and the time of the person's first choice."""

    user: int
    moves: str
    at: float
    first_at: float


VotedTurn = tuple[tuple[ChannelVote, ...], tuple[str, ...]]
"""The votes about a turn, and the turns that the review calls best; none without a review."""


class ChannelVotes:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._best_turns = KeyValues(database, BEST_TURNS)

    async def cast(self, game: int, entry: int, user: int, moves: str, *, last: int) -> bool:
        """Save a vote, replacing the person's earlier one about this turn.

        Return False, and save nothing, if the game has an entry after `last`.
        """

        async def work(execute: Execute) -> bool:
            await self._lock(execute, game)
            newer = "SELECT 1 FROM entries WHERE game = ? AND number > ? LIMIT 1"
            if await execute(newer, (game, last)):
                return False
            now = self._database.clock()
            await execute(
                "INSERT INTO channel_votes (game, entry, user, moves, at, first_at)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, entry, user) DO UPDATE SET"
                " at = CASE WHEN channel_votes.moves = excluded.moves THEN channel_votes.at"
                " ELSE excluded.at END, moves = excluded.moves",
                (game, entry, user, moves, now, now),
            )
            return True

        return await self._database.write(work, f"a vote in game {game}")

    async def of(self, game: int, entry: int) -> tuple[ChannelVote, ...]:
        """The votes about a turn, the oldest first."""
        rows = await self._database.read(_OF_TURN, (game, entry))
        return tuple(ChannelVote(*row) for row in rows)

    async def of_game(self, game: int) -> dict[int, tuple[ChannelVote, ...]]:
        """All votes of a game, by the table version that they are about."""
        sql = (
            "SELECT entry, user, moves, at, first_at FROM channel_votes"
            " WHERE game = ? ORDER BY entry, at, user"
        )
        votes: dict[int, tuple[ChannelVote, ...]] = {}
        for entry, *vote in await self._database.read(sql, (game,)):
            votes[entry] = (*votes.get(entry, ()), ChannelVote(*vote))
        return votes

    async def save_best_turns(self, game: int, best: Mapping[int, Iterable[str]]) -> None:
        """Save the best turns of an ended game, by the table version that people voted about."""

        async def work(execute: Execute) -> None:
            for entry, turns in best.items():
                value = "\n".join(sorted(turns))
                await self._best_turns.save_within(execute, str(entry), value, game=game)

        await self._database.write(work, f"the best turns of game {game}")

    async def ended_with(self, user: int, guild: int | None = None) -> tuple[VotedTurn, ...]:
        """Read all votes of the turns of ended games, in a server or all, in which a user voted."""
        where = "" if guild is None else " AND games.guild = ?"
        parameters = (user,) if guild is None else (user, guild)
        sql = (
            "SELECT votes.game, votes.entry, coalesce(best.value, ''),"
            " votes.user, votes.moves, votes.at, votes.first_at"
            " FROM channel_votes own JOIN games ON games.id = own.game"
            " JOIN channel_votes votes ON votes.game = own.game AND votes.entry = own.entry"
            f" LEFT JOIN key_values best ON best.kind = '{BEST_TURNS.name}'"
            " AND best.game = own.game AND best.key = CAST(own.entry AS TEXT)"
            f" WHERE own.user = ? AND games.finished{where}"
            " ORDER BY votes.game, votes.entry, votes.at, votes.user"
        )
        rows = await self._database.read(sql, parameters)
        return tuple(
            (tuple(ChannelVote(*row[3:]) for row in turn), tuple(best.splitlines()))
            for (_game, _entry, best), turn in groupby(rows, itemgetter(0, 1, 2))
        )

    def require_unchanged(self, game: int, entry: int, seen: Sequence[ChannelVote]) -> Work[None]:
        """Return work that ends a vote: meanwhile no vote is cast or changed.

        It raises Conflict if the votes differ from `seen`.
        """

        async def work(execute: Execute) -> None:
            await self._lock(execute, game)
            rows = await execute(_OF_TURN, (game, entry))
            if tuple(ChannelVote(*row) for row in rows) != tuple(seen):
                raise Conflict(f"the votes in game {game} have changed")

        return work

    async def _lock(self, execute: Execute, game: int) -> None:
        await self._database.lock(execute, f"votes of game {game}")
