"""Ways to choose one of many moves: a word that is offered first, then one of its moves."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from rules.moves import Move

Chooser: TypeAlias = Callable[[Sequence[Move]], Move]
"""Chooses one of some moves."""
MovePicker: TypeAlias = Callable[[Chooser], Move]
"""Finds a move by letting somebody choose, once or several times."""


def pickers_by_word(moves: Iterable[Move]) -> dict[str, MovePicker]:
    """Moves grouped by the word they begin with, each group a choice among them."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.word, []).append(move)
    return {word: partial(choose_among, group) for word, group in groups.items()}


def choose_among(moves: Sequence[Move], choose: Chooser) -> Move:
    """One of some moves, as somebody chooses."""
    return choose(moves)
