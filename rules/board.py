"""The board: placed tiles, links between zones, the pieces on them, and which zones form one area.

A board is a value. `Board.with_tile` derives the areas of the new board from those of the old by
joining only what the tile touches; nothing else is visited.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.areas import Area, Plane, grown, relaid, taken_points
from rules.components import components
from rules.geometry import ACROSS, HALO, PORT, SLOTS, Cell, Joint, Spot
from rules.layers import Form, Layer
from rules.pieces import Piece
from rules.tiles import Zone


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table.

    ``gaps`` are the empty cells beside a tile with what their neighbours demand of each side;
    ``joints`` the zones that look into each gap; ``waiting`` the empty cells of halos with the
    spots they belong to. ``taken`` says of each gap which of its border points lead to an area
    that holds a piece: one bit a border point, as in `Patch.mask`. ``links`` join zones of a tile
    beyond what is printed (a ferry). ``fresh`` are the (plane, spot) whose areas have changed
    since the last tile was placed.
    """

    layers: Mapping[str, tuple[int, Layer]]
    tiles: Mapping[Cell, Form]
    gaps: Mapping[Cell, int]
    joints: Mapping[Joint, Spot]
    planes: tuple[Plane, ...]
    waiting: Mapping[Cell, tuple[Spot, ...]]
    taken: Mapping[Cell, int]
    links: frozenset[tuple[Spot, Spot]]
    fresh: tuple[tuple[int, Spot], ...]

    @classmethod
    def empty(cls, planes: Sequence[Sequence[Layer]]) -> "Board":
        """A table without a tile; the first one may be laid at any cell."""
        layers = {layer.name: (n, layer) for n, plane in enumerate(planes) for layer in plane}
        return cls(
            layers, {}, {}, {}, tuple(Plane({}, {}) for _ in planes), {}, {}, frozenset(), ()
        )

    # -- reading ------------------------------------------------------------------------------

    def zone(self, spot: Spot) -> Zone:
        """The printed zone at a spot."""
        index = spot % SLOTS
        return self.tiles[spot - index].tile.zones[index]

    def spot(self, cell: Cell, letter: str) -> Spot:
        """The spot of a lettered zone of the tile at a cell; KeyError where there is none."""
        return cell + self.tiles[cell].tile.index(letter)

    def area(self, layer: str, spot: Spot) -> Area:
        """The area of a layer that a spot belongs to; KeyError where the terrain is another."""
        plane = self.planes[self.layers[layer][0]]
        area = plane.areas[plane.home[spot]]
        if area.layer.name != layer:
            raise KeyError(spot)
        return area

    def areas(self, layer: str) -> Iterator[Area]:
        """All areas of a layer."""
        number = self.layers[layer][0]
        return (area for area in self.planes[number].areas.values() if area.layer.name == layer)

    def changed(self) -> list[Area]:
        """The areas that have changed since the last tile was placed, each once."""
        found: dict[tuple[int, Spot], Area] = {}
        for number, spot in self.fresh:
            plane = self.planes[number]
            at = plane.home[spot]
            found[number, at] = plane.areas[at]
        return list(found.values())

    def newly_closed(self) -> list[Area]:
        """The closed areas among those that have changed, each once."""
        return [area for area in self.changed() if not area.open]

    def pieces(self) -> tuple[Piece, ...]:
        """Every piece on the board."""
        found: list[Piece] = []
        for plane in self.planes:
            for area in plane.areas.values():
                if area.pieces:
                    found += area.pieces
        return tuple(found)

    # -- placing ------------------------------------------------------------------------------

    def with_tile(self, cell: Cell, form: Form) -> "Board":
        """The board after a tile is placed at a cell; whether it fits is the caller's matter."""
        tiles = {**self.tiles, cell: form}
        gaps = dict(self.gaps)
        gaps.pop(cell, None)
        for step, demand in form.demands:
            beside = cell + step
            if beside not in tiles:
                gaps[beside] = gaps.get(beside, 0) | demand
        joints = dict(self.joints)
        met: dict[int, Spot] = {}
        for port, zone in form.joints:
            neighbour = joints.pop(cell + port, None)
            if neighbour is None:
                joints[cell + ACROSS[port]] = cell + zone
            else:
                met[port] = neighbour
        taken = dict(self.taken)
        taken.pop(cell, None)
        waited = self.waiting.get(cell, ())
        waiting = dict(self.waiting)
        if waited:
            del waiting[cell]
        for zone, halo in form.halos:
            for step in halo:
                if cell + step not in tiles:
                    waiting[cell + step] = (*waiting.get(cell + step, ()), cell + zone)
        planes = tuple(
            [
                # A plane that the tile has no patch in is as it was.
                grown(plane, number, patches, cell, met, taken) if patches or waited else plane
                for number, (plane, patches) in enumerate(
                    zip(self.planes, form.patches, strict=True)
                )
            ]
        )
        fresh = [(number, cell + zone) for number, zone in form.heads]
        for spot in waited:
            for number, plane in enumerate(planes):
                if spot in plane.home:
                    at = plane.home[spot]
                    old = plane.areas[at]
                    plane.areas[at] = old._replace(open=old.open - {cell + HALO})
                    fresh.append((number, spot))
        for zone, halo in form.halos:
            ahead = [cell + step + HALO for step in halo if cell + step not in tiles]
            for plane in planes:
                if cell + zone in plane.home:
                    old = plane.areas[cell + zone]
                    plane.areas[cell + zone] = old._replace(open=old.open.union(ahead))
        return Board(
            *(self.layers, tiles, gaps, joints, planes, waiting, taken, self.links, tuple(fresh))
        )

    def with_piece(self, piece: Piece) -> "Board":
        """The board with one more piece, on the area of its role's layer."""
        number, plane = self._plane(piece)
        area = plane.areas[plane.home[piece.spot]]
        return self._holding(number, piece.spot, (*area.pieces, piece))

    def without_pieces(self, pieces: Sequence[Piece]) -> "Board":
        """The board without some of its pieces."""
        board = self
        for piece in pieces:
            number, plane = board._plane(piece)
            area = plane.areas[plane.home[piece.spot]]
            left = tuple(other for other in area.pieces if other != piece)
            board = board._holding(number, piece.spot, left)
        return board

    def with_links(self, links: frozenset[tuple[Spot, Spot]]) -> "Board":
        """The board with other links: the layers of the zones they join are connected anew."""
        ends = {spot for pair in self.links ^ links for spot in pair}
        board = replace(self, links=links)
        planes = list(self.planes)
        fresh = list(self.fresh)
        for number, plane in enumerate(self.planes):
            moved = [spot for spot in sorted(ends) if spot in plane.home]
            fresh += [(number, spot) for spot in moved]
            for layer in {plane.areas[plane.home[spot]].layer for spot in moved}:
                found = components(board.tiles, links, layer)
                planes[number] = relaid(planes[number], layer, found)
        return replace(board, planes=tuple(planes), fresh=tuple(fresh), taken=taken_points(planes))

    def _plane(self, piece: Piece) -> tuple[int, Plane]:
        number = self.layers[piece.role.layer][0]
        return number, self.planes[number]

    def _holding(self, number: int, spot: Spot, pieces: tuple[Piece, ...]) -> "Board":
        """The board with other pieces on the area of a spot."""
        plane = self.planes[number]
        at = plane.home[spot]
        area = plane.areas[at]._replace(pieces=pieces)
        taken = dict(self.taken)
        for joint in area.open:
            port = joint & PORT
            bit = 1 << port + SLOTS * number
            found = taken.get(joint - port, 0)
            taken[joint - port] = found | bit if pieces else found & ~bit
        planes = list(self.planes)
        planes[number] = Plane(plane.home, {**plane.areas, at: area})
        # Each field by itself, which takes a tenth of the time of `replace`.
        return Board(
            *(self.layers, self.tiles, self.gaps, self.joints, tuple(planes), self.waiting),
            *(taken, self.links, self.fresh),
        )
