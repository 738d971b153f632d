"""The words of every kind of move: those of all games, and those of each part."""

from collections.abc import Mapping
from typing import Final

from bot.games import PARTS, Wordless, parts
from bot.games.decisions import MoveWords, Stepwise
from bot.games.nouns import figure_name
from bot.text.i18n import N_, _
from bot.text.message import Shot, Tone
from rules import notation
from rules.analysis.tile_faces import Face
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.variants import PARTS as RULED

SECOND: Final = N_("{who}, your turn ({tiles}): lay your second tile with the button or `/place`.")
"""The call for the second tile of a turn."""


def _placing(move: PlaceTile, face: Face, with_tile: bool) -> str:
    return notation.write(move)


def _deploying(move: Deploy, face: Face, with_tile: bool) -> str:
    return figure_name(move, face)


def _passing(move: Pass, face: Face, with_tile: bool) -> str:
    return _("No figure") if with_tile else _("Done")


SHARED: Final[Mapping[type[Move], MoveWords]] = {
    PlaceTile: MoveWords(
        call=N_("{who}, your turn ({tiles}): lay your tile with the button or `/place`."),
        laid=N_("You draw another tile: lay it."),
        label=_placing,
        tone=Tone.PLAIN,
    ),
    Deploy: MoveWords(
        call=N_("{who}, your turn ({tiles}): put a figure on your tile, or `/place pass`."),
        laid=N_("Your tile is laid. Now put a figure on it, or none."),
        label=_deploying,
        shot=Shot.PREVIEW,
        with_tile=True,
    ),
    Pass: MoveWords(
        call=N_("{who}, your turn ({tiles}): put a figure on your tile, or `/place pass`."),
        laid=N_("Your tile is laid. Now choose what to do."),
        label=_passing,
        tone=Tone.PLAIN,
    ),
}
"""The moves of every game."""


def words(kind: type[Move]) -> MoveWords:
    """The words of a kind of move, whichever part has it. Raise Wordless if none does."""
    for known in (SHARED, *(part.moves for part in PARTS.values())):
        if kind in known:
            return known[kind]
    raise Wordless(f"no words for moves of type {kind.__name__}")


def read(text: str) -> list[Move]:
    """The moves in a text, of whatever game: a move of another game is refused as such."""
    return notation.read(text, [kind for part in RULED.values() for kind in part.moves])


def has(game: str, move: Move) -> bool:
    """Return True if a move belongs to a game."""
    return knows(game, type(move))


def knows(game: str, kind: type[Move]) -> bool:
    """Return True if a kind of move belongs to a game."""
    return kind in SHARED or any(kind in part.moves for part in parts(game))


def commanded() -> dict[type[Move], MoveWords]:
    """The moves with a command of their own, in the order of the parts."""
    return {
        kind: known
        for part in PARTS.values()
        for kind, known in part.moves.items()
        if known.command is not None
    }


def begun(move: Move) -> bool:
    """Return True if a move is made step by step and has no step yet."""
    steps = words(type(move)).stepwise
    return steps is not None and move == steps.start


def stepwise(word: str) -> Stepwise | None:
    """The steps of the kind of move with this word, if it is made step by step."""
    found = (known.stepwise for part in PARTS.values() for known in part.moves.values())
    return next((each for each in found if each and each.start.word == word), None)
