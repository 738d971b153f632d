"""Simulated players of one table, who go on playing whatever happens to the bot.

They know what users see: the newest post of the channel and the responses to their actions.
"""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.wire.api_objects import Person, walk_components
from tests.wire.guilds import direct_channel_id
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.user_actions import ButtonGone, Interaction

GAMES: Final = ("hunters", "ark", "base", "base+ferries")
LEVELS: Final = ("villager", "master")
"""Levels of opponents: slow enough to kill the bot while they compute."""
BUTTON: Final = re.compile(r"carc:(\d+):(\d+):(.+)")
MENU: Final = re.compile(r"pick:(\d+):(\d+)(?::\w+)?(?:~[0-9a-f]+)?")
TURN_MENTION: Final = re.compile(r"<@(\d+)>, your (?:turn|bonus tile|second tile)\b")
"""The call of a post, also for a bonus tile or another decision."""
MOVES: Final = ("place", "ferry", "turn", "ark", "walk", "pass")
"""First words of moves."""
RESPONSE_SECONDS: Final = 60.0
"""Seconds in which a response must come, on a busy machine."""
ACTION_PAUSE_SECONDS: Final = 0.05
"""Seconds between two actions."""
IDLE_PAUSE_SECONDS: Final = 1.0
"""Seconds to wait when there is nothing to do."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button or menu option and its action; an option has a value."""

    message: SentMessage
    id: str
    game: int
    entry: int
    action: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class AcknowledgedMove:
    game: int
    number: int
    interaction: str
    sent_at: float
    acknowledged_at: float
    """A `time.monotonic`, as ``sent_at``."""


