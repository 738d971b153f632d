"""A second scorer for the base game and The Ferries: naive, slow, sharing no code with ``rules``.

Written from the rules (B-01 to B-65, F-10 to F-34) and the tile facts alone: after every turn it
floods features anew from border point to border point. It reads a record in canonical notation,
checks that every move was legal and that no question was left out, and says what must have been
scored. Run it by hand with ``python tests/rules/variants/reference_base.py FILE``.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "rules" / "data"

STEP = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west."""
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
ROLE = {"city": "knight", "road": "thief", "field": "farmer", "monastery": "monk"}
FOLLOWERS = 7

Cell = tuple[int, int]
Node = tuple[int, int, str]
"""A lettered segment of the tile at x, y."""


@dataclass(frozen=True)
class Event:
    """A score, worked out here: ``worth`` is what the feature pays whoever has the majority."""

    after: str
    kind: str
    cells: tuple[Cell, ...]
    worth: int
    points: tuple[tuple[int, int], ...]

    def key(self) -> tuple[Any, ...]:
        """The event as a value that can be sorted."""
        return (self.after, self.kind, self.cells, self.worth, self.points)


@dataclass
class Table:
    """A game on a real table, so to speak: cards lie, pieces stand, somebody keeps count."""

    seats: int
    pile: list[str]
    facts: dict[str, Any]
    monasteries_extend: bool = True
    lying: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    printed: dict[Node, dict[str, Any]] = field(default_factory=dict)
    border: dict[Node, list[int]] = field(default_factory=dict)
    """The border points of each segment as its tile lies."""
    owner: dict[tuple[int, int, int], Node] = field(default_factory=dict)
    """The segment of a border point of the laid tile at x, y."""
    ferry: dict[Cell, frozenset[str]] = field(default_factory=dict)
    """The letters of the two roads that the ferry of a lake joins."""
    pieces: list[tuple[int, Node]] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    seat: int = 0
    hand: str | None = None
    last: Cell = (0, 0)
    ask: str = "place"
    """The next decision: place, figure, ferry, turn, or over."""
    turnable: list[Cell] = field(default_factory=list)
    third_fields: bool = False
    """X-47: each field pays 3 a city."""
    small_cities: int = 2
    """X-48: what a city of two tiles pays."""

    # -- what is printed ---------------------------------------------------------------------

    def lay(self, tile: str, quarters: int, cell: Cell) -> None:
        self.lying[cell] = (tile, quarters)
        for segment in self.facts[tile]["segments"]:
            node = (*cell, segment["letter"])
            self.printed[node] = segment
            self.border[node] = [(port + 3 * quarters) % 12 for port in segment["ports"]]
            for port in self.border[node]:
                self.owner[(*cell, port)] = node

    def nodes(self, cell: Cell) -> list[Node]:
        tile, _ = self.lying[cell]
        return [(*cell, segment["letter"]) for segment in self.facts[tile]["segments"]]

    def kind(self, node: Node) -> str:
        return str(self.printed[node]["kind"])

    def quays(self, cell: Cell) -> list[str]:
        nodes = self.nodes(cell)
        return [node[2] for node in nodes if self.printed[node].get("inner_end") == "quay"]

    def across(self, cell: Cell, port: int) -> Node | None:
        """The segment on the other side of a border point, None where no tile lies.

        A side has three points, counted clockwise, so the first meets the last of the side beyond.
        """
        side, place = divmod(port, 3)
        facing = 3 * ((side + 2) % 4) + 2 - place
        return self.owner.get((cell[0] + STEP[side][0], cell[1] + STEP[side][1], facing))

    def feature(self, start: Node) -> set[Node]:
        """Everything connected to a segment, roads also over ferries."""
        todo, nodes = [start], {start}
        while todo:
            node = todo.pop()
            near = [self.across(node[:2], port) for port in self.border[node]]
            ferry = self.ferry.get(node[:2], frozenset())
            if node[2] in ferry:
                near += [(*node[:2], letter) for letter in ferry]
            for other in near:
                if other is not None and other not in nodes:
                    nodes.add(other)
                    todo.append(other)
        return nodes

    def neighbours(self, cell: Cell) -> int:
        return sum((cell[0] + dx, cell[1] + dy) in self.lying for dx, dy in AROUND)

    def complete(self, nodes: set[Node]) -> bool:
        """B-20, B-30, B-40: no side leads into the open; a monastery has all its neighbours."""
        first = min(nodes)
        if self.kind(first) == "monastery":
            return self.neighbours(first[:2]) == len(AROUND)
        return all(
            self.across(node[:2], port) is not None for node in nodes for port in self.border[node]
        )

    def worth(self, nodes: set[Node], *, complete: bool) -> int:
        """B-22, B-31, B-32, B-41, X-48 and, incomplete, B-61."""
        tiles = len({node[:2] for node in nodes})
        first = min(nodes)
        match self.kind(first):
            case "monastery":
                return 1 + self.neighbours(first[:2])
            case "road":
                return tiles
            case _:
                pennants = sum(self.printed[node].get("pennants", 0) for node in nodes)
                full = complete and (tiles != 2 or self.small_cities == 4)
                return (tiles + pennants) * (2 if full else 1)

    # -- what is allowed ---------------------------------------------------------------------

    def fits(self, tile: str, quarters: int, cell: Cell) -> bool:
        if cell in self.lying:
            return False
        touching = 0
        for side, (dx, dy) in enumerate(STEP):
            there = (cell[0] + dx, cell[1] + dy)
            if there in self.lying:
                other, turned = self.lying[there]
                mine = self.facts[tile]["sides"][(side - quarters) % 4]
                if mine != self.facts[other]["sides"][(side + 2 - turned) % 4]:
                    return False
                touching += 1
        return touching > 0

    def placements(self, tile: str) -> set[tuple[Cell, int]]:
        cells = {(x + dx, y + dy) for x, y in self.lying for dx, dy in STEP}
        return {(cell, r) for cell in cells for r in range(4) if self.fits(tile, r, cell)}

    def figures(self) -> set[str]:
        """Every follower the seat may put on the tile just laid (COM-11, COM-12)."""
        figures = set()
        for node in self.nodes(self.last) if self.stock[self.seat] else []:
            role = ROLE.get(self.kind(node))
            if role and not {standing_on for _, standing_on in self.pieces} & self.feature(node):
                figures.add(f"{role} {node[2]}")
        return figures

    def first_ferry(self, port: int) -> Cell | None:
        """The lake of the first ferry on the road that leaves the tile just laid there (F-20)."""
        cell = self.last
        while True:
            node = self.across(cell, port)
            if node is None or node[:2] == self.last:
                return None
            cell = node[:2]
            if self.printed[node].get("inner_end") == "quay":
                return cell if node[2] in self.ferry.get(cell, ()) else None
            side, place = divmod(port, 3)
            entered = 3 * ((side + 2) % 4) + 2 - place
            onward = [other for other in self.border[node] if other != entered]
            if not onward:
                return None
            (port,) = onward

    def extended(self) -> list[Cell]:
        """The lakes whose ferry may be turned after the tile just laid (F-20 to F-26)."""
        lakes = set()
        for node in self.nodes(self.last):
            cloister = self.printed[node].get("inner_end") == "monastery"
            if self.kind(node) == "road" and (self.monasteries_extend or not cloister):
                lakes |= {self.first_ferry(port) for port in self.border[node]}
        return sorted(cell for cell in lakes if cell is not None)

    def legal_moves(self) -> set[str]:
        """Every move of the decision at hand, save that rotations which look alike all count."""
        match self.ask:
            case "place":
                assert self.hand is not None
                spots = self.placements(self.hand)
                return {f"place {x} {y} rot{90 * r}" for (x, y), r in spots}
            case "figure":
                return self.figures() | {"pass"}
            case "ferry":
                pairs = combinations(self.quays(self.last), 2)
                return {f"ferry {a} {b}" for a, b in pairs}
            case "turn":
                return {
                    f"turn {x} {y} {a} {b}"
                    for x, y in self.turnable
                    for a, b in combinations(self.quays((x, y)), 2)
                    if {a, b} != self.ferry[x, y]
                } | {"pass"}
        return set()

    # -- what happens ------------------------------------------------------------------------

    def begin(self) -> None:
        (first,) = (tile for tile, fact in self.facts.items() if fact.get("start"))
        self.lay(first, 0, (0, 0))
        self.stock = [FOLLOWERS] * self.seats
        self.scores = [0] * self.seats
        self.draw()

    def draw(self) -> None:
        """COM-09; and when nothing is left, the end (B-60)."""
        self.ask, self.hand = "place", None
        while self.pile and self.hand is None:
            tile = self.pile.pop(0)
            if self.placements(tile):
                self.hand = tile
            else:
                self.discarded.append(tile)
        if self.hand is None:
            self.last_count()

    def line(self, number: int, text: str) -> None:
        """Play one line of a record."""
        assert text in self.legal_moves(), f"line {number}: {text} is not allowed ({self.ask})"
        match text.split():
            case ["place", x, y, rotation]:
                assert self.hand is not None
                self.last = (int(x), int(y))
                self.lay(self.hand, int(rotation[3:]) // 90, self.last)
                self.hand = None
                self.turnable = self.extended()
                if self.figures():
                    self.ask = "figure"
                    return
            case ["ferry", a, b]:
                self.ferry[self.last] = frozenset((a, b))
            case ["turn", x, y, a, b]:
                self.ferry[int(x), int(y)] = frozenset((a, b))
                self.turnable.remove((int(x), int(y)))
            case ["pass"]:
                if self.ask == "turn":
                    self.turnable = []
            case [_, letter]:
                self.stock[self.seat] -= 1
                self.pieces.append((self.seat, (*self.last, letter)))
        if self.quays(self.last) and self.last not in self.ferry:
            self.ask = "ferry"
        elif self.turnable:
            self.ask = "turn"
        else:
            self.count(number)

    def count(self, number: int) -> None:
        """Score every complete feature with followers, and those of the new tile without."""
        x, y = self.last
        nearby = [(x + dx, y + dy) for dx, dy in AROUND]
        seen: set[Node] = set()
        for node in [
            *(standing_on for _, standing_on in self.pieces),
            *self.nodes(self.last),
            *(n for c in nearby if c in self.lying for n in self.nodes(c) if self.alone(n)),
        ]:
            if node not in seen and self.kind(node) in ("city", "road", "monastery"):
                nodes = self.feature(node)
                seen |= nodes
                if self.complete(nodes):
                    self.settle(str(number), nodes, self.worth(nodes, complete=True))
        self.seat = (self.seat + 1) % self.seats
        self.draw()

    def alone(self, node: Node) -> bool:
        return self.kind(node) == "monastery"

    def last_count(self) -> None:
        """The end: first what is incomplete (B-61), then the farmers city by city (B-63)."""
        self.ask = "over"
        for _, standing_on in list(self.pieces):
            if (
                any(standing_on == other for _, other in self.pieces)
                and self.kind(standing_on) != "field"
            ):
                nodes = self.feature(standing_on)
                self.settle("end", nodes, self.worth(nodes, complete=False))
        fields = [(seat, self.feature(standing_on)) for seat, standing_on in self.pieces]
        built = [city for city in self.cities() if self.complete(city)]
        if self.third_fields:
            for field in {frozenset(nodes) for _, nodes in fields}:
                cities = sum(bool(self.borders(set(field)) & city) for city in built)
                farmers = [seat for seat, nodes in fields if nodes == field]
                if cities:
                    self.pay("end", "field", set(field), 3 * cities, farmers)
            return
        for city in built:
            if farmers := [seat for seat, nodes in fields if self.borders(nodes) & city]:
                self.pay("end", "field", city, 4, farmers)

    def cities(self) -> Iterator[set[Node]]:
        seen: set[Node] = set()
        for cell in self.lying:
            for node in self.nodes(cell):
                if node not in seen and self.kind(node) == "city":
                    city = self.feature(node)
                    seen |= city
                    yield city

    def borders(self, field: set[Node]) -> set[Node]:
        """The city segments that a field touches."""
        return {
            (node[0], node[1], letter) for node in field for letter in self.printed[node]["cities"]
        }

    def settle(self, after: str, nodes: set[Node], worth: int) -> None:
        """Pay for a feature and send its followers home (COM-19)."""
        here = [piece for piece in self.pieces if piece[1] in nodes]
        self.pay(after, self.kind(min(nodes)), nodes, worth, [seat for seat, _ in here])
        for piece in here:
            self.pieces.remove(piece)
            self.stock[piece[0]] += 1

    def pay(self, after: str, kind: str, nodes: set[Node], worth: int, seats: list[int]) -> None:
        """All points to each seat with the most (COM-16)."""
        tally = Counter(seats)
        points = {seat: worth for seat in tally if tally[seat] == max(tally.values())}
        for seat in points:
            self.scores[seat] += worth
        cells = tuple(sorted({node[:2] for node in nodes}))
        self.events.append(Event(after, kind, cells, worth, tuple(sorted(points.items()))))


def count_up(text: str) -> Table:
    """The table after a record in canonical notation."""
    head: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition(":")
        if line.startswith("#") or not line.strip():
            continue
        if colon:
            head[key] = value.strip()
        else:
            body.append((number, line))
    boxes = {"base": ["base"], "base+ferries": ["base", "ferries"]}[head["game"]]
    facts = {
        tile["id"]: tile
        for box in boxes
        for tile in json.loads((DATA / f"{box}.json").read_text("utf-8"))
    }
    extend = head.get("cloister extends ferry roads", "yes") == "yes"
    table = Table(int(head["seats"]), head["bag"].split(), facts, extend)
    table.third_fields = head.get("fields") == "third"
    table.small_cities = int(head.get("small cities", "2"))
    table.begin()
    for number, line in body:
        table.line(number, line)
    return table


def report(table: Table) -> str:
    """The totals, the winners and every event with points, as kept beside a golden record."""
    best = max(table.scores)
    lines = [
        " ".join(["scores", *map(str, table.scores)]),
        " ".join(["winners", *(str(s) for s, n in enumerate(table.scores) if n == best)]),
    ]
    for event in sorted(table.events, key=lambda e: (e.after == "end", e.after.zfill(4), e.key())):
        if event.points:
            cells = " ".join(f"{x},{y}" for x, y in event.cells)
            shares = " ".join(f"{seat}:{points}" for seat, points in event.points)
            lines.append(f"{event.after} {event.kind} {shares} on {cells}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(count_up(Path(sys.argv[1]).read_text("utf-8"))), end="")
