"""The spaces for the drawn tile with their numbers, and what each placement does at once.

Their order is that of the board, never that of an evaluation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.analysis.hypothetical_scores import scores_of_placement
from rules.analysis.result_cache import cached_by_game
from rules.areas import Area
from rules.deployment import Deployment
from rules.forms import Form
from rules.game import Game, run_agenda
from rules.geometry import Cell, Spot, cell_of, xy
from rules.moves import Move, PlaceTile
from rules.ruleset import Decision, Effect, Step
from rules.scoring import total_points
from rules.story import Scored
from rules.tile_fitting import fitting_places
from rules.turn import Draw, Placement


@dataclass(frozen=True, slots=True)
class Finishes:
    """A placement finishes a feature of a kind.

    ``points`` by seat, empty for an unclaimed feature; ``worth``: the feature's points, whoever
    gets them; ``free`` is true if the mover may still claim it before the scoring; ``is_certain``
    is false if a later choice of the turn could keep the feature open.
    """

    kind: str
    points: tuple[tuple[int, int], ...]
    worth: int
    free: bool
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Extends:
    """A placement extends a claimed feature, or fills a cell ``around`` it.

    ``owners``: seats of the figures on it, each once, in order of deployment.
    """

    kind: str
    owners: tuple[int, ...]
    around: bool


@dataclass(frozen=True, slots=True)
class SecondTile:
    """A placement earns a second tile in the same turn, unless a later choice prevents that."""


Consequence: TypeAlias = Finishes | Extends | SecondTile


@cached_by_game
def spaces(game: Game) -> Mapping[Cell, tuple[int, ...]]:
    """The rotations of the drawn tile in each space that it fits, by angle.

    In the order of their numbers: from north to south, in a row from west to east. Empty without a
    tile in hand.
    """
    if game.drawn is None:
        return {}
    rotations: dict[Cell, tuple[int, ...]] = {}
    for cell, form in fitting_places(game, game.drawn):
        rotations[cell] = (*rotations.get(cell, ()), form.rotation)
    return {cell: rotations[cell] for cell in sorted(rotations, key=_row_and_column)}


def space_numbers(game: Game) -> dict[Cell, int]:
    """Numbers of the drawn tile's spaces, from 1."""
    return {cell: number for number, cell in enumerate(spaces(game), 1)}


def gap_numbers(game: Game) -> dict[Cell, int]:
    """Numbers of all empty cells next to a tile, from 1, in the order of spaces."""
    return {cell: n for n, cell in enumerate(sorted(game.board.gaps, key=_row_and_column), 1)}


def suggestion_numbers(game: Game, suggestions: Sequence[Sequence[Move]]) -> list[int]:
    """The numbers of their spaces, else 1, 2 and so on."""
    numbers = space_numbers(game)
    return [
        numbers.get(moves[0].cell, n) if isinstance(moves[0], PlaceTile) else n
        for n, moves in enumerate(suggestions, 1)
    ]


def _row_and_column(cell: Cell) -> tuple[int, int]:
    x, y = xy(cell)
    return -y, x


@cached_by_game
def consequences(game: Game) -> Mapping[PlaceTile, tuple[Consequence, ...]]:
    """Consequences of each placement of the drawn tile: finishes, brings, extends.

    The mover's features come first.
    """
    if game.drawn is None:
        return {}
    following = [step for step in game.agenda[1:] if isinstance(step, Decision)]
    return {
        PlaceTile(cell, form.rotation): _try_placement(game, cell, form, following)
        for cell, form in fitting_places(game, game.drawn)
    }


def _try_placement(
    game: Game, cell: Cell, form: Form, following: Iterable[Decision]
) -> tuple[Consequence, ...]:
    """``following``: the later decisions of the turn."""
    placed = game.replace(board=game.board.with_tile(cell, form), drawn=None, placed=cell)
    closed = scores_of_placement(placed)
    unsettled = (
        {spot for step in following for spot in step.unsettled_spots(placed)} if closed else set()
    )
    finished = [_finishes(placed, event, unsettled) for event in closed]
    again = _earns_second_tile(placed, closed)
    brings = (SecondTile(),) if again else ()
    extended = [_extends(placed, area) for area in _extended_features(placed, closed)]
    extended.sort(key=lambda consequence: game.turn not in consequence.owners)
    return (*finished, *brings, *extended)


def _earns_second_tile(game: Game, closed: Sequence[Scored]) -> bool:
    """True if the tile just placed earns a second tile without a further choice.

    ``closed``: scores of the features that the tile closes.
    """
    ruleset = game.book.ruleset
    bringing = [step for step in game.agenda if step in ruleset.turn and not step.stops_draft]
    if not bringing:
        return False
    after = ruleset.tile_steps_after(Placement)
    seen = run_agenda(game.replace(agenda=after), lambda step, _game: isinstance(step, Deployment))
    if not closed and len(seen.story) == len(game.story):
        return False
    seen = seen.with_events(*closed, agenda=())
    return any(_adds_draw(step, seen) for step in bringing)


def _adds_draw(step: Step, game: Game) -> bool:
    return isinstance(step, Effect) and not step.is_idle(game) and draws_second_tile(step.run(game))


def draws_second_tile(game: Game) -> bool:
    match game.agenda:
        case (Draw(bag), *_):
            return any(game.bags[name] for name in ([bag] if bag else game.book.ruleset.draws))
    return False


def _finishes(laid: Game, event: Scored, unsettled: set[Spot]) -> Finishes:
    surely = unsettled.isdisjoint(event.spots)
    return Finishes(
        event.kind, event.points, total_points(event.terms), _is_claimable(laid, event), surely
    )


def _is_claimable(laid: Game, event: Scored) -> bool:
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
    owners = tuple(dict.fromkeys(piece.seat for piece in area.pieces))
    around = all(cell_of(spot) != laid.placed for spot in area.spots)
    return Extends(area.layer.name, owners, around)
