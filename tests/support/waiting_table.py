"""A table that waits, as a state machine: what people, time and kills do to it, and its wake-ups.

The law: whenever a table waits for a person, there is exactly one due that will say so, no later
than the reminder policy gives; and each reminder is posted once. Another process on the same
database takes dues, too: it stands still between its work and its last write, and goes on late or
never.
"""

import asyncio
import hashlib
import random
import tempfile
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from simcord import Env, MemberActor

from bot.config import Config
from bot.core.durations import DAY, HOUR, MINUTE
from bot.posting.post_sender import HASHED_NONCE_CHARACTERS
from bot.reminders.policy import next_step
from bot.reminders.turn_facts import QUESTION, REMINDER
from bot.runtime.scheduler import MOST_AT_ONCE, Snooze, TurnDue
from bot.runtime.turn_watch import TurnWatch
from bot.serve import make_app
from bot.table.refusals import Refusal
from bot.table.settings import NO_REMINDERS, QUIET
from bot.table.store import LoadedTable, Request
from bot.table.table import VOTES, Phase, Table
from storage import Database, Due, Schedule, open_database
from storage.notifications import FIRST
from storage.schedule import LEASE_SECONDS, Claim
from tests.support.clock import Clock, pass_time, pass_time_without_bot
from tests.support.legal_turns import any_turn
from tests.support.reminders import choose_interval, restart
from tests.support.world import World, config, people_meet, shuffled_header, slow_sleep

LATENESS_SECONDS: Final = 2 * MINUTE
"""The delay of a due after the time of the policy: a look is tried again a minute later."""
PLAYERS: Final = st.integers(0, 2)


