"""Pickers that choose one of many moves: by the first word, then among its moves."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from rules.moves import Move

Chooser: TypeAlias = Callable[[Sequence[Move]], Move]
"""A function that chooses one of some moves."""
MovePicker: TypeAlias = Callable[[Chooser], Move]
"""A function that finds a move by calling a chooser one or more times."""


def pickers_by_word(moves: Iterable[Move]) -> dict[str, MovePicker]:
    """Group moves by their first word; each group is a picker."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.word, []).append(move)
    return {word: partial(choose_among, group) for word, group in groups.items()}


def choose_among(moves: Sequence[Move], choose: Chooser) -> Move:
    """Choose one of some moves."""
    return choose(moves)
