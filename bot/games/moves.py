"""Moves in words: as players read them, and as they type them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from bot.games import nouns
from bot.games.move_words import CommandWords, MoveWords, Stepwise
from bot.games.nouns import figure_name
from bot.games.parts import PART_WORDS, MissingWords, part_words
from bot.table.refusals import Refusal
from bot.text.i18n import LANGUAGES, N_, _, use_language
from bot.text.message import ButtonStyle
from renderer.requests import Preview
from rules import notation
from rules.analysis.drafts import play_draft
from rules.analysis.placements import spaces
from rules.analysis.tile_faces import Face
from rules.error_facts import FigureExample
from rules.errors import IllegalMove, NotationError, RulesError
from rules.game import Game
from rules.geometry import Cell, xy
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile
from rules.notation import cell
from rules.variants import PARTS as RULE_PARTS


def _place_label(move: PlaceTile, face: Face, with_tile: bool) -> str:
    return notation.write(move)


def _deploy_label(move: Deploy, face: Face, with_tile: bool) -> str:
    return figure_name(move, face)


def _pass_label(move: Pass, face: Face, with_tile: bool) -> str:
    return _("No meeple") if with_tile else _("Done")


SHARED_MOVES: Final[Mapping[type[Move], MoveWords]] = {
    PlaceTile: MoveWords(
        task="",
        laid=N_("You get another tile. Place it."),
        label=_place_label,
        tone=ButtonStyle.SECONDARY,
    ),
    Deploy: MoveWords(
        task=N_("place a meeple or pass"),
        laid=N_("Tile placed. Add a meeple?"),
        label=_deploy_label,
        picture=Preview,
        with_tile=True,
    ),
    Pass: MoveWords(
        task=N_("place a meeple or pass"),
        laid=N_("Tile placed. What's next?"),
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


def read_steps(words: Sequence[str]) -> tuple[list[Move], Move]:
    """Read the words of a move made step by step, with the moves before it.

    Raise Refusal for words without such a move, which no button has.
    """
    known = (number for number, word in enumerate(words) if stepwise_by_word(word))
    index = next(known, None)
    steps = stepwise_by_word(words[index]) if index is not None else None
    if index is None or steps is None:
        raise Refusal("late")
    more = words[index + 1 :]
    move = read_moves(" ".join(words[index:]))[0] if more else steps.start
    return (read_moves(" ".join(words[:index])) if index else []), move


def begins_here(game: Game, move: Move) -> bool:
    """Return True if a move made step by step is a choice of the present decision."""
    steps = words_of(type(move)).stepwise
    return steps is not None and steps.start in game.decision.opening_moves(game)


def is_move_of_game(game: str, move: Move) -> bool:
    """Return True if a move belongs to a game."""
    return is_kind_of_game(game, type(move))


def is_kind_of_game(game: str, kind: type[Move]) -> bool:
    """Return True if a kind of move belongs to a game."""
    return kind in SHARED_MOVES or any(kind in part.moves for part in part_words(game))


def command_moves() -> list[tuple[CommandWords, tuple[type[OwnMove], ...]]]:
    """The commands of the parts, each with the kinds of moves that it makes."""
    kinds: dict[str, list[type[OwnMove]]] = {}
    commands: dict[str, CommandWords] = {}
    for part in PART_WORDS.values():
        for kind, known in part.moves.items():
            if known.command is not None:
                commands[known.command.name] = known.command
                kinds.setdefault(known.command.name, []).append(cast(type[OwnMove], kind))
    return [(commands[name], tuple(of_command)) for name, of_command in kinds.items()]


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


PLACE: Final = "place"
WHICH_SEGMENT: Final = "which-segment"
"""The reason of the rules to refuse a figure whose segment is still missing."""
NO_FIGURE: Final = "pass"
ROTATION: Final = "rot"

_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_SPACE_NUMBER: Final = re.compile(
    r"\s*/?(?:place\s+)?(?:#\s*(?=[0-9]{1,4}\b)|(?=[0-9]{1,4}\s*$))([0-9]+)", re.IGNORECASE
)
"""The number of a space: after #, or nothing but a number."""


