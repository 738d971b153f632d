"""A crash run: people play on a loopback Discord while the bot is killed again and again."""

import asyncio
import random
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.sqlite.files import read_only
from tests.wire.api_objects import ANA, BO, CLEO, FIRST_CHANNEL
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.database_reader import copy_database, integrity_problems, read_logs, unposted_games
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.table_players import TablePlayers
from tests.wire.user_actions import BotKilled

LOGGED_ERROR: Final = re.compile(r"ERROR\s")
"""The log level of a bug."""
PEOPLE: Final = (ANA, BO, CLEO)
POST_KILL_SHARE: Final = 0.3
"""Share of the kills during a post."""
OPPONENT_KILL_SHARE: Final = 0.2
"""Share of the other kills while an opponent computes its move."""
OPPONENTS: Final = 2
"""Opponents at the last table."""
POST_FAULT_SHARE: Final = 0.05
"""Share of the posts that are stored but answered with an error."""
BAD_GATEWAY: Final = 502
MAX_REQUESTS: Final = 80
"""Requests that a bot makes at most before it is killed."""
KILL_DELAY_SECONDS: Final = 0.1
"""Seconds between the last request and the kill at most."""
STOP_SECONDS: Final = 0.05
"""Seconds after which a stopped process writes nothing any more."""
STUCK_SECONDS: Final = 90.0
"""Seconds after which a post or move counts as stuck."""


class CheckFailed(Exception):
    """Violations found by a check, one a line."""


@dataclass(slots=True)
class CrashRun:
    """Tables, people and a bot; everything except timing comes from the seed."""

    folder: Path
    seed: int
    tables: int = 3
    ledger: Ledger = field(default_factory=Ledger)
    kills: int = 0
    post_kills: int = 0
    """Kills after Discord had stored a post and before the bot knew it."""
    opponent_kills: int = 0
    """Kills while an opponent had to move."""
    turns: int = 0
    unanswered: int = 0
    """Presses and commands without an answer because the bot was killed."""
    loopback: LoopbackDiscord = field(init=False)
    _chance: random.Random = field(init=False)
    _bot: BotProcess | None = None
    _aiming: bool = False

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self.loopback = LoopbackDiscord(channels=self.tables, on_post=self._on_post)
        self.loopback.people.update((person.id, person) for person in PEOPLE)

    @property
    def path(self) -> Path:
        return database_path(self.folder)

    async def run_and_kill(
        self,
        *,
        aimed: bool | None = None,
        interrupting: bool | None = None,
        turns: int | None = None,
    ) -> None:
        """Start a bot, let people play, kill the bot and check that no promise is lost.

        ``aimed`` kills it during a post, ``interrupting`` while an opponent computes, ``turns``
        after a number of moves. The seed decides what is not given.
        """
        aimed = self._chance.random() < POST_KILL_SHARE if aimed is None else aimed
        if interrupting is None:
            interrupting = not aimed and self._chance.random() < OPPONENT_KILL_SHARE
        last = self.loopback.request_count + self._chance.randrange(
            MAX_REQUESTS // 4 if aimed else MAX_REQUESTS
        )
        self._bot = await BotProcess.start(self.loopback, self.folder)
        async with self._play():
            if turns is not None:
                await self._wait_until(lambda: len(self.ledger.promises) >= turns)
            else:
                await self._wait_until(lambda: self.loopback.request_count >= last)
                await asyncio.sleep(self._chance.uniform(0.0, KILL_DELAY_SECONDS))
            if aimed:
                # From now on the next post is its last.
                self._aiming = True
                await self._wait_until(lambda: not self._aiming)
                self.post_kills += 1
            if interrupting:
                await self._stop_while_opponent_thinks(self._bot)
            await self._bot.kill()
            self.kills += 1
            self.unanswered += self.loopback.fail_all_pending()
            self.opponent_kills += bool(games_awaiting_opponent(self.path))
        await asyncio.to_thread(self.check)

    async def _stop_while_opponent_thinks(self, bot: BotProcess) -> None:
        """Stop a bot while an opponent has to move, so that the kill comes before its move."""
        while True:
            await self._wait_until(lambda: bool(games_awaiting_opponent(self.path)))
            bot.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(STOP_SECONDS)
            if games_awaiting_opponent(self.path):
                return
            bot.process.send_signal(signal.SIGCONT)

    async def run_to_end(self) -> None:
        """Start a bot, wait until every move is made and posted, and end it normally."""
        self._bot = await BotProcess.start(self.loopback, self.folder)
        await self._wait_until(
            lambda: not games_awaiting_opponent(self.path) and not unposted_games(self.path)
        )
        status = await self._bot.end()
        if status or self.loopback.unknown_requests or self.loopback.refused_requests:
            raise CheckFailed(
                "\n".join(
                    [
                        f"exit {status}",
                        *self.loopback.unknown_requests,
                        *self.loopback.refused_requests,
                    ]
                )
            )
        self.check()

    def check(self) -> None:
        """Check a copy of the database."""
        scratch = self.folder / "copy"
        whole = read_logs(copy_database(self.path, scratch))
        problems = [
            *self.ledger.violations(whole),
            *integrity_problems(copy_database(self.path, scratch)),
        ]
        log = self._bot.log.read_text() if self._bot is not None else ""
        if bug := LOGGED_ERROR.search(log):
            problems.append(log[bug.start() :])
        if problems:
            raise CheckFailed("\n".join(problems))

    @asynccontextmanager
    async def _play(self) -> AsyncIterator[None]:
        tables = [
            TablePlayers(
                self.loopback,
                FIRST_CHANNEL + number,
                PEOPLE[: 2 + number % 2],
                random.Random(self._chance.random()),
                self.ledger,
                OPPONENTS if number == self.tables - 1 else 0,
            )
            for number in range(self.tables)
        ]
        playing = [asyncio.create_task(table.play_forever()) for table in tables]
        try:
            yield
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            self.turns += sum(table.turns for table in tables)
            for result in ended:
                if (
                    not isinstance(result, asyncio.CancelledError | BotKilled)
                    and result is not None
                ):
                    raise result

    def _on_post(self, sent: SentMessage) -> None:
        self.ledger.add_post(sent)
        if self._chance.random() < POST_FAULT_SHARE:
            self.loopback.post_faults.append(BAD_GATEWAY)
        if self._aiming and self._bot is not None:
            self._aiming = False
            self._bot.process.kill()

    async def _wait_until(self, true: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                while not true():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            owed = unposted_games(self.path)
            said = [f"nothing goes on for {STUCK_SECONDS} s; not posted: games {owed}"]
            said += self.loopback.unknown_requests + self.loopback.refused_requests
            raise CheckFailed("\n".join(said)) from None


def games_awaiting_opponent(path: Path) -> list[int]:
    with read_only(path) as connection:
        rows = connection.execute(
            "SELECT game FROM table_summaries JOIN seats USING (game) JOIN games ON id = game"
            " WHERE seat = turn AND user < 0 AND NOT finished"
        ).fetchall()
    return [game for [game] in rows]
