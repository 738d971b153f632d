"""The review of a game as plain values for its page."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.page.texts import TextTable
from bot.presenters.private.hints import losses_text, mistake_lines, positions_before
from bot.text.names import Names
from rules.opponents.review import Review


def review_row(
    review: Review, record: str, names: Names, texts: TextTable, tiles: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """The most expensive moves of each seat with the turn of each, and the points lost in all.

    ``tiles`` are the rows of tiles, each with its turn.
    """
    seats = []
    for mistakes in review.mistakes:
        games = positions_before(record, mistakes)
        lines = texts.add_all(partial(_lines, mistakes, games, names))
        turns = [tiles[mistake.tile][4] for mistake in mistakes]
        seats.append([list(pair) for pair in zip(lines, turns, strict=True)])
    return {"seats": seats, "lost": texts.add(partial(losses_text, review, names))}


def _lines(*given: Any) -> list[str]:
    return list(mistake_lines(*given))
