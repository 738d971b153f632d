"""The private panel of a move as a player uses it: its menu, its buttons, its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

import discord
from simcord import InteractionResult, MemberActor

from rules import notation
from rules.moves import Move
from tests.support.shown_messages import (
    Message,
    answer,
    components_of,
    menus_of,
    private,
    select_menus_of,
)
from tests.support.world import World

MOVES = ("place ", "plan ")
"""First words of the actions of a panel's figures."""


@dataclass
class Panel:
    """The private panel last shown to a player."""

    player: MemberActor
    result: InteractionResult

    @property
    def message(self) -> discord.Message:
        return answer(self.result).message

    @property
    def text(self) -> str:
        """The panel's text; fails if the message is public."""
        return private(self.result)

    @property
    def places(self) -> list[str]:
        """The actions of the numbered spaces, including those for other pages of their menu."""
        buttons = [b for b in pressable(self.message) if (b.label or "").isdigit()]
        return [*map(does_of, buttons), *(option.value for option in menu_of(self.message))]

    @property
    def figures(self) -> dict[str, str]:
        """The actions and labels of buttons and menu for the tile as it lies.

        Without one of these, the button that lays it.
        """
        buttons = {does_of(b): b.label or "" for b in pressable(self.message)}
        lines = {option.value: option.label for option in menu_of(self.message, "figure")}
        labels = {**buttons, **lines}
        return {does: said for does, said in labels.items() if does.startswith(MOVES)}

    @property
    def action(self) -> list[str]:
        """The actions of the enabled buttons, in order."""
        return [does_of(b) for b in pressable(self.message)]

    async def take(self, action: str) -> Panel:
        """A space or a figure, on its button or in the menu."""
        return await (self.press(action) if action in self.action else self.choose(action))

    async def choose(self, action: str) -> Panel:
        menu = menus_of(self.message)[action]
        return self._then(await self.player.select(self.message, [action], custom_id=menu))

    async def press(self, action: str) -> Panel:
        custom_ids = [b.custom_id for b in pressable(self.message) if does_of(b) == action]
        assert custom_ids, f"no button does {action!r}, only {self.action}"
        return self._then(await self.player.click(self.message, custom_id=custom_ids[0]))

    async def label(self, label: str) -> Panel:
        return self._then(await self.player.click(self.message, label=label))

    async def picture(self) -> bytes:
        [file] = self.message.attachments
        return await file.read()

    def _then(self, result: InteractionResult) -> Panel:
        return Panel(self.player, result)


async def open_panel(world: World, player: MemberActor | None = None) -> Panel:
    """Open the panel by "Place my tile" on the newest public post."""
    player = player or await world.to_move()
    result = await player.click(world.post(), label="Place my tile")
    return Panel(player, result)


async def open_first_space(world: World, player: MemberActor | None = None) -> Panel:
    panel = await open_panel(world, player)
    return await panel.take(panel.places[0]) if panel.places else panel


def points_on_label(label: str) -> int:
    """Read the points scored at once from the label of a figure; 0 without any."""
    match = re.search(r"\+(\d+) now", label)
    return int(match[1]) if match else 0


def shows(*moves: Move) -> str:
    """Write the action of a button that shows moves."""
    return f"show {move_text(*moves)}"


def move_text(*moves: Move) -> str:
    return " ".join(map(notation.write, moves))


def menu_of(message: Message, name: str = "") -> list[discord.SelectOption]:
    """List the choices of a message's menu with a name, by default of the menu of places."""
    return [
        option
        for component in select_menus_of(message)
        if component.custom_id.partition("~")[0].split(":")[3:] == ([name] if name else [])
        for option in component.options
    ]


def pressable(message: Message) -> list[discord.Button]:
    buttons = [part for part in components_of(message) if isinstance(part, discord.Button)]
    return [button for button in buttons if not button.disabled]


def does_of(button: discord.Button) -> str:
    return (button.custom_id or "").split(":", 3)[3]
