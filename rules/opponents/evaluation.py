"""The evaluation of a position for each seat: points, expected points, followers in hand."""

from collections.abc import Iterator
from itertools import combinations
from math import exp, prod
from typing import Final, NamedTuple

from rules.areas import Area
from rules.final_scoring import GameEnd, ScoreAll, SendHome
from rules.forecasts import Forecaster
from rules.game import Game
from rules.geometry import Cell
from rules.opponents.chances import CountedChances
from rules.opponents.held_features import HeldFeature, MeetingPlace, held_feature
from rules.opponents.weights import Weights, weights_of
from rules.pieces import leaders
from rules.ruleset import Effect
from rules.story import Scored
from rules.turn import Draw

FORESEEN_STEPS: Final = (Forecaster, ScoreAll, SendHome, GameEnd)
"""Steps of a finale whose points come from their own forecasts or from the scorers of features."""


class Value(NamedTuple):
    """A seat's expected points: kind, and the feature or cells they come from."""

    kind: str
    seat: int
    points: float
    area: Area | None = None
    cells: tuple[Cell, ...] = ()


class FeatureForecast(NamedTuple):
    """A held feature, its chance of being finished, its expected points."""

    feature: HeldFeature
    chance: float
    values: tuple[Value, ...]


class Evaluation:
    """Evaluates positions that follow from one; features and gaps are cached."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        ruleset = game.book.ruleset
        self.weights = weights_of(ruleset) if weights is None else weights
        self.tallies = CountedChances(game, self.weights)
        self.positions_weighed = 0
        self._story_length = len(game.story)
        self._scores = game.scores
        self._workers = frozenset(
            role.kind
            for role in ruleset.roles
            if role.kind.weight
            and role.layer in ruleset.scorers
            and role.kind not in ruleset.scorers[role.layer].spent
        )
        steps = (*ruleset.tile, *ruleset.turn, *ruleset.finale)
        self._forecasters = tuple(step for step in steps if isinstance(step, Forecaster))
        self._other_final_steps = tuple(
            step
            for step in ruleset.finale
            if isinstance(step, Effect) and not isinstance(step, FORESEEN_STEPS)
        )
        self._features: dict[tuple[float | None, ...], FeatureForecast] = {}
        self._held_features: dict[int, HeldFeature] = {}
        self._joined: dict[tuple[int, int, Cell, int], tuple[float, tuple[Value, ...]]] = {}
        self._hand_values: dict[tuple[float, float], float] = {}
        self._gaps: dict[Cell, int] = {}
        self._turns: list[float] = []
        self._recent_features: dict[int, FeatureForecast] = {}

    def margin(self, game: Game, seat: int) -> float:
        totals = self.totals(game)
        others = [totals[n] for n in range(game.seats) if n != seat and n not in game.out]
        return totals[seat] - max(others, default=0.0)

    def totals(self, game: Game) -> list[float]:
        self.positions_weighed += 1
        totals: list[float] = list(self._scores)
        for points, seat in self._points_scored_since(game):
            totals[seat] += points
        for _, seat, expected, _, _ in self.values(game):
            totals[seat] += expected
        return totals

    def _points_scored_since(self, game: Game) -> Iterator[tuple[int, int]]:
        for event in game.story[self._story_length :]:
            if isinstance(event, Scored):
                for seat, points in event.points:
                    yield points, seat

    def values(self, game: Game) -> list[Value]:
        weights, seats, board = self.weights, range(game.seats), game.board
        turns = [self.tallies.turns_left(game, seat) for seat in seats]
        if board.gaps is not self._gaps or turns != self._turns:
            # Turns with one placement are evaluated in sequence and share these results.
            self._gaps, self._turns, self._recent_features = board.gaps, turns, {}
        recent = self._recent_features
        values: list[Value] = []
        hands: list[float] = [0.0] * game.seats
        meeting: dict[MeetingPlace, list[tuple[HeldFeature, int]]] = {}
        for area in board.held():
            forecast = recent.get(id(area))
            if forecast is None:
                forecast = recent[id(area)] = self._forecast_feature(game, area)
            feature, chance, expected = forecast
            values += expected
            for where, ports in feature.meets:
                meeting.setdefault(where, []).append((feature, ports))
            for seat, back in feature.back:
                hands[seat] += back * chance
        values += self._meetings(game, meeting)
        for foresight in self._forecasters:
            for kind, points, paying_area in foresight.forecast(game, self.tallies):
                for seat, worth in points:
                    values.append(Value(kind, seat, worth * weights.promise, paying_area))
        for step in self._other_final_steps:
            for event in step.run(game).story[len(game.story) :]:
                if isinstance(event, Scored):
                    for seat, paid in event.points:
                        values.append(Value("end", seat, paid, None, event.cells()))
        for seat in seats:
            if seat not in game.out:
                ready = self._value_in_hand(game, seat, turns[seat], hands[seat])
                values.append(Value("hand", seat, ready))
        if game.agenda and isinstance(game.agenda[0], Draw):
            values.append(Value("again", game.turn, weights.extra))
        return values

    def _forecast_feature(self, game: Game, area: Area) -> FeatureForecast:
        feature = self._held_features.get(id(area))
        if feature is None:
            feature = self._held_features[id(area)] = held_feature(game, area)
        gaps, time = game.board.gaps, self._turns[feature.holder]
        key = (id(area), time, *[gaps.get(cell) for cell, _ in feature.cells])
        forecast = self._features.get(key)
        if forecast is None:
            forecast = self._features[key] = FeatureForecast(
                feature, *self._expected_values(game, feature, time)
            )
        return forecast

    def _expected_values(
        self, game: Game, held: HeldFeature, time: float
    ) -> tuple[float, tuple[Value, ...]]:
        weights, tallies, gaps = self.weights, self.tallies, game.board.gaps
        if not held.cells:
            chance = grown = 1.0 if held.closing else 0.0
        else:
            if held.around:
                filled = [tallies.filling(game, cell) for cell, _ in held.cells]
                chance = prod(filled)
            else:
                draws = time * weights.effort
                filled = [
                    tallies.draw_chance(tallies.count_fitting(gaps[cell]), draws)
                    for cell, _ in held.cells
                ]
                chance = (
                    tallies.closing(game, held.plane, held.cells, time) if held.closing else 0.0
                )
            grown = weights.growth * sum(filled) / len(filled)
        area, unfinished = held.area, 1 - chance
        values = [
            *(Value("finished", seat, points * chance, area) for seat, points in held.finished),
            *(
                Value("end", seat, points * unfinished * (1 - grown), area)
                for seat, points in held.final
            ),
            *(Value("end", seat, points * unfinished * grown, area) for seat, points in held.grown),
        ]
        return chance, tuple(value for value in values if value.points)

    def _meetings(
        self, game: Game, meeting: dict[MeetingPlace, list[tuple[HeldFeature, int]]]
    ) -> Iterator[Value]:
        """Gains and losses where an undrawn tile can join two held features."""
        gaps = game.board.gaps
        for (cell, _), features in meeting.items():
            if len(features) < 2:
                continue
            for (one, ports), (other, others) in combinations(features, 2):
                key = (id(one.area), id(other.area), cell, gaps[cell])
                joined = self._joined.get(key)
                if joined is None:
                    number = self.tallies.count_joining(gaps[cell], one.plane, ports, others)
                    joined = self._joined[key] = self._joining(game, cell, one, other, number)
                chance, values = joined
                if chance:
                    yield from values
                    yield from self._forecasts_if_joined(game, cell, one.area, other.area, chance)

    def _forecasts_if_joined(
        self, game: Game, cell: Cell, one: Area, other: Area, chance: float
    ) -> Iterator[Value]:
        share = chance * self.weights.promise * self.weights.contest
        for foresight in self._forecasters:
            for seat, change in foresight.if_joined(game, one, other, self.tallies):
                if change:
                    yield Value("joining", seat, change * share, one, (cell,))

    def _joining(
        self, game: Game, cell: Cell, one: HeldFeature, other: HeldFeature, number: int
    ) -> tuple[float, tuple[Value, ...]]:
        """The chance that one of ``number`` tiles joins two features, and the gains then."""
        if not number:
            return 0.0, ()
        weights, tallies = self.weights, self.tallies
        draws = tallies.number / game.seats * weights.effort
        chance = weights.joining * tallies.draw_chance(number, draws)
        first = dict(one.finished or one.final)
        second = dict(other.finished or other.final)
        together = max(first.values(), default=0) + max(second.values(), default=0)
        winners = leaders(one.area.pieces + other.area.pieces)
        values: list[Value] = []
        for seat in {*first, *second, *winners}:
            apart = first.get(seat, 0) + second.get(seat, 0)
            change = (together if seat in winners else 0) - apart
            if change:
                values.append(Value("joining", seat, change * chance, one.area, (cell,)))
        return chance, tuple(values)

    def _value_in_hand(self, game: Game, seat: int, turns: float, returning: float) -> float:
        """The worth of followers in hand or returning, and of other pieces."""
        weights = self.weights
        workers, spare = 0, 0
        for kind, number in game.supply[seat].items():
            if kind in self._workers:
                workers += number
            else:
                spare += number
        ready = workers + returning * weights.back
        key = (ready, turns)
        value = self._hand_values.get(key)
        if value is None:
            time = 1 - exp(-turns / weights.horizon)
            value = weights.hand * time * (1 - exp(-ready / weights.plenty))
            self._hand_values[key] = value
        return value + spare * weights.spare * (1 - exp(-turns / weights.horizon))
