"""A stage: the real bot in a simulated Discord whose time a test moves, and its recorder."""

import asyncio
import logging
import os
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from simcord import Env, InteractionResult
from simcord import interactions as simulated

from bot.core.durations import MINUTE
from bot.serve import make_app
from storage.key_values import GUILD_SETTINGS, PLAYER_NOTES, PREFERENCES, STANDING_ORDERS
from tests.support.inline_workers import ShortReviewPool
from tests.support.world import World, config, people_meet
from tests.transcripts import text_rendering
from tests.transcripts.recorder import Recorder

T = TypeVar("T")

NOON: Final = 1_795_953_600.0
"""A Sunday in November 2026, twelve o'clock UTC."""
ENGLISH, FRENCH = "en-US", "fr"
NAMES: Final = ("Ana", "Bo", "Cleo", "Dan")


ORDER_SECONDS: Final = 40.0
OTHER_TABLES: Final = ("absences", "invitations", "puzzle_solves")
"""The tables of which a transcript counts the rows only."""
KEY_VALUES: Final = {
    PREFERENCES.name: "preferences",
    GUILD_SETTINGS.name: "guild_settings",
    STANDING_ORDERS.name: "standing_orders",
    PLAYER_NOTES.name: "player_notes",
}
"""Kinds of values that a transcript counts, and their names there."""
DAILY_JOBS: Final = ("archive", "copies", "gone", "limits", "results", "server-posts")
"""The keys of dues that come each day, whatever happens."""


class ErrorLog(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message with the error behind it."""
        error = record.exc_info[1] if record.exc_info else None
        self.lines.append(f"ERROR LOGGED: {record.getMessage()} {error!r}")


class Time:
    """The time of a bot, which `advance` alone moves."""

    def __init__(self, reader: "DatabaseReader") -> None:
        """``reader`` reads the bot's database."""
        self._reader = reader
        self._env: Env | None = None
        self._started_at = 0.0
        self._naps: list[asyncio.Future[None]] = []

    def begin(self, env: Env) -> None:
        """Count from now on, in the simulated Discord's time."""
        self._env, self._started_at = env, env.now().timestamp()

    def now(self) -> float:
        """The present, in Unix seconds."""
        passed = self._env.now().timestamp() - self._started_at if self._env is not None else 0.0
        return NOON + passed

    async def sleep(self, seconds: float) -> None:
        """A pause of the bot, which `advance` ends."""
        env = self._env
        assert env is not None
        if asyncio.current_task() in env._work.tasks:
            await env.external_wait(asyncio.sleep(seconds), reason="a pause of the bot")
            return
        # The scheduler, outside the bot's own context. It looks for dues each minute; here it is
        # woken when there are some, and not 1,440 times a day.
        nap: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._naps.append(nap)
        await nap

    async def advance(self, env: Env, seconds: float) -> None:
        """Let time pass, with a stop at each due."""
        until = self.now() + seconds
        while (now := self.now()) < until:
            due = self._reader.next_due()
            at_least = now + MINUTE if due <= now else due  # a due may be in work
            await env.advance_time(min(at_least, until) - now)
            naps, self._naps = self._naps, []
            for nap in naps:
                if not nap.done():
                    nap.set_result(None)
            await asyncio.sleep(0)
            await env.settle()


@dataclass
class Stage:
    """A world, its recorder, and the means to act on it; ``locale`` is that of all clients."""

    world: World
    recorder: Recorder
    locale: str
    stored: Counter[str]
    errors: ErrorLog
    time: Time
    reader: "DatabaseReader"

    async def pass_time(self, seconds: float) -> None:
        """Let time pass: pauses of the bot end at their second, and dues come at theirs."""
        await self.time.advance(self.world.env, seconds)

    async def look(self) -> None:
        """Remember the table as it is, and forget what was sent up to now."""
        await self.world.env.settle()
        row = await self.world.app.game_log.latest(self.world.channel.id)
        game, version = 0, 0
        if row is not None:
            game, version = row.id, (await self.world.table()).version
        self.recorder.begin(game, version)
        self.stored = self._stored()

    async def transcript(self, result: InteractionResult | None = None) -> list[str]:
        """The lines of all that happened since the last look: requests, log entries, dues."""
        await self.world.env.settle()
        lines = self.recorder.take_lines()
        if result is not None and not result.acknowledged:
            lines.append("NOT ACKNOWLEDGED")
        lines += map(self.recorder.text, self.errors.lines)
        self.errors.lines.clear()
        before, self.stored = self.stored, self._stored()
        return lines + stored_changes(before, self.stored)

    def _stored(self) -> Counter[str]:
        """Count the log entries, the dues and the rows of other tables, as lines."""
        rows = self.reader.rows()
        lines = [
            f"log {game}: {self._who(user)}: {format_entry(text)}"
            for game, _number, user, text in rows["entries"]
        ]
        lines += [
            self.recorder.text(f"due {key} <t:{round(at)}> {text}".rstrip())
            for key, at, text in rows["dues"]
            if key not in DAILY_JOBS
        ]
        lines += [
            self.recorder.text(f"cup {cup}: {text.splitlines()[0]}") for cup, text in rows["cups"]
        ]
        for name in OTHER_TABLES:
            lines += [f"stored in {name}: a row"] * len(rows[name])
        lines += [
            f"stored in {KEY_VALUES[kind]}: a row"
            for [kind] in rows["key_values"]
            if kind in KEY_VALUES
        ]
        return Counter(lines)

    def _who(self, user: int | None) -> str:
        return "nobody" if user is None else self.recorder.people.get(user, str(user))


def format_entry(text: str) -> str:
    """The first lines of a log entry, and a digest of the others."""
    first, others = text.splitlines()[:2], text.splitlines()[2:]
    if others:
        first.append(f"({text_rendering.digest(' '.join(others))})")
    return " / ".join(first)


def stored_changes(before: Counter[str], after: Counter[str]) -> list[str]:
    """List removed and added rows; count the entries that only lost their author."""
    gone, new, forgotten = before - after, after - before, Counter[str]()
    for line, times in [*gone.items()]:
        log, _, rest = line.partition(": ")
        without_author = f"{log}: nobody: {rest.partition(': ')[2]}"
        if new[without_author] >= times:
            new[without_author] -= times
            forgotten[log] += times
            del gone[line]
    return [
        *(f"- {line}" for line in gone.elements()),
        *(f"+ {line}" for line in new.elements()),
        *(f"{log}: {number} entries are nobody's now" for log, number in forgotten.items()),
    ]


class DatabaseReader:
    """The bot's database, opened for reading and read again only if it has changed."""

    QUERIES: Final = {
        "entries": "SELECT game, number, actors.user, text FROM entries"
        " LEFT JOIN actors ON actors.id = entries.actor WHERE game > 0 ORDER BY game, number",
        "dues": "SELECT key, at, text FROM dues ORDER BY key",
        "cups": "SELECT -game, text FROM entries WHERE game < 0 ORDER BY -game, number",
        **{name: f"SELECT 1 FROM {name}" for name in OTHER_TABLES},
        "key_values": "SELECT kind FROM key_values",
    }

    def __init__(self, folder: Path) -> None:
        """``folder`` is that of the bot's database, which is opened at the first reading."""
        self._folder = folder
        self._seen: dict[str, tuple[int, Any]] = {}

    @cached_property
    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self._folder / 'games.sqlite3'}?mode=ro", uri=True)

    def close(self) -> None:
        self._database.close()

    def rows(self) -> dict[str, list[Any]]:
        return self._unless_seen(
            "rows",
            lambda: {
                name: self._database.execute(sql).fetchall() for name, sql in self.QUERIES.items()
            },
        )

    def digest(self) -> str:
        """A digest of all that is stored, to see whether an action has changed anything."""
        return self._unless_seen(
            "digest", lambda: blake2b("\n".join(self._database.iterdump()).encode()).hexdigest()
        )

    def next_due(self) -> float:
        """The time of the next due, in Unix seconds; infinity without any."""
        return min((float(at) for _key, at, _text in self.rows()["dues"]), default=inf)

    def _unless_seen(self, name: str, read: Callable[[], T]) -> T:
        [version] = self._database.execute("PRAGMA data_version").fetchone()
        if name not in self._seen or self._seen[name][0] != version:
            self._seen[name] = version, read()
        result: T = self._seen[name][1]
        return result


