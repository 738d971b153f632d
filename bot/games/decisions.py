"""What is said of a move: asked in public and in private, on its button, and as a command."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.text.message import Shot, Tone
from bot.text.names import Names
from rules.analysis.faces import Face
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move

ButtonLabel: TypeAlias = Callable[[Any, Face, bool], str]
"""A button's label for a move: the tile it is about, and whether that is laid together with it."""


@dataclass(frozen=True, slots=True)
class CommandWords:
    """The slash command of a kind of move, named as the word its text begins with.

    All that follows is typed into one option, ``typed`` saying what. ``spoken`` are the words of
    other languages it may be typed with, without accents, by what the notation has for them.
    """

    name: str
    description: str
    typed: str
    spoken: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stepwise:
    """A move that is made step by step, on a panel of its own.

    ``start`` is the move without a step, as decisions offer it; ``more`` the moves that are a step
    longer, each with the label of that step; ``back`` the move a step shorter; ``whole`` the moves
    that begin with one and could be made, the best first if ``aided``. ``text`` says what a
    move comes to, what it earns if ``aided``, ``brief`` the same in a few words for a menu, and
    ``path`` are the cells it leads over, the first being where it starts.
    """

    start: Move
    more: Callable[[Game, Any], Iterable[tuple[str, Move]]]
    back: Callable[[Any], Move]
    whole: Callable[[Game, Any, bool], Sequence[Move]]
    text: Callable[[Game, Any, Names, bool], str]
    brief: Callable[[Game, Any, Names, bool], str]
    path: Callable[[Game, Any], tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class MoveWords:
    """What is said of a kind of move: where it is the first that is offered, and on its buttons.

    ``call`` tells the player ``{who}`` in public, with ``{tiles}`` left and an ``{example}``;
    ``laid`` says in private what is still to be decided, beside a picture of kind ``shot``.
    ``with_tile`` says that it may be chosen on the panel of the tile, and laid together with it.
    """

    call: str
    laid: str
    label: ButtonLabel
    tone: Tone = Tone.MAIN
    shot: Shot = Shot.BOARD
    with_tile: bool = False
    stepwise: Stepwise | None = None
    command: CommandWords | None = None