@dataclass(slots=True)
class TablePlayers:
    """A channel, its people and their acknowledged moves."""

    loopback: LoopbackDiscord
    channel: int
    people: Sequence[Person]
    chance: random.Random
    ledger: Ledger
    opponents: int = 0
    direct: float = 0.0
    """Share of the turns that begin with a direct message."""
    typed: float = 0.3
    """Share of the turns that are typed."""
    moves: list[AcknowledgedMove] = field(default_factory=list)

    @property
    def turns(self) -> int:
        return len(self.moves)

    async def play_forever(self) -> None:
        """Act until cancelled."""
        while True:
            await self.step()
            await asyncio.sleep(ACTION_PAUSE_SECONDS)

    async def step(self) -> None:
        """Let somebody take the next action, or begin it: a newer post may take its button away."""
        with suppress(ButtonGone):
            await self._act()

    async def _act(self) -> None:
        offered = {button.action: button for button in self.newest_buttons()}
        if not offered:
            if "new" in self.loopback.commands:
                await self._open_lobby()
        elif "join" in offered:
            for person in self.people[1:]:
                if join := self._newest_button("join"):
                    await self.press(person, join)
            if start := self._newest_button("start"):
                await self.press(self.people[0], start)
        elif "again" in offered:
            await self.press(self.people[0], offered["again"])
        elif "panel" in offered:
            await self._play_turn(offered["panel"])

    async def press(self, person: Person, button: Button, *, directly: bool = False) -> Interaction:
        """Press a button, wait for the response and record a promise.

        ``directly`` means in a direct message.
        """
        where = direct_channel_id(person.id) if directly else self.channel
        interaction = await self.loopback.press(
            person, where, button.message, button.id, value=button.value
        )
        return await self._record_answer(interaction, button.game, button.entry, button.action)

    async def open_panel(
        self, person: Person, panel: Button, *, directly: bool = False
    ) -> Interaction:
        """Press the button of a panel, and choose a space where it asks for one first."""
        shown = await self.press(person, panel, directly=directly)
        if shown.original is None or self.choose_move(shown.original) is not None:
            return shown
        offered = buttons_of(shown.original)
        spaces = [button for button in offered if button.action.startswith("show ")]
        if not spaces:
            return shown
        return await self.press(person, self.chance.choice(spaces), directly=directly)

    def newest_buttons(self) -> list[Button]:
        for post in reversed(self.loopback.posts(self.channel)):
            if post.ids:
                return buttons_of(post)
        return []

    def player_to_move(self, post: SentMessage) -> Person | None:
        match = TURN_MENTION.search(post.text)
        return next(
            (person for person in self.people if match and person.id == int(match[1])), None
        )

    def _newest_button(self, action: str) -> Button | None:
        return next((button for button in self.newest_buttons() if button.action == action), None)

    async def _open_lobby(self) -> None:
        seats = len(self.people) + self.opponents
        said: dict[str, Any] = {"game": self.chance.choice(GAMES), "seats": seats}
        if self.opponents:
            said |= {"opponents": self.opponents, "level": self.chance.choice(LEVELS)}
        interaction = await self.loopback.command(self.people[0], self.channel, "new", **said)
        await interaction.answer(RESPONSE_SECONDS)

    async def _play_turn(self, panel: Button) -> None:
        """Let the player to move play, by buttons or by typing, sometimes twice at once."""
        person = self.player_to_move(panel.message) or self.chance.choice(self.people)
        if self.chance.random() < 0.1:
            await self._look_at_board()
        if self.chance.random() < self.typed and await self._type_move(person, panel):
            return
        directly = self.direct > self.chance.random()
        if directly:
            reminder = self.loopback.send_reminder(person, panel.message)
            [panel] = [button for button in buttons_of(reminder) if button.id == panel.id]
        interaction = await self.open_panel(person, panel, directly=directly)
        if interaction.original is None:
            await asyncio.sleep(IDLE_PAUSE_SECONDS)
            return
        move = self.choose_move(interaction.original)
        if move is None:
            # An opponent thinks, or the post of the last move is still to come.
            await asyncio.sleep(IDLE_PAUSE_SECONDS)
            return
        if self.chance.random() < 0.1:
            both = (self.press(person, move, directly=directly) for _ in range(2))
            for answer in await asyncio.gather(*both, return_exceptions=True):
                if isinstance(answer, BaseException):
                    raise answer
        else:
            made = await self.press(person, move, directly=directly)
            undo = [custom_id for custom_id in made.ids if custom_id.endswith(":undo")]
            if made.original is not None and undo and self.chance.random() < 0.05:
                where = made.where.channel
                undone = await self.loopback.press(person, where, made.original, undo[0])
                await undone.answer(RESPONSE_SECONDS)

    def choose_move(self, panel: SentMessage) -> Button | None:
        moves = [button for button in buttons_of(panel) if button.action.split()[0] in MOVES]
        return self.chance.choice(moves) if moves else None

    async def _type_move(self, person: Person, panel: Button) -> bool:
        """Type a move as it is suggested, word by word.

        Return False if none is suggested, as in the middle of a turn.
        """
        said = ""
        while True:
            typing = await self.loopback.typing(person, self.channel, "place", "move", said)
            offered = (await typing.answer(RESPONSE_SECONDS)).choices
            longer = [each["value"] for each in offered if len(each["value"]) > len(said)]
            if not longer:
                break
            said = self.chance.choice(longer)
        if said:
            interaction = await self.loopback.command(person, self.channel, "place", move=said)
            await self._record_answer(interaction, panel.game, None, f"place {said}")
        return bool(said)

    async def _look_at_board(self) -> None:
        person = self.chance.choice(self.people)
        interaction = await self.loopback.command(
            person, self.channel, self.chance.choice(("board", "tiles"))
        )
        await interaction.answer(RESPONSE_SECONDS)

    async def _record_answer(
        self, interaction: Interaction, game: int, after: int | None, move: str
    ) -> Interaction:
        """Wait for the answer to a press or to a typed move, and keep what it promises."""
        await interaction.answer(RESPONSE_SECONDS)
        if move.split()[0] in MOVES:
            promise = self.ledger.add_answer(interaction, game, after, move)
            if promise is not None:
                move_found = AcknowledgedMove(
                    game,
                    promise.number,
                    interaction.payload["id"],
                    interaction.sent_at,
                    time.monotonic(),
                )
                self.moves.append(move_found)
        return interaction


def buttons_of(message: SentMessage) -> list[Button]:
    buttons: list[Button] = []
    for component in walk_components(message.body["components"]):
        custom_id = str(component.get("custom_id", ""))
        if match := BUTTON.fullmatch(custom_id):
            buttons.append(Button(message, custom_id, int(match[1]), int(match[2]), match[3]))
        elif match := MENU.fullmatch(custom_id):
            game, entry = int(match[1]), int(match[2])
            values = [str(option["value"]) for option in component["options"]]
            buttons += [Button(message, custom_id, game, entry, value, value) for value in values]
    return buttons
