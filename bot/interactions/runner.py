"""Run commands and presses: acknowledge, load the table, call the handler, answer or post."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

import discord

from bot.absences.service import AbsenceCalendar
from bot.core import log_context, metrics
from bot.discord_io.sending import TRANSPORT_ERRORS, refuses
from bot.home import words as home_words
from bot.home.service import HomeTables
from bot.interactions.call import Call
from bot.interactions.lifecycle import acknowledge, answer_failure, tell_waiting
from bot.interactions.remote import ChannelAccess
from bot.interactions.replies import Replies, dismiss, unposted_text
from bot.playing import panel_words
from bot.playing import words as playing_words
from bot.posting.outbox import Outbox
from bot.posting.post_sender import PostSender
from bot.runtime.names import NameDirectory
from bot.table.refusals import USER_FACTS, Refusal
from bot.table.store import Request, Tables
from bot.table.table import Outcome
from bot.text.i18n import language_of, use_language
from bot.text.message import Message
from bot.text.names import NOBODY
from bot.words.refusals import refusal_text
from rules.errors import ExplainedError, RulesError
from storage import DamagedFile, StorageError, StorageUnavailable
from storage.wait_notice import wait_notice

log = logging.getLogger(__name__)

ChangeHandler: TypeAlias = Callable[[Call, Request], Awaitable[Outcome | None]]
"""Handle a call that changes a table; the runner posts the returned outcome."""
AnswerHandler: TypeAlias = Callable[[Call, Request], Awaitable[None]]
"""Handle a call and answer it; the runner posts nothing."""
PersonalHandler: TypeAlias = Callable[[Call, int], Awaitable[object]]
"""Handle a call about its user, given by id."""

DRAIN_SECONDS: Final = 10.0
"""Seconds that running requests may take when the bot closes."""


@dataclass(eq=False, repr=False)
class Runner:
    """Run handlers; refusals are answered privately."""

    tables: Tables
    sender: PostSender
    outbox: Outbox
    replies: Replies
    names: NameDirectory
    remote: ChannelAccess
    homes: HomeTables
    absences: AbsenceCalendar
    _working: set[asyncio.Task[Any]] = field(init=False, default_factory=set)
    _closing: bool = field(init=False, default=False)

    @metrics.timed("request")
    async def run(
        self,
        interaction: discord.Interaction[Any],
        handler: ChangeHandler | AnswerHandler,
        *,
        game: int | None = None,
        posts: bool = False,
    ) -> None:
        """Run a command or press in a server: acknowledge, load the table, call the handler.

        A press names its ``game``, whose channel may be elsewhere. With ``posts`` the bot must be
        allowed to post there. The outcome is posted; None means that the handler has answered.
        """
        with (
            self._task(),
            use_language(language_of(interaction.locale)),
            wait_notice(partial(tell_waiting, interaction)),
        ):
            if not await self.acknowledge(interaction):
                return
            call = Call.here(interaction)
            try:
                call = await self._call(interaction, game)
                request = await self._request(call)
                if posts:
                    self.replies.check_bot_permissions(call)
                outcome = await handler(call, request)
                if outcome is not None:
                    await self._show(call, request, outcome)
            except (RulesError, Refusal, StorageError, *TRANSPORT_ERRORS) as error:
                await self._failed(call, error)

    @metrics.timed("request")
    async def run_personal(
        self,
        interaction: discord.Interaction[Any],
        handler: PersonalHandler,
        *,
        game: int | None = None,
    ) -> None:
        """Run a command or press about its user, in servers or not."""
        with (
            self._task(),
            use_language(language_of(interaction.locale)),
            wait_notice(partial(tell_waiting, interaction)),
        ):
            if not await self.acknowledge(interaction):
                return
            call = Call.here(interaction)
            try:
                call = await self._call(interaction, game)
                self.names.remember(interaction.user, interaction.guild_id)
                await handler(call, interaction.user.id)
            except (RulesError, Refusal, StorageError, *TRANSPORT_ERRORS) as error:
                await self._failed(call, error)

    async def acknowledge(self, interaction: discord.Interaction[Any]) -> bool:
        """Return False if it is too late."""
        # A second acknowledgement takes no time, and would lower the average.
        is_first = not interaction.response.is_done()
        with metrics.timing("acknowledge", is_observed=is_first):
            return await acknowledge(interaction)

    async def _call(self, interaction: discord.Interaction[Any], game: int | None) -> Call:
        if self._closing:
            raise Refusal("closing")
        return Call.here(interaction) if game is None else await self.remote.call(interaction, game)

    async def _request(self, call: Call) -> Request:
        """User, channel, and the channel's table if readable.

        Raise Refusal outside of servers.
        """
        if call.guild_id is None or call.channel_id is None:
            raise Refusal("no-server")
        if not call.is_elsewhere:  # In another server people may have another name.
            self.names.remember(call.user, call.guild_id)
        request = Request(call.user.id, call.guild_id, call.channel_id, call.interaction.id)
        with suppress(Refusal):  # The log is damaged, but some commands do not need it.
            return replace(request, loaded=await self.tables.latest(call.channel_id))
        return request

    @contextmanager
    def _task(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            yield
        finally:
            self._working.discard(task)

    async def _failed(self, call: Call, error: Exception) -> None:
        """Answer a refusal or failure; raise a bug."""
        match error:
            case Refusal() | RulesError():
                await self._refuse(call, error)
            case StorageError():
                if log_context.has_saved() and call.channel_id is not None:
                    self.outbox.retry_later(call.channel_id, error)
                if not isinstance(error, StorageUnavailable | DamagedFile):
                    raise error
                await answer_failure(call.interaction, error)
            case _:
                # A rejected answer is a bug; a network failure is not.
                if refuses(error):
                    raise error
                await answer_failure(call.interaction, error)

    async def close(self) -> None:
        """Wait for received requests, then take no new ones."""
        if self._working:
            await asyncio.wait(self._working, timeout=DRAIN_SECONDS)
        self._closing = True

    async def _show(
        self,
        call: Call,
        request: Request,
        outcome: Outcome,
    ) -> None:
        """Ask for the turn's next decision, or else post the outcome.

        The player gets a receipt with an undo button, even if the channel has not taken the post,
        and a welcome after an absence. Opponents' answers are not waited for.
        """
        back = playing_words.made_moves(outcome) and await self.absences.end_by_action(request.user)
        asked = outcome.after.is_mid_turn and outcome.after.to_move == request.user
        if asked and outcome.changed_record:
            message = panel_words.next_decision(outcome.after.running_game)
            if back:
                message = playing_words.with_welcome_back(message)
            await self.sender.answer_privately(call, message, outcome)
            return
        work = self.outbox.post(request.channel, request.guild, outcome)
        posting = asyncio.create_task(work, name="posting")
        early = outcome.after.opponent_to_move is not None and playing_words.made_moves(outcome)
        try:
            if early:
                await self._give_receipt(call, request, outcome, "", back=back)
        finally:
            posted = await posting
        if not posted:
            above = unposted_text(self.outbox.failure(request.channel, outcome.game))
            await self._give_receipt(call, request, outcome, above, back=back)
        elif not early:
            await self._give_receipt(call, request, outcome, "", back=back)

    async def _give_receipt(
        self,
        call: Call,
        request: Request,
        outcome: Outcome,
        above: str,
        *,
        back: bool,
    ) -> None:
        left = await self._receipt(call, request, outcome)
        if left is not None:
            if back:
                left = playing_words.with_welcome_back(left)
            if above:
                left = replace(left, text=f"{above}\n{left.text}")
            await self.sender.answer_privately(call, left, outcome)
        elif above:
            await self.replies.say(call, above)
        else:
            await dismiss(call)

    async def _receipt(self, call: Call, request: Request, outcome: Outcome) -> Message | None:
        """None if the post says everything.

        After a move it has a button to the player's next waiting table.
        """
        if not playing_words.made_moves(outcome) and not call.is_elsewhere:
            return None
        after = await self.homes.next(request.user, outcome.game, call.interaction.guild_id)
        following = (
            [home_words.next_table_button(after, self.homes.clock())] if after is not None else []
        )
        if call.is_elsewhere:
            following.append(home_words.home_button())
        if playing_words.receipt_due(outcome):
            return playing_words.receipt(outcome, following)
        return playing_words.done_message(outcome, following) if following else None

    async def _refuse(self, call: Call, error: Refusal | RulesError) -> None:
        # A reason is a fixed name, without text that a user typed.
        if isinstance(error, Refusal | ExplainedError):
            metrics.REFUSALS.labels(error.reason).inc()
        else:
            metrics.REFUSALS.labels(type(error).__name__).inc()
        loaded = None
        if call.channel_id is not None and not self._closing:
            with suppress(Refusal):
                loaded = await self.tables.latest(call.channel_id)
        facts = error.facts if isinstance(error, Refusal) else {}
        others = [facts[key] for key in USER_FACTS if key in facts]
        if loaded is None:
            names = NOBODY
            if others:
                names = await self.names.seated((), call.guild_id, others, absences=False)
            await self.replies.say(call, refusal_text(error, names))
            return
        names = await self.names.of(loaded.table, call.guild_id, others)
        text = refusal_text(error, names, loaded.table.name)
        if isinstance(error, Refusal) and error.reason == "late":
            await self.replies.present(call, text, loaded, names)
        else:
            await self.replies.say(call, text)
