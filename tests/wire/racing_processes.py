"""Processes that race for each action on one database: exactly one may win."""

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
from tests.wire.table_players import TURN_MENTION, Button, buttons_of
from tests.wire.user_actions import Interaction

RACERS: Final = 4
TIMEOUT_SECONDS: Final = 90.0
"""Seconds in which a response and a post must come, on a busy machine."""
CHANNEL: Final = FIRST_CHANNEL
PEOPLE: Final = (ANA, BO, CLEO)


@dataclass(slots=True)
class ProcessRace:
    """One table, and four processes that receive each interaction."""

    folder: Path
    seed: int
    ledger: Ledger = field(default_factory=Ledger)
    loopback: LoopbackDiscord = field(init=False)

    def __post_init__(self) -> None:
        self.loopback = LoopbackDiscord(on_post=lambda sent: self.ledger.add_post(sent, None))
        self.loopback.people.update((person.id, person) for person in PEOPLE)

    async def run(self, rounds: int) -> int:
        """Run rounds and return their number. Raise CheckFailed without exactly one winner."""
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
                ended = await asyncio.gather(*(bot.end() for bot in bots))
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
        """Wait until all processes are connected."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while len(self.loopback.gateway.live_sessions) < RACERS:
                await asyncio.sleep(0.05)

    async def _open_table(self) -> None:
        """Let everybody open a table in each process at once; check that one table exists."""
        sessions = self.loopback.gateway.live_sessions
        opening = [
            await self.loopback.command(person, CHANNEL, "new", to, game="hunters", seats=3)
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
        """Send a move to all processes at once: one repeated press if ``same``, else four presses.

        Discord repeats an interaction to a session that resumes.
        """
        sessions = self.loopback.gateway.live_sessions
        panel = self._newest_button("panel")
        called = TURN_MENTION.search(panel.message.text)
        [mover] = [person for person in PEOPLE if called and person.id == int(called[1])]
        for _panel_then_space in range(2):
            [interaction] = await self._wait_for_answers(
                [await self._press(mover, panel, chance.choice(sessions))]
            )
            assert interaction.original is not None
            offered = buttons_of(interaction.original)
            moves = [button for button in offered if button.action.startswith("place ")]
            spaces = [button for button in offered if button.action.startswith("show ")]
            if moves or not spaces:
                break
            panel = chance.choice(spaces)
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
            self.ledger.add_answer(result, move.game, move.entry, move.action, None) is not None
            for result in answers
        ]
        if sum(made) != 1:
            said = "\n".join(f"{result.text} {result.ids}" for result in answers)
            raise CheckFailed(
                f"{sum(made)} of {len(made)} were told that {move.id} is made:\n{said}"
            )
        written = read_logs(database_path(self.folder))[move.game][before[move.game] :]
        if " ".join(text for _, text in written) != move.action:
            raise CheckFailed(f"{move.action} became {written}")

    async def _press(self, person: Person, button: Button, to: Session) -> Interaction:
        message, value = button.message, button.value
        return await self.loopback.press(person, CHANNEL, message, button.id, value=value, to=to)

    async def _wait_for_answers(self, interaction: list[Interaction]) -> list[Interaction]:
        """Wait until all interactions are answered and every entry is posted."""
        answers = await asyncio.gather(
            *(pressed.answer(TIMEOUT_SECONDS) for pressed in interaction)
        )
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while unposted_games(database_path(self.folder)):
                await asyncio.sleep(0.05)
        return answers

    def _newest_button(self, action: str) -> Button:
        for post in reversed(self.loopback.posts(CHANNEL)):
            for button in buttons_of(post):
                if button.action == action:
                    return button
        raise CheckFailed(f"nothing in the channel says {action}")
