"""Moves to text and back: one notation for command, log, button, export and test.

``place 3 -1 rot90`` · a role and a letter · ``pass`` · the moves that parts bring, each beginning
with a word of its own · several of these in the order in which they are decided, all at once.
Reading is forgiving, writing is canonical, and ``read(write(move)) == [move]``.
"""

import re
from collections.abc import Iterator, Sequence

from rules.error_facts import Typed
from rules.errors import NotationError
from rules.geometry import MAX_COORDINATE, Cell, cell_at
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile

_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_ROTATION = re.compile(r"(?:rot(?:ation)?|r)?\s*(-?[0-9]{1,3})°?")
_WORD = re.compile(r"[a-z]+")
_PASS_WORDS = {"pass", "none", "nothing", "no", "-"}


def write(move: Move) -> str:
    """The canonical text of a move; a missing letter stays missing."""
    return move.write()


def read(text: str, own: Sequence[type[OwnMove]] = ()) -> list[Move]:
    """The moves a text names, in order; NotationError says what a move looks like.

    ``own`` are the moves that the parts of a game bring, as `Ruleset.moves` holds them.
    """
    words = text.strip().lower().replace("@", " ").replace(",", " ").split()
    placements: list[Move] = []
    while words and words[0] == "place":
        placing, words = _placement(words[1:])
        placements.append(placing)
    if not words:
        if not placements:
            raise NotationError("no-move")
        return placements
    return [*placements, *(_read_move(part, own) for part in _split_moves(words, own))]


def rotation(text: str) -> int:
    """Quarter turns from ``rot90``, ``90`` or ``r90``."""
    match = _ROTATION.fullmatch(text.strip().lower())
    if match is None or int(match[1]) % 90:
        raise NotationError("no-rotation", text=Typed(text))
    return int(match[1]) // 90 % 4


def coordinate(text: str) -> int:
    """A column or row."""
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
        raise NotationError("no-figure", text=Typed(text))
    letter = words.pop() if len(words) > 1 and len(words[-1]) == 1 else ""
    if any(len(word) < 2 for word in words):
        raise NotationError("no-figure", text=Typed(text))
    if len(words) > 2:
        raise NotationError("long-letter", text=Typed(text))
    return Deploy(" ".join(words), letter)


def two_letters(words: Sequence[str]) -> tuple[str, str] | None:
    """Two letters of segments, the smaller first, written apart or together; None if not two."""
    letters = sorted("".join(words))
    if len(letters) != 2 or letters[0] == letters[1] or not all(map(str.isalpha, letters)):
        return None
    return letters[0], letters[1]


def spot(text: str) -> Cell:
    """The cell that ``2 0`` names, with or without a comma; NotationError says what would."""
    words = text.replace("@", " ").replace(",", " ").split()
    if len(words) != 2:
        raise NotationError("no-spot", text=Typed(text))
    return cell(*words)


def cell(x: str, y: str) -> Cell:
    """A cell by its column and row."""
    return cell_at(coordinate(x), coordinate(y))


def _split_moves(words: list[str], own: Sequence[type[OwnMove]]) -> Iterator[list[str]]:
    """The words of each move behind the placements: all but the first begin with one of theirs."""
    begins = {kind.WORD for kind in own} | {Pass().word}
    starts = [0, *(n for n, word in enumerate(words) if n and word in begins)]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        yield words[start:end]


def _read_move(words: list[str], own: Sequence[type[OwnMove]]) -> Move:
    """A move that is no placement."""
    for kind in own:
        if words[0] == kind.WORD:
            return kind.read(words[1:])
    return figure(" ".join(words))


def _placement(words: list[str]) -> tuple[PlaceTile, list[str]]:
    """The placement that words name, and the words after it."""
    if len(words) > 3 and words[2] in ("rot", "rotation"):
        words = [*words[:2], words[2] + words[3], *words[4:]]
    if len(words) < 3:
        raise NotationError("no-cell")
    return PlaceTile(cell(*words[:2]), rotation(words[2])), words[3:]
