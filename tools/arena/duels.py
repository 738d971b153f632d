"""Games between two sets of evaluation weights: each bag from both seats, kept in a file."""

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from rules.game import Game, play, start
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.rated_turn import Moves
from rules.opponents.simple_players import MAX_PLACEMENTS, other_seats, villager_moves
from rules.opponents.turns import complete_turns, rank_turns
from rules.opponents.weights import Weights
from rules.random_play import deal

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Duel:
    """A bag to be played from both seats by who weighs as ``tried`` and who weighs as ``best``.

    The latter counts the points of its rival ``rivals`` times. ``options`` are those of the game.
    """

    game: str
    seed: int
    tried: Weights
    best: Weights
    rivals: float = 1.0
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DuelOutcome:
    """The result of a duel: in each of its games the points of the tried one, and of the other."""

    duel: Duel
    points: tuple[tuple[int, int], ...]

    @property
    def margin(self) -> float:
        """The lead of the tried player, as a part of all points."""
        parts = [(own - other) / max(1, own + other) for own, other in self.points]
        return sum(parts) / len(parts)

    @property
    def won(self) -> float:
        """The number of games won; a tie counts as half a game."""
        return sum((own > other) + (own == other) / 2 for own, other in self.points)

    def written(self) -> dict[str, Any]:
        """Return the fields as plain values, for a line of a file."""
        return {**asdict(self.duel), "points": self.points}

    @classmethod
    def read(cls, values: dict[str, Any]) -> "DuelOutcome":
        """From such values; KeyError or TypeError where they are none, or lack a weight."""
        duel = Duel(
            values["game"],
            values["seed"],
            _weights(values["tried"]),
            _weights(values["best"]),
            values["rivals"],
            tuple((option, chosen) for option, chosen in values["options"]),
        )
        return cls(duel, tuple((own, other) for own, other in values["points"]))


def _weights(values: Mapping[str, float]) -> Weights:
    """Weights from all their values: those of a program with other weights say nothing now."""
    return Weights(**{field.name: values[field.name] for field in fields(Weights)})


class Duels:
    """The results of duels: those of the file ``kept`` are known, others are played and added."""

    def __init__(self, kept: Path | None = None) -> None:
        self._kept = kept
        self._known: dict[Duel, DuelOutcome] = {}
        lines = kept.read_text("utf-8").splitlines() if kept is not None and kept.exists() else []
        for line in lines:
            try:
                outcome = DuelOutcome.read(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue  # It was cut off in the middle.
            self._known[outcome.duel] = outcome

    def outcome(self, duel: Duel) -> DuelOutcome:
        """The result of a duel, played now unless it is known."""
        outcome = self._known.get(duel)
        if outcome is None:
            outcome = DuelOutcome(duel, tuple(played(duel, first) for first in range(SEATS)))
            self._known[duel] = outcome
            if self._kept is not None:
                with self._kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(outcome.written()) + "\n")
        return outcome


def played(duel: Duel, first: int) -> tuple[int, int]:
    """The points of who is tried, who has the seat ``first``, and of the other."""
    header = deal(duel.game, SEATS, random.Random(duel.seed), dict(duel.options))
    game = start(header.book, SEATS, header.bags)
    chance = random.Random(duel.seed)
    while not game.over:
        shown = shuffle_hidden_piles(game, chance)
        if game.turn == first:
            moves = villager_moves(shown, chance, duel.tried)
        elif duel.rivals == 1:
            moves = villager_moves(shown, chance, duel.best)
        else:
            moves = envious_moves(shown, duel.best, duel.rivals)
        for move in moves:
            game = play(game, move)
    return game.scores[first], game.scores[1 - first]


def envious_moves(game: Game, weights: Weights, rivals: float) -> Moves:
    """The turn of a villager to whom the best rival's points count so many times as its own."""
    evaluation, seat = Evaluation(game, weights), game.turn
    others = other_seats(game, seat)

    def measure(draft: Game) -> float:
        totals = evaluation.totals(draft)
        return totals[seat] - rivals * max(totals[other] for other in others)

    return rank_turns(complete_turns(game, measure, places=MAX_PLACEMENTS), measure)[0][1].moves
