"""The standing card of each table: its lobby's post, edited from then on as the game goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.client.discord_io.buttons import layout_of
from bot.client.discord_io.errors import bug
from bot.client.discord_io.sending import edit, send
from bot.client.people.names import NameDirectory
from bot.client.posting.posted import Posted
from bot.presenters.public.status_card import status_card
from bot.table.entries import Start
from bot.table.entry_text import read_entry
from bot.table.log_reader import fold_lines
from bot.table.store import Tables
from bot.table.table import Table
from bot.text.i18n import use_language
from storage import ALL_SHARDS, CardRow, Cards, GameRow, Log, ShardFilter

log = logging.getLogger(__name__)

PAUSE: Final = 5.0
"""Seconds from one edit of a card to the next: only how it stands then is shown."""
OLD_PAUSE: Final = 600.0
"""The same where Discord takes no more edits of a message that is older than an hour."""
TOO_MANY_EDITS: Final = 30046
UNKNOWN_MESSAGE: Final = 10008
AT_ONCE: Final = 4
"""Cards that are edited side by side."""
PATIENCE: Final = 2.0
"""Seconds for which a game that begins waits for its card, so that the card stands above it."""
ANEW: Final = 1
"""How often a card that somebody has deleted is made again."""
LINK: Final = "https://discord.com/channels/{guild}/{channel}/{message}"


@dataclass(slots=True)
class _Keeping:
    """A card that is being kept: whether it is ``due``, being edited, and has been ``shown``."""

    due: bool = True
    editing: bool = False
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class StatusCards:
    """Keep the cards: made once, pinned once where the bot may, then edited.

    It is a courtesy: whatever comes of it, nothing waits for it but the beginning of a game, and
    that for a moment only.
    """

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        cards: Cards,
        tables: Tables,
        names: NameDirectory,
        shards: ShardFilter = ALL_SHARDS,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._log = log
        self._cards = cards
        self._tables = tables
        self._names = names
        self._shards = shards
        self._sleep = sleep
        self._keeping: dict[int, _Keeping] = {}
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._closing = False

    def told(self, told: Posted) -> None:
        """Bring the card of a table up to date soon after a post."""
        self.touch(told.outcome.game)

    def touch(self, game: int) -> None:
        """A game has changed: its card is brought up to date in the background."""
        kept = self._keeping.get(game)
        if kept is not None:
            kept.due = True
        elif not self._closing:
            kept = self._keeping[game] = _Keeping(editing=True)
            kept.task = asyncio.create_task(self._keep(game, kept), name="card")

    async def begin(self, game: int) -> None:
        """The same for a game that is about to be told of, so that its card stands above."""
        self.touch(game)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._keeping[game].shown.wait()

    async def catch_up(self) -> None:
        """Bring those up to date that were left behind when the bot was here last."""
        for game in await self._cards.stale():
            self.touch(game)

    async def of(self, game: int) -> CardRow | None:
        """The card of a game that has begun."""
        found = await self._cards.of(game)
        if found is not None:
            return found
        entries = await self._log.read(game)
        began = (entry.number for entry in entries if isinstance(read_entry(entry.text), Start))
        start = next(began, None)
        return None if start is None else await self._cards.adopt(game, start)

    async def close(self, seconds: float) -> None:
        """Let what is under way finish."""
        self._closing = True
        tasks = {kept.task for kept in self._keeping.values() if kept.task is not None}
        for kept in self._keeping.values():
            if kept.task is not None and not kept.editing:
                kept.task.cancel()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for each in late:
                each.cancel()

    async def _keep(self, game: int, kept: _Keeping) -> None:
        """Edit a card as long as it is due, with a pause after each time."""
        try:
            while kept.due and not self._closing:
                kept.due = False
                kept.editing = True
                pause = await self._brought(game, kept)
                kept.editing = False
                kept.shown.set()
                if pause and not self._closing:
                    await self._sleep(pause)
        finally:
            kept.shown.set()
            del self._keeping[game]

    async def _brought(self, game: int, kept: _Keeping) -> float:
        """Bring a card up to date if that can be; seconds until it may be done again."""
        try:
            async with self._at_once:
                if not await self._bring(game):
                    return 0.0
        except discord.HTTPException as error:
            log.info("the card of game %s stays as it is: %s", game, error)
            if error.code == TOO_MANY_EDITS:
                kept.due = True
                return OLD_PAUSE
        except Exception as error:
            if bug(error):
                log.exception("the card of game %s stays as it is", game)
            else:
                log.info("the card of game %s stays as it is: %r", game, error)
        return PAUSE

    async def _bring(self, game: int) -> bool:
        """Makes, edits and pins a card; False where there is none, as in a lobby.

        Nor is there one for this process in a server that is another's.
        """
        row = await self._log.row_if_any(game)
        if row is not None and not self._shards.has(row.guild):
            return False
        found = await self.of(game) if row is not None else None
        if row is None or found is None or (found.message is None and found.times_lost > ANEW):
            return False
        table = await self._table(row)
        layout = await self._layout(row, table)
        if found.message is not None and not await self._edited(row, found.message, layout):
            await self._cards.mark_lost(game)
            if found.times_lost >= ANEW:
                return False
            found = replace(found, message=None, times_lost=found.times_lost + 1, pinned=False)
        if found.message is None:
            if table.ended:
                return False
            channel = self._client.get_partial_messageable(row.channel, guild_id=row.guild)
            nobody = discord.AllowedMentions.none()
            message = await send(channel, layout, (), nobody, f"{game}-card-{found.times_lost}")
            await self._cards.mark_sent(game, message)
            found = replace(found, message=message)
        await self._cards.mark_shown(game, table.last)
        await self._pinned(row, found, ended=table.ended)
        return True

    async def _table(self, row: GameRow) -> Table:
        """The table of a game, which need not be the newest of its channel."""
        seen = await self._tables.latest(row.channel)
        if seen is not None and seen.row.id == row.id:
            return seen.table
        return await fold_lines(await self._log.read(row.id))

    async def _layout(self, row: GameRow, table: Table) -> discord.ui.LayoutView:
        names = await self._names.of(table, row.guild)
        newest = await self._cards.newest(row.id)
        link = ""
        if newest is not None:
            link = LINK.format(guild=row.guild, channel=row.channel, message=newest)
        with use_language(table.settings.language):
            message = status_card(table, names, link)
        return layout_of(message, message.text)

    async def _edited(self, row: GameRow, message: int, layout: discord.ui.LayoutView) -> bool:
        """Edit a card; False where it is gone. Raises one of NOT_TAKEN."""
        channel = self._client.get_partial_messageable(row.channel, guild_id=row.guild)
        try:
            await edit(self._client, row.channel, channel.get_partial_message(message), layout)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _pinned(self, row: GameRow, found: CardRow, *, ended: bool) -> None:
        """Pin a card once, where the bot may, and take it off the wall at the end."""
        assert found.message is not None
        channel = self._client.get_partial_messageable(row.channel, guild_id=row.guild)
        post = channel.get_partial_message(found.message)
        # Noted first: what Discord refuses is not asked for with every move.
        if ended:
            if found.pinned and await self._cards.unpin(row.id):
                await post.unpin()
        elif not found.pinned and self._may_pin(row) and await self._cards.pin(row.id):
            await post.pin()

    def _may_pin(self, row: GameRow) -> bool:
        guild = self._client.get_guild(row.guild)
        channel = guild.get_channel_or_thread(row.channel) if guild is not None else None
        if guild is None or channel is None:
            return False
        return channel.permissions_for(guild.me).pin_messages
