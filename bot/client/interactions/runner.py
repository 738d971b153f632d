"""Requests of players, carried through: heard, worked on, and answered whatever comes of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS, refuses
from bot.client.interactions.home import HomeTables
from bot.client.interactions.lifecycle import acknowledge, failed
from bot.client.interactions.remote import RemotePresses, moved, whence
from bot.client.interactions.replies import REFUSED, UNPOSTED, Replies, dismiss
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.posting.outbox import Outbox
from bot.client.posting.poster import Poster
from bot.ops import log_context
from bot.presenters.private import home, prompts, receipts
from bot.presenters.words.refusals import sentence
from bot.table.refusals import USER_FACTS, Refusal
from bot.table.store import Request, Tables
from bot.table.table import Outcome
from bot.text.i18n import _, language_of, speaking
from bot.text.message import Message
from bot.text.names import Names
from rules.errors import RulesError
from storage import DamagedFile, StorageError, StorageUnavailable

log = logging.getLogger(__name__)

DRAIN_SECONDS: Final = 10.0
"""How long what is under way may take when the bot closes."""


class Runner:
    """Carries requests through; what players may not do is answered privately."""

    def __init__(
        self,
        tables: Tables,
        sender: Poster,
        outbox: Outbox,
        replies: Replies,
        names: NameDirectory,
        elsewhere: RemotePresses,
        homes: HomeTables,
        absences: AbsenceCalendar,
    ) -> None:
        self._tables = tables
        self._sender = sender
        self._outbox = outbox
        self._replies = replies
        self._names = names
        self._absences = absences
        self._elsewhere = elsewhere
        self._homes = homes
        self._working: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def change(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[Request], Awaitable[Outcome | None]],
    ) -> None:
        """Carries out a command that changes a table: a public message, or a private refusal.

        ``work`` may answer by itself and give None.
        """

        async def changed(request: Request) -> None:
            self._replies.may_post(interaction)
            outcome = await work(request)
            if outcome is not None:
                back = receipts.moved(outcome) and await self._back(request.user)
                await self._show(interaction, request, outcome, back=back)

        await self.tell(interaction, changed)

    async def tell(
        self, interaction: discord.Interaction[Any], work: Callable[[Request], Awaitable[None]]
    ) -> None:
        """Carries out a command that only answers, privately."""
        await self._carried(interaction, lambda: work(self._heard(interaction)))

    async def personal(
        self, interaction: discord.Interaction[Any], work: Callable[[int], Awaitable[None]]
    ) -> None:
        """Carries out a command that is about who gives it, wherever they are: in servers or not.

        ``work`` is given the user, and answers privately.
        """

        async def done() -> None:
            self._names.met(interaction.user, interaction.guild_id)
            if self._closing:
                raise Refusal("closing")
            await work(interaction.user.id)

        await self._carried(interaction, done)

    async def at_table(
        self, interaction: discord.Interaction[Any], game: int
    ) -> discord.Interaction[Any] | None:
        """The interaction as it would be in the channel where a game is played.

        None where it has been answered: the person may not do anything there.
        """
        found: list[discord.Interaction[Any]] = []

        async def done() -> None:
            if self._closing:
                raise Refusal("closing")
            found.append(await self._elsewhere.at_table(interaction, game))

        await self._carried(interaction, done)
        return found[0] if found else None

    async def acknowledge(self, interaction: discord.Interaction[Any]) -> bool:
        """Tells Discord that a request has been heard; whether there is anybody to be answered."""
        return await acknowledge(interaction)

    async def _carried(
        self, interaction: discord.Interaction[Any], work: Callable[[], Awaitable[None]]
    ) -> None:
        """Carries out what an interaction asks for; a refusal is answered."""
        if not await self.acknowledge(interaction):
            return
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        with speaking(language_of(interaction.locale)):
            try:
                await work()
            except (Refusal, RulesError) as error:
                await self.refuse(interaction, error)
            except TRANSPORT_ERRORS as error:
                # An answer that Discord refuses is a bug; one that it has no ear for is none.
                if refuses(error):
                    raise
                await failed(interaction, error)
            except StorageError as error:
                if log_context.has_saved() and interaction.channel_id is not None:
                    self._outbox.later(interaction.channel_id, error)
                if not isinstance(error, StorageUnavailable | DamagedFile):
                    raise
                await failed(interaction, error)
            finally:
                self._working.discard(task)

    async def _back(self, user: int) -> bool:
        """Whether somebody was away until now; what is saved is posted, whatever comes of this."""
        try:
            return await self._absences.end(user)
        except StorageUnavailable as error:
            log.warning("whether somebody is back is not noted: %s", error)
            return False

    async def close(self) -> None:
        """Takes nothing new and lets what is under way finish."""
        self._closing = True
        if self._working:
            await asyncio.wait(self._working, timeout=DRAIN_SECONDS)

    def _heard(self, interaction: discord.Interaction[Any]) -> Request:
        """Who asks, and where; a refusal outside of servers, and while the bot is closing."""
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("no-server")
        if not moved(interaction):  # Elsewhere people may have another name.
            self._names.met(interaction.user, interaction.guild_id)
        if self._closing:
            raise Refusal("closing")
        return Request(
            interaction.user.id, interaction.guild_id, interaction.channel_id, interaction.id
        )

    async def _show(
        self,
        interaction: discord.Interaction[Any],
        request: Request,
        outcome: Outcome,
        *,
        back: bool,
    ) -> None:
        """Asks what is still to be decided in the same turn, else tells the channel.

        Who has made moves keeps a receipt, from which they can be taken back, whether or not the
        channel has taken the post; it tells who was away that they are ``back``. It does not wait
        for what opponents answer.
        """
        asked = outcome.after.half_way and outcome.after.to_move == request.user
        if asked and outcome.moved:
            message = prompts.next_decision(outcome.after.running_game)
            if back:
                message = receipts.returned(message)
            await self._sender.answer(interaction, message, outcome.game, outcome.after)
            return
        telling = self._outbox.post(request.channel, request.guild, outcome)
        posting = asyncio.create_task(telling, name="telling")
        early = outcome.after.thinking is not None and receipts.moved(outcome)
        try:
            if early:
                await self._leave(interaction, request, outcome, "", back=back)
        finally:
            posted = await posting
        if not posted:
            above = _(REFUSED) if self._outbox.refused(request.channel) else _(UNPOSTED)
            await self._leave(interaction, request, outcome, above, back=back)
        elif not early:
            await self._leave(interaction, request, outcome, "", back=back)

    async def _leave(
        self,
        interaction: discord.Interaction[Any],
        request: Request,
        outcome: Outcome,
        above: str,
        *,
        back: bool,
    ) -> None:
        """Leaves a receipt, below what is to be said of the post; or takes the answer away."""
        left = await self._left(interaction, request, outcome)
        if left is not None:
            if back:
                left = receipts.returned(left)
            if above:
                left = replace(left, text=f"{above}\n{left.text}")
            await self._sender.answer(interaction, left, outcome.game, outcome.after)
        elif above:
            await self._replies.say(interaction, above)
        else:
            await dismiss(interaction)

    async def _left(
        self, interaction: discord.Interaction[Any], request: Request, outcome: Outcome
    ) -> Message | None:
        """What is left with who did something: nothing where the post beside it says it all.

        Who has moved is led on to the next table that waits for them.
        """
        if not receipts.moved(outcome) and not moved(interaction):
            return None
        after = await self._homes.next(request.user, outcome.game, whence(interaction))
        following = [home.next_table(after, self._homes.clock())] if after is not None else []
        following += [home.opened()] * moved(interaction)
        if receipts.due(outcome):
            return receipts.receipt(outcome, following)
        return receipts.done(outcome, following) if following else None

    async def refuse(
        self, interaction: discord.Interaction[Any], error: Refusal | RulesError
    ) -> None:
        """Says privately why something cannot be."""
        seen = None
        if interaction.channel_id is not None and not self._closing:
            with suppress(Refusal):
                seen = await self._tables.seen(interaction.channel_id)
        if seen is None:
            await self._replies.say(interaction, sentence(error, Names((), {})))
            return
        facts = error.facts if isinstance(error, Refusal) else {}
        others = [facts[key] for key in USER_FACTS if key in facts]
        names = await self._names.of(seen.table, interaction.guild_id, others)
        text = sentence(error, names, seen.table.name)
        if isinstance(error, Refusal) and error.reason == "late":
            await self._replies.present(interaction, text, seen, names)
        else:
            await self._replies.say(interaction, text)
