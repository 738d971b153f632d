"""What a player may still choose: autocomplete and figure buttons, read off the rules."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.presenters.post import LABEL_LIMIT, Button, Tone, shortened
from rules import notation
from rules.errors import NotationError
from rules.game import Game
from rules.geometry import xy
from rules.layers import Form
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.reach import triples
from rules.tiles import Zone

CHOICES: Final = 25
"""How many choices Discord takes at a time."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The options of `/place` as far as they are filled in; None where they are not (yet)."""

    x: int | None = None
    y: int | None = None
    rotation: str | None = None
    figure: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of an option: what is shown and what it stands for."""

    name: str
    value: str | int


def choices(game: Game, option: str, typed: str, filled: Filled) -> list[Choice]:
    """What is legal for an option of `/place`, as the others already filled narrow it.

    ``option`` is one of x, y, rotation, figure; ``typed`` what the player has typed of it.
    """
    wanted = {name: _matcher(name, getattr(filled, name)) for name in Filled.__slots__}
    wanted[option] = _anything
    found: dict[str | int, Choice] = {}
    for cell, form, figure in triples(game):
        x, y = xy(cell)
        values: dict[str, str | int] = {
            "x": x,
            "y": y,
            "rotation": f"rot{form.degrees}",
            "figure": _figure_text(figure),
        }
        if all(wanted[name](value) for name, value in values.items()):
            value = values[option]
            found.setdefault(value, Choice(_name(option, value, form, figure), value))
    offered = sorted(found.values(), key=lambda choice: _order(choice.value))
    start = typed.strip().lower()
    return [choice for choice in offered if _begins(choice, start)][:CHOICES]


def figure_buttons(game: Game, place: PlaceTile, options: Iterable[Move]) -> list[Button]:
    """A button for each figure that could go onto a tile laid so, and one for none."""
    hand = game.hand
    assert hand is not None
    tile = hand.tile
    buttons = []
    for option in options:
        does = f"{notation.write(place)} {notation.write(option)}"
        if isinstance(option, Deploy):
            label = figure_name(option, tile.zone(option.letter))
            buttons.append(Button(shortened(label, LABEL_LIMIT), does, Tone.MAIN))
        elif isinstance(option, Pass):
            buttons.append(Button("No figure", does, Tone.PLAIN))
    return buttons


def figure_name(figure: Deploy, zone: Zone) -> str:
    """``Hunter b: meadow, 2 deer``."""
    marks = "".join(f", {number} {mark}" for mark, number in zone.marks.items())
    return f"{figure.role.capitalize()} {figure.letter}: {zone.terrain.value}{marks}"


def _figure_text(figure: Deploy | None) -> str:
    return "none" if figure is None else notation.write(figure)


def _name(option: str, value: str | int, form: Form, figure: Deploy | None) -> str:
    if option != "figure" or figure is None:
        return str(value)
    return shortened(figure_name(figure, form.tile.zone(figure.letter)), 100)


def _begins(choice: Choice, typed: str) -> bool:
    plain = str(choice.value)
    return plain.startswith(typed) or plain.removeprefix("rot").startswith(typed)


def _order(value: str | int) -> tuple[int, int, str]:
    if isinstance(value, int):
        return (0, value, "")
    if value.startswith("rot"):
        return (1, int(value.removeprefix("rot")), "")
    return (3, 0, "") if value == "none" else (2, 0, value)


def _anything(value: object) -> bool:
    return True


def _matcher(option: str, filled: str | int | None) -> Callable[[object], bool]:
    """Whether a value is the one an option is filled with; what cannot be read narrows nothing."""
    if filled is None or filled == "":
        return _anything
    text = str(filled)
    with suppress(NotationError):
        if option == "rotation":
            text = f"rot{90 * notation.rotation(text)}"
        if option == "figure":
            move = notation.figure(text)
            if isinstance(move, Deploy) and not move.letter:
                return lambda value: str(value).split()[0] == move.role
            text = _figure_text(move if isinstance(move, Deploy) else None)
        return lambda value: str(value) == text
    return _anything
