"""Four programs on one file, joined to one Discord: whatever they race for, one of them wins."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.wire.api_objects import ANA, BO, CLEO, FIRST_CHANNEL, Person
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.crash_run import CheckFailed
from tests.wire.database_reader import integrity_problems, read_logs, unposted_games
from tests.wire.gateway import Session
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.table_players import CALLED, Button, buttons_of
from tests.wire.user_actions import Interaction

RACERS: Final = 4
SECONDS: Final = 90.0
"""In which an answer and a post must come, however busy the machine."""
HERE: Final = FIRST_CHANNEL
PEOPLE: Final = (ANA, BO, CLEO)


@dataclass(slots=True)
class ProcessRace:
    """A table, and four programs that all want to be the one."""

    folder: Path
    seed: int
    ledger: Ledger = field(default_factory=Ledger)
    loopback: LoopbackDiscord = field(init=False)

    def __post_init__(self) -> None:
        self.loopback = LoopbackDiscord(on_post=lambda sent: self.ledger.add_post(sent, None))
        self.loopback.people.update((each.id, each) for each in PEOPLE)

    async def run(self, rounds: int) -> int:
        """So many rounds; Wrong where there is not exactly one winner. How many there were."""
        self.folder.mkdir(exist_ok=True)
        chance = random.Random(self.seed)
        async with self.loopback:
            starting = (
                BotProcess.start(self.loopback, self.folder, f"bot{n}") for n in range(RACERS)
            )
            bots = await asyncio.gather(*starting)
            try:
                await self._wait_for_sessions()
                await self._open_table()
                for number in range(rounds):
                    await self._play_round(chance, same=number % 2 == 1)
            finally:
                ended = await asyncio.gather(*(each.end() for each in bots))
        if any(ended):
            raise CheckFailed(f"the programs ended with {ended}")
        logs_of_all = read_logs(database_path(self.folder))
        if wrong := [
            *self.ledger.violations(logs_of_all),
            *integrity_problems(database_path(self.folder)),
        ]:
            raise CheckFailed("\n".join(wrong))
        return rounds

    async def _wait_for_sessions(self) -> None:
        """Wait until all four are there."""
        async with asyncio.timeout(SECONDS):
            while len(self.loopback.gateway.live_sessions) < RACERS:
                await asyncio.sleep(0.05)

    async def _open_table(self) -> None:
        """Everybody opens a table in each program at once: there is one, and all sit at it."""
        sessions = self.loopback.gateway.live_sessions
        opening = [
            await self.loopback.command(person, HERE, "new", to, game="hunters", seats=3)
            for person in PEOPLE
            for to in sessions
        ]
        await self._wait_for_answers(opening)
        games = read_logs(database_path(self.folder))
        if len(games) != 1:
            raise CheckFailed(f"{len(games)} tables are open in one channel")
        for action in ("join", "start"):
            button = self._newest_button(action)
            pressed = (self._press(who, button, to) for who in PEOPLE for to in sessions)
            await self._wait_for_answers(await asyncio.gather(*pressed))
        [entries] = read_logs(database_path(self.folder)).values()
        said = [text.split()[0] for _, text in entries]
        if said != ["new", "join", "join", "start"]:
            raise CheckFailed(f"the table began so: {said}")

    async def _play_round(self, chance: random.Random, *, same: bool) -> None:
        """The same move in each program at once; ``same`` says that it is one and the same press.

        Discord sends that twice to who resumes. Without it somebody has pressed four times.
        """
        sessions = self.loopback.gateway.live_sessions
        panel = self._newest_button("panel")
        called = CALLED.search(panel.message.text)
        [mover] = [each for each in PEOPLE if called and each.id == int(called[1])]
        [interaction] = await self._wait_for_answers(
            [await self._press(mover, panel, chance.choice(sessions))]
        )
        assert interaction.original is not None
        moves = [
            each for each in buttons_of(interaction.original) if each.action.startswith("place ")
        ]
        if not moves:
            raise CheckFailed(
                f"nothing is offered to {mover.name}: {interaction.text} {interaction.ids}"
            )
        move = chance.choice(moves)
        before = {
            game: len(entries) for game, entries in read_logs(database_path(self.folder)).items()
        }
        pressing = (self._press(mover, move, to) for to in (sessions[:1] if same else sessions))
        racing = await asyncio.gather(*pressing)
        if same:
            await asyncio.gather(*(self.loopback.repeat(racing[0], to) for to in sessions[1:]))
        answers = await self._wait_for_answers(racing)
        made = [
            self.ledger.add_answer(each, move.game, move.entry, move.action, None) is not None
            for each in answers
        ]
        if sum(made) != 1:
            said = "\n".join(f"{each.text} {each.ids}" for each in answers)
            raise CheckFailed(
                f"{sum(made)} of {len(made)} were told that {move.id} is made:\n{said}"
            )
        written = read_logs(database_path(self.folder))[move.game][before[move.game] :]
        if " ".join(text for _, text in written) != move.action:
            raise CheckFailed(f"{move.action} became {written}")

    async def _press(self, person: Person, button: Button, to: Session) -> Interaction:
        message, value = button.message, button.value
        return await self.loopback.press(person, HERE, message, button.id, value=value, to=to)

    async def _wait_for_answers(self, interaction: list[Interaction]) -> list[Interaction]:
        """All of them, once each is answered and the channel has been told what came of it."""
        answers = await asyncio.gather(*(each.answer(SECONDS) for each in interaction))
        async with asyncio.timeout(SECONDS):
            while unposted_games(database_path(self.folder)):
                await asyncio.sleep(0.05)
        return answers

    def _newest_button(self, action: str) -> Button:
        """The newest button in the channel that does this."""
        for post in reversed(self.loopback.posts(HERE)):
            for each in buttons_of(post):
                if each.action == action:
                    return each
        raise CheckFailed(f"nothing in the channel says {action}")
