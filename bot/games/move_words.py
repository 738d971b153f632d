"""The words of a kind of move: as a public task, a private question, a button, a command."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.text.message import ButtonStyle
from bot.text.names import Names
from renderer.requests import Board, Request
from rules.analysis.tile_faces import Face
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move

ButtonLabel: TypeAlias = Callable[[Any, Face, bool], str]
"""A function that makes a button's label: the move, its tile, True if both are played together."""


@dataclass(frozen=True, slots=True)
class CommandWords:
    """The slash command of one or several kinds of moves, which differ in what is typed.

    The text of a move after its first word is typed into one option; ``move_description`` describes
    it. ``translations`` maps the words of other languages, without accents, to those of the
    notation.
    """

    name: str
    description: str
    move_description: str
    translations: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stepwise:
    """A move that is made step by step, on a panel of its own.

    ``start`` is the move without a step, as decisions offer it; ``more`` gives the moves one step
    longer, each with the label of that step; ``back`` the move one step shorter; ``whole`` the
    moves that begin with one and are legal. ``text`` tells the effect
    of a move and its points, ``brief`` the same in a few words for a menu, and
    ``path`` gives the cells it leads over, the first being its start. ``way`` shows the steps as
    signs, and ``named`` a whole move in a list.
    """

    start: Move
    more: Callable[[Game, Any], Iterable[tuple[str, Move]]]
    back: Callable[[Any], Move]
    whole: Callable[[Game, Any], Sequence[Move]]
    text: Callable[[Game, Any, Names], str]
    brief: Callable[[Game, Any, Names], str]
    path: Callable[[Game, Any], tuple[Cell, ...]]
    way: Callable[[Any], str]
    named: Callable[[Game, Any], str]


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words of a kind of move: to ask for it, and on its buttons.

    ``task`` says in public what the player is to do, in a few words after "your turn in #meadow:";
    it is empty for placing a tile, where the tile is named. ``laid`` asks in private, beside a
    ``picture``. ``with_tile`` says that it may be chosen on the panel of the tile, and
    played together with it.
    """

    task: str
    laid: str
    label: ButtonLabel
    tone: ButtonStyle = ButtonStyle.PRIMARY
    picture: type[Request] = Board
    with_tile: bool = False
    stepwise: Stepwise | None = None
    command: CommandWords | None = None
