"""Opponents: seats played by the program, and their ratings of a turn's moves.

A choice depends only on public information, a seed and a budget in nodes (evaluated drafts); a time
limit can only shorten the search. Nothing depends on the order of the hidden piles.

>>> import random
>>> from rules import deal, play, start
>>> header = deal("base", 2, random.Random(1))
>>> game = start(header.book, header.seats, header.bags)
>>> for move in choose(game, "novice", seed=1):
...     game = play(game, move)
>>> game.turn
1
"""

from typing import Final

from rules.errors import IllegalMove
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.opponents import simple_players
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import decision_chance, shuffle_hidden_piles
from rules.opponents.reasons import reasons
from rules.opponents.search import ADVICE_NODES, GRANDMASTER, MASTER, search_turns
from rules.opponents.simple_players import villager_moves
from rules.opponents.turns import MoveReason, Moves, RatedTurn, random_turn
from rules.record import replay

__all__ = [
    "ALL_LEVELS",
    "LEVELS",
    "MoveReason",
    "Moves",
    "RatedTurn",
    "best_turns",
    "best_turns_of_record",
    "choose",
]

LEVELS: Final[tuple[str, ...]] = ("novice", "villager", "master", "grandmaster")
"""The levels of opponents, the weakest first."""
ALL_LEVELS: Final[tuple[str, ...]] = ("random", "greedy", *LEVELS)
"""All levels, with the reference players that measure them."""
EFFORTS: Final = {"master": MASTER, "grandmaster": GRANDMASTER}
"""The most that the search of a level does."""


def choose(
    game: Game,
    level: str,
    seed: int = 0,
    nodes: int | None = None,
    until: float | None = None,
) -> Moves:
    """Choose the mover's moves until a tile is drawn or the turn passes.

    Never empty. ``nodes`` limits the search's positions (None: the level's default), ``until`` is
    its end in `time.monotonic` seconds. Raise IllegalMove if the game is over.
    """
    if game.over:
        raise IllegalMove("game-over")
    chance = decision_chance(game, seed)
    game = shuffle_hidden_piles(game, chance)
    match level:
        case "random":
            return random_turn(game, chance)
        case "novice":
            return simple_players.novice_moves(game, chance)
        case "greedy":
            return simple_players.greedy_moves(game, chance)
        case "villager":
            return villager_moves(game)
        case "master" | "grandmaster":
            candidates = search_turns(game, chance, nodes, until, effort=EFFORTS[level])
            return candidates[0].turn.moves
        case _:
            raise ValueError(f"there is no opponent {level!r}, only {', '.join(ALL_LEVELS)}")


def best_turns(
    game: Game,
    level: str = "master",
    seed: int = 0,
    nodes: int | None = ADVICE_NODES,
    until: float | None = None,
    best: int = 3,
    *,
    spaces_differ: bool = False,
) -> tuple[RatedTurn, ...]:
    """The best ways to complete the turn, best first, with worth and reasons.

    With ``spaces_differ`` only the best way of each space, or of each first move without a tile.
    Levels other than master use a villager's evaluation. ``nodes`` and ``until`` are as in
    `choose`; a master's first turn equals its choice with the same arguments. Raise IllegalMove if
    the game is over.
    """
    if game.over:
        raise IllegalMove("game-over")
    chance = decision_chance(game, seed)
    game = shuffle_hidden_piles(game, chance)
    evaluation = Evaluation(game)
    margin_now = evaluation.margin(game, game.turn)
    candidates = search_turns(game, chance, nodes if level == "master" else 0, until, evaluation)
    if spaces_differ:
        by_space = {_space(line.turn.moves[0]): line for line in reversed(candidates)}
        candidates = [line for line in candidates if line in by_space.values()]
    rated_turns: list[RatedTurn] = []
    for line in candidates[:best]:
        # A candidate dropped early may look better than the tried ones turned out.
        worth = min([line.worth - margin_now, *(rated.worth for rated in rated_turns)])
        reason_list = reasons(game, line.turn.after, evaluation, worth)
        rated_turns.append(RatedTurn(line.turn.moves, worth, reason_list))
    return tuple(rated_turns)


def best_turns_of_record(
    record: str, number: int = 3, nodes: int = ADVICE_NODES
) -> tuple[RatedTurn, ...]:
    """The best turns at the end of a record, as a master rates them, best first.

    Each is in another space. The order of the hidden piles does not matter, although a record holds
    it. Raise RecordError, and IllegalMove if the game is over.
    """
    game = replay(record).game
    return best_turns(game, "master", nodes=nodes, best=number, spaces_differ=True)


def _space(move: Move) -> Move | Cell:
    return move.cell if isinstance(move, PlaceTile) else move
