"""What a position is worth to each seat: points there are, points to come, followers in hand."""

from collections.abc import Iterator
from itertools import combinations
from math import exp, prod
from typing import Final, NamedTuple, TypeAlias

from rules.areas import Area
from rules.finale import GameEnd, ScoreAll, SendHome
from rules.foresight import Foresight
from rules.game import Game
from rules.geometry import Cell
from rules.opponents.chances import Tallies
from rules.opponents.stakes import Stake, stake
from rules.opponents.weights import TUNED, Weights
from rules.pieces import leaders
from rules.ruleset import Effect
from rules.story import Scored
from rules.turn import Draw

TOLD: Final = (Foresight, ScoreAll, SendHome, GameEnd)
"""Steps of a finale whose points they foresee themselves, or the scorers of features tell."""


class Value(NamedTuple):
    """Points that a seat is expected to have: why, and of which feature or where."""

    kind: str
    seat: int
    points: float
    area: Area | None = None
    cells: tuple[Cell, ...] = ()


Expected: TypeAlias = tuple[float, tuple[Value, ...]]
"""How likely a feature is finished, and what it is expected to pay."""


class Evaluation:
    """What positions are worth that follow from one; features and gaps are remembered."""

    def __init__(self, game: Game, weights: Weights = TUNED) -> None:
        ruleset = game.book.ruleset
        self.weights = weights
        self.tallies = Tallies(game, weights)
        self.weighed = 0
        self._known = len(game.story)
        self._scores = game.scores
        self._workers = frozenset(
            role.kind
            for role in ruleset.roles
            if role.kind.weight
            and role.layer in ruleset.scorers
            and role.kind not in ruleset.scorers[role.layer].spent
        )
        steps = (*ruleset.tile, *ruleset.turn, *ruleset.finale)
        self._foresights = tuple(step for step in steps if isinstance(step, Foresight))
        self._untold = tuple(
            step
            for step in ruleset.finale
            if isinstance(step, Effect) and not isinstance(step, TOLD)
        )
        self._features: dict[tuple[float | None, ...], Expected] = {}
        self._stakes: dict[int, Stake] = {}
        self._hands: dict[tuple[float, float], float] = {}

    def margin(self, game: Game, seat: int) -> float:
        """What a seat is expected to end ahead of the best of the others."""
        found = self.totals(game)
        rest = [found[n] for n in range(game.seats) if n != seat and n not in game.out]
        return found[seat] - max(rest, default=0.0)

    def totals(self, game: Game) -> list[float]:
        """What each seat is expected to end with."""
        self.weighed += 1
        found: list[float] = list(self._scores)
        for points, seat in self._since(game):
            found[seat] += points
        for value in self.values(game):
            found[value.seat] += value.points
        return found

    def _since(self, game: Game) -> Iterator[tuple[int, int]]:
        for event in game.story[self._known :]:
            if isinstance(event, Scored):
                for seat, points in event.points:
                    yield points, seat

    def values(self, game: Game) -> Iterator[Value]:
        """What is expected beyond the points there are."""
        weights, seats = self.weights, range(game.seats)
        turns = [self.tallies.turns_left(game, seat) for seat in seats]
        hands: list[float] = [0.0] * game.seats
        held: dict[tuple[Cell, int], list[tuple[Stake, int]]] = {}
        for area in game.board.held():
            found = self._stakes.get(id(area))
            if found is None:
                found = self._stakes[id(area)] = stake(game, area)
            if not found.around:
                for cell, ports in found.cells:
                    held.setdefault((cell, found.plane), []).append((found, ports))
            chance, values = self._feature(game, found)
            yield from values
            for seat, number in found.back:
                hands[seat] += number * chance
        yield from self._meetings(game, held)
        for foresight in self._foresights:
            for kind, points, feature in foresight.foreseen(game, self.tallies):
                for seat, expected in points:
                    yield Value(kind, seat, expected * weights.promise, feature)
        for step in self._untold:
            for event in step.run(game).story[len(game.story) :]:
                if isinstance(event, Scored):
                    for seat, paid in event.points:
                        yield Value("end", seat, paid, None, event.cells())
        for seat in seats:
            if seat not in game.out:
                yield Value("hand", seat, self._in_hand(game, seat, turns[seat], hands[seat]))
        if game.agenda and isinstance(game.agenda[0], Draw):
            yield Value("again", game.turn, weights.extra)

    def _feature(self, game: Game, held: Stake) -> Expected:
        """What a held feature is expected to pay, and how likely it is finished."""
        shares = held.finished or held.final
        seat = shares[0][0] if shares else held.area.pieces[0].seat
        time = self.tallies.turns_left(game, seat)
        gaps = game.board.gaps
        key = (id(held.area), time, *[gaps.get(cell) for cell, _ in held.cells])
        found = self._features.get(key)
        if found is None:
            found = self._features[key] = self._expected(game, held, time)
        return found

    def _expected(self, game: Game, held: Stake, time: float) -> Expected:
        weights, tallies, gaps = self.weights, self.tallies, game.board.gaps
        if not held.cells:
            chance = grown = 1.0 if held.closing else 0.0
        else:
            if held.around:
                filled = [tallies.filling(game, cell) for cell, _ in held.cells]
                chance = prod(filled)
            else:
                draws = time * weights.effort
                filled = [tallies.drawn(tallies.fits(gaps[cell]), draws) for cell, _ in held.cells]
                chance = (
                    tallies.closing(game, held.plane, held.cells, time) if held.closing else 0.0
                )
            grown = weights.growth * sum(filled) / len(filled)
        area, left = held.area, 1 - chance
        values = [
            *(Value("finished", seat, points * chance, area) for seat, points in held.finished),
            *(Value("end", seat, points * left * (1 - grown), area) for seat, points in held.final),
            *(Value("end", seat, points * left * grown, area) for seat, points in held.grown),
        ]
        return chance, tuple(value for value in values if value.points)

    def _meetings(
        self, game: Game, held: dict[tuple[Cell, int], list[tuple[Stake, int]]]
    ) -> Iterator[Value]:
        """What is won and lost where a tile that is left can join two features that are held."""
        weights, tallies, gaps = self.weights, self.tallies, game.board.gaps
        for (cell, plane), there in held.items():
            if len(there) < 2:
                continue
            for (one, ports), (other, others) in combinations(there, 2):
                if one.area.layer is not other.area.layer:
                    continue
                number = tallies.joins(gaps[cell], plane, ports, others)
                if not number:
                    continue
                chance = weights.joining * tallies.drawn(
                    number, tallies.number / game.seats * weights.effort
                )
                first = dict(one.finished or one.final)
                second = dict(other.finished or other.final)
                together = max(first.values(), default=0) + max(second.values(), default=0)
                winners = leaders(one.area.pieces + other.area.pieces)
                for seat in {*first, *second, *winners}:
                    apart = first.get(seat, 0) + second.get(seat, 0)
                    change = (together if seat in winners else 0) - apart
                    if change:
                        yield Value("joining", seat, change * chance, one.area, (cell,))

    def _in_hand(self, game: Game, seat: int, turns: float, returning: float) -> float:
        """What followers in hand and those coming back are worth, and other pieces."""
        weights = self.weights
        workers, spare = 0, 0
        for kind, number in game.supply[seat].items():
            if kind in self._workers:
                workers += number
            else:
                spare += number
        ready = workers + returning * weights.back
        key = (ready, turns)
        found = self._hands.get(key)
        if found is None:
            time = 1 - exp(-turns / weights.horizon)
            found = weights.hand * time * (1 - exp(-ready / weights.plenty))
            self._hands[key] = found
        return found + spare * weights.spare * (1 - exp(-turns / weights.horizon))
