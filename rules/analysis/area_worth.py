"""The leaders of each area of a board, and its points; after the end the points it brought."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.analysis.features import features
from rules.game import Game
from rules.geometry import Spot
from rules.pieces import leaders
from rules.story import Scored


@dataclass(frozen=True, slots=True)
class AreaWorth:
    """An area with its leaders, several in a tie, and its points."""

    spots: tuple[Spot, ...]
    seats: tuple[int, ...]
    points: int


def area_worths(game: Game) -> tuple[AreaWorth, ...]:
    """The areas with a leader, as if the game ended now.

    After the end, the areas that brought points.
    """
    return tuple(_scored_areas(game) if game.over else _led_areas(game))


def _led_areas(game: Game) -> Iterator[AreaWorth]:
    for feature in features(game):
        if feature.standing and all(piece.spot in feature.spots for piece in feature.standing):
            points = feature.when_finished if feature.closed else feature.at_the_end
            yield AreaWorth(feature.spots, leaders(feature.standing), points)


def _scored_areas(game: Game) -> Iterator[AreaWorth]:
    brought: dict[frozenset[Spot], dict[int, int]] = {}
    for event in game.story:
        if isinstance(event, Scored) and event.spots and event.points:
            by_seat = brought.setdefault(frozenset(event.spots), {})
            for seat, points in event.points:
                by_seat[seat] = by_seat.get(seat, 0) + points
    for spots, by_seat in brought.items():
        most = max(by_seat.values())
        if most:
            seats = tuple(seat for seat, points in sorted(by_seat.items()) if points == most)
            yield AreaWorth(tuple(sorted(spots)), seats, most)
