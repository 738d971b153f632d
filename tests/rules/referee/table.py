"""A game played by the rules that all games share (COM-01 to COM-27).

The referee shares no code with ``rules`` and updates nothing step by step: after each tile it
floods the features it needs from border point to border point. Each part of a game is a subclass
that adds its own rules (`tests.rules.referee.games`).
"""

import json
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

DATA = Path(__file__).parents[3] / "rules" / "data"

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The steps to the north, east, south and west."""
ACROSS = [(*SIDES[point // 3], (3 * (point // 3) + 8 - point % 3) % 12) for point in range(12)]
"""For each border point the step to the neighbour, and its border point that meets it.

A side has three points, clockwise, so the first meets the last of the side beyond.
"""
NO_MARKS = {"letter", "ports", "inner_end", "cities", "rivers", "quays"}
"""The keys of a printed segment that are neither its kind nor a mark."""
PASS = "pass"

Cell: TypeAlias = tuple[int, int]
Node: TypeAlias = tuple[int, int, str]
"""A lettered segment of the tile at x, y."""
Nodes: TypeAlias = frozenset[Node]
Event: TypeAlias = tuple[Any, ...]
"""A word and plain values; what is without order is sorted."""
Steps: TypeAlias = Generator[set[str], str, None]
"""A part of a game: it yields the legal moves of each decision and is sent the one chosen."""


class Piece(NamedTuple):
    seat: int
    wood: str
    role: str
    node: Node


Pieces: TypeAlias = Sequence[Piece]


def neighbours(cell: Cell, steps: Iterable[Cell] = SIDES) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for x, y in steps]


def beyond(cell: Cell, point: int) -> tuple[int, int, int]:
    """The neighbour's border point that meets a border point of a cell."""
    x, y, facing = ACROSS[point]
    return cell[0] + x, cell[1] + y, facing


