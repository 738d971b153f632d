"""First notices by direct message: one message to a person for all turns that fall due together.

A due of the person collects the turns, so that only one process writes to them at a time. A turn
whose message was refused or is in doubt keeps its reservation, and is posted in its channel.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.client.cluster.guilds import Guilds
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.dues import FirstNoticesDue, TurnDue
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.people.names import NameDirectory
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.summary_index import SummaryIndex
from bot.client.people.turn_facts import TurnFactsReader, first_notice
from bot.durations import Clock
from bot.presenters.private.home import home_button
from bot.presenters.public.reminders import WaitingTurn, reminder, waiting_turns
from bot.table.refusals import Refusal
from bot.table.reminder_policy import Action, NotificationPreferences, next_step, turn_began
from bot.table.settings import CHANNEL
from bot.table.store import LoadedTable, Tables
from bot.text.i18n import use_language
from bot.text.message import Message
from storage import Due, FirstNotice, Notifications, Schedule

log = logging.getLogger(__name__)

FIRST_NAME: Final = "0"
"""The name of the first notice among the reminders of a turn."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn whose first notice is due."""

    loaded: LoadedTable
    notice: FirstNotice


@dataclass(eq=False, repr=False)
class FirstNotices:
    """Write to people about the turns that wait for them."""

    tables: Tables
    index: SummaryIndex
    guilds: Guilds
    names: NameDirectory
    turns: TurnFactsReader
    notifications: Notifications
    direct_messages: DirectMessages
    preferences: PlayerPreferences
    schedule: Schedule
    clock: Clock

    async def take(self, notice: FirstNotice, preferences: NotificationPreferences) -> bool:
        """Have the first notice of a turn written to its player.

        Return False if it is to be posted in the channel: the player takes no direct messages, or
        the message was refused or is in doubt.
        """
        due = FirstNoticesDue(notice.user)
        if await self.turns.is_in_doubt(notice):
            return await self.schedule.of(due.key) is not None
        if preferences.target == CHANNEL or await self.direct_messages.is_closed(notice.user):
            return False
        await self.schedule.wake(due.write(self.clock()))
        return True

    async def handle(self, due: Due) -> None:
        """Write to a person about all turns whose first notice is due."""
        user = FirstNoticesDue.read(due).user
        turns = await self._due_turns(user)
        new = await self.notifications.reserve_first([turn.notice for turn in turns])
        turns = [turn for turn in turns if turn.notice.key in new]
        if turns and await self._write(user, turns):
            await self.notifications.confirm(*new)
            return
        for turn in turns:
            await self.schedule.wake(TurnDue(turn.loaded.row.id).write(self.clock()))

    async def _due_turns(self, user: int) -> list[_Turn]:
        """Return the turns whose first notice to a person is due, the longest waiting first."""
        rows = [row for row in await self.index.of(user) if row.summary.to_move == user]
        with_bot = await self.guilds.with_bot(frozenset(row.guild for row in rows))
        turns = [await self._due_turn(row.game) for row in rows if row.guild in with_bot]
        found = [turn for turn in turns if turn is not None and turn.notice.user == user]
        return sorted(found, key=lambda turn: turn_began(turn.loaded.table))

    async def _due_turn(self, game: int) -> _Turn | None:
        """Return the turn of a game if its first notice is due."""
        try:
            loaded = await self.tables.unfinished_game(game)
        except Refusal as refusal:
            log.warning("game %s cannot be read: %s", game, refusal.facts)
            return None
        notice = first_notice(game, loaded.table) if loaded is not None else None
        if loaded is None or notice is None:
            return None
        if await self.turns.will_be_ordered(game, loaded.table):
            return None
        facts = await self.turns.of(game, loaded.table, loaded.row)
        step = next_step(loaded.table, self.clock(), facts)
        return _Turn(loaded, notice) if step.action is Action.NOTIFY else None

    async def _write(self, user: int, turns: Sequence[_Turn]) -> bool:
        """Write one message about some turns. Return True if it has certainly arrived."""
        language = await self.preferences.language(user)
        longest = turns[0].loaded
        try:
            with use_language(language or longest.table.settings.language):
                message = await self._message(turns)
            return await self.direct_messages.send(
                user,
                message,
                game=longest.row.id,
                version=longest.table.version,
                nonce=" ".join(turn.notice.key for turn in turns),
                daily_limit=None,
            )
        except TRANSPORT_ERRORS as error:
            log.info("first notices to user %s go to the channels: %r", user, error)
            return False

    async def _message(self, turns: Sequence[_Turn]) -> Message:
        if len(turns) == 1:
            [loaded] = [turn.loaded for turn in turns]
            names = await self.names.of(loaded.table, loaded.row.guild)
            return reminder(loaded.table, names, loaded.row.channel, FIRST_NAME)
        waiting = [WaitingTurn(turn.loaded.row.channel, turn.loaded.table.since) for turn in turns]
        return waiting_turns(waiting, home_button())
