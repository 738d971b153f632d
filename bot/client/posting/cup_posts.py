"""The messages of cups: the card of standings, the posts of results, the posts of matches."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.client.discord_io.buttons import NO_GAME, Payload, card_of, post_of
from bot.client.discord_io.sending import edit, find_sent, send
from bot.client.people.names import NameDirectory
from bot.durations import DAY
from bot.presenters.public import cups as presenter
from bot.table.cups.cup import Cup
from bot.table.cups.store import CupStore, LoadedCup
from bot.table.keyed_locks import KeyedLocks
from bot.text.i18n import _, use_language
from bot.text.message import Message
from bot.text.names import Names
from storage import GameRow, Log, StatusCardRow, StoredStatusCards

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE: Final = 10008
MAX_REPLACEMENTS: Final = 1
"""The number of times that a deleted card is posted again."""
REFUSED_SECONDS: Final = DAY
"""Seconds after the beginning of a round from which the card names matches without a table."""
MATCH_PERMISSIONS: Final = (
    *("view_channel", "send_messages", "embed_links"),
    *("create_public_threads", "send_messages_in_threads", "attach_files"),
)
"""The permissions that the bot needs in the channel of a cup to open the tables of matches."""


@dataclass(frozen=True, slots=True)
class _Obstacles:
    """Missing permissions, and the matches that Discord refuses to open."""

    missing: tuple[str, ...] = ()
    refused: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class CupPosts:
    """Post and edit the messages of cups; none of them pings.

    Before a message is sent the channel is searched for it: a process may have been killed between
    sending a message and storing that it was sent.
    """

    client: discord.Client
    cups: Log
    cards: StoredStatusCards
    store: CupStore
    game_log: Log
    names: NameDirectory
    retry_refused_channel: Callable[[int], None]
    """Called with the channel of each message that was sent."""
    _locks: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By cup."""
    _obstacles: dict[int, _Obstacles] = field(init=False, default_factory=dict)
    """The problems that the card of each cup names to the host."""

    def missing(self, row: GameRow) -> tuple[str, ...]:
        """Return the permissions that the bot lacks in the channel of a cup."""
        guild = self.client.get_guild(row.guild)
        channel = guild.get_channel(row.channel) if guild is not None else None
        if guild is None or channel is None:
            return ()
        has = channel.permissions_for(guild.me)
        return tuple(name for name in MATCH_PERMISSIONS if not getattr(has, name))

    def can_pin(self, row: GameRow) -> bool:
        """Return True if the bot may pin messages in the channel of a cup."""
        guild = self.client.get_guild(row.guild)
        channel = guild.get_channel(row.channel) if guild is not None else None
        return (
            guild is not None
            and channel is not None
            and channel.permissions_for(guild.me).pin_messages
        )

    async def names_of(self, row: GameRow, cup: Cup) -> Names:
        """Return the names of the players of a cup by number, and of its host."""
        return await self.names.seated(cup.users, row.guild, [cup.host], absences=False)

    async def message(
        self, loaded: LoadedCup, missing: Sequence[str] = (), refused: Sequence[int] = ()
    ) -> Message:
        """Return the card of a cup as a message, in the current language."""
        names = await self.names_of(loaded.row, loaded.cup)
        threads = await self._threads(loaded.cup)
        return presenter.card(loaded.row.id, loaded.cup, names, threads, missing, refused)

    async def show_card(self, cup: int, missing_words: Mapping[str, str]) -> None:
        """Post, edit and pin the card of a cup, if it does not show the newest entry.

        ``missing_words`` names permissions. Raise one of TRANSPORT_ERRORS, StorageError.
        """
        async with self._locks[cup]:
            loaded = await self.store.of(cup)
            if loaded is None:
                return
            row, refused = loaded.row, self._refused(loaded.cup)
            obstacles = _Obstacles(self.missing(row), refused)
            card = await self.cards.of(cup) or await self.cards.read_or_add(cup, 0)
            is_shown = card.message is not None and card.last_entry >= row.last
            if is_shown and self._obstacles.get(cup, _Obstacles()) == obstacles:
                return
            with use_language(loaded.cup.settings.language):
                missing = [_(missing_words[name]) for name in obstacles.missing]
                message = await self.message(loaded, missing, refused)
            payload = card_of(message, message.text)
            if card.message is not None and not await self._edit(row, card.message, payload):
                await self.cards.mark_lost(cup)
                card = replace(card, message=None, times_lost=card.times_lost + 1, pinned=False)
            if card.message is None:
                if card.times_lost > MAX_REPLACEMENTS or loaded.cup.is_over:
                    return
                card = replace(card, message=await self._send_card(row, card.times_lost, payload))
            self._obstacles[cup] = obstacles
            await self.cards.mark_shown(cup, row.last)
            await self._update_pin(row, card, loaded.cup)

    def _refused(self, cup: Cup) -> tuple[int, ...]:
        """Return the matches of the round without a table after REFUSED_SECONDS."""
        if cup.round is None or self.cups.clock() < cup.round.began + REFUSED_SECONDS:
            return ()
        return tuple(
            index
            for index, match in enumerate(cup.round.matches)
            if match.game is None and match.result is None
        )

    async def tell(self, cup: int) -> None:
        """Post what is new in a cup: results, players who left, the end; each once, in order.

        Raise one of TRANSPORT_ERRORS, StorageError.
        """
        async with self._locks[cup]:
            loaded = await self.store.of(cup)
            if loaded is None or loaded.row.posted >= loaded.row.last:
                return
            row, states = loaded.row, await self.store.history(cup)
            names = await self.names_of(row, loaded.cup)
            with use_language(loaded.cup.settings.language):
                # Not of entry 0, which the card shows.
                for number in range(max(row.posted, 0) + 1, row.last + 1):
                    message = presenter.news(row.id, states[number - 1], states[number], names)
                    if message is not None:
                        await self._send_once(row, message, f"cup-{row.id}-{number}")
                        await self.cups.mark_posted(row.id, number)
            await self.cups.mark_posted(row.id, row.last)

    async def post_match(self, loaded: LoadedCup, index: int) -> tuple[int, str]:
        """Post a match of the present round. Return the message, and the name for its thread."""
        row, cup = loaded.row, loaded.cup
        names = await self.names_of(row, cup)
        with use_language(cup.settings.language):
            message = presenter.match_post(row.id, cup, index, names)
            name = presenter.thread_name(cup, index, names)
        nonce = f"cup-{row.id}-{len(cup.rounds)}-{index}-m"
        return await self._send_once(row, message, nonce), name

    async def _send_card(self, row: GameRow, times_lost: int, payload: Payload) -> int:
        channel = self._channel(row)
        # Only cards of cups that are not over have this button, and all of these do.
        leave = presenter.cup_button("-", row.id, presenter.LEAVE)
        known = card_of(Message("-", buttons=(leave,)), "-")
        message = await self._find(channel, known) if times_lost == 0 else None
        if message is None:
            message = await self._send(row, payload, f"cup-{row.id}-card-{times_lost}")
        await self.cards.mark_sent(row.id, message)
        return message

    async def _send_once(self, row: GameRow, message: Message, nonce: str) -> int:
        """Send a message, unless the channel has it. Return its id."""
        channel = self._channel(row)
        payload = post_of(message, message.text, NO_GAME, 0)
        there = await self._find(channel, payload)
        if there is not None:
            return there
        return await self._send(row, payload, nonce)

    async def _send(self, row: GameRow, payload: Payload, nonce: str) -> int:
        nobody = discord.AllowedMentions.none()
        message = await send(
            self.client, self._channel(row), payload, (), nobody, nonce, silent=True
        )
        self.retry_refused_channel(row.channel)
        return message

    async def _find(self, channel: discord.PartialMessageable, payload: Payload) -> int | None:
        assert self.client.user is not None
        found = await find_sent(channel, self.client.user.id, payload, 0)
        return found.id if found is not None else None

    def _channel(self, row: GameRow) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(row.channel, guild_id=row.guild)

    async def _threads(self, cup: Cup) -> dict[int, int]:
        """Return the channels of the open matches of the present round by game."""
        open_games = [
            match.game
            for match in (cup.round.matches if cup.round is not None else ())
            if match.game is not None and match.result is None
        ]
        rows = [await self.game_log.row_if_any(game) for game in open_games]
        return {row.id: row.channel for row in rows if row is not None}

    async def _edit(self, row: GameRow, message: int, payload: Payload) -> bool:
        """Edit the card. Return False if the message is gone."""
        post = self._channel(row).get_partial_message(message)
        try:
            await edit(self.client, row.channel, post, payload)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _update_pin(self, row: GameRow, card: StatusCardRow, cup: Cup) -> None:
        """Pin the card from the start of the cup on, once, if the bot may; unpin it at the end."""
        assert card.message is not None
        post = self._channel(row).get_partial_message(card.message)
        try:
            # Record it first, so that a refused pin is not tried again with every result.
            if cup.is_over:
                if card.pinned and await self.cards.mark_unpinned(row.id):
                    await post.unpin()
            elif (
                cup.order
                and not card.pinned
                and self.can_pin(row)
                and await self.cards.mark_pinned(row.id)
            ):
                await post.pin()
        except discord.HTTPException as error:
            log.info("the card of cup %s keeps its pin as it is: %s", row.id, error)