_CLOCKWISE: Final = re.compile("[↻⟳]")
_COUNTERCLOCKWISE: Final = re.compile(r"[↺⟲]\s*(?=[0-9])")
_DEGREES: Final = re.compile(r"(?<=[0-9])\s*(?:[°º˚]|deg\b|degrees?\b|degr[eé]s?\b)")
_SIGNS_BETWEEN: Final = re.compile(r"[@,;:./|()\[\]{}]")
_MINUS_APART: Final = re.compile(r"(?<!\S)- (?=[0-9])")
_HYPHEN: Final = re.compile("(?<=[a-z])-(?=[a-z])")


def normalise_move(text: str) -> str:
    """Typed text in small letters without accents, its signs as in the notation."""
    turned = _DEGREES.sub(" ", text.casefold())
    turned = _COUNTERCLOCKWISE.sub(" rot-", _CLOCKWISE.sub(" rot", turned))
    letters = unicodedata.normalize("NFKD", turned)
    plain = "".join(map(_plain_dash, letters))
    words = _HYPHEN.sub(" ", _SIGNS_BETWEEN.sub(" ", plain)).split()
    return _MINUS_APART.sub("-", " ".join(words))


def _plain_dash(letter: str) -> str:
    """Return a hyphen for a dash of any kind, "" for an accent, any other letter as it is."""
    if unicodedata.category(letter) == "Pd" or letter == "\N{MINUS SIGN}":
        return "-"
    return "" if unicodedata.combining(letter) else letter


def to_notation(text: str, game: Game, spoken: Mapping[str, str] | None = None) -> str:
    """Translate a typed move to the notation.

    ``spoken`` are further words of a kind of move, and their meaning.
    """
    known = {**spoken_words(tuple(role.name for role in game.book.ruleset.roles)), **(spoken or {})}
    longest = max(len(phrase.split()) for phrase in known)
    words, notation_words = normalise_move(text).split(), []
    while words:
        for length in range(min(longest, len(words)), 0, -1):
            phrase = " ".join(words[:length])
            if phrase in known or length == 1:
                notation_words.append(known.get(phrase, phrase))
                del words[:length]
                break
    return re.sub(r"\brot (?=-?[0-9])", "rot", " ".join(notation_words))


@cache
def spoken_words(roles: Iterable[str]) -> Mapping[str, str]:
    """The words for figures, no figure and a rotation in each language, and their notation."""
    notation_by_phrase: dict[str, str] = {}
    for language in LANGUAGES:
        with use_language(language):
            for phrase in (_("none"), _("no meeple"), _("no meeple"), _("pass"), _("done")):
                notation_by_phrase[normalise_move(phrase)] = NO_FIGURE
            notation_by_phrase[normalise_move(_("rotation"))] = notation_by_phrase[
                normalise_move(_("turned"))
            ] = ROTATION
            notation_by_phrase |= {normalise_move(nouns.role_name(role)): role for role in roles}
    return notation_by_phrase


def has_space_number(text: str) -> bool:
    """Return True if a typed placement names its space by the number in the picture."""
    return _SPACE_NUMBER.match(text) is not None


def with_coordinates(text: str, game: Game) -> str:
    """Replace the number of a space that begins a typed placement by column and row.

    Raise Refusal if the drawn tile has no such space.
    """
    typed, cells = _SPACE_NUMBER.match(text), list(spaces(game))
    if cells and typed is None and text.lstrip().startswith("#"):
        raise Refusal("which-space", most=len(cells))
    if typed is None or not cells:
        return text
    number = int(typed[1])
    if not 1 <= number <= len(cells):
        raise Refusal("no-space", number=number, most=len(cells))
    x, y = xy(cells[number - 1])
    return f"{x} {y} {text[typed.end() :]}".strip()


@dataclass(frozen=True, slots=True)
class UnfinishedPlacement:
    """A move without its rotation: the cell of the tile, and the typed figure."""

    cell: Cell
    figure: str = ""


