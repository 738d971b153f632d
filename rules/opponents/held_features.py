"""Features with pieces for the evaluation: points when finished, at the end, and once grown."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rules.areas import Area
from rules.board import Board
from rules.forms import Form
from rules.game import Game
from rules.geometry import HALO_PORT, MAX_CELL_COORDINATE, Cell, Spot, cell_at
from rules.opponents.chances import OpenCells, open_cells
from rules.ruleset import Rulebook
from rules.scoring import Scorer, total_points
from rules.story import Share

Shares: TypeAlias = tuple[Share, ...]

MeetingPlace: TypeAlias = tuple[Cell, str]
"""A place where features can be joined: an empty cell, and their layer."""

MAX_GROWTH_TILES: Final = 4
"""The most tiles that a feature is assumed to grow by."""


class HeldFeature(NamedTuple):
    """A feature with pieces on it.

    ``finished``: shares once a plain tile lies in each open cell; ``final``: at the end of the game
    as the feature lies; ``grown``: then, once it has grown. ``closing``: scored when finished; then
    ``back``: seats with their numbers of returning pieces. ``holder``: the seat whose turns count.
    ``cells``: its open cells; ``around``: any tile fills them, else ``meets``: the cells with the
    layer. ``area`` is kept because caches use its identity.
    """

    area: Area
    holder: int
    plane: int
    cells: OpenCells
    around: bool
    closing: bool
    finished: Shares
    final: Shares
    grown: Shares
    back: Shares
    meets: tuple[tuple[MeetingPlace, int], ...]


def held_feature(game: Game, area: Area) -> HeldFeature:
    ruleset, board = game.book.ruleset, game.board
    name = area.layer.name
    plane = board.layers[name][0]
    finished, final = ruleset.scorers.get(name), ruleset.final_scorers.get(name)
    if area.layer.halo:
        cells: OpenCells = tuple((joint - HALO_PORT, 0) for joint in area.open)
        larger = area._replace(open=frozenset())
    else:
        cells = open_cells(area.open)
        growth = growth_tiles(game.book, name)[: len(cells)]
        board = with_growth_tiles(board, growth)
        larger = area._replace(spots=(*area.spots, *(spot for _, _, spot in growth)))
    closed, at_end = _shares(finished, board, larger), _shares(final, board, area)
    first = closed or at_end
    return HeldFeature(
        area,
        first[0][0] if first else area.pieces[0].seat,
        plane,
        cells,
        bool(area.layer.halo),
        finished is not None,
        closed,
        at_end,
        _shares(final, board, larger),
        _returning_pieces(area, finished),
        () if area.layer.halo else tuple(((cell, name), ports) for cell, ports in cells),
    )


def _shares(scorer: Scorer | None, board: Board, area: Area) -> Shares:
    if scorer is None:
        return ()
    return scorer.award(board, area, total_points(scorer.valuation(board, area)))


def _returning_pieces(area: Area, scorer: Scorer | None) -> Shares:
    """Workers that each seat gets back when an area is scored."""
    if scorer is None:
        return ()
    pieces_by_seat: dict[int, int] = {}
    for piece in area.pieces:
        kind = piece.role.kind
        if kind.weight and kind not in scorer.spent:
            pieces_by_seat[piece.seat] = pieces_by_seat.get(piece.seat, 0) + 1
    return tuple(pieces_by_seat.items())


GrowthTile: TypeAlias = tuple[Cell, Form, Spot]
"""A tile far off the board, its form, and a zone of it."""


@lru_cache
def growth_tiles(book: Rulebook, layer: str) -> tuple[GrowthTile, ...]:
    """Tiles far off the board with a plain zone of a layer: a feature's assumed growth.

    Scorers then tell what one more tile brings, whatever they count.
    """
    terrains = next(
        candidate.terrains for candidate in book.ruleset.layers if candidate.name == layer
    )
    for forms in book.forms.values():
        for index, zone in enumerate(forms.tile.zones):
            if zone.terrain in terrains and not zone.marks and not zone.touches:
                cells = [
                    cell_at(MAX_CELL_COORDINATE - 1 - n, MAX_CELL_COORDINATE - 1)
                    for n in range(MAX_GROWTH_TILES)
                ]
                return tuple((cell, forms.turned[0], cell + index) for cell in cells)
    return ()


def with_growth_tiles(board: Board, growth: Sequence[GrowthTile]) -> Board:
    """Add assumed tiles, only for looking up their marks."""
    if not growth:
        return board
    tiles = {**board.tiles, **{cell: form for cell, form, _ in growth}}
    return replace(board, tiles=tiles)
