"""The stakes of a held feature: its points when finished, and at the end of the game."""

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
"""The meeting of features: an empty cell, and their layer."""

MAX_GROWTH_TILES: Final = 4
"""The most tiles that a feature is supposed to grow by."""


class HeldFeature(NamedTuple):
    """A feature that somebody holds.

    ``finished`` are the shares once a plain tile lies in each cell it is open at, ``final`` those
    of the end as it lies, ``grown`` those of the end once it has grown so. ``closing`` says that
    it is scored when it is finished; then ``back`` are the seats whose pieces return with how
    many of each. ``holder`` is the seat whose turns are reckoned with. ``cells`` are where it is
    open, ``around`` that they are to be filled with anything; where they are not, ``meets`` are
    the same with the layer. ``area`` is kept so that its number stays its own.
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
    """The stake in a feature with pieces on it."""
    ruleset, board = game.book.ruleset, game.board
    name = area.layer.name
    plane = board.layers[name][0]
    finished, final = ruleset.scorers.get(name), ruleset.final_scorers.get(name)
    if area.layer.halo:
        cells: OpenCells = tuple((joint - HALO_PORT, 0) for joint in area.open)
        larger = area._replace(open=frozenset())
    else:
        cells = open_cells(area.open)
        more = growth_tiles(game.book, name)[: len(cells)]
        board = with_growth_tiles(board, more)
        larger = area._replace(spots=(*area.spots, *(spot for _, _, spot in more)))
    closed, lying = _shares(finished, board, larger), _shares(final, board, area)
    first = closed or lying
    return HeldFeature(
        area,
        first[0][0] if first else area.pieces[0].seat,
        plane,
        cells,
        bool(area.layer.halo),
        finished is not None,
        closed,
        lying,
        _shares(final, board, larger),
        _returning_pieces(area, finished),
        () if area.layer.halo else tuple(((cell, name), ports) for cell, ports in cells),
    )


def _shares(scorer: Scorer | None, board: Board, area: Area) -> Shares:
    if scorer is None:
        return ()
    return scorer.award(board, area, total_points(scorer.valuation(board, area)))


def _returning_pieces(area: Area, scorer: Scorer | None) -> Shares:
    """How many workers each seat gets back when an area is scored."""
    if scorer is None:
        return ()
    pieces_by_seat: dict[int, int] = {}
    for piece in area.pieces:
        kind = piece.role.kind
        if kind.weight and kind not in scorer.spent:
            pieces_by_seat[piece.seat] = pieces_by_seat.get(piece.seat, 0) + 1
    return tuple(pieces_by_seat.items())


GrowthTile: TypeAlias = tuple[Cell, Form, Spot]
"""A tile far away from all others, and a zone of it."""


@lru_cache(maxsize=256)
def growth_tiles(book: Rulebook, layer: str) -> tuple[GrowthTile, ...]:
    """Tiles with a plain zone of a layer, far off the board, that a feature may be said to have.

    So what one more tile of it brings is found by asking the scorers, whatever they count.
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


def with_growth_tiles(board: Board, more: Sequence[GrowthTile]) -> Board:
    """A board with some tiles more, to look up what is printed on them and for nothing else."""
    if not more:
        return board
    tiles = {**board.tiles, **{cell: form for cell, form, _ in more}}
    return replace(board, tiles=tiles)