def read_placement(text: str, game: Game) -> list[Move] | UnfinishedPlacement:
    """Read the text after `/place`: moves, or as much of one as there is.

    A rotation may be left out where only one fits, also together with the typed figure. A move made
    step by step may be without a step yet. Raise NotationError with an example of a move, and
    Refusal for the number of no space.
    """
    words = to_notation(with_coordinates(text, game), game).removeprefix(PLACE).split()
    if len(words) < 2 or _NUMBER.fullmatch(words[0]) is None:
        return _read_words(words)
    where, figure_words = cell(*words[:2]), words[2:]
    if figure_words and (figure_words[0][-1].isdecimal() or figure_words[0] == ROTATION):
        return _read_words([PLACE, *words])
    figure_moves = _read_words(figure_words) if figure_words else []
    fitting = [m for m in game.legal_moves() if isinstance(m, PlaceTile) and m.cell == where]
    ways = [laid for laid in fitting if _is_possible(game, laid, figure_moves)]
    if figure_moves and fitting and len(ways) < 2:
        # If the figure fits nowhere, the rules explain the refusal.
        return [*(ways or fitting[:1]), *figure_moves]
    return UnfinishedPlacement(where, " ".join(figure_words))


def read_cell(text: str) -> Cell | None:
    """The cell in the text after `/place`, whatever follows it; None if there is none."""
    words = normalise_move(text).removeprefix(PLACE).split()[:2]
    if len(words) < 2 or not all(map(_NUMBER.fullmatch, words)):
        return None
    return cell(*words)


def _read_words(words: list[str]) -> list[Move]:
    """Moves by their words, in any language; the last one perhaps without a step yet."""
    steps = stepwise_by_word(words[-1]) if words else None
    if steps is not None:
        before = " ".join(words[:-1])
        return [*(read_moves(before) if before else ()), steps.start]
    for command, kinds in command_moves():
        for kind in kinds:
            if kind.WORD in words:
                after = words.index(kind.WORD) + 1
                spoken = (command.translations.get(word, word) for word in words[after:])
                words = [*words[:after], *spoken]
    return read_moves(" ".join(words))


def _is_possible(game: Game, laid: PlaceTile, figure_moves: list[Move]) -> bool:
    """Return True if moves can follow a tile laid in a way, as far as they are typed."""
    try:
        play_draft(game, [laid, *(move for move in figure_moves if not is_without_step(move))])
    except RulesError as error:
        return isinstance(error, IllegalMove) and error.reason == WHICH_SEGMENT
    return True


def read_command(kinds: Sequence[type[OwnMove]], text: str, game: Game) -> Move:
    """Read the text after a command that makes some kinds of moves.

    Raise NotationError if it is none of them; the error is about the kind that can be made now.
    """
    openings = () if game.over else tuple(map(type, game.decision.opening_moves(game)))
    possible_first = sorted(kinds, key=lambda kind: kind not in openings)
    errors: list[NotationError] = []
    for kind in possible_first:
        try:
            return read_kind(kind, text, game)
        except NotationError as error:
            errors.append(error)
    raise errors[0]


def read_kind(kind: type[OwnMove], text: str, game: Game) -> Move:
    """Read the text after the command of a kind of move. Raise NotationError if it is none."""
    command = words_of(kind).command
    assert command is not None
    notation_text = to_notation(text, game, command.translations)
    for word in (command.name, kind.WORD):
        notation_text = notation_text.removeprefix(word).strip()
    read = read_moves(
        notation_text if notation_text == NO_FIGURE else f"{kind.WORD} {notation_text}"
    )
    if len(read) != 1:
        raise NotationError("no-move", figure=FigureExample())
    return read[0]


def try_read_kind(kind: type[OwnMove], text: str, game: Game) -> Move | None:
    """Read the text after the command of a kind of move. None where it cannot be read yet."""
    try:
        return read_kind(kind, text, game)
    except RulesError:
        return None
