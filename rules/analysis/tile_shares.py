"""The points of a scored feature by its tiles, in the order in which a picture lights them."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.board import Board
from rules.geometry import CROSS, Cell, Spot, cell_of
from rules.scoring import total_points
from rules.story import Scored, Term


class TileShare(NamedTuple):
    """A tile of a scored feature: the feature's zones on it, and its points.

    A score of no layer's feature has no zones.
    """

    cell: Cell
    spots: tuple[Spot, ...]
    points: int


def tile_shares(board: Board, scored: Scored, start: Cell) -> tuple[TileShare, ...]:
    """Share the points of a score among its tiles, those nearest to ``start`` first.

    Their sum is the sum of the score's terms. A term that counts a printed mark belongs to the
    tiles with the mark; any other term is shared evenly among all tiles, or among all zones if it
    counts these.
    """
    cells = _spreading(scored.cells(), start)
    if not cells:
        return ()
    points = dict.fromkeys(cells, 0)
    is_feature = scored.kind in board.layers
    for term in scored.terms:
        holders = _holders(board, scored, term, cells) if is_feature else cells
        each, rest = divmod(term.points, len(holders))
        for number, cell in enumerate(holders):
            points[cell] += each + (number < rest)
    assert sum(points.values()) == total_points(scored.terms)
    spots: dict[Cell, list[Spot]] = {cell: [] for cell in cells}
    for spot in scored.spots if is_feature else ():
        spots[cell_of(spot)].append(spot)
    return tuple(TileShare(cell, tuple(spots[cell]), points[cell]) for cell in cells)


def _holders(board: Board, scored: Scored, term: Term, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The tiles of a term, each as often as it counts."""
    marked = tuple(
        cell_of(spot)
        for spot in scored.spots
        for _mark in range(board.zone(spot).marks.get(term.name, 0))
    )
    if len(marked) == term.number:
        return marked
    return tuple(map(cell_of, scored.spots)) if len(scored.spots) == term.number else cells


def _spreading(cells: Iterable[Cell], start: Cell) -> tuple[Cell, ...]:
    """Cells in the order in which they are reached from ``start``, tile by tile."""
    left = list(cells)
    reached: list[Cell] = []
    frontier = [start] if start in left else left[:1]
    while frontier:
        for cell in frontier:
            left.remove(cell)
        reached += frontier
        beside = {cell + step for cell in frontier for step in CROSS}
        # A feature may go on elsewhere, beyond a ferry for example.
        frontier = [cell for cell in left if cell in beside] or left[:1]
    return tuple(reached)
