"""One loopback Discord with tables at which people play, and the bot that is killed meanwhile."""

from __future__ import annotations

import asyncio
import random
import re
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.sqlite.files import read_only
from tests.wire import wal
from tests.wire.api_objects import ANA, BO, CLEO, FIRST_CHANNEL
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.database_reader import integrity_problems, read_logs, unposted_games
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.table_players import TablePlayers
from tests.wire.user_actions import BotKilled
from tests.wire.wal import WalPosition

BUG: Final = re.compile(r"ERROR\s")
"""The level of what the log says of a bug."""
PEOPLE: Final = (ANA, BO, CLEO)
AIMED: Final = 0.3
"""How many kills are aimed at the worst moment, of all."""
INTERRUPTING: Final = 0.2
"""How many kills wait for an opponent to be thinking, of all others."""
OPPONENTS: Final = 2
"""How many play at the last of the tables."""
FAULTY: Final = 0.05
"""How many posts are stored, but answered as if something had gone wrong."""
BAD_GATEWAY: Final = 502
LONGEST: Final = 80
"""Requests that a bot makes at most before it is killed, however busy the machine is."""
LATER: Final = 0.1
"""Seconds for which it then lives on at most."""
STOPPING: Final = 0.05
"""Seconds after which a process that was told to stop writes nothing any more."""
SETTLED: Final = 90.0
"""Seconds after which something is stuck: a post, a move, the telling of what was missed."""
TRUTHS: Final = 12
"""How many ends of a write-ahead log are played again whole; of the others the entries are read."""


class CheckFailed(Exception):
    """What must never be, in one line each."""


