"""Read moves, cells and rotations from text, and write moves; `rules.moves` defines the formats.

Commands, logs, buttons, exports and tests share one notation: ``place 3 -1 rot90`` · a role and a
letter · ``pass`` · the moves of parts, each with its own first word · several of these at once, in
the order in which they are decided. Reading is lenient, writing is canonical, and
``read(write(move)) == [move]``.
"""

import re
from collections.abc import Iterator, Sequence

from rules.error_facts import FigureExample, Typed
from rules.errors import NotationError
from rules.geometry import MAX_COORDINATE, Cell, cell_at
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile

_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_ROTATION = re.compile(r"(?:rot(?:ation)?|r)?\s*(-?[0-9]{1,3})°?")
_WORD = re.compile(r"[a-z]+")
_PASS_WORDS = {"pass", "none", "nothing", "no", "-"}


def write(move: Move) -> str:
    """Write a move canonically; a missing letter stays missing."""
    return move.write()


def read(text: str, part_moves: Sequence[type[OwnMove]] = ()) -> list[Move]:
    """Read moves in order. Raise NotationError, showing what a move looks like.

    ``part_moves``: as in `Ruleset.moves`.
    """
    words = text.strip().lower().replace("@", " ").replace(",", " ").split()
    placements: list[Move] = []
    while words and words[0] == "place":
        placing, words = _placement(words[1:])
        placements.append(placing)
    if not words:
        if not placements:
            raise NotationError("no-move", figure=FigureExample())
        return placements
    return [
        *placements,
        *(_read_move(part, part_moves) for part in _split_moves(words, part_moves)),
    ]


def rotation(text: str) -> int:
    """Read quarter turns from ``rot90``, ``90`` or ``r90``."""
    match = _ROTATION.fullmatch(text.strip().lower())
    if match is None or int(match[1]) % 90:
        raise NotationError("no-rotation", text=Typed(text))
    return int(match[1]) // 90 % 4


def coordinate(text: str) -> int:
    if _NUMBER.fullmatch(text) is None or abs(int(text)) > MAX_COORDINATE:
        raise NotationError(
            "no-coordinate", text=Typed(text), low=-MAX_COORDINATE, high=MAX_COORDINATE
        )
    return int(text)


def figure(text: str) -> Move:
    """A piece on a segment (``hunter b``, ``hunter``), or none (``none``, ``pass``).

    A role may have two words (I-06).
    """
    words = text.strip().lower().split()
    if len(words) == 1 and words[0] in _PASS_WORDS:
        return Pass()
    if not 1 <= len(words) <= 3 or any(_WORD.fullmatch(word) is None for word in words):
        raise NotationError("no-figure", text=Typed(text), figure=FigureExample())
    letter = words.pop() if len(words) > 1 and len(words[-1]) == 1 else ""
    if any(len(word) < 2 for word in words):
        raise NotationError("no-figure", text=Typed(text), figure=FigureExample())
    if len(words) > 2:
        raise NotationError("long-letter", figure=FigureExample())
    return Deploy(" ".join(words), letter)


def two_letters(words: Sequence[str]) -> tuple[str, str] | None:
    """Two letters, apart or together, the smaller first; None if not two."""
    letters = sorted("".join(words))
    if len(letters) != 2 or letters[0] == letters[1] or not all(map(str.isalpha, letters)):
        return None
    return letters[0], letters[1]


def spot(text: str) -> Cell:
    """``2 0``, with or without a comma. Raise NotationError for another text."""
    words = text.replace("@", " ").replace(",", " ").split()
    if len(words) != 2:
        raise NotationError("no-spot", text=Typed(text))
    return cell(*words)


def cell(x: str, y: str) -> Cell:
    return cell_at(coordinate(x), coordinate(y))


def _split_moves(words: list[str], part_moves: Sequence[type[OwnMove]]) -> Iterator[list[str]]:
    first_words = {kind.WORD for kind in part_moves} | {Pass().word}
    starts = [0, *(n for n, word in enumerate(words) if n and word in first_words)]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        yield words[start:end]


def _read_move(words: list[str], part_moves: Sequence[type[OwnMove]]) -> Move:
    for kind in part_moves:
        if words[0] == kind.WORD:
            return kind.read(words[1:])
    return figure(" ".join(words))


def _placement(words: list[str]) -> tuple[PlaceTile, list[str]]:
    if len(words) > 3 and words[2] in ("rot", "rotation"):
        words = [*words[:2], words[2] + words[3], *words[4:]]
    if len(words) < 3:
        raise NotationError("no-cell")
    return PlaceTile(cell(*words[:2]), rotation(words[2])), words[3:]
