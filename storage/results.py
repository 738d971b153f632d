"""Results of finished games, derived from the log: one row a game and one a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Final

from storage.database import Database, Execute
from storage.key_values import PREFERENCES
from storage.records import Row

PREFERENCE: Final = "statistics"
"""The preference of a user to be in statistics; OPTED_OUT leaves them."""
OPTED_OUT: Final = "no"
# Erasure separates actors from users anyway; without actors the rows equal derived ones.
ERASE_USER: Final = (
    "UPDATE result_seats SET actor = NULL WHERE actor IN (SELECT id FROM actors WHERE user = ?)",
)
DELETE_GAME: Final = (
    "DELETE FROM result_seats WHERE game = ?",
    "DELETE FROM results WHERE game = ?",
)
EXPORT: Final[Mapping[str, str]] = {
    "results": (
        "SELECT result_seats.game, seat, ended_at, result_seats.facts FROM result_seats"
        " JOIN results ON results.game = result_seats.game JOIN actors ON actors.id = actor"
        " WHERE user = ? ORDER BY result_seats.game"
    )
}


@dataclass(frozen=True, slots=True)
class ResultSeat:
    """A seat of a finished game, with its facts as JSON.

    `user` is None for an empty seat, an erased user, or one who left the statistics.
    """

    user: int | None
    facts: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A game's result as derived from its log up to entry `number`.

    `ended_at` is in Unix seconds. A game without a result has no seats, and empty `facts`.
    """

    game: int
    number: int
    ended_at: float
    facts: str = ""
    seats: tuple[ResultSeat, ...] = ()
    channel: int = field(default=0, compare=False)


_CURRENT: Final = (
    "FROM game_rows AS g JOIN results AS r ON r.game = g.id AND r.number = g.last AND r.version = ?"
)
# A user who left the statistics is hidden here, so that leaving changes no rows.
_ROWS: Final = (
    "SELECT r.game, r.number, r.ended_at, r.facts, g.channel, s.seat,"
    " CASE WHEN p.value IS NULL THEN a.user END, s.facts"
    f" {_CURRENT} JOIN result_seats AS s ON s.game = r.game"
    " LEFT JOIN actors AS a ON a.id = s.actor"
    " LEFT JOIN key_values AS p ON p.user = a.user"
    f" AND p.kind = '{PREFERENCES.name}' AND p.key = '{PREFERENCE}' AND p.value = '{OPTED_OUT}'"
)
_ORDER: Final = " AND g.finished ORDER BY r.ended_at, r.game, s.seat"
RESULTS_OF_SERVER: Final = f"{_ROWS} WHERE g.guild = ? AND r.ended_at >= ?{_ORDER}"
"""The results in a server; the parameters are the version, the server and a Unix time."""
RESULTS_OF_USER: Final = (
    f"{_ROWS} WHERE g.id IN (SELECT game FROM result_seats JOIN actors ON actors.id = actor"
    f" WHERE user = ?){_ORDER}"
)
"""The results of a user in all servers; the parameters are the version and the user."""
_STALE: Final = (
    "SELECT g.id FROM game_rows AS g LEFT JOIN results AS r ON r.game = g.id"
    " WHERE g.id > 0 AND g.finished AND (r.number IS NULL OR r.number <> g.last OR r.version <> ?)"
    " AND {where} ORDER BY g.id DESC LIMIT ?"
)
_STORED: Final = (
    "SELECT number, version, ended_at, r.facts, seat, actor, s.facts FROM results AS r"
    " LEFT JOIN result_seats AS s ON s.game = r.game WHERE r.game = ? ORDER BY seat"
)
_PUT: Final = (
    "INSERT INTO results (game, number, version, ended_at, facts)"
    " SELECT id, ?, ?, ?, ? FROM games WHERE id = ?"
    " ON CONFLICT (game) DO UPDATE SET number = excluded.number, version = excluded.version,"
    " ended_at = excluded.ended_at, facts = excluded.facts"
    " WHERE results.number <= excluded.number RETURNING game"
)
# Only an author of the game: a user who was erased and came back has another actor.
_PUT_SEAT: Final = (
    "INSERT INTO result_seats (game, seat, actor, facts)"
    " VALUES (?, ?, (SELECT id FROM actors WHERE user = ?"
    " AND EXISTS (SELECT 1 FROM entries WHERE actor = actors.id AND game = ?)), ?)"
    " ON CONFLICT (game, seat) DO UPDATE SET actor = excluded.actor, facts = excluded.facts"
)


class Results:
    """The games' results, derived by a `version` of the program."""

    def __init__(self, database: Database, version: int) -> None:
        self._database = database
        self._version = version

    async def stale(self, limit: int, guild: int | None = None) -> tuple[int, ...]:
        """Finished games without a current result, newest first, in a server or all."""
        where = self._database.shards.where("g.guild") if guild is None else f"g.guild = {guild:d}"
        rows = await self._database.read(_STALE.format(where=where), (self._version, limit))
        return tuple(game for [game] in rows)

    async def put(self, result: ResultRow) -> None:
        """Replace the game's result; do nothing if the game was deleted."""

        async def work(execute: Execute) -> None:
            game = result.game
            row = (result.number, self._version, result.ended_at, result.facts, game)
            if not await execute(_PUT, row):
                return
            sql = "DELETE FROM result_seats WHERE game = ? AND seat >= ?"
            await execute(sql, (game, len(result.seats)))
            for seat, one in enumerate(result.seats):
                await execute(_PUT_SEAT, (game, seat, one.user, game, one.facts))

        await self._database.write(work, f"the result of game {result.game}")

    async def discard(self, game: int) -> None:
        """Delete the result of a reopened game."""

        async def work(execute: Execute) -> None:
            for sql in DELETE_GAME:
                await execute(sql, (game,))

        await self._database.write(work, f"the result of game {game}")

    async def stored(self, game: int) -> list[Row]:
        """The game's rows as stored, for a comparison."""
        return await self._database.read(_STORED, (game,))

    async def of_server(self, guild: int, since: float = 0.0) -> tuple[ResultRow, ...]:
        """The server's results since a Unix time, earliest first."""
        rows = await self._database.read(RESULTS_OF_SERVER, (self._version, guild, since))
        return tuple(_results(rows))

    async def of_user(self, user: int) -> tuple[ResultRow, ...]:
        """A user's results in all servers, earliest first."""
        rows = await self._database.read(RESULTS_OF_USER, (self._version, user))
        return tuple(_results(rows))


def _results(rows: Iterable[Row]) -> Iterable[ResultRow]:
    for (game, number, ended_at, facts, channel), seats in groupby(rows, itemgetter(0, 1, 2, 3, 4)):
        held = tuple(ResultSeat(user, facts_of_seat) for *_, user, facts_of_seat in seats)
        yield ResultRow(game, number, ended_at, facts, held, channel)