@dataclass(slots=True)
class CrashRun:
    """Tables, people and a bot, all of which come from one seed but for the time they take."""

    folder: Path
    seed: int
    tables: int = 3
    max_cuts: int | None = None
    """How many ends of a write-ahead log are looked at; else all."""
    ledger: Ledger = field(default_factory=Ledger)
    kills: int = 0
    post_kills: int = 0
    """Kills at the moment at which Discord had stored a post and the bot did not know yet."""
    opponent_kills: int = 0
    """Kills while an opponent was to move."""
    checked_cuts: int = 0
    turns: int = 0
    unanswered: int = 0
    """Presses and commands that were under way when the bot was killed."""
    loopback: LoopbackDiscord = field(init=False)
    _chance: random.Random = field(init=False)
    _bot: BotProcess | None = None
    _aiming: bool = False

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self.loopback = LoopbackDiscord(channels=self.tables, on_post=self._on_post)
        self.loopback.people.update((each.id, each) for each in PEOPLE)

    @property
    def path(self) -> Path:
        """The file of games."""
        return database_path(self.folder)

    async def run_and_kill(
        self,
        *,
        aimed: bool | None = None,
        interrupting: bool | None = None,
        turns: int | None = None,
    ) -> None:
        """A bot starts, people play, and it is killed; nothing of what was promised may be lost.

        ``aimed`` says that it dies with a post, ``interrupting`` that it dies while an opponent
        thinks, ``turns`` that it lives until so many moves are made; else the seed decides.
        """
        aimed = self._chance.random() < AIMED if aimed is None else aimed
        if interrupting is None:
            interrupting = not aimed and self._chance.random() < INTERRUPTING
        last = self.loopback.request_count + self._chance.randrange(
            LONGEST // 4 if aimed else LONGEST
        )
        self._bot = await BotProcess.start(self.loopback, self.folder)
        async with self._play():
            if turns is not None:
                await self._wait_until(lambda: len(self.ledger.promises) >= turns)
            else:
                await self._wait_until(lambda: self.loopback.request_count >= last)
                await asyncio.sleep(self._chance.uniform(0.0, LATER))
            if aimed:
                # From now on the next post is its last.
                self._aiming = True
                await self._wait_until(lambda: not self._aiming)
                self.post_kills += 1
            if interrupting:
                await self._stop_while_opponent_thinks(self._bot)
            left = wal.read_position(self.path)
            await self._bot.kill()
            self.kills += 1
            self.unanswered += self.loopback.fail_all_pending()
            self.opponent_kills += bool(games_awaiting_opponent(self.path))
        await asyncio.to_thread(self.check, self._position_after_kill(left))

    async def _stop_while_opponent_thinks(self, bot: BotProcess) -> None:
        """Stop a bot as an opponent is to move, so that it is killed before that has moved."""
        while True:
            await self._wait_until(lambda: bool(games_awaiting_opponent(self.path)))
            bot.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(STOPPING)
            if games_awaiting_opponent(self.path):
                return
            bot.process.send_signal(signal.SIGCONT)

    async def run_to_end(self) -> None:
        """A bot that is let live plays for opponents, tells every channel all, and ends well."""
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
        self.check(None)

    def check(self, left: WalPosition | None) -> None:
        """Looks at a copy of the file, and at every end that its write-ahead log could have."""
        scratch = self.folder / "copy"
        whole = read_logs(wal.copy_database(self.path, scratch))
        found = [
            *self.ledger.violations(whole),
            *integrity_problems(wal.copy_database(self.path, scratch)),
        ]
        log = self._bot.log.read_text() if self._bot is not None else ""
        if bug := BUG.search(log):
            found.append(log[bug.start() :])
        if left is not None:
            found += self._check_cuts(left, scratch)
        if found:
            raise CheckFailed("\n".join(found))

    def _position_after_kill(self, before: WalPosition | None) -> WalPosition | None:
        """How the log was left by a kill, if it was not begun anew just then; at times only."""
        after = wal.read_position(self.path)
        same = before is not None and after is not None and before.salt == after.salt
        return after if same and self.kills % 10 == 1 else None

    def _check_cuts(self, left: WalPosition, scratch: Path) -> Iterator[str]:
        """A log that ends anywhere is a beginning of the whole, with all that was promised."""
        whole = read_logs(wal.copy_database(self.path, scratch))
        ends = list(wal.possible_cuts(self.path, left))
        if self.max_cuts is not None:
            ends = ends[-self.max_cuts :]
        replayed = set(self._chance.sample(range(len(ends)), min(TRUTHS, len(ends))))
        for number, cut in enumerate(ends):
            self.checked_cuts += 1
            path = wal.copy_cut(self.path, cut, scratch, zeros=number % 2 == 1)
            there = read_logs(path)
            for game, entries in there.items():
                if entries != whole[game][: len(entries)]:
                    yield f"{cut}: game {game} is no beginning of what it was"
            owed = self.ledger.durable_part(cut.frames, left.salt)
            yield from (f"{cut}: {each}" for each in owed.violations(there))
            if number in replayed and there:
                yield from (f"{cut}: {each}" for each in integrity_problems(path))

    @asynccontextmanager
    async def _play(self) -> AsyncIterator[None]:
        tables = [
            TablePlayers(
                self.loopback,
                FIRST_CHANNEL + number,
                PEOPLE[: 2 + number % 2],
                random.Random(self._chance.random()),
                self.ledger,
                lambda: wal.read_position(self.path),
                OPPONENTS if number == self.tables - 1 else 0,
            )
            for number in range(self.tables)
        ]
        playing = [asyncio.create_task(each.play_forever()) for each in tables]
        try:
            yield
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            self.turns += sum(each.turns for each in tables)
            for each in ended:
                if not isinstance(each, asyncio.CancelledError | BotKilled) and each is not None:
                    raise each

    def _on_post(self, sent: SentMessage) -> None:
        self.ledger.add_post(sent, wal.read_position(self.path))
        if self._chance.random() < FAULTY:
            self.loopback.post_faults.append(BAD_GATEWAY)
        if self._aiming and self._bot is not None:
            self._aiming = False
            self._bot.process.kill()

    async def _wait_until(self, true: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(SETTLED):
                while not true():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            owed = unposted_games(self.path)
            raise CheckFailed(
                f"nothing goes on for {SETTLED} s; not posted: games {owed}"
            ) from None


def games_awaiting_opponent(path: Path) -> list[int]:
    """The games in which an opponent is to move, while the file is in use."""
    with read_only(path) as connection:
        rows = connection.execute(
            "SELECT game FROM table_summaries JOIN seats USING (game) JOIN games ON id = game"
            " WHERE seat = turn AND user < 0 AND NOT finished"
        ).fetchall()
    return [game for [game] in rows]
