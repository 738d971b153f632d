"""Ways to choose one of many moves: a word that is offered first, then one of its moves."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from rules.moves import Move

Choose: TypeAlias = Callable[[Sequence[Move]], Move]
"""Chooses one of some moves."""
Way: TypeAlias = Callable[[Choose], Move]
"""Finds a move by letting somebody choose, once or several times."""


def by_word(moves: Iterable[Move]) -> dict[str, Way]:
    """Moves grouped by the word they begin with, each group a choice among them."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.word, []).append(move)
    return {word: partial(among, found) for word, found in groups.items()}


def among(moves: Sequence[Move], choose: Choose) -> Move:
    """One of some moves, as somebody chooses."""
    return choose(moves)
