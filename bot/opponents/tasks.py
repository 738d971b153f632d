"""Functions that run in worker processes and keep games: choose moves, find puzzles, preload."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from rules.game import Game, start
from rules.header import Header
from rules.moves import Move
from rules.opponents import choose
from rules.opponents.puzzles import position_key, puzzles_of_record
from rules.orders import write_moves
from rules.record import parse_header, play_line, split_record

GAMES_KEPT: Final = 16
"""The number of games that are kept."""
_games: Final[LRUCache[str, tuple[tuple[str, ...], Game]]] = LRUCache(GAMES_KEPT)
"""By the header of a record, its lines so far and the game after them."""


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A puzzle: position name, lines before it, best turn."""

    key: str
    line: int
    best: str


def choose_moves(record: str, level: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """An opponent's moves, within ``seconds``."""
    until = time.monotonic() + seconds
    return choose(game_of(record), level, seed, until=until)


def find_positions(record: str, number: int, seconds: float) -> tuple[FoundPosition, ...]:
    """Find up to ``number`` puzzles within ``seconds``."""
    return tuple(
        FoundPosition(position_key(record, puzzle.line), puzzle.line, write_moves(puzzle.best))
        for puzzle in puzzles_of_record(record, number, seconds)
    )


def preload(record: str) -> None:
    game_of(record)


def game_of(record: str) -> Game:
    """Play only the lines that are new since the last call."""
    above, below = split_record(record)
    header, lines = "\n".join(text for _, text in above), tuple(text for _, text in below)
    played, game = _games.pop(header, ((), None))
    if game is None or lines[: len(played)] != played:
        played, game = (), _dealt(parse_header(above))
    game = _after(game, lines[len(played) :])
    _games[header] = lines, game
    return game


def _dealt(header: Header) -> Game:
    return start(header.book, header.seats, header.bags)


def _after(game: Game, lines: Sequence[str]) -> Game:
    for line in lines:
        game = play_line(game, line)
    return game
