"""A reference for roads with ferries, walked from border point to border point.

It reads nothing but `TilePlaced` and `FerryLaid`: only the printed tiles are shared with the rules,
not their forms, boards or areas.
"""

from collections import Counter
from dataclasses import dataclass, field

from rules.geometry import xy
from rules.story import Event, PieceDeployed, TilePlaced
from rules.variants import rulebook
from rules.variants.ferries import FerryLaid

GAME = "base+ferries"
Cell = tuple[int, int]
Node = tuple[Cell, str]
"""A lettered road of the tile at a cell."""
STEP = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass
class Roads:
    """The roads of a table, walked step by step; built from a story."""

    cloisters: bool = True
    tiles: dict[Cell, tuple[str, int]] = field(default_factory=lambda: {(0, 0): ("D", 0)})
    ferry: dict[Cell, frozenset[str]] = field(default_factory=dict)
    thieves: Counter[tuple[Node, int]] = field(default_factory=Counter)

    def see(self, event: Event) -> None:
        """Take in what happened."""
        match event:
            case TilePlaced():
                self.tiles[xy(event.cell)] = (event.tile, event.rotation)
            case FerryLaid():
                cell = xy(event.joins[0])
                self.ferry[cell] = frozenset(map(self.letter, event.joins))
            case PieceDeployed() if event.piece.role.name == "thief":
                cell = xy(event.piece.spot)
                self.thieves[(cell, self.letter(event.piece.spot)), event.piece.seat] += 1

    def letter(self, spot: int) -> str:
        """The letter of a spot: the n-th segment of its tile."""
        return "abcdefghij"[spot % 16]

    def road_at(self, cell: Cell, side: int) -> Node | None:
        """The road that leaves a tile through a side."""
        if cell not in self.tiles:
            return None
        tile, quarters = self.tiles[cell]
        for zone in PRINTED[tile].zones:
            if zone.terrain == "road" and 3 * ((side - quarters) % 4) + 1 in zone.ports:
                return cell, zone.letter
        return None

    def sides(self, node: Node) -> list[int]:
        """The sides through which a road leaves its tile."""
        return [side for side in range(4) if self.road_at(node[0], side) == node]

    def end(self, node: Node) -> str | None:
        """The end of a road on its tile."""
        return PRINTED[self.tiles[node[0]][0]].zone(node[1]).inner_end

    def beyond(self, node: Node, side: int) -> Node | None:
        """The road of the next tile that goes on from a side."""
        (x, y), (dx, dy) = node[0], STEP[side]
        return self.road_at((x + dx, y + dy), (side + 2) % 4)

    def road(self, start: Node) -> tuple[set[Node], bool]:
        """A whole road, and whether nothing of it is open."""
        nodes, ahead, complete = {start}, [start], True
        while ahead:
            node = ahead.pop()
            near = [self.beyond(node, side) for side in self.sides(node)]
            complete = complete and None not in near
            linked = self.ferry.get(node[0], frozenset())
            if node[1] in linked:
                near += [(node[0], letter) for letter in linked]
            for other in near:
                if other is not None and other not in nodes:
                    nodes.add(other)
                    ahead.append(other)
        return nodes, complete

    def all(self) -> list[tuple[set[Node], bool]]:
        """Every road there is, each once."""
        left = {node for c in self.tiles for s in range(4) if (node := self.road_at(c, s))}
        roads = []
        while left:
            nodes, complete = self.road(min(left))
            left -= nodes
            roads.append((nodes, complete))
        return roads

    def pays(self, nodes: set[Node]) -> dict[int, int]:
        """The points for a road: one a tile to the seats with the most thieves (F-32, COM-16)."""
        count = Counter[int]()
        for (node, seat), number in self.thieves.items():
            count[seat] += number if node in nodes else 0
        most = max(count.values(), default=0)
        points = len({cell for cell, _ in nodes})
        return {seat: points for seat, number in count.items() if most and number == most}

    def settle(self, *, complete: bool) -> Counter[tuple[frozenset[Cell], int, int]]:
        """Score every road with thieves on it, wherever it is; those thieves go home (F-30)."""
        totals = Counter[tuple[frozenset[Cell], int, int]]()
        for nodes, done in self.all():
            if done or not complete:
                cells = frozenset(cell for cell, _ in nodes)
                totals.update((cells, seat, points) for seat, points in self.pays(nodes).items())
                for key in [key for key in self.thieves if key[0] in nodes]:
                    del self.thieves[key]
        return totals

    def turnable(self, placed: Cell) -> set[Cell]:
        """The first ferry along each road that the tile placed last extends (F-20 to F-23)."""
        lakes = set()
        for side in range(4):
            node = self.road_at(placed, side)
            if node is None or (self.end(node) == "monastery" and not self.cloisters):
                continue
            there: Node | None = self.beyond(node, side)
            came = (side + 2) % 4
            while there is not None and there[0] != placed:
                if self.end(there) == "quay":
                    if there[1] in self.ferry.get(there[0], frozenset()):
                        lakes.add(there[0])
                    break
                out = [other for other in self.sides(there) if other != came]
                if not out:
                    break
                there, came = self.beyond(there, out[0]), (out[0] + 2) % 4
        return lakes


PRINTED = {
    name: tile
    for mix in ("C1", "C3")
    for name, tile in rulebook(GAME, {"ferries": mix}).ruleset.bags["bag"].tiles.items()
}
