"""Advice on a game given as a record, as a worker process receives it."""

from typing import Final

from rules.opponents import RatedTurn, best_turns
from rules.record import replay

CANDIDATES_PER_RESULT: Final = 3
"""The number of rated turns for each result, as some turns differ only in details."""


def best_turns_of_record(
    record: str, number: int = 3, nodes: int | None = None
) -> tuple[RatedTurn, ...]:
    """The best turns at the end of a record, as a master rates them, best first.

    No two of them have the same placement and the same figure. Nothing depends on the order of the
    hidden piles, although a record holds it. Raise RecordError, and IllegalMove if the game is
    over.
    """
    candidates = best_turns(
        replay(record).game, "master", nodes=nodes, best=CANDIDATES_PER_RESULT * number
    )
    first_by_placement = {thought.moves[:2]: thought for thought in reversed(candidates)}
    return tuple(thought for thought in candidates if thought in first_by_placement.values())[
        :number
    ]
