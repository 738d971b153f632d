"""The placements of the drawn tile, ranked by what each of them does at once.

The rank decides which placements a picture shows; the panel sorts them by
`rules.opponents.move_order`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.analysis.hypothetical_scores import earns_second_tile, scores_of_placement
from rules.analysis.result_cache import cached_by_game
from rules.areas import Area
from rules.forms import Form
from rules.game import Game
from rules.geometry import Cell, Side, Spot, cell_of, reading_order
from rules.layers import SIDE_MASK
from rules.ruleset import Decision
from rules.scoring import total_points
from rules.story import Scored, totals
from rules.tile_fitting import fitting_places


@dataclass(frozen=True, slots=True)
class Finishes:
    """A placement finishes a feature of a kind.

    ``points`` are the points by seat, empty for an unclaimed feature; ``worth`` the points of the
    feature, whoever gets them; ``free`` is true if the mover may still claim it before the scoring;
    ``is_certain`` is false if a later choice of the turn could keep the feature open.
    """

    kind: str
    points: tuple[tuple[int, int], ...]
    worth: int
    free: bool
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Extends:
    """A placement extends a claimed feature, or fills a cell ``around`` it.

    ``owners`` are the seats of the figures on it, each once, in the order of deployment.
    """

    kind: str
    owners: tuple[int, ...]
    around: bool


@dataclass(frozen=True, slots=True)
class SecondTile:
    """A placement earns a second tile in the same turn, unless a later choice prevents that."""


Consequence: TypeAlias = Finishes | Extends | SecondTile

Rank: TypeAlias = tuple[int, bool, int, bool, int, bool, int, int, int]
"""Sort key of a placement; the smallest is the best."""


@dataclass(frozen=True, slots=True)
class TilePlacement:
    """A placement of the drawn tile (a gap and a rotation) with its consequences."""

    cell: Cell
    rotation: int
    consequences: tuple[Consequence, ...]


RankedPlacement: TypeAlias = tuple[Rank, TilePlacement]


@cached_by_game
def ranked_placements(game: Game) -> tuple[tuple[TilePlacement, ...], ...]:
    """The placements of the drawn tile, grouped by gap; the highest rank first in both.

    The order: most points for the mover, fewest for others, a second tile, extended features of
    the mover, any finished feature, extended features of others; a placement that scores only for
    others comes last. Empty without a tile in hand.
    """
    following = [step for step in game.agenda[1:] if isinstance(step, Decision)]
    return _sort_placements(game, lambda cell, form: _try_placement(game, cell, form, following))


def unranked_placements(game: Game) -> tuple[tuple[TilePlacement, ...], ...]:
    """The placements of the drawn tile by gap in reading order, without their consequences."""

    def untried(cell: Cell, form: Form) -> RankedPlacement:
        rank = (0, False, 0, False, 0, False, 0, 0, form.rotation)
        return rank, TilePlacement(cell, form.rotation, ())

    return _sort_placements(game, untried)


def _sort_placements(
    game: Game, laid: Callable[[Cell, Form], RankedPlacement]
) -> tuple[tuple[TilePlacement, ...], ...]:
    """Sort the placements of the drawn tile: by rank within a gap, and the gaps by their best."""
    if game.drawn is None:
        return ()
    by_gap = [
        sorted((laid(cell, form) for form in forms), key=lambda ranked: ranked[0])
        for cell, forms in fitting_places(game, game.drawn)
    ]
    # The rotation, last in a rank, orders placements within a gap, but not the gaps.
    by_gap.sort(key=lambda ways: (ways[0][0][:-1], reading_order(ways[0][1].cell)))
    return tuple(tuple(laying for _, laying in ways) for ways in by_gap)


def _try_placement(
    game: Game, cell: Cell, form: Form, following: Iterable[Decision]
) -> RankedPlacement:
    """Rank one placement of the drawn tile; ``following`` are the later decisions of the turn."""
    placed = game.replace(board=game.board.with_tile(cell, form), drawn=None, placed=cell)
    closed = scores_of_placement(placed)
    unsettled = (
        {spot for step in following for spot in step.unsettled_spots(placed)} if closed else set()
    )
    finished = [_finishes(placed, event, unsettled) for event in closed]
    extended = [_extends(placed, area) for area in _extended_features(placed, closed)]
    own_extensions = [consequence for consequence in extended if game.turn in consequence.owners]
    other_extensions = [
        consequence for consequence in extended if game.turn not in consequence.owners
    ]
    neighbours, again = _count_neighbours(game, cell), earns_second_tile(placed, closed)
    points = totals(closed, game.seats)
    given = sum(points) - points[game.turn]
    gain = points[game.turn] + max(
        (consequence.worth for consequence in finished if consequence.free), default=0
    )
    extends = (-len(own_extensions), not closed, -len(other_extensions), -neighbours)
    rank = (-gain, not gain and given > 0, given, not again, *extends, form.rotation)
    brings = (SecondTile(),) if again else ()
    consequences: tuple[Consequence, ...] = (*finished, *brings, *own_extensions, *other_extensions)
    return rank, TilePlacement(cell, form.rotation, consequences)


def _count_neighbours(game: Game, cell: Cell) -> int:
    """The number of tiles beside a gap."""
    return sum(bool(game.board.gaps[cell] >> 4 * side & SIDE_MASK) for side in Side)


def _finishes(laid: Game, event: Scored, unsettled: set[Spot]) -> Finishes:
    """The consequence of a finished feature."""
    surely = unsettled.isdisjoint(event.spots)
    return Finishes(
        event.kind, event.points, total_points(event.terms), _is_claimable(laid, event), surely
    )


def _is_claimable(laid: Game, event: Scored) -> bool:
    """Return True if the seat to move may claim a finished feature before it is scored."""
    supply = laid.supply[laid.turn]
    return (
        not event.pieces
        and any(cell_of(spot) == laid.placed for spot in event.spots)
        and any(
            supply[role.kind] and role.is_allowed(laid.turn, ())
            for role in laid.book.ruleset.roles
            if role.layer == event.kind
        )
    )


def _extended_features(laid: Game, closed: Iterable[Scored]) -> list[Area]:
    """The claimed features that the tile extends without finishing them."""
    board = laid.board
    finished = {(event.kind, spot) for event in closed for spot in event.spots}
    areas: dict[tuple[int, Spot], Area] = {}
    for number, spot in board.fresh:
        plane = board.planes[number]
        area = plane.areas[plane.home[spot]]
        if area.pieces and (area.layer.name, spot) not in finished:
            areas[number, plane.home[spot]] = area
    order = [layer.name for layer in laid.book.ruleset.layers]
    return sorted(
        areas.values(),
        key=lambda area: (order.index(area.layer.name), [piece.seat for piece in area.pieces]),
    )


def _extends(laid: Game, area: Area) -> Extends:
    """The consequence of an extended feature."""
    owners = tuple(dict.fromkeys(piece.seat for piece in area.pieces))
    around = all(cell_of(spot) != laid.placed for spot in area.spots)
    return Extends(area.layer.name, owners, around)
