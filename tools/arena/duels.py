"""Games between two who weigh things differently: each bag from both seats, kept in a file."""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from rules.game import play, start
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.simple_players import villager_moves
from rules.opponents.weights import Weights
from rules.random_play import deal

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Duel:
    """A bag to be played from both seats by who weighs as ``tried`` and who weighs as ``best``."""

    game: str
    seed: int
    tried: Weights
    best: Weights


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
        """From such values; KeyError or TypeError where they are none."""
        tried, best = Weights(**values["tried"]), Weights(**values["best"])
        duel = Duel(values["game"], values["seed"], tried, best)
        return cls(duel, tuple((own, other) for own, other in values["points"]))


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
    header = deal(duel.game, SEATS, random.Random(duel.seed))
    game = start(header.book, SEATS, header.bags)
    chance = random.Random(duel.seed)
    while not game.over:
        weights = duel.tried if game.turn == first else duel.best
        for move in villager_moves(shuffle_hidden_piles(game, chance), chance, weights):
            game = play(game, move)
    return game.scores[first], game.scores[1 - first]
