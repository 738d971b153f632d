"""The status card of each table: the post of its lobby, edited during the game, and pinned."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.discord_io.buttons import Payload, card_payload
from bot.discord_io.errors import is_bug
from bot.discord_io.sending import edit, send
from bot.posting.outbox import Posted
from bot.runtime.names import NameDirectory
from bot.table.entries import ENTRIES, Start
from bot.table.store import Tables, fold_lines
from bot.table.table import Table
from bot.text.i18n import use_language
from bot.words.state import status_card
from storage import ALL_SHARDS, GameRow, Log, ShardFilter, StatusCardRow, StoredStatusCards

log = logging.getLogger(__name__)

EDIT_INTERVAL_SECONDS: Final = 5.0
"""Seconds between two edits of a card, which shows the newest state only."""
OLD_EDIT_INTERVAL_SECONDS: Final = 600.0
"""Seconds between two edits once Discord limits edits of messages older than an hour."""
TOO_MANY_EDITS: Final = 30046
UNKNOWN_MESSAGE: Final = 10008
MAX_PARALLEL_EDITS: Final = 4
"""The most cards that are edited at the same time."""
FIRST_CARD_TIMEOUT_SECONDS: Final = 2.0
"""Seconds that the first post of a game waits for its card, so that the card stands above."""
MAX_REPLACEMENTS: Final = 1
"""The number of times that a deleted card is posted again."""
LINK: Final = "https://discord.com/channels/{guild}/{channel}/{message}"


@dataclass(slots=True)
class _CardTask:
    """Edits a card.

    ``needs_edit``: the card is out of date; ``editing``: an edit is running; ``shown`` is set after
    the first edit.
    """

    needs_edit: bool = True
    editing: bool = False
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


@dataclass(eq=False, repr=False)
class StatusCards:
    """Post, edit and pin one card a game, pinned once if the bot may.

    Only a game's first post waits for its card, and only for a moment.
    """

    client: discord.Client
    game_log: Log
    cards: StoredStatusCards
    tables: Tables
    names: NameDirectory
    shards: ShardFilter = ALL_SHARDS
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _tasks: dict[int, _CardTask] = field(init=False, default_factory=dict)
    _parallel: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(MAX_PARALLEL_EDITS)
    )
    _closing: bool = field(init=False, default=False)

    def after_post(self, posted: Posted) -> None:
        self.touch(posted.outcome.game)

    def touch(self, game: int) -> None:
        card_task = self._tasks.get(game)
        if card_task is not None:
            card_task.needs_edit = True
        elif not self._closing:
            card_task = self._tasks[game] = _CardTask(editing=True)
            card_task.task = asyncio.create_task(
                self._keep_up_to_date(game, card_task), name="card"
            )

    async def begin(self, game: int) -> None:
        """Wait FIRST_CARD_TIMEOUT_SECONDS for the card."""
        self.touch(game)
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_CARD_TIMEOUT_SECONDS):
                await self._tasks[game].shown.wait()

    async def catch_up(self) -> None:
        """Update cards that were behind when the bot stopped."""
        for game in await self.cards.stale():
            self.touch(game)

    async def of(self, game: int) -> StatusCardRow | None:
        card = await self.cards.of(game)
        if card is not None:
            return card
        entries = await self.game_log.read(game)
        began = (entry.number for entry in entries if isinstance(ENTRIES.read(entry.text), Start))
        start = next(began, None)
        return None if start is None else await self.cards.read_or_add(game, start)

    async def close(self, seconds: float) -> None:
        self._closing = True
        tasks = {card_task.task for card_task in self._tasks.values() if card_task.task is not None}
        for card_task in self._tasks.values():
            if card_task.task is not None and not card_task.editing:
                card_task.task.cancel()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    async def _keep_up_to_date(self, game: int, card_task: _CardTask) -> None:
        """Edit while needed, with a pause after each edit."""
        try:
            while card_task.needs_edit and not self._closing:
                card_task.needs_edit = False
                card_task.editing = True
                pause = await self._try_update(game, card_task)
                card_task.editing = False
                card_task.shown.set()
                if pause and not self._closing:
                    await self.sleep(pause)
        finally:
            card_task.shown.set()
            del self._tasks[game]

    async def _try_update(self, game: int, card_task: _CardTask) -> float:
        """Return the seconds until the next edit may follow."""
        try:
            async with self._parallel:
                if not await self._update(game):
                    return 0.0
        except discord.HTTPException as error:
            log.info("the card of game %s stays as it is: %s", game, error)
            if error.code == TOO_MANY_EDITS:
                card_task.needs_edit = True
                return OLD_EDIT_INTERVAL_SECONDS
        except Exception as error:
            if is_bug(error):
                log.exception("the card of game %s stays as it is", game)
            else:
                log.info("the card of game %s stays as it is: %r", game, error)
        return EDIT_INTERVAL_SECONDS

    async def _update(self, game: int) -> bool:
        """Post, edit and pin a card. Return False if the game has none.

        Lobbies have none, nor games in servers of other processes.
        """
        row = await self.game_log.row_if_any(game)
        if row is not None and not self.shards.has(row.guild):
            return False
        card = await self.of(game) if row is not None else None
        if (
            row is None
            or card is None
            or (card.message is None and card.times_lost > MAX_REPLACEMENTS)
        ):
            return False
        table = await self._table(row)
        payload = await self._payload(row, table)
        if card.message is not None and not await self._edit(row, card.message, payload):
            await self.cards.mark_lost(game)
            if card.times_lost >= MAX_REPLACEMENTS:
                return False
            card = replace(card, message=None, times_lost=card.times_lost + 1, pinned=False)
        if card.message is None:
            if table.ended:
                return False
            channel = self.client.get_partial_messageable(row.channel, guild_id=row.guild)
            nobody = discord.AllowedMentions.none()
            message = await send(
                self.client, channel, payload, (), nobody, f"{game}-card-{card.times_lost}"
            )
            await self.cards.mark_sent(game, message)
            card = replace(card, message=message)
        await self.cards.mark_shown(game, table.last)
        await self._update_pin(row, card, ended=table.ended)
        return True

    async def _table(self, row: GameRow) -> Table:
        loaded = await self.tables.latest(row.channel)
        if loaded is not None and loaded.row.id == row.id:
            return loaded.table
        return await fold_lines(await self.game_log.read(row.id))

    async def _payload(self, row: GameRow, table: Table) -> Payload:
        names = await self.names.of(table, row.guild)
        newest = await self.cards.newest_post(row.id)
        link = ""
        if newest is not None:
            link = LINK.format(guild=row.guild, channel=row.channel, message=newest)
        with use_language(table.settings.language):
            message = status_card(table, names, link)
        return card_payload(message, message.text)

    async def _edit(self, row: GameRow, message: int, payload: Payload) -> bool:
        """Return False if the message is gone. Raise one of TRANSPORT_ERRORS."""
        channel = self.client.get_partial_messageable(row.channel, guild_id=row.guild)
        try:
            await edit(self.client, row.channel, channel.get_partial_message(message), payload)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _update_pin(self, row: GameRow, card: StatusCardRow, *, ended: bool) -> None:
        """Pin a card once if allowed, and unpin it at the end."""
        assert card.message is not None
        channel = self.client.get_partial_messageable(row.channel, guild_id=row.guild)
        post = channel.get_partial_message(card.message)
        # Recorded first: a refused pin is not retried with every move.
        if ended:
            if card.pinned and await self.cards.mark_unpinned(row.id):
                await post.unpin()
        elif not card.pinned and self._can_pin(row) and await self.cards.mark_pinned(row.id):
            await post.pin()

    def _can_pin(self, row: GameRow) -> bool:
        guild = self.client.get_guild(row.guild)
        channel = guild.get_channel_or_thread(row.channel) if guild is not None else None
        if guild is None or channel is None:
            return False
        return channel.permissions_for(guild.me).pin_messages
