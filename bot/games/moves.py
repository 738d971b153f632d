"""The words of every kind of move: the moves of all games, and those of each part."""

from collections.abc import Mapping
from typing import Final

from bot.games import PART_WORDS, MissingWords, part_words
from bot.games.move_words import MoveWords, Stepwise
from bot.games.nouns import figure_name
from bot.text.i18n import N_, _
from bot.text.message import ButtonStyle, Shot
from rules import notation
from rules.analysis.tile_faces import Face
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.variants import PARTS as RULE_PARTS

SECOND_TILE_CALL: Final = N_(
    "{who}, your turn ({tiles}): lay your second tile with the button or `/place`."
)
"""The call for the second tile of a turn."""


def _place_label(move: PlaceTile, face: Face, with_tile: bool) -> str:
    return notation.write(move)


def _deploy_label(move: Deploy, face: Face, with_tile: bool) -> str:
    return figure_name(move, face)


def _pass_label(move: Pass, face: Face, with_tile: bool) -> str:
    return _("No figure") if with_tile else _("Done")


SHARED_MOVES: Final[Mapping[type[Move], MoveWords]] = {
    PlaceTile: MoveWords(
        call=N_("{who}, your turn ({tiles}): lay your tile with the button or `/place`."),
        laid=N_("You draw another tile: lay it."),
        label=_place_label,
        tone=ButtonStyle.SECONDARY,
    ),
    Deploy: MoveWords(
        call=N_("{who}, your turn ({tiles}): put a figure on your tile, or `/place pass`."),
        laid=N_("Your tile is laid. Now put a figure on it, or none."),
        label=_deploy_label,
        shot=Shot.PREVIEW,
        with_tile=True,
    ),
    Pass: MoveWords(
        call=N_("{who}, your turn ({tiles}): put a figure on your tile, or `/place pass`."),
        laid=N_("Your tile is laid. Now choose what to do."),
        label=_pass_label,
        tone=ButtonStyle.SECONDARY,
    ),
}
"""The moves of every game."""


def words_of(kind: type[Move]) -> MoveWords:
    """Return the words of a kind of move. Raise MissingWords if no part has any."""
    for known in (SHARED_MOVES, *(part.moves for part in PART_WORDS.values())):
        if kind in known:
            return known[kind]
    raise MissingWords(f"no words for moves of type {kind.__name__}")


def read_moves(text: str) -> list[Move]:
    """Read the moves in a text; moves of all games are known, so that a refusal can name them."""
    return notation.read(text, [kind for part in RULE_PARTS.values() for kind in part.moves])


def is_move_of_game(game: str, move: Move) -> bool:
    """Return True if a move belongs to a game."""
    return is_kind_of_game(game, type(move))


def is_kind_of_game(game: str, kind: type[Move]) -> bool:
    """Return True if a kind of move belongs to a game."""
    return kind in SHARED_MOVES or any(kind in part.moves for part in part_words(game))


def moves_with_command() -> dict[type[Move], MoveWords]:
    """The moves with a command of their own, in the order of the parts."""
    return {
        kind: known
        for part in PART_WORDS.values()
        for kind, known in part.moves.items()
        if known.command is not None
    }


def is_without_step(move: Move) -> bool:
    """Return True if a move is made step by step and has no step yet."""
    steps = words_of(type(move)).stepwise
    return steps is not None and move == steps.start


def stepwise_by_word(word: str) -> Stepwise | None:
    """Return the steps of the kind of move with this word, if it is made step by step."""
    stepwise_moves = (
        known.stepwise for part in PART_WORDS.values() for known in part.moves.values()
    )
    return next(
        (stepwise for stepwise in stepwise_moves if stepwise and stepwise.start.word == word), None
    )
