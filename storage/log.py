"""The log of games: begin one, append to it, read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from storage.checksums import IDENTITY, entry_checksum
from storage.database import Database, Execute
from storage.erasure import Erasure
from storage.errors import ChannelBusy, NoSuchGame
from storage.posts import LIVE, note, retire, retire_channel
from storage.records import (
    ENTRIES,
    GAMES,
    EntryRow,
    GameRow,
    NewEntry,
    PostRow,
    Row,
    entry_rows,
    game_row,
)
from storage.standings import Standing
from storage.standings import put as put_standing

_SUMMED: Final = f"SELECT {IDENTITY}, guild, channel, started_at FROM games"


class Log:
    """The games of one database. Every change is durable when its call returns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def clock(self) -> Callable[[], float]:
        """Gives the present in Unix seconds, as it is written beside entries."""
        return self._database.clock

    async def begin(
        self,
        *,
        guild: int,
        channel: int,
        entries: Sequence[NewEntry],
        request: int | None = None,
        at: float | None = None,
        standing: Standing | None = None,
    ) -> GameRow:
        """A new running game with these entries, numbered from 0.

        `at` is when they came, in Unix seconds, else the clock tells; `standing` how the table
        then stands.
        Raises ChannelBusy, Duplicate (of `request`, an interaction id), StorageError.
        """
        _refuse_nothing(entries)

        async def work(execute: Execute) -> GameRow:
            now = self._database.clock() if at is None else at
            await _once(execute, request)
            await _refuse_busy(execute, channel)
            [[game]] = await execute(
                "INSERT INTO games (guild, channel, started_at) VALUES (?, ?, ?) RETURNING id",
                (guild, channel, now),
            )
            await _add(execute, game, -1, entries, now)
            if standing is not None:
                await put_standing(execute, game, standing)
            [row] = await execute(f"{GAMES} WHERE id = ?", (game,))
            return game_row(row)

        return await self._database.write(work, f"channel {channel}")

    async def append(
        self,
        game: int,
        *,
        after: int,
        entries: Sequence[NewEntry],
        request: int | None = None,
        finish: bool = False,
        reopen: bool = False,
        at: float | None = None,
        standing: Standing | None = None,
    ) -> int:
        """Write the entries `after` + 1, `after` + 2 … all or none; the number of the last.

        `at` is when they came, in Unix seconds, else the clock tells; `standing` how the table
        then stands. `finish` ends the game with them; `reopen` lets a finished game run again
        first, and leaves a running one as it is. Raises Duplicate (of `request`), Conflict
        (`after` is not the last entry), GameFinished, ChannelBusy (`reopen`), NoSuchGame,
        StorageError.
        """
        _refuse_nothing(entries)

        async def work(execute: Execute) -> int:
            await _once(execute, request)
            if reopen:
                await _reopen(execute, game)
            now = self._database.clock() if at is None else at
            last = await _add(execute, game, after, entries, now)
            if finish:
                await execute("UPDATE games SET finished = TRUE WHERE id = ?", (game,))
            if standing is not None:
                await put_standing(execute, game, standing)
            return last

        return await self._database.write(work, f"game {game}, entry {after + 1}")

    async def read(self, game: int, *, after: int = -1) -> tuple[EntryRow, ...]:
        """The entries of a game behind number `after`, in order."""
        return tuple(entry_rows(await self._database.read(ENTRIES, (game, after)), after))

    async def running(self, channel: int) -> GameRow | None:
        """The game that is running in a channel."""
        return _first(
            await self._database.read(f"{GAMES} WHERE channel = ? AND NOT finished", (channel,))
        )

    async def latest(self, channel: int) -> GameRow | None:
        """The running game of a channel, else the finished one with the youngest entry."""
        # Not the one with the highest id: an older game may have been reopened after it.
        return _first(
            await self._database.read(
                f"{GAMES} WHERE channel = ? ORDER BY finished, (SELECT at FROM entries"
                " WHERE game = id AND number = last) DESC, id DESC LIMIT 1",
                (channel,),
            )
        )

    async def row(self, game: int) -> GameRow:
        """The game with this number. Raises NoSuchGame."""
        if row := await self.row_if_any(game):
            return row
        raise NoSuchGame(f"game {game}: there is no such game")

    async def row_if_any(self, game: int) -> GameRow | None:
        """The game with this number, however large, if there is one."""
        if game >= 2**63:
            return None
        return _first(await self._database.read(f"{GAMES} WHERE id = ?", (game,)))

    async def games(self) -> tuple[GameRow, ...]:
        """All games, in the order they began."""
        return tuple(map(game_row, await self._database.read(f"{GAMES} ORDER BY id")))

    async def idle(self, before: float) -> tuple[tuple[GameRow, float], ...]:
        """The running games without an entry since `before`, the longest idle first.

        Each with the time of its newest entry; times are in Unix seconds.
        """
        columns = GAMES.removeprefix("SELECT ").removesuffix(" FROM game_rows")
        sql = (
            f"SELECT {columns}, at FROM game_rows JOIN entries ON game = id AND number = last"
            " WHERE NOT finished AND at < ? ORDER BY at, id"
        )
        rows = await self._database.read(sql, (before,))
        return tuple((game_row(row[:-1]), row[-1]) for row in rows)

    async def mark_posted(self, game: int, number: int, posts: Sequence[PostRow] = ()) -> None:
        """Note that the channel has seen the state after entry `number`; never goes backwards.

        `posts` are the messages that told of it, new ones or such as were brought up to date.
        Raises NoSuchGame, or StorageError if there is no such entry yet.
        """

        async def work(execute: Execute) -> None:
            sql = (
                "UPDATE games SET posted = CASE WHEN posted < ? THEN ? ELSE posted END"
                " WHERE id = ? RETURNING id"
            )
            if not await execute(sql, (number, number, game)):
                raise NoSuchGame(f"game {game}: there is no such game")
            await note(execute, posts)

        await self._database.write(work, f"game {game}, posted {number}")

    async def live_posts(self, channel: int) -> tuple[PostRow, ...]:
        """The posts in a channel whose buttons may still be pressed, oldest first."""
        return tuple(PostRow(*row) for row in await self._database.read(LIVE, (channel,)))

    async def retire(self, messages: Sequence[int]) -> tuple[int, ...]:
        """Note that posts lose their buttons; those that had theirs, each given only once."""
        return await self._database.write(lambda execute: retire(execute, messages), "old posts")

    async def unposted(self, channel: int | None = None) -> tuple[GameRow, ...]:
        """The games whose channel has not seen the state after the last entry.

        Of one channel, or of all of this part. In the order in which they are to be told: the one
        that runs in a channel is the last.
        """
        ours = self._database.part.where("guild")
        here, given = (ours, ()) if channel is None else ("channel = ?", (channel,))
        sql = f"{GAMES} WHERE posted < last AND {here} ORDER BY finished DESC, id"
        return tuple(map(game_row, await self._database.read(sql, given)))

    async def forget(self, user: int) -> int:
        """See `Erasure.erase`."""
        return await Erasure(self._database).erase(user)

    async def drop_channel(self, channel: int) -> int:
        """End the game of a channel that is gone for good, and say how many were running.

        Nothing is left to post there.
        """

        async def work(execute: Execute) -> int:
            closed = await execute(
                "UPDATE games SET finished = TRUE WHERE channel = ? AND NOT finished RETURNING id",
                (channel,),
            )
            await execute(
                "UPDATE games SET posted = (SELECT last FROM game_rows WHERE id = games.id)"
                " WHERE channel = ?",
                (channel,),
            )
            await retire_channel(execute, channel)
            return len(closed)

        return await self._database.write(work, f"channel {channel}")

    async def setting(self, key: str) -> str | None:
        """The value kept under `key`."""
        rows = await self._database.read("SELECT value FROM settings WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def set_setting(self, key: str, value: str) -> None:
        """Keep `value` under `key` in place of what was there."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO settings VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

        await self._database.write(work, f"setting {key}")


def _refuse_nothing(entries: Sequence[NewEntry]) -> None:
    if not entries:
        # Without an entry there is no number, so nothing to tell a late writer by.
        raise ValueError("a game changes by at least one entry")


def _first(rows: Sequence[Row]) -> GameRow | None:
    return game_row(rows[0]) if rows else None


async def _once(execute: Execute, request: int | None) -> None:
    if request is not None:
        await execute("INSERT INTO requests VALUES (?)", (request,))


async def _reopen(execute: Execute, game: int) -> None:
    for channel, finished in await execute(
        "SELECT channel, finished FROM games WHERE id = ?", (game,)
    ):
        if finished:
            await _refuse_busy(execute, channel)
            await execute("UPDATE games SET finished = FALSE WHERE id = ?", (game,))


async def _refuse_busy(execute: Execute, channel: int) -> None:
    """Raises ChannelBusy where a game runs; who comes in between the database refuses itself."""
    for [game] in await execute(
        "SELECT id FROM games WHERE channel = ? AND NOT finished", (channel,)
    ):
        raise ChannelBusy(channel, game)


async def _add(
    execute: Execute, game: int, after: int, entries: Sequence[NewEntry], now: float
) -> int:
    actors = {user: await _actor(execute, user) for user in {new.user for new in entries}}
    known = await execute(f"{_SUMMED} WHERE id = ?", (game,))
    # Where there is no such game the database says so.
    identity, guild, channel, started_at = known[0] if known else (None, None, None, None)
    for number, new in enumerate(entries, after + 1):
        actor = actors[new.user]
        crc = entry_checksum(
            *(identity, guild, channel, started_at), game, number, actor, new.text, now
        )
        await execute(
            "INSERT INTO entries (game, number, actor, text, at, crc) VALUES (?, ?, ?, ?, ?, ?)",
            (game, number, actor, new.text, now, crc),
        )
    return after + len(entries)


async def _actor(execute: Execute, user: int) -> int:
    """What stands for a user in the entries."""
    while not (found := await execute("SELECT id FROM actors WHERE user = ?", (user,))):
        # Who comes in between has made it, or has forgotten it already.
        await execute("INSERT INTO actors (user) VALUES (?) ON CONFLICT DO NOTHING", (user,))
    return int(found[0][0])