class Table:
    """The rules that all games share."""

    layers: ClassVar[Mapping[str, tuple[str, ...]]]
    """The kinds of segments that a feature of each name is made of."""
    scored: ClassVar[tuple[str, ...]]
    """The features that are scored as soon as they are complete."""
    around: ClassVar[Mapping[str, tuple[Cell, ...]]] = {}
    """For features of one tile the steps to the cells that complete them."""

    def __init__(self, head: Mapping[str, str]) -> None:
        self.head = head
        self.seats = int(head["seats"])
        self.facts: dict[str, dict[str, Any]] = {}
        self.turned: dict[str, list[tuple[int, list[str]]]] = {}
        """The rotations of a tile that look different, each with its border."""
        self.box = Counter[str]()
        """The number of each tile in the boxes."""
        self.piles: dict[str, list[str]] = {}
        self.start = ""
        self.roles: dict[str, tuple[tuple[str, ...], str]] = {}
        """For each role the kinds of segment and the piece of wood."""
        self.wood = Counter[str]()
        self.weights: dict[str, int] = {}
        """The pieces of wood that do not count as one for a majority."""
        self.unpack()
        self.hands = [Counter(self.wood) for _ in range(self.seats)]
        self.lying: dict[Cell, tuple[str, int]] = {}
        self.printed: dict[Node, dict[str, Any]] = {}
        self.points: dict[Node, list[int]] = {}
        """The border points of each segment as its tile lies."""
        self.at_point: dict[tuple[int, int, int], Node] = {}
        self.flooded: dict[tuple[str, Node], Nodes] = {}
        """The features found since the board changed, by name and segment."""
        self.pieces: list[Piece] = []
        self.gone: list[Piece] = []
        """The pieces that left the game."""
        self.scores = [0] * self.seats
        self.story: list[Event] = []
        self.line = 0
        self.report: list[str] = []
        """The scores with points, each after the line of the record that is played."""
        self.out: set[int] = set()
        self.places: set[str] = set()
        """The legal placements of the tile in hand."""
        self.seat, self.last, self.hand, self.source = 0, (0, 0), "", ""
        self.laid = self.absent = self.ending = self.over = False
        self.lay(self.start, 0, (0, 0))
        self.tell("turn", 0)
        self.begin()

    def begin(self) -> None:
        """Ask for the next move of a turn that begins, or of none."""
        self.steps = self.turns()
        self.offered = next(self.steps, set())

    def unpack(self) -> None:
        """Add the tiles, pieces and roles of each part."""

    def unpack_tiles(self, name: str, pile: str = "bag") -> None:
        """Read the tiles of a file; their pile stands in the record (COM-03)."""
        for fact in json.loads((DATA / f"{name}.json").read_text("utf-8")):
            self.facts[fact["id"]] = fact
            mix = self.head.get(name) or "C1"
            self.box[fact["id"]] += fact["count"] if "count" in fact else fact["counts"][mix]
            if fact.get("start"):
                self.start = fact["id"]
        self.piles[pile] = self.head[pile].split()

    def tell(self, *event: Any) -> None:
        """Add an event to the story."""
        self.story.append(event)

    # -- what lies there -----------------------------------------------------------------------

    def lay(self, tile: str, quarters: int, cell: Cell) -> None:
        """Lay a tile; it is never moved again (COM-10)."""
        self.lying[cell] = (tile, quarters)
        for segment in self.facts[tile]["segments"]:
            node = (*cell, segment["letter"])
            self.printed[node] = segment
            self.points[node] = [(point + 3 * quarters) % 12 for point in segment["ports"]]
            for point in self.points[node]:
                self.at_point[(*cell, point)] = node
        self.flooded.clear()

    def nodes(self, cell: Cell) -> list[Node]:
        """The segments of a laid tile."""
        tile, _ = self.lying[cell]
        return [(*cell, segment["letter"]) for segment in self.facts[tile]["segments"]]

    def kind(self, node: Node) -> str:
        """The terrain of a segment, such as road."""
        return str(self.printed[node]["kind"])

    def marks(self, nodes: Iterable[Node], mark: str) -> int:
        return sum(int(self.printed[node].get(mark, 0)) for node in nodes)

    def joined(self, node: Node, layer: str) -> Iterator[Node]:
        """The segments of the same tile that belong to the same feature."""
        yield from ()

    def feature(self, start: Node, layer: str = "") -> Nodes:
        """Everything connected to a segment."""
        layer = layer or self.kind(start)
        if (layer, start) not in self.flooded:
            todo, nodes = [start], {start}
            while todo:
                node = todo.pop()
                across = [self.at_point.get(beyond(node[:2], p)) for p in self.points[node]]
                for other in (*across, *self.joined(node, layer)):
                    if other is not None and other not in nodes:
                        nodes.add(other)
                        todo.append(other)
            self.flooded.update(dict.fromkeys(((layer, n) for n in nodes), frozenset(nodes)))
        return self.flooded[layer, start]

    def features(self, layer: str) -> set[Nodes]:
        kinds = self.layers[layer]
        return {self.feature(n, layer) for n, s in self.printed.items() if s["kind"] in kinds}

    def complete(self, nodes: Nodes) -> bool:
        """Return True if no border point leads into the open, and no neighbour is missing."""
        first = min(nodes)
        if not self.lying.keys() >= {*neighbours(first[:2], self.around.get(self.kind(first), ()))}:
            return False
        return all(beyond(n[:2], point) in self.at_point for n in nodes for point in self.points[n])

    def standing(self, nodes: Collection[Node], layer: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.node in nodes]

    # -- what is allowed -----------------------------------------------------------------------

    def look(self, tile: str, quarters: int) -> Counter[Any]:
        """Everything one sees of a tile so turned, whatever the letters (COM-08)."""
        segments, place = self.facts[tile]["segments"], dict[str, frozenset[int]]()
        for s in segments:
            place[s["letter"]] = frozenset((port + 3 * quarters) % 12 for port in s["ports"])
        return Counter(
            (
                place[s["letter"]],
                "" if s.get("inner_end") in place else s.get("inner_end"),
                frozenset((key, value) for key, value in s.items() if key not in NO_MARKS),
                frozenset(place[other] for other in (*s.get("cities", ()), *s.get("rivers", ()))),
            )
            for s in segments
        )

    def border(self, tile: str, quarters: int) -> list[str]:
        """The kinds at the twelve border points of a tile so turned."""
        printed = {point: s["kind"] for s in self.facts[tile]["segments"] for point in s["ports"]}
        return [printed[(point - 3 * quarters) % 12] for point in range(12)]

    def admits_tile(self, border: list[str], cell: Cell) -> bool:
        return True

    def placements(self, tile: str) -> set[str]:
        """COM-06: beside a tile. COM-07: all touching sides match. COM-08: each look once."""
        if tile not in self.turned:
            looks = [self.look(tile, quarters) for quarters in range(4)]
            distinct = [q for q in range(4) if looks.index(looks[q]) == q]
            self.turned[tile] = [(quarters, self.border(tile, quarters)) for quarters in distinct]
        places = set()
        for cell in {gap for c in self.lying for gap in neighbours(c)} - self.lying.keys():
            met = [(p, self.at_point.get(beyond(cell, p))) for p in range(12)]
            touching = [(point, self.kind(node)) for point, node in met if node is not None]
            for quarters, border in self.turned[tile]:
                fits = all(border[point] == kind for point, kind in touching)
                if fits and self.admits_tile(border, cell):
                    places.add(f"place {cell[0]} {cell[1]} rot{90 * quarters}")
        return places

    def admits(self, role: str, node: Node) -> bool:
        """COM-12: the whole feature, the new tile included, holds nobody yet (COM-13)."""
        layer = self.kind(node)
        return not self.standing(self.feature(node, layer), layer)

    def figures(self) -> dict[str, Piece]:
        """COM-11: one piece of the own supply on one segment of the tile just laid (COM-14)."""
        return {
            f"{role} {node[2]}": Piece(self.seat, wood, role, node)
            for node in self.nodes(self.last)
            for role, (kinds, wood) in self.roles.items()
            if self.kind(node) in kinds and self.hands[self.seat][wood] and self.admits(role, node)
        }

    # -- what happens --------------------------------------------------------------------------

    def turns(self) -> Steps:
        """COM-02: one turn after the other."""
        while not self.over:
            yield from self.turn()
            self.end_turn()

    def turn(self) -> Steps:
        """COM-05: a turn begins with its tile."""
        yield from self.play_tile("bag")

    def end_turn(self) -> None:
        """The next seat that is still there, or the end after the last tile (B-60, H-60, A-60)."""
        self.absent = False
        if self.piles["bag"] and not self.ending:
            self.seat = (self.seat + 1) % self.seats
            while self.seat in self.out:
                self.seat = (self.seat + 1) % self.seats
            self.tell("turn", self.seat)
            return
        self.over = True
        self.final_scoring()
        there = set(range(self.seats)) - self.out
        best = max(self.scores[seat] for seat in there)
        self.tell("winners", *sorted(s for s in there if self.scores[s] == best))  # COM-21

    def draw(self, pile: str) -> None:
        """COM-09: a tile that fits nowhere leaves the game, and the next one is drawn."""
        while self.piles[pile] and not self.hand:
            tile = self.piles[pile].pop(0)
            self.tell("drawn", self.seat, pile, tile)
            if places := self.placements(tile):
                self.hand, self.source, self.places = tile, pile, places
            else:
                self.tell("discarded", self.seat, pile, tile)

    def play_tile(self, pile: str) -> Steps:
        """COM-01: draw and place, deploy, score."""
        if self.absent or self.seat in self.out:
            return
        self.draw(pile)
        if not self.hand:
            return
        _, x, y, rotation = (yield self.places).split()
        self.last = (int(x), int(y))
        quarters = int(rotation[3:]) // 90
        self.lay(self.hand, quarters, self.last)
        self.tell("placed", self.seat, self.hand, self.last, quarters)
        self.hand, self.laid = "", True
        self.after_placing()
        yield from self.actions()
        yield from self.close()
        self.laid = False

    def after_placing(self) -> None:
        """Note the rights that the placed tile gives."""

    def other_actions(self) -> set[str]:
        """The moves that may be made instead of deploying."""
        return set()

    def actions(self) -> Steps:
        """COM-15: deploy, or do nothing; nobody is asked without a choice."""
        figures, others = self.figures(), self.other_actions()
        if figures or others:
            text = yield {*figures, *others, PASS}
            if text in figures:
                piece = figures[text]
                self.hands[piece.seat][piece.wood] -= 1
                self.pieces.append(piece)
                self.tell("deployed", piece)
            elif text != PASS:
                self.act(text)

    def act(self, text: str) -> None:
        """Make a move other than deploying."""

    def close(self) -> Steps:
        """COM-17, COM-18: score all that the tile has completed, whoever stands there."""
        for nodes in self.completed():
            self.settle(self.kind(min(nodes)), nodes)
        yield from ()

    def completed(self) -> list[Nodes]:
        """The complete features of the tile, of its neighbourhood, and with pieces anywhere."""
        near = [n for c in neighbours(self.last, RING) if c in self.lying for n in self.nodes(c)]
        candidates = [
            *self.nodes(self.last),
            *(node for node in near if self.kind(node) in self.around),
            *(p.node for p in self.pieces if p in self.standing({p.node}, self.kind(p.node))),
        ]
        found = {self.feature(n) for n in candidates if self.kind(n) in self.scored}
        return [nodes for nodes in found if self.complete(nodes)]

    def worth(self, nodes: Nodes) -> int:
        """The points of a feature for its majority: complete in play, incomplete at the end."""
        raise NotImplementedError

    def shares(self, here: list[Piece], worth: int) -> dict[int, int]:
        """COM-16: all points to each seat with the most; nobody scores without a piece."""
        tally = Counter[int]()
        for piece in here:
            tally[piece.seat] += self.weights.get(piece.wood, 1)
        most = max(tally.values(), default=0)
        return {seat: worth for seat in tally if most and tally[seat] == most}

    def settle(self, layer: str, nodes: Nodes, *, stay: bool = False) -> None:
        """Pay for a feature, and send all on it home, losers too (COM-19)."""
        here, worth = self.standing(nodes, layer), self.worth(nodes)
        self.pay(layer, {node[:2] for node in nodes}, worth, self.shares(here, worth), here)
        if not stay:
            self.send_home(here)

    def pay(
        self, kind: str, cells: set[Cell], worth: int, points: dict[int, int], here: Pieces = ()
    ) -> None:
        """Write a score down."""
        paid = tuple(sorted((seat, number) for seat, number in points.items() if number))
        for seat, number in paid:
            self.scores[seat] += number
        pieces = tuple(sorted(here))
        self.tell("scored", kind, tuple(sorted(cells)), worth, paid, pieces, self.over)
        if paid:
            shares = " ".join(f"{seat}:{number}" for seat, number in paid)
            where = " on " * bool(cells) + " ".join(f"{x},{y}" for x, y in sorted(cells))
            self.report.append(f"{'end' if self.over else self.line} {kind} {shares}{where}")

    def send_home(self, pieces: Pieces) -> None:
        """Give pieces back to their seats (COM-19)."""
        for piece in pieces:
            self.pieces.remove(piece)
            self.hands[piece.seat][piece.wood] += 1

    def final_scoring(self) -> None:
        """Score what is left at the end."""
        raise NotImplementedError

    def settle_all(self, layer: str, *, stay: bool = False) -> None:
        """Score every feature of a name with pieces on it at the end."""
        for nodes in self.features(layer):
            if self.standing(nodes, layer):
                self.settle(layer, nodes, stay=stay)

    def send_home_unscored(self, pieces: list[Piece]) -> None:
        """Give pieces back that score nothing."""
        if pieces:
            self.tell("returned", tuple(sorted(pieces)))
            self.send_home(pieces)

    # -- what the seats and the table say ------------------------------------------------------

    def play(self, line: str) -> None:
        """Play one line of a record in canonical notation."""
        match line.split():
            case ["skip"]:  # COM-26
                self.tell("skipped", self.seat)
                self.leave(ending=False)
            case ["end"]:  # COM-27
                self.tell("ended early")
                self.leave(ending=True)
            case ["resign", *named]:  # COM-24
                seat = int(named[0]) if named else self.seat
                assert seat not in self.out, f"{line}: the seat has left"
                self.out.add(seat)
                self.tell("resigned", seat)
                ending = len(self.out) == self.seats - 1
                if ending or seat == self.seat:
                    self.leave(ending=ending)
            case _:
                assert line in self.offered, f"{line} is not legal, only {sorted(self.offered)}"
                self.choose(line)

    def choose(self, move: str) -> None:
        """Make a move and go on to the next decision."""
        try:
            self.offered = self.steps.send(move)
        except StopIteration:
            self.offered = set()

    def leave(self, *, ending: bool) -> None:
        """End a turn without its player: what lies is scored, a tile in hand goes back (COM-24).

        At the end of the game a tile in hand is put away (COM-27).
        """
        self.absent, self.ending = True, ending
        if self.hand:
            if not ending:
                self.piles[self.source].insert(0, self.hand)
            self.hand = ""
            self.steps.close()
            self.end_turn()
            self.begin()
        while self.laid:
            self.choose(self.owed())

    def owed(self) -> str:
        """The answer of a player who is not there (COM-24)."""
        return PASS


RING = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
"""The steps to the eight cells around."""
