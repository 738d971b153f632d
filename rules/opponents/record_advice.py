"""Thinking about a game that comes as a record, as it does to a worker process."""

from typing import Final

from rules.opponents import RatedTurn, best_turns
from rules.record import replay

CANDIDATES_PER_RESULT: Final = 3
"""How many times as many ways are looked at, as some are alike."""


def best_turns_of_record(
    record: str, number: int = 3, nodes: int | None = None
) -> tuple[RatedTurn, ...]:
    """The best ways to go on from the end of a record, as a master sees them, best first.

    No two of them lay the tile the same way and put the same figure on it. Nothing follows from
    the order of the hidden piles, though a record has it. Raises RecordError, and IllegalMove once
    the game is over.
    """
    candidates = best_turns(
        replay(record).game, "master", nodes=nodes, best=CANDIDATES_PER_RESULT * number
    )
    first_by_placement = {thought.moves[:2]: thought for thought in reversed(candidates)}
    return tuple(thought for thought in candidates if thought in first_by_placement.values())[
        :number
    ]
