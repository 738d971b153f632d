"""Whole ways to continue a turn in words: the place of the tile and the choice after it."""

from collections.abc import Iterator

from bot.games.figures import figure_name
from bot.games.moves import words
from bot.text.i18n import _
from bot.text.move_options import Way
from bot.text.phrases import at, turned
from rules import notation
from rules.analysis import faces
from rules.game import Game
from rules.moves import Deploy, Pass, PlaceTile


def described(game: Game, way: Way) -> str:
    """``3 -1 ↻ 90°, Hunter in the north-east meadow (b)``, the place as code."""
    return ", ".join(_each(game, way))


def place(game: Game, way: Way) -> str:
    """``3 -1``, short enough for a button: the place of the tile, else the choice after it."""
    first = way[0]
    if isinstance(first, PlaceTile):
        return at(first.cell)
    return words(type(first)).label(first, faces.last_laid(game), False)


def _each(game: Game, way: Way) -> Iterator[str]:
    face = faces.last_laid(game)
    for number, move in enumerate(way):
        match move:
            case PlaceTile(cell, rotation):
                face = faces.laid(game, rotation)
                yield f"`{at(cell)}` {turned(rotation)}"
            case Deploy():
                yield figure_name(move, face)
            case Pass():
                # Behind a figure, or another choice, it says that nothing more is done.
                if number == 0 or isinstance(way[number - 1], PlaceTile):
                    yield _("no figure")
            case _ if words(type(move)).stepwise is not None:
                yield f"`{notation.write(move)}`"
            case _:
                yield words(type(move)).label(move, face, True)
