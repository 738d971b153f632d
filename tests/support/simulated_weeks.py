"""Simulated weeks of many tables: players who come, go, vanish and vote, and outages.

Everything except Discord and the names is real: tables, services, the database and the scheduler.
``python -m tools.lab weeks`` simulates more weeks.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from bot.client import dues, notifications
from bot.client.cluster.peers import Peers
from bot.client.jobs.scheduler import Scheduler
from bot.client.jobs.turn_watch import TurnWatch
from bot.client.people import PeopleServices
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.results import ResultIndex
from bot.client.people.standing_orders import OrderBook
from bot.client.people.turn_facts import TurnFactsReader
from bot.durations import DAY, HOUR
from bot.table import reminder_policy
from bot.table.ballots import VOTES
from bot.table.clock import waited_seconds
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.service import TableService
from bot.table.store import Request, Tables
from bot.table.table import Outcome, Phase, Settings, Table
from bot.text.message import Message
from bot.text.names import Names
from bot.text.time_zones import MENU_ZONES
from rules.game import play
from rules.moves import Move
from rules.random_play import random_move
from rules.record import END
from storage import (
    ALL_SHARDS,
    Absences,
    Database,
    GameRow,
    Log,
    Notifications,
    PlayerNotes,
    Preferences,
    Schedule,
    StandingOrders,
    TableSummaries,
)
from storage.sqlite.database import SqliteDatabase
from storage.sqlite.error_mapping import storage_error
from storage.sqlite.files import decode_text
from storage.sqlite.schema import prepare

BEGIN: Final = 1_795_953_600.0
GUILD: Final = 1
PACES: Final = ("none", "none", "none", "week", "day")
WAYS: Final = ("played", "skipped", "replaced", "ended", "resigned")
"""Possible ends of a turn."""


@dataclass
class Person:
    """A player who comes at intervals, from one day to another."""

    user: int
    every: float
    until: float
    """The time of a silent departure."""
    gone: tuple[float, float]
    """An unannounced absence."""

    def here(self, now: float, chance: random.Random) -> bool:
        """Return True if the player comes in this hour."""
        present = now < self.until and not self.gone[0] <= now < self.gone[1]
        return present and chance.random() < HOUR / self.every


@dataclass
class Discord:
    """Take messages, fails at times, and keep what was said when."""

    log: Log
    clock: Weeks
    chance: random.Random
    said: dict[str, tuple[float, int, Message]] = field(default_factory=dict)
    got: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Messages sent although the simulated Discord reported a failure."""

    def after_post(self, begin: object, *occasions: object) -> None:
        """Stand in for `Outbox.after_post`: nobody follows here."""

    async def post_notice(
        self,
        row: GameRow,
        table: Table,
        message: Message,
        nonce: str,
        after: int | None = None,
        *,
        beside_backlog: bool,
    ) -> int | None:
        """Stand in for `Outbox.post_notice`, at the edge of Discord."""
        now = await self.log.row(row.id)
        if now.last != table.last or (now.posted < now.last and not beside_backlog):
            return None
        was_sent = after is not None and nonce in self.said
        self._take(nonce, row.id, message, message.pings, found=was_sent)
        return zlib.crc32(nonce.encode())

    async def make_due(self, game: int) -> None:
        """Stand in for `EndReviews.make_due`: nothing is reviewed here."""

    async def delete_notice(self, row: GameRow, message: int) -> None:
        """Stand in for `Outbox.delete_notice`."""

    async def send(
        self, user: int, message: Message, *, game: int, version: int, nonce: str
    ) -> bool:
        """A replacement of `Direct.send`; some users accept no direct messages."""
        if user % 7 == 0:
            return False
        self._take(f"direct {nonce}", game, message, [user], found=False)
        return True

    def _take(
        self, nonce: str, game: int, message: Message, users: Iterable[int], *, found: bool
    ) -> None:
        fault = self.chance.random()
        if fault < 0.02 or self.clock.outage:
            raise OSError("Discord is down")
        if found:
            return
        if nonce in self.said:
            self.wrong.append(f"twice: {nonce}")
        self.said[nonce] = (self.clock.now, game, message)
        for user in users:
            self.got[user].append(self.clock.now)
        if fault < 0.03 and not nonce.startswith("direct"):
            self.lost.add(nonce)
            raise OSError("the answer is lost")

    def get_guild(self, guild: int) -> object:
        """A replacement of `discord.Client.get_guild`: every server has the bot."""
        return guild

    async def post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Stand in for `Outbox.post`; Discord takes every post."""
        await self.clock.record_post(channel, outcome)
        return True

    async def of(self, table: Table, guild: int | None, others: Iterable[object] = ()) -> Names:
        """A replacement of `NameDirectory.of`."""
        return Names(table.players, {})


class File(SqliteDatabase):
    """The real file without the threads and the common transactions, of which others are tests."""

    def __init__(self, path: Path, clock: Any) -> None:
        prepare(path)
        Database.__init__(self, clock, ALL_SHARDS)
        self.path = path
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.text_factory = decode_text
        for pragma in ("foreign_keys = ON", "synchronous = OFF", "temp_store = MEMORY"):
            self._connection.execute(f"PRAGMA {pragma}")

    async def read(self, sql: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, parameters).fetchall()

    async def write(self, work: Any, subject: str) -> Any:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            result = await work(self.read)
        except BaseException as error:
            self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise storage_error(error, subject) from error
            raise
        self._connection.execute("COMMIT")
        return result

    async def close(self) -> None:
        self._connection.close()


class Weeks:
    """The simulation: an hour is one step."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.now, self.outage = BEGIN, False
        self.number = tables
        self.tables: dict[int, tuple[int, Table]] = {}
        """By channel: the game and the table."""
        self.of: dict[int, set[int]] = defaultdict(set)
        """A user's channels."""
        self.ends: Counter[str] = Counter()
        self.schedulers: list[Scheduler] = []
        self.people: list[Person] = []
        self.files: list[Database] = []

    async def open(self) -> None:
        """The file, its tables, and who plays there."""
        self.database = self._file()
        self.discord = Discord(Log(self.database), self, random.Random(self.chance.random()))
        self.up(self.database)
        self.people = [self._person(user) for user in range(1, int(1.5 * self.number) + 2)]
        habits = PlayerPreferences(Preferences(self.database))
        for person in self.people[::3]:
            await habits.set(
                person.user,
                reminder_policy.REMIND,
                str(self.chance.choice([0, 6, 24, 48])),
            )
            await habits.set(
                person.user,
                reminder_policy.TARGET,
                self.chance.choice(reminder_policy.TARGETS),
            )
        for person in self.people[::4]:
            await habits.set(person.user, reminder_policy.QUIET, "22-7")
            await habits.set(
                person.user,
                reminder_policy.ZONE,
                self.chance.choice(list(MENU_ZONES)),
            )
            await habits.set(person.user, reminder_policy.NEXT, reminder_policy.YES)
        await asyncio.gather(*map(self._begin, range(1, self.number + 1)))

    async def run(self, days: int) -> None:
        """Simulate some days; in the third week the bot is down and nobody can play."""
        hours = iter(range(days * 24))
        for hour in hours:
            self.now = BEGIN + hour * HOUR
            if hour == 20 * 24:
                for _ in range(7 * 24):
                    next(hours, None)
                continue
            self.outage = self.chance.random() < 0.01
            if hour % 241 == 50:
                await self._restarted()
            comers = [p for p in self.people if p.here(self.now, self.chance)]
            await asyncio.gather(*map(self._visit, comers))
            for minute in (2, 30):
                self.now = BEGIN + hour * HOUR + minute * 60
                await asyncio.gather(*(scheduler.run() for scheduler in self.schedulers))

    async def close(self) -> None:
        for database in self.files:
            await database.close()

    # -- the bot ------------------------------------------------------------------------------

    def _file(self) -> Database:
        self.files.append(File(self.folder / "games.sqlite3", lambda: self.now))
        return self.files[-1]

    def up(self, database: Database) -> None:
        """A process comes up: nothing is known to it but the file."""
        clock: Any = lambda: self.now  # noqa: E731
        edge: Any = self.discord
        tables, stored = Tables(Log(database)), Preferences(database)
        schedule = Schedule(database)
        preferences = PlayerPreferences(stored, clock)
        absences = AbsenceCalendar(Absences(database), stored, schedule, self._running, clock)
        self.store = tables
        self.service = TableService(tables, self.chance, clock)
        self.council = SeatService(tables, clock)
        results = ResultIndex(database, Log(database))
        orders = OrderBook(StandingOrders(database), PlayerNotes(database), schedule, clock)
        turns = TurnFactsReader(
            *(Notifications(database), stored, absences, orders, Log(database), clock)
        )
        people = PeopleServices(edge, absences, preferences, edge, edge, edge, edge, results, turns)
        cluster: Any = SimpleNamespace(guilds=edge, peers=Peers(database, Log(database)))
        with patch.object(notifications, "DirectMessages", lambda *_given: edge):
            services = notifications.build(
                edge, database, tables, cluster, people, edge, edge, clock
            )
        self.reminders, self.nudges = services.reminders, services.nudges
        watch = TurnWatch(
            *(tables, self.service, self.council, edge, edge, orders, self.reminders, schedule),
            *(TableSummaries(database), results, edge, edge, clock),
        )
        self.schedulers.append(Scheduler(schedule, {dues.TURN: watch.handle}, clock))

    async def _running(self, user: int) -> list[int]:
        """A user's games."""
        return [self.tables[channel][0] for channel in self.of[user]]

    async def _restarted(self) -> None:
        """Another process comes up; now and then the one before is still there."""
        if len(self.schedulers) > 1 or self.chance.random() < 0.5:
            self.schedulers.clear()
        database = self._file() if self.schedulers else self.database
        self.up(database)

    # -- people -------------------------------------------------------------------------------

    def _person(self, user: int) -> Person:
        chance, ever = self.chance, BEGIN + 10_000 * DAY
        every = chance.choice([8, 12, 12, 24, 24, 48]) * HOUR
        vanishes = BEGIN + chance.uniform(5, 50) * DAY if chance.random() < 0.2 else ever
        gone = BEGIN + chance.uniform(5, 60) * DAY if chance.random() < 0.3 else ever
        return Person(user, every, vanishes, (gone, gone + chance.uniform(5, 20) * DAY))

    async def _begin(self, channel: int) -> None:
        chance = self.chance
        users = [p.user for p in chance.sample(self.people, chance.choice([2, 2, 3, 4]))]
        name, settings = chance.choice(["base", "hunters"]), Settings(pace=chance.choice(PACES))
        request = Request(users[0], GUILD, channel)
        outcome = await self.service.open_and_start(request, name, users, settings)
        await self.record_post(channel, outcome)

    async def _visit(self, person: Person) -> None:
        """Open a user's own tables, and a table of other users."""
        channels = sorted(self.of[person.user])
        if self.chance.random() < 0.3:
            channels.append(self.chance.randint(1, self.number))
        for channel in channels:
            game, table = self.tables[channel]
            if table.phase is Phase.PLAYING:
                try:
                    await self._act(person, channel, game, table)
                except Refusal as refusal:
                    if refusal.reason in ("broken", "no-table", "duplicate"):
                        self.discord.wrong.append(f"refused: {refusal.reason}")

    async def _act(self, person: Person, channel: int, game: int, table: Table) -> None:
        chance, user = self.chance, person.user
        request = Request(user, GUILD, channel)
        seat = table.running_game.turn
        waited = waited_seconds(table, self.now, {})
        if user not in table.players:
            if table.open_seats and chance.random() < 0.5:
                await self._done(request, self.council.take_seat(request, min(table.open_seats)))
            return
        if table.paused is not None and table.paused.is_active(self.now):
            if user in table.paused.by and chance.random() < 0.1:
                await self._done(request, self.council.resume(request))
            return
        if table.to_move == user and chance.random() < 0.85:
            await self._play(request, table)
        elif table.to_move == user and chance.random() < 0.3:
            loaded = await self.store.latest(channel)
            assert loaded is not None
            await self.reminders.snooze(loaded, user)
        elif chance.random() < 0.002:
            await self._done(request, self.service.resign(request))
        elif waited > 2 * DAY and chance.random() < 0.1:
            loaded = await self.store.latest(channel)
            assert loaded is not None
            nudged = await self.nudges.nudge(loaded, user)
            if nudged.can_ask and chance.random() < 0.3:
                await self.nudges.ask(loaded, user)
        elif waited > 5 * DAY or (seat in table.open_seats and waited > DAY):
            word = chance.choices(VOTES, (2, 5, 3, 1, 2))[0]
            until = int(self.now + 5 * DAY) if word == "pause" else None
            await self._done(request, self.council.vote(request, word, until))

    async def _play(self, request: Request, table: Table) -> None:
        """Moves until the turn has passed."""
        while table.to_move == request.user:
            game, moves = table.running_game, list[Move]()
            while not moves or (game.drawn is None and not game.over):
                moves.append(random_move(game, self.chance))
                game = play(game, moves[-1])
            table = await self._done(request, self.service.play(request, moves))

    async def _done(self, request: Request, work: Any) -> Table:
        outcome: Outcome = await work
        await self.record_post(request.channel, outcome)
        return outcome.after

    async def record_post(self, channel: int, outcome: Outcome) -> None:
        self._note(channel, outcome)
        await self.discord.log.mark_posted(outcome.game, outcome.number)

    # -- what came of it ----------------------------------------------------------------------

    def _note(self, channel: int, outcome: Outcome) -> None:
        """Record the end of a turn that has ended."""
        before, after = outcome.before, outcome.after
        known = self.tables.get(channel)
        if known is None or known[1].last < after.last:
            self.tables[channel] = (outcome.game, after)
        for user in after.players:
            if user is not None:
                self.of[user].add(channel)
        if before is None or before.game is None or after.game is None:
            return
        if before.since != after.since or after.closed:
            self.ends[_ended(before, after)] += 1

    def stuck(self) -> list[str]:
        """Turns that have waited for weeks although a player could decide about them."""
        waiting = []
        for channel, (_, table) in sorted(self.tables.items()):
            if table.phase is not Phase.PLAYING or table.paused is not None:
                continue
            waited = waited_seconds(table, self.now, {})
            there = {p.user for p in self.people if self.now < p.until and self.now >= p.gone[1]}
            voters = table.voters() - {table.to_move}
            if waited > 21 * DAY and voters and len(voters & there) > len(voters) / 2:
                waiting.append(f"channel {channel}: {waited / DAY:.0f} days, {table.ballots}")
        return waiting

    def most(self) -> int:
        """The largest number of messages to one user within a day."""
        most = 0
        for times in self.discord.got.values():
            first = 0
            for last, sent_at in enumerate(times):
                while sent_at - times[first] >= DAY:
                    first += 1
                most = max(most, last - first + 1)
        return most

    def kinds(self) -> Counter[str]:
        """The number of messages of each kind."""
        return Counter(key.removeprefix("direct ").split()[0] for key in self.discord.said)


def _ended(before: Table, after: Table) -> str:
    """The end of a table's turn, one of WAYS."""
    if after.players != before.players:
        return "replaced"
    new = after.lines[len(before.lines) :]
    if any(line.text == END for line in new):
        return "ended"
    if any(line.is_move for line in new):
        return "played"
    if any(line.is_resignation for line in new):
        return "resigned"
    return "skipped" if new and not after.closed else "ended"
