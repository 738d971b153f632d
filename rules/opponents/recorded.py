"""What is thought of a game that comes as a record, as it does to a process of its own."""

from rules.opponents import Thought, thoughts
from rules.record import replay


def best_ways(record: str, best: int = 3, nodes: int | None = None) -> tuple[Thought, ...]:
    """The best ways to go on from the end of a record, as a master sees them, best first.

    Nothing follows from the order of the hidden piles, though a record has it. Raises RecordError,
    and IllegalMove once the game is over.
    """
    return thoughts(replay(record).game, "master", nodes=nodes, best=best)
