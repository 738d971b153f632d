"""Four programs on one file, joined to one Discord: whatever they race for, one of them wins."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.wire.asking import Asked
from tests.wire.gateway import Session
from tests.wire.ledger import Ledger
from tests.wire.process import Bot, database
from tests.wire.server import Wire
from tests.wire.shapes import ANA, BO, CLEO, FIRST_CHANNEL, Person
from tests.wire.table import CALLED, Button, buttons
from tests.wire.world import Wrong
from tests.wire.written import logs, unposted, unsound

RACERS: Final = 4
SECONDS: Final = 90.0
"""In which an answer and a post must come, however busy the machine."""
HERE: Final = FIRST_CHANNEL
PEOPLE: Final = (ANA, BO, CLEO)


@dataclass(slots=True)
class Race:
    """A table, and four programs that all want to be the one."""

    folder: Path
    seed: int
    ledger: Ledger = field(default_factory=Ledger)
    wire: Wire = field(init=False)

    def __post_init__(self) -> None:
        self.wire = Wire(on_post=lambda sent: self.ledger.posted(sent, None))
        self.wire.people.update((each.id, each) for each in PEOPLE)

    async def run(self, rounds: int) -> int:
        """So many rounds; Wrong where there is not exactly one winner. How many there were."""
        self.folder.mkdir(exist_ok=True)
        chance = random.Random(self.seed)
        async with self.wire:
            starting = (Bot.start(self.wire, self.folder, f"bot{n}") for n in range(RACERS))
            bots = await asyncio.gather(*starting)
            try:
                await self._joined()
                await self._opened()
                for number in range(rounds):
                    await self._round(chance, same=number % 2 == 1)
            finally:
                ended = await asyncio.gather(*(each.end() for each in bots))
        if any(ended):
            raise Wrong(f"the programs ended with {ended}")
        logs_of_all = logs(database(self.folder))
        if wrong := [*self.ledger.broken(logs_of_all), *unsound(database(self.folder))]:
            raise Wrong("\n".join(wrong))
        return rounds

    async def _joined(self) -> None:
        """Wait until all four are there."""
        async with asyncio.timeout(SECONDS):
            while len(self.wire.gateway.live) < RACERS:
                await asyncio.sleep(0.05)

    async def _opened(self) -> None:
        """Everybody opens a table in each program at once: there is one, and all sit at it."""
        sessions = self.wire.gateway.live
        opening = [
            await self.wire.command(person, HERE, "new", to, game="hunters", seats=3)
            for person in PEOPLE
            for to in sessions
        ]
        await self._answered(opening)
        games = logs(database(self.folder))
        if len(games) != 1:
            raise Wrong(f"{len(games)} tables are open in one channel")
        for action in ("join", "start"):
            button = self._button(action)
            pressed = (self._press(who, button, to) for who in PEOPLE for to in sessions)
            await self._answered(await asyncio.gather(*pressed))
        [entries] = logs(database(self.folder)).values()
        said = [text.split()[0] for _, text in entries]
        if said != ["new", "join", "join", "start"]:
            raise Wrong(f"the table began so: {said}")

    async def _round(self, chance: random.Random, *, same: bool) -> None:
        """The same move in each program at once; ``same`` says that it is one and the same press.

        Discord sends that twice to who resumes. Without it somebody has pressed four times.
        """
        sessions = self.wire.gateway.live
        panel = self._button("panel")
        called = CALLED.search(panel.message.text)
        [mover] = [each for each in PEOPLE if called and each.id == int(called[1])]
        [asked] = await self._answered([await self._press(mover, panel, chance.choice(sessions))])
        assert asked.original is not None
        moves = [each for each in buttons(asked.original) if each.action.startswith("place ")]
        if not moves:
            raise Wrong(f"nothing is offered to {mover.name}: {asked.text} {asked.ids}")
        move = chance.choice(moves)
        before = {game: len(entries) for game, entries in logs(database(self.folder)).items()}
        pressing = (self._press(mover, move, to) for to in (sessions[:1] if same else sessions))
        racing = await asyncio.gather(*pressing)
        if same:
            await asyncio.gather(*(self.wire.repeat(racing[0], to) for to in sessions[1:]))
        answers = await self._answered(racing)
        made = [
            self.ledger.answered(each, move.game, move.entry, move.action, None) is not None
            for each in answers
        ]
        if sum(made) != 1:
            said = "\n".join(f"{each.text} {each.ids}" for each in answers)
            raise Wrong(f"{sum(made)} of {len(made)} were told that {move.id} is made:\n{said}")
        written = logs(database(self.folder))[move.game][before[move.game] :]
        if " ".join(text for _, text in written) != move.action:
            raise Wrong(f"{move.action} became {written}")

    async def _press(self, person: Person, button: Button, to: Session) -> Asked:
        message, value = button.message, button.value
        return await self.wire.press(person, HERE, message, button.id, value=value, to=to)

    async def _answered(self, asked: list[Asked]) -> list[Asked]:
        """All of them, once each is answered and the channel has been told what came of it."""
        answers = await asyncio.gather(*(each.answer(SECONDS) for each in asked))
        async with asyncio.timeout(SECONDS):
            while unposted(database(self.folder)):
                await asyncio.sleep(0.05)
        return answers

    def _button(self, action: str) -> Button:
        """The newest button in the channel that does this."""
        for post in reversed(self.wire.posts(HERE)):
            for each in buttons(post):
                if each.action == action:
                    return each
        raise Wrong(f"nothing in the channel says {action}")
