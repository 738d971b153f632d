"""The board: placed tiles, links between zones, the pieces on them, and which zones form one area.

A board is a value. `Board.with_tile` derives the areas of the new board from the old ones by
joining only what the tile touches; nothing else is visited.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.areas import (
    Area,
    Plane,
    extend_areas,
    reconnect_layer,
)
from rules.forms import Form
from rules.geometry import HALO_PORT, SLOTS_PER_CELL, Cell, Spot
from rules.layers import Layer
from rules.pieces import Piece
from rules.tiles import Zone


def fill_halo_cell(
    planes: Sequence[Plane],
    waiting: dict[Cell, tuple[Spot, ...]],
    cell: Cell,
    form: Form,
    tiles: Collection[Cell],
) -> list[tuple[int, Spot]]:
    """Fill a halo cell in place, and add the tile's own empty halo cells to ``waiting``.

    ``tiles``: the filled cells, the new one included. Return the (plane, spot) whose halos
    contained the cell.
    """
    fresh: list[tuple[int, Spot]] = []
    for spot in waiting.pop(cell, ()):
        for number, plane in enumerate(planes):
            if spot in plane.home:
                key = plane.home[spot]
                layer, spots, still_open, pieces = plane.areas[key]
                plane.areas[key] = Area(layer, spots, still_open - {cell + HALO_PORT}, pieces)
                fresh.append((number, spot))
    for zone, halo in form.halos:
        spot = cell + zone
        around = [empty_cell for step in halo if (empty_cell := cell + step) not in tiles]
        for empty_cell in around:
            waiting[empty_cell] = (*waiting.get(empty_cell, ()), spot)
        for plane in planes:
            if spot in plane.home:
                layer, spots, still_open, pieces = plane.areas[spot]
                still_open = still_open.union([empty_cell + HALO_PORT for empty_cell in around])
                plane.areas[spot] = Area(layer, spots, still_open, pieces)
    return fresh


@dataclass(frozen=True, slots=True)
class Board:
    """The placed tiles with their areas, links and pieces.

    ``gaps``: empty cells beside a tile, with the terrains that neighbours demand; ``waiting``:
    empty halo cells with the spots of these halos; ``links`` join spots beyond what is printed (a
    ferry); ``fresh``: the (plane, spot) of areas changed since the last tile.
    """

    layers: Mapping[str, tuple[int, Layer]]
    tiles: dict[Cell, Form]
    gaps: dict[Cell, int]
    planes: tuple[Plane, ...]
    waiting: dict[Cell, tuple[Spot, ...]]
    links: frozenset[tuple[Spot, Spot]]
    fresh: tuple[tuple[int, Spot], ...]

    @classmethod
    def empty(cls, planes: Sequence[Sequence[Layer]]) -> "Board":
        """A board without tiles; the first may be placed at any cell."""
        layers = {layer.name: (n, layer) for n, plane in enumerate(planes) for layer in plane}
        bare = tuple(Plane({}, {}, (), {}) for _ in planes)
        return cls(layers, {}, {}, bare, {}, frozenset(), ())

    # -- reading ------------------------------------------------------------------------------

    def zone(self, spot: Spot) -> Zone:
        index = spot % SLOTS_PER_CELL
        return self.tiles[spot - index].tile.zones[index]

    def bordering(self, spot: Spot) -> list[Spot]:
        """The zones that a zone touches on its tile, where that matters to a rule."""
        index = spot % SLOTS_PER_CELL
        cell = spot - index
        return [cell + other for other in self.tiles[cell].borders[index]]

    def spot(self, cell: Cell, letter: str) -> Spot:
        """Raise KeyError for an empty cell or an unknown letter."""
        return cell + self.tiles[cell].tile.index(letter)

    def area(self, layer: str, spot: Spot) -> Area:
        """Raise KeyError if the spot belongs to another layer."""
        plane = self.planes[self.layers[layer][0]]
        area = plane.areas[plane.home[spot]]
        if area.layer.name != layer:
            raise KeyError(spot)
        return area

    def areas(self, layer: str) -> Iterator[Area]:
        number = self.layers[layer][0]
        return (area for area in self.planes[number].areas.values() if area.layer.name == layer)

    def changed(self) -> list[Area]:
        """Areas changed since the last tile was placed, each once."""
        changed: dict[tuple[int, Spot], Area] = {}
        for number, spot in self.fresh:
            plane = self.planes[number]
            key = plane.home[spot]
            changed[number, key] = plane.areas[key]
        return list(changed.values())

    def newly_closed(self) -> list[Area]:
        """Closed areas among the changed ones, each once."""
        closed: dict[tuple[int, Spot], Area] = {}
        for number, spot in self.fresh:
            plane = self.planes[number]
            key = plane.home[spot]
            area = plane.areas[key]
            if not area.open:
                closed[number, key] = area
        return list(closed.values())

    def held(self, layer: str | None = None) -> list[Area]:
        """Areas with pieces, of one layer or all, unordered."""
        if layer is None:
            return [plane.areas[key] for plane in self.planes for key in plane.held]
        plane = self.planes[self.layers[layer][0]]
        areas = [plane.areas[key] for key in plane.held]
        return [area for area in areas if area.layer.name == layer]

    def pieces(self) -> tuple[Piece, ...]:
        pieces: list[Piece] = []
        for plane in self.planes:
            for area in plane.areas.values():
                if area.pieces:
                    pieces += area.pieces
        return tuple(pieces)

    # -- placing ------------------------------------------------------------------------------

    def with_tile(self, cell: Cell, form: Form) -> "Board":
        """Place a tile; the caller checks that it fits."""
        tiles, gaps, waiting = self.tiles.copy(), self.gaps.copy(), self.waiting
        tiles[cell] = form
        contact = form.contact(gaps.pop(cell, 0))
        for step, demand in contact.demands:
            beside = cell + step
            gaps[beside] = gaps.get(beside, 0) | demand
        met = {
            port: cell + step + tiles[cell + step].owners[facing]
            for port, step, facing in contact.met
        }
        waited = cell in waiting
        planes = tuple(
            [
                # A plane without a patch of the tile is unchanged.
                extend_areas(plane, touches, cell, met) if touches or waited else plane
                for plane, touches in zip(self.planes, contact.touches, strict=True)
            ]
        )
        fresh = [(number, cell + zone) for number, zone in form.heads]
        if waited or form.halos:
            waiting = waiting.copy()
            fresh += fill_halo_cell(planes, waiting, cell, form, tiles)
        return Board(*(self.layers, tiles, gaps, planes, waiting, self.links, tuple(fresh)))

    def with_piece(self, piece: Piece) -> "Board":
        """Add a piece, on the area of its role's layer."""
        number, plane = self._plane(piece)
        area = plane.areas[plane.home[piece.spot]]
        return self._holding(number, piece.spot, (*area.pieces, piece))

    def without_pieces(self, pieces: Sequence[Piece]) -> "Board":
        board = self
        for piece in pieces:
            number, plane = board._plane(piece)
            area = plane.areas[plane.home[piece.spot]]
            remaining = tuple(other for other in area.pieces if other != piece)
            board = board._holding(number, piece.spot, remaining)
        return board

    def with_links(self, links: frozenset[tuple[Spot, Spot]]) -> "Board":
        """Replace the links; the layers of the linked spots are searched again."""
        ends = {spot for pair in self.links ^ links for spot in pair}
        board = replace(self, links=links)
        planes = list(self.planes)
        fresh = list(self.fresh)
        for number, plane in enumerate(self.planes):
            moved = [spot for spot in sorted(ends) if spot in plane.home]
            fresh += [(number, spot) for spot in moved]
            for layer in {plane.areas[plane.home[spot]].layer for spot in moved}:
                planes[number] = reconnect_layer(planes[number], layer, self.tiles, links, ends)
        return replace(board, planes=tuple(planes), fresh=tuple(fresh))

    def _plane(self, piece: Piece) -> tuple[int, Plane]:
        number = self.layers[piece.role.layer][0]
        return number, self.planes[number]

    def _holding(self, number: int, spot: Spot, pieces: tuple[Piece, ...]) -> "Board":
        plane = self.planes[number]
        key = plane.home[spot]
        layer, spots, still_open, old_pieces = plane.areas[key]
        areas, held = plane.areas.copy(), plane.held
        areas[key] = Area(layer, spots, still_open, pieces)
        if not old_pieces:
            held = (*held, key)
        elif not pieces:
            held = tuple([name for name in held if name != key])
        planes = list(self.planes)
        planes[number] = Plane(plane.home, areas, held, plane.laid)
        # Listing the fields takes a tenth of the time of `replace`.
        return Board(
            *(self.layers, self.tiles, self.gaps, tuple(planes), self.waiting),
            *(self.links, self.fresh),
        )
