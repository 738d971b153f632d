"""Read the puzzles shipped with the program: recorded games of opponents, with best turns.

A file is a record whose first remarks each name a position and its best turn, as in
``# puzzle 64: place 1 0 rot180 knight a``. ``python -m tools.puzzles`` makes the files.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

_PUZZLE_LINE: Final = re.compile(r"# puzzle ([0-9]{1,4}): (.+)")


@dataclass(frozen=True, slots=True)
class ShippedPuzzle:
    """A position of a record, and its best turn.

    ``file`` has no ending; ``line``: number of record lines that lead to the position.
    """

    file: str
    record: str
    line: int
    best: str

    @property
    def key(self) -> str:
        return f"{self.file} {self.line}"


def puzzle_file_text(record: str, puzzles: Iterable[tuple[int, str]]) -> str:
    """The puzzles, each with its ``line`` and best turn, then their record."""
    return "".join(f"# puzzle {line}: {best}\n" for line, best in puzzles) + record


@cache
def shipped_puzzles() -> tuple[ShippedPuzzle, ...]:
    """The puzzles, sorted by file and line."""
    folder = resources.files("rules").joinpath("data", "puzzles")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(
        ShippedPuzzle(file.name.removesuffix(".record"), text, int(match[1]), match[2])
        for file in files
        if file.name.endswith(".record")
        for text in [file.read_text("utf-8")]
        for match in _PUZZLE_LINE.finditer(text)
    )


def shipped_file(file: str) -> str:
    return next(puzzle.record for puzzle in shipped_puzzles() if puzzle.file == file)


def shipped_record(file: str, line: int, best: str) -> str | None:
    """The record; None for one that only another version has shipped."""
    for puzzle in shipped_puzzles():
        if (puzzle.file, puzzle.line, puzzle.best) == (file, line, best):
            return puzzle.record
    return None
