"""The log of games and of cups: begin one, append entries, read them, and record their posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeAlias

from storage.checksums import IDENTITY, entry_checksum
from storage.database import Database, Execute, Work
from storage.erasure import Erasure
from storage.errors import ChannelBusy, NoSuchGame
from storage.notifications import save_owed
from storage.records import (
    CUP,
    ENTRIES,
    GAME,
    GAMES,
    EntryRow,
    GameRow,
    LogKind,
    NewEntry,
    PostRow,
    Row,
    entry_rows,
    game_row,
    name_of,
)
from storage.table_summaries import TableSummary
from storage.table_summaries import put as save_summary

_PLACE: Final = f"SELECT {IDENTITY}, guild, channel, started_at FROM games"
# Above every number that a cup has or had. If another process takes it first, the write is
# repeated.
_NEXT_CUP: Final = (
    "(SELECT coalesce(min(id), 0) - 1 FROM"
    f" (SELECT id FROM games UNION ALL SELECT game FROM deletions) AS known WHERE {CUP.ids})"
)
_POSTS: Final = "SELECT message, game, after, number FROM posts"
# Discord numbers messages in the order in which they are sent.
_LIVE_POSTS: Final = (
    f"{_POSTS} JOIN games ON games.id = game WHERE channel = ? AND live ORDER BY message"
)


class Log:
    """The games of a database, or its cups. Every change is durable on return.

    In a log of cups, a game is a cup, and its posts are not recorded.
    """

    def __init__(self, database: Database, kind: LogKind = GAME) -> None:
        self._database = database
        self._kind = kind
        self._rows: Final = f"{GAMES} WHERE {kind.ids}"

    @property
    def clock(self) -> Callable[[], float]:
        return self._database.clock

    async def begin(
        self,
        *,
        guild: int,
        channel: int,
        entries: Sequence[NewEntry],
        request: int | None = None,
        at: float | None = None,
        summary: TableSummary | None = None,
    ) -> GameRow:
        """Begin a game with these entries, numbered from 0.

        Args:
            guild: The server.
            channel: The channel.
            entries: At least one.
            request: The interaction's id, which is written only once.
            at: Unix time of the entries; by default the clock's.
            summary: The table after the entries.

        Raises:
            ChannelBusy: if the channel has another unfinished game.
            Duplicate: if the request was already written.
            StorageError: if the database fails.
        """
        _require_entries(entries)

        async def work(execute: Execute) -> GameRow:
            now = self._database.clock() if at is None else at
            await _insert_request(execute, request)
            await self._require_free(execute, channel)
            number, value = ("", "") if self._kind is GAME else ("id, ", f"{_NEXT_CUP}, ")
            [[game]] = await execute(
                f"INSERT INTO games ({number}guild, channel, started_at)"
                f" VALUES ({value}?, ?, ?) RETURNING id",
                (guild, channel, now),
            )
            await _insert_entries(execute, game, -1, entries, now)
            if summary is not None:
                await save_summary(execute, game, summary)
            [row] = await execute(f"{GAMES} WHERE id = ?", (game,))
            return game_row(row)

        subject = f"channel {channel}" if self._kind is GAME else f"a cup in channel {channel}"
        return await self._database.write(work, subject)

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
        summary: TableSummary | None = None,
        only_if: Work[None] | None = None,
    ) -> int:
        """Write the entries `after` + 1, `after` + 2 …, all or none, and return the last number.

        Args:
            game: The number of the game.
            after: Its last entry, as far as the caller knows.
            entries: At least one.
            request: The interaction's id, which is written only once.
            finish: Finish the game with these entries.
            reopen: First reopen a finished game.
            at: Unix time of the entries; by default the clock's.
            summary: The table after the entries.
            only_if: Runs first in the same transaction; raises to write nothing.

        Raises:
            Conflict: if `after` is not the last entry.
            Duplicate: if the request was already written.
            GameFinished: if the game is finished, without `reopen`.
            ChannelBusy: if `reopen`, and the channel has another unfinished game.
            NoSuchGame: if there is no such game.
            StorageError: if the database fails.
        """
        _require_entries(entries)
        game *= self._kind.sign

        async def work(execute: Execute) -> int:
            if only_if is not None:
                await only_if(execute)
            await _insert_request(execute, request)
            if reopen:
                await self._reopen(execute, game)
            now = self._database.clock() if at is None else at
            last = await _insert_entries(execute, game, after, entries, now)
            if finish:
                await execute("UPDATE games SET finished = TRUE WHERE id = ?", (game,))
            if summary is not None:
                await save_summary(execute, game, summary)
            return last

        return await self._database.write(work, f"{name_of(game)}, entry {after + 1}")

    async def read(self, game: int, *, after: int = -1) -> tuple[EntryRow, ...]:
        """The entries after number `after`, in order."""
        parameters = (game * self._kind.sign, after)
        return tuple(entry_rows(await self._database.read(ENTRIES, parameters), after))

    async def unfinished(self, channel: int) -> GameRow | None:
        """The channel's unfinished game; it may be a lobby."""
        return _first(
            await self._database.read(f"{self._rows} AND channel = ? AND NOT finished", (channel,))
        )

    async def latest(self, channel: int) -> GameRow | None:
        """The channel's unfinished game, else the finished one with the newest entry."""
        # Not by highest id: an older game may have been reopened later.
        return _first(
            await self._database.read(
                f"{self._rows} AND channel = ? ORDER BY finished, (SELECT at FROM entries"
                " WHERE game = id AND number = last) DESC, abs(id) DESC LIMIT 1",
                (channel,),
            )
        )

    async def ended(self, channel: int, limit: int) -> tuple[GameRow, ...]:
        """The channel's finished games, newest last entry first."""
        sql = (
            f"{self._rows} AND channel = ? AND finished ORDER BY (SELECT at FROM entries"
            " WHERE game = id AND number = last) DESC, abs(id) DESC LIMIT ?"
        )
        return tuple(map(game_row, await self._database.read(sql, (channel, limit))))

    async def row(self, game: int) -> GameRow:
        """Raise NoSuchGame if there is none."""
        if row := await self.row_if_any(game):
            return row
        raise NoSuchGame(f"{self._kind.noun} {game}: there is no such game")

    async def row_if_any(self, game: int) -> GameRow | None:
        """None for an unknown or out-of-range number."""
        if game >= 2**63:
            return None
        sql = f"{GAMES} WHERE id = ?"
        return _first(await self._database.read(sql, (game * self._kind.sign,)))

    async def games(self) -> tuple[GameRow, ...]:
        """All games, in the order in which they began."""
        return tuple(map(game_row, await self._database.read(f"{self._rows} ORDER BY abs(id)")))

    async def idle(self, before: float) -> tuple[tuple[GameRow, float], ...]:
        """Unfinished games without an entry since Unix time `before`, longest idle first.

        Each comes with the Unix time of its newest entry.
        """
        columns = GAMES.removeprefix("SELECT ").removesuffix(" FROM game_rows")
        sql = (
            f"SELECT {columns}, at FROM game_rows JOIN entries ON game = id AND number = last"
            f" WHERE {self._kind.ids} AND NOT finished AND at < ? ORDER BY at, id"
        )
        rows = await self._database.read(sql, (before,))
        return tuple((game_row(row[:-1]), row[-1]) for row in rows)

    async def mark_posted(self, game: int, number: int, posts: Sequence[PostRow] = ()) -> None:
        """Record that entries up to `number` are posted; a lower number changes nothing.

        `posts` are the messages that show them, new or edited. Raise NoSuchGame, or StorageError
        if there is no such entry.
        """
        row_id = game * self._kind.sign

        async def work(execute: Execute) -> None:
            sql = (
                "UPDATE games SET posted = CASE WHEN posted < ? THEN ? ELSE posted END"
                " WHERE id = ? RETURNING id"
            )
            if not await execute(sql, (number, number, row_id)):
                raise NoSuchGame(f"{name_of(row_id)}: there is no such game")
            for post in posts:
                await _save_post(execute, post)
            for notice in filter(None, (post.owed for post in posts)):
                await save_owed(execute, notice, self._database.clock())

        await self._database.write(work, f"{name_of(row_id)}, posted {number}")

    async def post(self, message: int) -> PostRow | None:
        """The entries that a message shows; None if it is no post of a game."""
        rows = await self._database.read(f"{_POSTS} WHERE message = ?", (message,))
        return PostRow(*rows[0]) if rows else None

    async def newest_post(self, game: int) -> int | None:
        """The id of the game's newest post, with buttons or without."""
        sql = "SELECT max(message) FROM posts WHERE game = ?"
        [[message]] = await self._database.read(sql, (game,))
        return None if message is None else int(message)

    async def live_posts(self, channel: int) -> tuple[PostRow, ...]:
        """Posts in the channel with live buttons, oldest first."""
        return tuple(PostRow(*row) for row in await self._database.read(_LIVE_POSTS, (channel,)))

    async def retire(self, messages: Sequence[int]) -> tuple[int, ...]:
        """Record that posts lost their buttons. Return those that had buttons."""

        async def work(execute: Execute) -> tuple[int, ...]:
            sql = "UPDATE posts SET live = FALSE WHERE message = ? AND live RETURNING message"
            rows = [row for message in messages for row in await execute(sql, (message,))]
            return tuple(message for [message] in rows)

        return await self._database.write(work, "old posts")

    async def unposted(self, channel: int | None = None) -> tuple[GameRow, ...]:
        """Games with unposted entries, in a channel or in all of this process's shards.

        In posting order: a channel's unfinished game is last.
        """
        shards = self._database.shards.where("guild")
        where, parameters = (shards, ()) if channel is None else ("channel = ?", (channel,))
        sql = f"{self._rows} AND posted < last AND {where} ORDER BY finished DESC, abs(id)"
        return tuple(map(game_row, await self._database.read(sql, parameters)))

    async def unsettled(self) -> tuple[GameRow, ...]:
        """This process's games that run, or whose posts or card lag behind."""
        shards = self._database.shards.where("guild")
        card = "SELECT 1 FROM status_cards WHERE game = id AND message > 0 AND last_entry < last"
        behind = f"NOT finished OR posted < last OR EXISTS ({card})"
        sql = f"{self._rows} AND {shards} AND ({behind}) ORDER BY abs(id)"
        return tuple(map(game_row, await self._database.read(sql)))

    async def erase(self, user: int) -> int:
        """See `Erasure.erase`."""
        return await Erasure(self._database).erase(user)

    async def drop_channel(self, channel: int) -> int:
        """Finish a deleted channel's game and cup. Return the number of unfinished games.

        Nothing is left to post there, and its posts lose their buttons.
        """

        async def work(execute: Execute) -> int:
            finished = await execute(
                "UPDATE games SET finished = TRUE WHERE channel = ? AND NOT finished RETURNING id",
                (channel,),
            )
            await execute(
                "UPDATE games SET posted = (SELECT last FROM game_rows WHERE id = games.id)"
                " WHERE channel = ?",
                (channel,),
            )
            its_games = "game IN (SELECT id FROM games WHERE channel = ?)"
            await execute(f"UPDATE posts SET live = FALSE WHERE live AND {its_games}", (channel,))
            # A game without a message would send its card again; a finished cup does not.
            sql = f"UPDATE status_cards SET message = NULL WHERE game < 0 AND {its_games}"
            await execute(sql, (channel,))
            return sum(row_id > 0 for [row_id] in finished)

        return await self._database.write(work, f"channel {channel}")

    async def setting(self, key: str) -> str | None:
        rows = await self._database.read("SELECT value FROM settings WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def set_setting(self, key: str, value: str) -> None:
        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO settings VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

        await self._database.write(work, f"setting {key}")

    async def _reopen(self, execute: Execute, row_id: int) -> None:
        for channel, finished in await execute(
            "SELECT channel, finished FROM games WHERE id = ?", (row_id,)
        ):
            if finished:
                await self._require_free(execute, channel)
                await execute("UPDATE games SET finished = FALSE WHERE id = ?", (row_id,))

    async def _require_free(self, execute: Execute, channel: int) -> None:
        """Raise ChannelBusy if a game is unfinished; a unique index catches races."""
        sql = f"SELECT id FROM games WHERE channel = ? AND NOT finished AND {self._kind.ids}"
        for [row_id] in await execute(sql, (channel,)):
            raise ChannelBusy(channel, abs(row_id))


def _require_entries(entries: Sequence[NewEntry]) -> None:
    if not entries:
        # Without an entry a late writer could not be detected by its number.
        raise ValueError("a game changes by at least one entry")


def _first(rows: Sequence[Row]) -> GameRow | None:
    return game_row(rows[0]) if rows else None


async def _insert_request(execute: Execute, request: int | None) -> None:
    if request is not None:
        await execute("INSERT INTO requests VALUES (?)", (request,))


async def _insert_entries(
    execute: Execute, game: int, after: int, entries: Sequence[NewEntry], now: float
) -> int:
    actors = {user: await _actor(execute, user) for user in {new.user for new in entries}}
    rows = await execute(f"{_PLACE} WHERE id = ?", (game,))
    # If there is no such game, a trigger refuses the entry.
    identity, guild, channel, started_at = rows[0] if rows else (None, None, None, None)
    place = identity, guild, channel, started_at
    for number, new in enumerate(entries, after + 1):
        actor = actors[new.user]
        crc = entry_checksum(*place, game, number, actor, new.text, now)
        await execute(
            "INSERT INTO entries (game, number, actor, text, at, crc) VALUES (?, ?, ?, ?, ?, ?)",
            (game, number, actor, new.text, now, crc),
        )
    return after + len(entries)


async def _actor(execute: Execute, user: int | None) -> int:
    """The number that stands for a user, or for nobody; created if missing."""
    if user is None:
        for [actor] in await execute("SELECT min(id) FROM actors WHERE user IS NULL"):
            if actor is not None:
                return int(actor)
        [[actor]] = await execute("INSERT INTO actors (user) VALUES (NULL) RETURNING id")
        return int(actor)
    while not (rows := await execute("SELECT id FROM actors WHERE user = ?", (user,))):
        # A concurrent write may have inserted the actor, and erased it already.
        await execute("INSERT INTO actors (user) VALUES (?) ON CONFLICT DO NOTHING", (user,))
    return int(rows[0][0])


async def _save_post(execute: Execute, post: PostRow) -> None:
    """Insert a post, or update it if it now shows later entries.

    When two processes edit one post, the one that showed fewer entries may save it last.
    """
    known = await execute("SELECT number FROM posts WHERE message = ?", (post.message,))
    if not known:
        await execute(
            "INSERT INTO posts (message, game, after, number) VALUES (?, ?, ?, ?)",
            (post.message, post.game, post.after, post.number),
        )
    elif known[0][0] <= post.number:
        await execute(
            "UPDATE posts SET after = ?, number = ? WHERE message = ? AND number <= ?",
            (post.after, post.number, post.message, post.number),
        )


CupLog: TypeAlias = Annotated[Log, CUP]
