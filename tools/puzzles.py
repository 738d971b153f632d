"""Make the shipped puzzles again: games of opponents, and the sound puzzles in them.

``python -m tools.puzzles --puzzles 300`` writes ``rules/data/puzzles``. It takes a quarter of an
hour on one core; each run makes the same files.
"""

import argparse
import random
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from rules.game import play, start
from rules.notation import write
from rules.opponents import choose
from rules.opponents.puzzles import find_puzzles
from rules.orders import write_moves
from rules.random_play import deal
from rules.shipped_puzzles import puzzle_file_text
from rules.variants import available_additions, combine_parts, starting_parts

FOLDER: Final = Path("rules/data/puzzles")
PUZZLES_PER_GAME: Final = 8
"""The most puzzles of one game, so that many games are seen."""
LEVEL: Final = "villager"
"""The level of the opponents: good enough for positions as people reach them."""


def opponents_record(name: str, seats: int, seed: int) -> str:
    header = deal(name, seats, random.Random(seed))
    lines = [header.text(), ""]
    game = start(header.book, seats, header.bags)
    while not game.over:
        for move in choose(game, LEVEL, seed):
            lines.append(write(move))
            game = play(game, move)
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--puzzles", type=int, default=300)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    missing = wanted.puzzles
    names = [
        combine_parts(part, additions)
        for part in starting_parts()
        for additions in ([], *([addition] for addition in available_additions(part)))
    ]
    for number, name in enumerate(cycle(names), 1):
        record = opponents_record(name, 2 + number % 2, 10_000 + number)
        puzzles = islice(find_puzzles(record), min(PUZZLES_PER_GAME, missing))
        lines = sorted((puzzle.line, write_moves(puzzle.best)) for puzzle in puzzles)
        if lines:
            file = wanted.folder / f"{number:03}.record"
            file.write_text(puzzle_file_text(record, lines), "utf-8")
        missing -= len(lines)
        print(f"{name}: {len(lines)} puzzles, {missing} to go", flush=True)
        if not missing:
            return


if __name__ == "__main__":
    main()
