"""A fuzz run over the wire: people play while valid and forged interactions come in."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.sqlite.files import read_only
from tests.wire.api_objects import ANA, FIRST_CHANNEL, FIRST_PERSON, PLAYING, Person
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.crash_run import LOGGED_ERROR, CheckFailed
from tests.wire.database_reader import integrity_problems
from tests.wire.fuzz_inputs import ForgedInputs, ValidInputs
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.table_players import TablePlayers
from tests.wire.user_actions import ButtonGone, Interaction, NoAnswer

ANSWER_SECONDS: Final = 3.0
"""Seconds in which Discord has to be answered."""
LATEST_SECONDS: Final = 60.0
"""Seconds after which nobody waits for an answer any more; films and searches wait in a queue."""
SEATS: Final = 3
SPECTATORS: Final = 2
OUTSIDERS: Final = 4
SEEN: Final = 6
"""Private answers of a table whose buttons are pressed again."""
SHOWN: Final = 20
"""Problems that are shown at most."""


@dataclass(slots=True)
class Place:
    """A channel with its people and the private answers they saw last."""

    channel: int
    players: Sequence[Person]
    spectators: Sequence[Person]
    seen: deque[tuple[Person, SentMessage]] = field(default_factory=lambda: deque(maxlen=SEEN))


@dataclass(slots=True)
class FuzzRun:
    """Tables, people, a bot, and numbers of valid and forged interactions.

    Everything except timing comes from the seed.
    """

    folder: Path
    seed: int
    valid: int
    forged: int
    tables: int = 6
    at_once: int = 6
    """Interactions under way at a time, beside those of the players."""
    seconds: float | None = None
    """Seconds after which nothing more is sent; None for no limit."""
    answer_times: list[float] = field(default_factory=list)
    """Seconds to the first response of each interaction."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Number of interactions by kind."""
    moves: int = 0
    problems: list[str] = field(default_factory=list)
    _forged_ids: dict[int, str] = field(default_factory=dict)

    async def run(self) -> None:
        """Play and fuzz until all interactions are sent. Raise CheckFailed."""
        outsiders = [Person(FIRST_PERSON + n, f"Outsider {n}") for n in range(1, 1 + OUTSIDERS)]
        places = [self._place(number) for number in range(self.tables)]
        everybody = [person for place in places for person in (*place.players, *place.spectators)]
        chance = random.Random(self.seed)
        async with LoopbackDiscord(channels=self.tables + 2, everyone=PLAYING) as loopback:
            loopback.people.update((person.id, person) for person in (ANA, *outsiders, *everybody))
            bot = await BotProcess.start(loopback, self.folder)
            valid = ValidInputs(loopback, random.Random(chance.random()))
            forged = ForgedInputs(loopback, random.Random(chance.random()), outsiders)
            work = [True] * self.forged + [False] * self.valid
            chance.shuffle(work)
            todo, began = iter(work), time.monotonic()

            async def worker() -> None:
                for is_forged in todo:
                    late = self.seconds is not None and time.monotonic() - began > self.seconds
                    if late or bot.process.returncode is not None:
                        return
                    place = chance.choice(places)
                    if is_forged:
                        await self._forge(forged, place)
                    else:
                        await self._ask(valid, place, chance, everybody)

            players = [self._players(loopback, place, chance) for place in places]
            playing = [asyncio.create_task(_play(player)) for player in players]
            try:
                await asyncio.gather(*(worker() for _ in range(self.at_once)))
            finally:
                for task in playing:
                    task.cancel()
                ended = await asyncio.gather(*playing, return_exceptions=True)
                self.moves = sum(player.turns for player in players)
                if bot.process.returncode is not None:
                    self.problems.append(f"the bot ended with {bot.process.returncode}")
                else:
                    await bot.end()
            self.problems += [repr(result) for result in ended if isinstance(result, Exception)]
            self._check(bot, loopback)
        if self.problems:
            more = len(self.problems) - SHOWN
            shown = [*self.problems[:SHOWN], *([f"… and {more} more"] if more > 0 else [])]
            raise CheckFailed("\n".join(shown))

    def _place(self, number: int) -> Place:
        first = FIRST_PERSON + 100 + 10 * number
        people = [
            Person(first + n, f"Player {number}-{n}", is_manager=n == 0)
            for n in range(SEATS + SPECTATORS)
        ]
        return Place(FIRST_CHANNEL + 1 + number, people[:SEATS], people[SEATS:])

    def _players(
        self, loopback: LoopbackDiscord, place: Place, chance: random.Random
    ) -> TablePlayers:
        own = random.Random(chance.random())
        return TablePlayers(loopback, place.channel, place.players, own, Ledger(), lambda: None)

    async def _ask(
        self, valid: ValidInputs, place: Place, chance: random.Random, everybody: Sequence[Person]
    ) -> None:
        """Send a valid interaction of somebody at a table."""
        person = chance.choice((*place.players, *place.players, *place.spectators))
        seen = [message for whose, message in place.seen if whose == person]
        interaction = valid.any_of(person, place.channel, everybody, seen)
        await self._sent(valid.loopback, interaction, "valid")
        if interaction.original is not None and interaction.original.body["flags"] & 1 << 6:
            place.seen.append((person, interaction.original))

    async def _forge(self, forged: ForgedInputs, place: Place) -> None:
        """Send a forged interaction about a table."""
        seen = [message for _person, message in place.seen]
        kind, interaction = forged.any_of(place.channel, place.players, seen)
        self._forged_ids[int(interaction.payload["id"])] = _shown(kind, interaction)
        await self._sent(forged.loopback, interaction, f"forged: {kind}")

    async def _sent(self, loopback: LoopbackDiscord, interaction: Interaction, kind: str) -> None:
        """Send an interaction, and take the time of its first response."""
        self.kinds[kind] += 1
        began = time.monotonic()
        await loopback.send(interaction)
        while not interaction.acknowledged and time.monotonic() - began < LATEST_SECONDS:
            await asyncio.sleep(0.005)
        took = (interaction.acknowledged_at or time.monotonic()) - began
        self.answer_times.append(took)
        if took > ANSWER_SECONDS:
            word = "answered late" if interaction.acknowledged else "never answered"
            self.problems.append(f"{word} ({took:.1f} s): {_shown(kind, interaction)}")
        elif interaction.is_thinking:
            try:
                with suppress(ButtonGone):
                    await interaction.answer(LATEST_SECONDS)
            except NoAnswer:
                self.problems.append(f"never ended: {_shown(kind, interaction)}")

    def _check(self, bot: BotProcess, loopback: LoopbackDiscord) -> None:
        """Check the log, the requests and the database after a run."""
        log = bot.log.read_text()
        self.problems += [line for line in log.splitlines() if LOGGED_ERROR.search(line)]
        self.problems += [f"unknown request: {request}" for request in loopback.unknown_requests]
        path = database_path(self.folder)
        with read_only(path) as connection:
            written = {number for [number] in connection.execute("SELECT id FROM requests")}
        for number in sorted(written & self._forged_ids.keys()):
            self.problems.append(f"changed a game: {self._forged_ids[number]}")
        self.problems += integrity_problems(path)

    def report(self) -> list[str]:
        """Lines about what was sent and how fast it was answered."""
        times = sorted(self.answer_times)
        by_kind = ", ".join(f"{number:,} {kind}" for kind, number in sorted(self.kinds.items()))
        lines = [f"{len(times):,} interactions ({by_kind}) beside {self.moves:,} moves"]
        if times:
            p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
            lines.append(f"answered: p50 {p50:.3f} s, p99 {p99:.3f} s, worst {times[-1]:.2f} s")
        return lines


async def _play(table: TablePlayers) -> None:
    """Play at a table until cancelled."""
    while True:
        await table.step()
        await asyncio.sleep(0.2)


def _shown(kind: str, interaction: Interaction) -> str:
    text = f"{kind}: {interaction.payload.get('data')!r} of {interaction.person.name}"
    return text if len(text) < 300 else f"{text[:300]}…"
