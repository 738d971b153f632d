"""A simulated year of servers that want the move of the day and the week in one post.

Everything except Discord, the pictures and the search is real: the dues, two schedulers on one
database as of two processes, the reservations, the positions and the streaks. Discord fails at
times, also after it has taken a message, as if the process had been killed.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from bot.client import dues
from bot.client.discord_io.sending import _ids, _texts
from bot.client.dues import ServerDue
from bot.client.jobs.scheduler import Scheduler
from bot.client.people.results import ResultIndex
from bot.client.people.server_settings import ServerSettings
from bot.client.people.summary_index import SummaryIndex
from bot.client.server_posts.calendar import ServerCalendar
from bot.client.server_posts.digests import Digests
from bot.client.server_posts.positions import PuzzlePositions
from bot.client.server_posts.puzzle_answers import PuzzleAnswers
from bot.client.server_posts.puzzle_posts import PuzzlePosts
from bot.client.server_posts.server_post_sender import ServerPostSender
from bot.durations import HOUR
from bot.table.server_defaults import DIGEST, POST_CHANNEL, PUZZLE, YES
from bot.table.server_hours import SERVER_HOUR, SERVER_ZONE
from bot.table.store import Tables
from bot.text.names import Names
from rules.opponents import RatedTurn
from rules.opponents.puzzles import Solution
from storage import (
    GuildSettings,
    Log,
    Notifications,
    Puzzles,
    Schedule,
    Solve,
    TableSummaries,
)
from tests.support.simulated_weeks import BEGIN, File

BOT: Final = 99
ZONES: Final = ("UTC", "Europe/Paris", "America/New_York", "Asia/Tokyo")
PERSONS: Final = tuple(range(501, 506))
FORGOTTEN: Final = PERSONS[0]
"""A person who is forgotten in the middle of the time."""
SILENT_FLAG: Final = "silent"
NONCE_SECONDS: Final = 30.0
"""The time for which this Discord recognises a repeated message, less than the real one."""


class ProcessKilled(Exception):
    """The process is gone after Discord has taken a message."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that Discord has taken: when, and all its text."""

    id: int
    at: float
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All text of the message."""
        return "\n".join(_texts(self.body["view"].children))

    @property
    def ids(self) -> frozenset[str]:
        """The custom ids of its buttons."""
        return frozenset(_ids(self.body["view"].children))


@dataclass
class Channel:
    """A channel of the simulated Discord, which fails at times."""

    id: int
    year: Year
    sent: list[Sent] = field(default_factory=list)

    async def send(self, **body: Any) -> Any:
        """Take a message; a failure may come before or after that."""
        fault = self.year.chance.random()
        if fault < 0.03:
            raise OSError("Discord is down")
        message = Sent(len(self.sent) + 1, self.year.now, body)
        for before in self.sent[-3:]:
            is_same = before.body["nonce"] == body["nonce"]
            if is_same and self.year.now - before.at < NONCE_SECONDS:
                return before
        self.sent.append(message)
        if fault < 0.06:
            raise OSError("the answer is lost")
        if fault < 0.1:
            raise ProcessKilled
        return message

    async def history(self, limit: int) -> Any:
        """The newest messages of the channel."""
        for message in self.sent[-limit:]:
            yield SimpleNamespace(
                id=message.id,
                author=SimpleNamespace(id=BOT),
                content="",
                components=message.body["view"].children,
            )


class InstantPool:
    """A pool that has found the answer of each puzzle without a search."""

    async def run(self, work: Any, *given: Any, **how: Any) -> Any:
        """The best turn, which was also played."""
        _record, _line, best = given
        return Solution(RatedTurn(best, 3.0, ()), best, 0.0)


class Year:
    """Servers through time."""

    def __init__(self, folder: Path, servers: int, seed: int) -> None:
        self.chance, self.now = random.Random(seed), BEGIN
        self.database = File(folder / "year.sqlite3", lambda: self.now)
        self.channels: dict[int, Channel] = {}
        self.solved: defaultdict[int, set[str]] = defaultdict(set)
        self.servers = range(1, servers + 1)
        self.puzzles = Puzzles(self.database)
        self.schedule = Schedule(self.database)
        self.settings = ServerSettings(GuildSettings(self.database))
        self.forgotten_at = float("inf")
        self.processes = [self._process() for _ in range(2)]
        self.calendar = ServerCalendar(self.settings, self.schedule, lambda: self.now)

    async def open(self) -> None:
        """Have all servers opt in, at hours and in zones of their own."""
        for guild in self.servers:
            for option, value in {
                **{PUZZLE: YES, DIGEST: YES, POST_CHANNEL: str(guild)},
                **{SERVER_HOUR: str(guild % 24), SERVER_ZONE: ZONES[guild % len(ZONES)]},
            }.items():
                await self.settings.set_option(guild, option, value)
            await self.calendar.reschedule(guild)
            await self.schedule.drop(ServerDue(dues.PUZZLE_SEARCH, guild).key)

    def channel(self, channel: int, guild_id: int | None = None) -> Channel:
        """A channel by its id."""
        return self.channels.setdefault(channel, Channel(channel, self))

    async def run(self, days: int, *, down: range = range(0), forgets: int = -1) -> None:
        """Let days pass, an hour at a time; the bot does not run on the days ``down``.

        On the day ``forgets`` a person is forgotten.
        """
        for day in range(days):
            if day == forgets:
                await Log(self.database).erase(FORGOTTEN)
                self.forgotten_at = self.now
            for _hour in range(24):
                self.now += HOUR
                if day not in down:
                    # Each retry of the day has its own time.
                    for _try in range(3):
                        for process in self.processes:
                            await process.run()
                        self.now += 61.0
                    self.now -= 3 * 61.0
            if day not in down:
                await self._people_try(day)
                await self.calendar.begin()
                for guild in self.servers:
                    await self.schedule.drop(ServerDue(dues.PUZZLE_SEARCH, guild).key)

    async def _people_try(self, day: int) -> None:
        """Some people try the puzzles of some servers."""
        for guild in self.servers:
            current = await self.puzzles.open(guild)
            if current is None:
                continue
            for user in PERSONS:
                if user == FORGOTTEN and self.now >= self.forgotten_at:
                    continue
                if self.chance.random() < 0.5:
                    solve = Solve(user, current.position.best, self.chance.choice([0.0, 3.0, 9.0]))
                    await self.puzzles.solve(guild, current.day, solve)
                    self.solved[guild].add(current.day)

    def _process(self) -> Scheduler:
        """The services of a process on the common database."""
        client: Any = SimpleNamespace(
            get_partial_messageable=self.channel, user=SimpleNamespace(id=BOT)
        )
        guilds: Any = SimpleNamespace(has_bot=lambda _guild: True, server=_server)
        tables = Tables(Log(self.database))
        positions = PuzzlePositions(tables, _NoPictures())  # type: ignore[arg-type]
        pool: Any = InstantPool()
        answers = PuzzleAnswers(self.puzzles, positions, pool)
        sender = ServerPostSender(client, Notifications(self.database), lambda channel: None)
        people: Any = SimpleNamespace(
            server_settings=self.settings,
            names=_NamesOfAll(),
            results=ResultIndex(self.database, Log(self.database)),
            summary_index=SummaryIndex(
                Log(self.database),
                TableSummaries(self.database),
                None,  # type: ignore[arg-type]
            ),
        )
        clock = self.clock
        puzzle_posts = PuzzlePosts(
            *(self.settings, self.puzzles, positions, answers, sender),
            *(people.names, guilds, pool, clock),
        )
        digests = Digests(people, self.puzzles, answers, tables, sender, guilds, clock)
        handlers = {dues.PUZZLE: puzzle_posts.handle, dues.DIGEST: digests.handle}
        return Scheduler(self.schedule, handlers, clock)

    def clock(self) -> float:
        """The present in Unix seconds."""
        return self.now

    def wrong(self) -> Iterable[str]:
        """List the messages that should not have been sent, by server."""
        for guild, channel in self.channels.items():
            puzzles = [ids for message in channel.sent if (ids := message.ids)]
            if len(puzzles) != len(set(puzzles)):
                yield f"server {guild} got a puzzle twice"
            weeks = [text for message in channel.sent if (text := message.text)[0] == "📅"]
            if len(weeks) != len(set(weeks)):
                yield f"server {guild} got a week twice"
            for message in channel.sent:
                mentions = message.body["allowed_mentions"]
                if not message.body.get(SILENT_FLAG) or mentions.users or mentions.everyone:
                    yield f"server {guild} was pinged"
                if "<@" in message.text:
                    yield f"server {guild} was told a mention"
                if message.at > self.forgotten_at and f"**{FORGOTTEN}**" in message.text:
                    yield f"server {guild} was told of somebody forgotten"

    async def positions(self, guild: int) -> list[str]:
        """The positions of the puzzles of a server, by day."""
        sql = "SELECT position FROM puzzles WHERE guild = ? AND day IS NOT NULL ORDER BY day"
        return [key for [key] in await self.database.read(sql, (guild,))]

    def puzzle_days(self, guild: int) -> list[date]:
        """The days of the puzzles that a server was sent."""
        found = (next(iter(sent.ids)) for sent in self.channels[guild].sent if sent.ids)
        return [date.fromisoformat(one.split()[1]) for one in found]


class _NoPictures:
    """A renderer that draws nothing."""

    async def picture(self, *given: Any) -> bytes:
        return b""


class _NamesOfAll:
    """Names of all users: their numbers."""

    async def seated(
        self, players: Any, guild: int, others: Iterable[Any] = (), **how: Any
    ) -> Names:
        return Names((), {user: str(user) for user in others if user is not None})


async def _server(guild: int) -> Any:
    return SimpleNamespace(id=guild)