class WaitingTable(RuleBasedStateMachine):
    """One table of three players in a simulated Discord; its steps are those of people and time."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.snooze_promised: Snooze | None = None
        self.held: tuple[Claim, float | None] | None = None
        """The due that the other process has taken, and when it wants to look again."""
        self.world = self.run(self._open())
        self.other = self.run(self._open_other())

    def run(self, step: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(step)

    async def _open(self) -> World:
        folder = Path(self.folder.name)
        app = make_app(self.config(), random.Random(7), clock=self.clock, sleep=slow_sleep)
        env = Env(app)
        await env.start()
        return await people_meet(env, folder)

    def config(self) -> Config:
        return config(Path(self.folder.name))

    def other_watch(self) -> TurnWatch:
        return self.world.app.services.turn_watch

    async def _open_other(self) -> Database:
        return await open_database(self.world.app._config.database, clock=self.clock)

    def teardown(self) -> None:
        """Close the bots, the simulated Discord and the files."""
        self.run(self._close())
        self.runner.close()
        self.folder.cleanup()

    async def _close(self) -> None:
        await self.other.close()
        await self.world.close()
        await self.world.env.shutdown()

    # -- what people do -----------------------------------------------------------------------

    @initialize(pace=st.sampled_from(["none", "day", "week"]))
    def begin(self, pace: str) -> None:
        """Begin a game; without a pace no clock runs."""
        self.run(self.world.start_with(shuffled_header(3), pace=pace))

    def table(self) -> Table:
        table: Table = self.run(self.world.table())
        return table

    def is_paused(self) -> bool:
        paused = self.table().paused
        return paused is not None and paused.is_active(self.clock())

    def is_playing(self) -> bool:
        """Return True if the game runs; one that nobody plays on for long is ended."""
        return self.table().phase is Phase.PLAYING

    def is_waiting(self) -> bool:
        return self.is_playing() and self.table().to_move is not None and not self.is_paused()

    def player(self, number: int) -> MemberActor:
        return self.world.players[number]

    async def _loaded_table(self) -> LoadedTable:
        tables = self.world.app.services.tables
        loaded = await tables.unfinished_game(await self.world.game_id())
        assert loaded is not None
        return loaded

    @precondition(lambda self: self.is_waiting())
    @rule()
    def move(self) -> None:
        if self.table().to_move in {player.id for player in self.world.players}:
            game = self.run(self.world.game())
            self.run(self.world.place(any_turn(game, random.Random(len(game.story)))))

    @precondition(lambda self: self.is_playing() and self.table().to_move is not None)
    @rule()
    def snooze(self) -> None:
        """The player to move puts the reminder off."""

        async def press() -> None:
            reminders = self.world.app.services.reminders
            loaded = await self._loaded_table()
            assert loaded.table.to_move is not None
            until = await reminders.snooze(loaded, loaded.table.to_move)
            self.snooze_promised = Snooze(int(loaded.table.since), int(until))

        self.run(press())

    @rule(who=PLAYERS, seconds=st.sampled_from([HOUR, 3 * DAY, 30 * DAY]))
    def go_away(self, who: int, seconds: float) -> None:
        """A player begins an absence, or gives it another end."""
        absences = self.world.app.services.absences
        self.run(absences.begin(self.player(who).id, self.clock() + seconds))

    @rule(who=PLAYERS)
    def come_back(self, who: int) -> None:
        """A player ends an absence."""
        self.run(self.world.app.services.absences.end(self.player(who).id))

    @precondition(lambda self: self.is_playing() and not self.is_paused())
    @rule(hours=st.sampled_from([None, 30]))
    def pause(self, hours: int | None) -> None:
        """The players agree on a pause, of some hours or without an end."""
        until = "" if hours is None else f" {int(self.clock() + hours * HOUR)}"
        votes = [(player.id, "vote pause") for player in self.world.players]
        self.run(self.world.write([*votes, (self.world.ana.id, f"pause{until}")]))

    @precondition(lambda self: self.is_playing() and self.is_paused())
    @rule(who=PLAYERS)
    def resume(self, who: int) -> None:
        """A player ends the pause."""
        self.run(self.world.write([(self.player(who).id, "resume")]))

    @rule(who=PLAYERS, hours=st.sampled_from([NO_REMINDERS, 6, 48]))
    def choose_interval(self, who: int, hours: int) -> None:
        self.run(choose_interval(self.world, self.player(who), hours))

    @rule(who=PLAYERS, quiet=st.sampled_from(["none", "22-7", "0-23"]))
    def choose_quiet_hours(self, who: int, quiet: str) -> None:
        """A player chooses the hours of the day without pings, in the settings."""

        async def press() -> None:
            custom_id = f"carc:{await self.world.game_id()}:0:{'habits'} {QUIET} {quiet}"
            await self.world.press_id(self.player(who), custom_id)

        self.run(press())

    @rule(who=PLAYERS, word=st.sampled_from([word for word in VOTES if word != "end"]))
    def vote(self, who: int, word: str) -> None:
        """A player votes about the turn that waits, where that is allowed."""

        async def vote() -> None:
            row = await self.world.app.game_log.row(await self.world.game_id())
            request = Request(self.player(who).id, row.guild, row.channel)
            with suppress(Refusal):
                await self.world.app.services.seats.vote(request, word)

        self.run(vote())

    @precondition(lambda self: self.is_playing() and not self.is_paused())
    @rule()
    def skip(self) -> None:
        turn = self.table().running_game.turn
        self.run(self.world.write([(self.world.ana.id, f"skip {turn}")]))

    @precondition(lambda self: self.is_waiting())
    @rule()
    def open_seat(self) -> None:
        turn = self.table().running_game.turn
        self.run(self.world.write([(self.world.ana.id, f"open {turn}")]))

    @precondition(lambda self: self.is_playing() and self.table().open_seats)
    @rule()
    def take_seat(self) -> None:
        """Dan takes an open seat, if he has none."""
        table = self.table()
        if self.world.dan.id not in table.players:
            self.run(self.world.write([(self.world.dan.id, f"take {min(table.open_seats)}")]))

    # -- what happens to the bot --------------------------------------------------------------

    @rule(seconds=st.sampled_from([HOUR, 5 * HOUR, 13 * HOUR, 2 * DAY]))
    def time_passes(self, seconds: float) -> None:
        """Time passes, each due job handled at its minute."""
        self.run(pass_time(self.world, self.clock, seconds))

    @rule()
    def kill(self) -> None:
        self.run(restart(self.world, self.clock, killed=True))

    @rule()
    def be_down_for_a_week(self) -> None:
        self.run(pass_time_without_bot(self.world, self.clock, 7 * DAY))

    @precondition(lambda self: self.is_playing() and self.held is None)
    @rule()
    def other_process_takes_the_due(self) -> None:
        """The other process takes the table's due at its time, and stands still after its work."""
        self.run(self._take_due())

    async def _take_due(self) -> None:
        if (due := await self._pass_to_due()) is None:
            return
        for claim in await Schedule(self.other).claim(self.clock(), MOST_AT_ONCE):
            if claim.due.key == due.key:
                self.held = claim, await self.other_watch().handle(claim.due)
            else:
                await Schedule(self.other).postpone(claim, self.clock())

    async def _pass_to_due(self) -> Due | None:
        """Let the time of the table's due come, with no other jobs left. Return that due."""
        for due in await self._dues():
            self.clock.now = max(self.clock.now, due.at - 1)
            await self.world.app.services.scheduler.run()
            self.clock.now += 1
            return due
        return None

    @precondition(lambda self: self.held is not None)
    @rule()
    def other_process_goes_on(self) -> None:
        """The other process puts the time at which it wants to look again, however late."""
        assert self.held is not None
        (claim, at), self.held = self.held, None
        following = None if at is None else replace(claim.due, at=at)
        self.run(Schedule(self.other).settle(claim, following))

    @precondition(lambda self: self.held is not None)
    @rule()
    def other_process_dies(self) -> None:
        """The other process ends with its due taken, and another one comes up."""

        async def end() -> Database:
            await self.other.close()
            return await self._open_other()

        self.held, self.other = None, self.run(end())

    # -- the law ------------------------------------------------------------------------------

    @invariant()
    def one_due_wakes_the_table_in_time(self) -> None:
        """Check that one due lies ahead, no later than the policy and a snooze say."""
        if not hasattr(self, "world"):
            return
        if self.run(self.world.app.game_log.latest(self.world.channel.id)):
            self.run(self._check_due())

    async def _check_due(self) -> None:
        world, now = self.world, self.clock()
        await world.app.services.scheduler.run()
        game = await world.game_id()
        dues = await self._dues()
        assert len(dues) <= 1, dues
        times = [*await self._times(await world.table(), game), *await self._snooze_end()]
        if times:
            assert dues, "the table sleeps for ever"
        if times and not await self._is_taken(dues[0]):
            assert now < dues[0].at <= min(times) + LATENESS_SECONDS, (now, dues[0], times)

    @invariant()
    def each_notification_is_sent_once(self) -> None:
        """Check that each reminder and question was posted once, or is still to be."""
        if hasattr(self, "world"):
            self.run(self._check_posts())

    def check_law(self) -> None:
        """Check both invariants, as hypothesis does after each step."""
        self.one_due_wakes_the_table_in_time()
        self.each_notification_is_sent_once()

    def reminders(self) -> list[bool]:
        """Return for each reminder that was ever reserved whether it was sent."""
        sql = "SELECT sent FROM notifications WHERE kind = ?"
        rows = self.run(self.world.database.read(sql, (REMINDER,)))
        return [bool(sent) for [sent] in rows]

    async def _check_posts(self) -> None:
        posted = Counter(body.get("nonce") for body in self.world.sent())
        sql = "SELECT key, sent FROM notifications WHERE kind IN (?, ?, ?)"
        kinds = (FIRST, REMINDER, QUESTION)
        for key, sent in await self.world.database.read(sql, kinds):
            short = hashlib.sha256(key.encode()).hexdigest()[:HASHED_NONCE_CHARACTERS]
            times = posted[f"{short}-0"]
            assert times == 1 or (times == 0 and not sent), (key, sent, times)

    async def _dues(self) -> list[Due]:
        """The stored dues of the table's turn."""
        key = TurnDue(await self.world.game_id()).key
        sql = "SELECT key, kind, at, game, user, text FROM dues WHERE key = ?"
        rows = await self.world.database.read(sql, (key,))
        return [Due(*row) for row in rows]

    async def _is_taken(self, due: Due) -> bool:
        """Return True while another process, or its unfinished work, still holds the due."""
        sql = "SELECT 1 FROM dues WHERE key = ? AND abs(? - claimed_at) <= ?"
        parameters = (due.key, self.clock(), LEASE_SECONDS)
        return bool(await self.world.database.read(sql, parameters))

    async def _times(self, table: Table, game: int) -> list[float]:
        """The time at which the policy looks at the table again; none if it waits for an entry."""
        if table.game is None or table.closed:
            return []
        row = await self.world.app.game_log.row(game)
        facts = await self.world.app.services.turn_facts.of(game, table, row)
        if facts.was_asked and not table.paused:
            return []  # The others were asked; their answers wake the table.
        step = next_step(table, self.clock(), facts)
        return [] if step.look_at is None else [step.look_at]

    async def _snooze_end(self) -> list[float]:
        """The end of the snooze that was promised for this turn; none in a pause."""
        table, snooze = await self.world.table(), self.snooze_promised
        is_paused = table.paused is not None and table.paused.is_active(self.clock())
        if snooze is None or snooze.turn_began != int(table.since) or is_paused:
            return []
        return [snooze.until] if snooze.until > self.clock() else []
