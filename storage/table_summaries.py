"""The store of table summaries, read without their logs: whose turn, since when, who plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from storage.database import Database, Execute
from storage.records import Row


@dataclass(frozen=True, slots=True)
class SinceLastTurn:
    """The events since a seat's last turn: tiles placed, and points by seat."""

    tiles: int = 0
    gains: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableSummary:
    """The table after entry `number`; entry `version` is the last to change the game.

    `seats` are users: None for a free seat or an erased user, negative for an opponent, which the
    program plays. `out` are the seats that left, `turn` is the seat to move, `since` the Unix time
    at which its turn began. `missed` has, for each seat, the events since its last turn. A pause
    ends at Unix time `paused_until`, if not None.
    """

    name: str
    phase: str
    language: str
    pace: str
    seat_count: int
    seats: tuple[int | None, ...]
    out: frozenset[int]
    turn: int | None
    since: float
    number: int
    version: int
    missed: tuple[SinceLastTurn, ...] = ()
    paused: bool = False
    paused_until: float | None = None

    @property
    def to_move(self) -> int | None:
        return None if self.turn is None else self.seats[self.turn]

    def is_paused(self, now: float) -> bool:
        return self.paused and (self.paused_until is None or now < self.paused_until)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A summary, with its game, server, channel and newest post.

    `stale` is True if the log has newer entries.
    """

    game: int
    guild: int
    channel: int
    post: int | None
    stale: bool
    summary: TableSummary


ERASE_USER: Final = ("UPDATE seats SET user = NULL WHERE user = ?",)
DELETE_GAME: Final = (
    "DELETE FROM seats WHERE game = ?",
    "DELETE FROM table_summaries WHERE game = ?",
)
EXPORT: Final[Mapping[str, str]] = {
    "tables": (
        "SELECT game, seat, has_left, name, phase, since FROM seats"
        " JOIN table_summaries USING (game) WHERE user = ? ORDER BY game"
    )
}

# One row per seat of the selected tables. The view `game_rows` adds each game's last entry number.
_ROWS: Final = (
    "SELECT s.game, s.name, s.phase, s.language, s.pace, s.room, s.turn, s.since, s.number,"
    " s.version, s.paused, s.paused_until, g.guild, g.channel, g.last,"
    " (SELECT max(message) FROM posts WHERE game = s.game),"
    " every_seat.user, every_seat.has_left, every_seat.new_tiles, every_seat.new_points"
)
TABLES_OF_USER: Final = (
    f"{_ROWS} FROM seats AS mine JOIN games ON games.id = mine.game"
    " JOIN game_rows AS g ON g.id = mine.game JOIN table_summaries AS s ON s.game = mine.game"
    " JOIN seats AS every_seat ON every_seat.game = mine.game"
    " WHERE mine.user = ? AND NOT mine.has_left"
    " AND (NOT games.finished OR (s.phase = ? AND s.since > ?))"
    " ORDER BY s.since, s.game, every_seat.seat"
)
"""The tables of a user; parameters as in `TableSummaries.of`."""
TABLES_IN_PHASE: Final = (
    f"{_ROWS} FROM (SELECT table_summaries.* FROM table_summaries JOIN games ON id = game"
    " WHERE phase = ? AND NOT finished ORDER BY since DESC LIMIT ?) AS s"
    " JOIN game_rows AS g ON g.id = s.game JOIN seats AS every_seat ON every_seat.game = s.game"
    " ORDER BY s.since DESC, s.game, every_seat.seat"
)
"""The newest tables in a phase; the parameters are the phase and the limit."""
TABLES_WITH_OPEN_SEATS: Final = (
    f"{_ROWS} FROM (SELECT DISTINCT table_summaries.* FROM seats JOIN table_summaries USING (game)"
    " JOIN games ON id = game WHERE user IS NULL AND NOT has_left AND phase = ? AND NOT finished"
    " ORDER BY since DESC LIMIT ?) AS s"
    " JOIN game_rows AS g ON g.id = s.game JOIN seats AS every_seat ON every_seat.game = s.game"
    " ORDER BY s.since DESC, s.game, every_seat.seat"
)
"""The newest tables in a phase with a free seat; the parameters are the phase and the limit."""
TABLES_OF_SERVER: Final = (
    f"{_ROWS} FROM (SELECT table_summaries.* FROM table_summaries JOIN games ON id = game"
    " WHERE guild = ? AND NOT finished ORDER BY since DESC LIMIT ?) AS s"
    " JOIN game_rows AS g ON g.id = s.game JOIN seats AS every_seat ON every_seat.game = s.game"
    " ORDER BY s.since DESC, s.game, every_seat.seat"
)
"""The newest tables of a server; the parameters are the server and the limit."""
_COLUMNS: Final = (
    *("number", "version", "name", "phase", "language", "pace", "room", "turn", "since"),
    *("paused", "paused_until"),
)
_PUT: Final = (
    f"INSERT INTO table_summaries (game, {', '.join(_COLUMNS)})"
    f" VALUES ({', '.join('?' * (1 + len(_COLUMNS)))}) ON CONFLICT (game) DO UPDATE SET"
    f" {', '.join(f'{column} = excluded.{column}' for column in _COLUMNS)}"
    " WHERE table_summaries.number <= excluded.number RETURNING game"
)
_WAITING_FOR_OPPONENT: Final = (
    "SELECT game FROM table_summaries JOIN seats USING (game) JOIN games ON id = game"
    " WHERE seat = turn AND user < 0 AND NOT finished AND {shards} ORDER BY since, game"
)
_STALE: Final = (
    "SELECT id FROM game_rows LEFT JOIN table_summaries ON game = id"
    " WHERE id > 0 AND (number IS NULL OR number < last) AND {shards} ORDER BY finished, id DESC"
)


class TableSummaries:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int, phase: str = "", after: float = 0.0) -> tuple[SummaryRow, ...]:
        """A user's unfinished tables, the longest waiting first.

        Finished tables are included if in `phase` since a Unix time later than `after`.
        """
        return _summary_rows(await self._database.read(TABLES_OF_USER, (user, phase, after)))

    async def in_phase(self, phase: str, limit: int) -> tuple[SummaryRow, ...]:
        """The newest unfinished tables of a phase."""
        return _summary_rows(await self._database.read(TABLES_IN_PHASE, (phase, limit)))

    async def with_open_seats(self, phase: str, limit: int) -> tuple[SummaryRow, ...]:
        """The newest unfinished tables of a phase with a free seat."""
        return _summary_rows(await self._database.read(TABLES_WITH_OPEN_SEATS, (phase, limit)))

    async def of_server(self, guild: int, limit: int) -> tuple[SummaryRow, ...]:
        """The newest unfinished tables of a server."""
        return _summary_rows(await self._database.read(TABLES_OF_SERVER, (guild, limit)))

    async def waiting_for_opponent(self) -> tuple[int, ...]:
        """This process's games with an opponent to move, the longest waiting first."""
        return await self._games_of_shards(_WAITING_FOR_OPPONENT)

    async def stale(self) -> tuple[int, ...]:
        """This process's games without a current summary, unfinished ones first."""
        return await self._games_of_shards(_STALE)

    async def put(self, game: int, summary: TableSummary) -> None:
        """Save a summary, unless there is a newer one."""
        await self._database.write(
            lambda execute: put(execute, game, summary), f"game {game}, its summary"
        )

    async def _games_of_shards(self, sql: str) -> tuple[int, ...]:
        rows = await self._database.read(sql.format(shards=self._database.shards.where("guild")))
        return tuple(game for [game] in rows)