@asynccontextmanager
async def stage(locale: str = ENGLISH) -> AsyncIterator[Stage]:
    """Open a stage with a bot, a file and a simulated Discord of its own."""
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory(
            prefix="stage", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")
        ) as name,
    ):
        text_rendering.install(patch)
        patch.setattr("bot.services.WorkerPool", ShortReviewPool)
        set_locale(patch, locale)
        # The time before an order is played hides that it was an order: a constant one here.
        patch.setattr("bot.orders.service.random_delay", lambda: ORDER_SECONDS)
        folder = Path(name)
        reader = DatabaseReader(folder)
        time = Time(reader)
        app = make_app(config(folder), random.Random(7), clock=time.now, sleep=time.sleep)
        env = Env(app)
        time.begin(env)
        recorder = Recorder(env, time.now, NOON)
        recorder.install(patch)
        await env.start()
        world = await people_meet(env, folder)
        people = zip(NAMES, (world.ana, world.bo, world.cleo, world.dan), strict=True)
        recorder.people = {person.id: name for name, person in people}
        errors = ErrorLog()
        logging.getLogger().addHandler(errors)
        try:
            with env.time_context():
                opened = Stage(world, recorder, locale, Counter(), errors, time, reader)
                await opened.look()
                yield opened
        finally:
            logging.getLogger().removeHandler(errors)
            reader.close()
            await world.close()
            await env.shutdown()


def set_locale(patch: pytest.MonkeyPatch, locale: str) -> None:
    """Let every client and every server have a language."""
    payload_of = simulated.base_payload

    def localised(*given: Any, **how: Any) -> Any:
        record, payload = payload_of(*given, **how)
        payload["locale"] = locale
        if "guild_locale" in payload:
            payload["guild_locale"] = locale
        return record, payload

    patch.setattr(simulated, "base_payload", localised)