async def put(execute: Execute, game: int, summary: TableSummary) -> None:
    """`TableSummaries.put` within a transaction."""
    # Before the seats: a concurrent write of the same table waits here.
    if not await execute(
        _PUT,
        (
            *(game, summary.number, summary.version, summary.name, summary.phase),
            *(summary.language, summary.pace, summary.seat_count, summary.turn, summary.since),
            *(summary.paused, summary.paused_until),
        ),
    ):
        return
    await execute("DELETE FROM seats WHERE game = ?", (game,))
    for seat, user in enumerate(summary.seats):
        missed = summary.missed[seat] if seat < len(summary.missed) else SinceLastTurn()
        gains = " ".join(map(str, missed.gains))
        await execute(
            "INSERT INTO seats (game, seat, user, has_left, new_tiles, new_points)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (game, seat, user, seat in summary.out, missed.tiles, gains),
        )


def _summary_rows(rows: Iterable[Row]) -> tuple[SummaryRow, ...]:
    return tuple(_summary_row(list(seats)) for _game, seats in groupby(rows, itemgetter(0)))


def _summary_row(rows: list[Row]) -> SummaryRow:
    game, name, phase, language, pace, seat_count, turn, since, number, version, *more = rows[0]
    paused, until, guild, channel, last, post, *_first_seat = more
    seats = [row[-4:] for row in rows]
    summary = TableSummary(
        name,
        phase,
        language,
        pace,
        seat_count,
        tuple(user for user, _out, _tiles, _gains in seats),
        frozenset(seat for seat, (_user, out, _tiles, _gains) in enumerate(seats) if out),
        turn,
        since,
        number,
        version,
        tuple(
            SinceLastTurn(tiles, tuple(map(int, gains.split()))) for _u, _o, tiles, gains in seats
        ),
        bool(paused),
        until,
    )
    return SummaryRow(game, guild, channel, post, number < last, summary)
