"""A second scorer for the Ark of the Covenant: naive, slow, and sharing no code with ``rules``.

Written from the rules (A-10 to A-64, X-20 to X-27) and the tile facts alone: after every tile it
floods each feature anew from border point to border point. It reads a record in canonical
notation, checks that every placement, figure and walk was legal and that no question was left
out, and says what must have been scored. By hand:
``python tests/rules/variants/reference_ark.py FILE``.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "rules" / "data" / "ark.json"

BEYOND = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
SIDES = "nesw"
STANDS_ON = {"knight": "city", "prophet": "city", "thief": "road", "shepherd": "field"}

Cell = tuple[int, int]
Node = tuple[int, int, str]
"""A lettered segment of the tile at x, y."""
Piece = tuple[int, str, Node]
"""A seat, a role, where it stands."""


@dataclass
class Event:
    """A score worked out here; ``worth`` is undoubled, ``points`` is what each seat gets."""

    after: int | str
    kind: str
    cells: frozenset[Cell]
    worth: int
    points: dict[int, int]

    def key(self) -> tuple[str, str, tuple[Cell, ...], int, tuple[tuple[int, int], ...]]:
        """The event as a value that can be sorted."""
        points = tuple(sorted(self.points.items()))
        return (str(self.after), self.kind, tuple(sorted(self.cells)), self.worth, points)


def around(cell: Cell) -> list[Cell]:
    """The four cells beside a cell."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in BEYOND.values()]


def beyond(x: int, y: int, point: int) -> tuple[int, int, int]:
    """The border point of the neighbour that a border point meets, going round a tile's corner."""
    dx, dy = BEYOND[SIDES[point // 3]]
    place = 2 - point % 3
    return (x + dx, y + dy, (point // 3 + 2) % 4 * 3 + place)


def first(standing: list[int]) -> list[int]:
    """The seats with the most pieces, every one of those that tie (COM-16)."""
    tally = Counter(standing)
    return [seat for seat in tally if tally[seat] == max(tally.values())]


@dataclass
class Table:
    """A game on a real table, so to speak: cards lie, pieces stand, somebody keeps count."""

    seats: int
    pile: list[str]
    facts: dict[str, Any]
    lying: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    at_point: dict[tuple[int, int, int], Node] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    stock: list[Counter[str]] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)
    """The seats whose prophet has left the game."""
    scores: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    ark: Cell | None = None
    set_on: set[Cell] = field(default_factory=set)
    """The tiles the Ark may be set on, while that is asked."""
    seat: int = 0
    hand: str | None = None
    last: Cell = (0, 0)
    asking: bool = False
    finished: bool = False

    # -- what is printed ---------------------------------------------------------------------

    def segments(self, cell: Cell) -> list[dict[str, Any]]:
        segments: list[dict[str, Any]] = self.facts[self.lying[cell][0]]["segments"]
        return segments

    def segment(self, node: Node) -> dict[str, Any]:
        return next(s for s in self.segments(node[:2]) if s["letter"] == node[2])

    def lay(self, tile: str, quarters: int, cell: Cell) -> None:
        self.lying[cell] = (tile, quarters)
        for segment in self.segments(cell):
            for port in segment["ports"]:
                self.at_point[(*cell, (port + 3 * quarters) % 12)] = (*cell, segment["letter"])

    def meets(self, node: Node) -> Iterator[Node | None]:
        """For each border point the segment beyond, None where no tile lies yet."""
        x, y, _ = node
        for printed in self.segment(node)["ports"]:
            yield self.at_point.get(beyond(x, y, (printed + 3 * self.lying[x, y][1]) % 12))

    def feature(self, start: Node) -> set[Node]:
        """Everything connected to a segment."""
        todo, nodes = [start], {start}
        while todo:
            for other in self.meets(todo.pop()):
                if other is not None and other not in nodes:
                    nodes.add(other)
                    todo.append(other)
        return nodes

    def features(self, kind: str) -> list[set[Node]]:
        """All features of a kind, each once."""
        features: list[set[Node]] = []
        for cell in self.lying:
            for segment in self.segments(cell):
                node = (*cell, segment["letter"])
                if segment["kind"] == kind and not any(node in nodes for nodes in features):
                    features.append(self.feature(node))
        return features

    def closed(self, nodes: set[Node]) -> bool:
        return all(other is not None for node in nodes for other in self.meets(node))

    def printed(self, nodes: set[Node], what: str) -> int:
        return sum(int(self.segment(node).get(what, 0)) for node in nodes)

    def temples(self) -> list[Cell]:
        return [cell for cell in self.lying for s in self.segments(cell) if s["kind"] == "temple"]

    # -- what is allowed ---------------------------------------------------------------------

    def fits(self, tile: str, quarters: int, cell: Cell) -> bool:
        if cell in self.lying or not any(there in self.lying for there in around(cell)):
            return False
        for segment in self.facts[tile]["segments"]:
            for port in segment["ports"]:
                met = self.at_point.get(beyond(*cell, (port + 3 * quarters) % 12))
                if met is not None and self.segment(met)["kind"] != segment["kind"]:
                    return False
        return True

    def fits_somewhere(self, tile: str) -> bool:
        gaps = {cell for lying in self.lying for cell in around(lying)}
        return any(self.fits(tile, quarters, cell) for cell in gaps for quarters in range(4))

    def allowed(self) -> set[str]:
        """Every figure the seat may put on the tile just laid (A-12 to A-14)."""
        figures = set()
        for segment in self.segments(self.last):
            nodes = self.feature((*self.last, segment["letter"]))
            if any(node in nodes for _, _, node in self.pieces):
                continue
            for role, kind in STANDS_ON.items():
                own = "prophet" if role == "prophet" else "follower"
                if segment["kind"] == kind and self.stock[self.seat][own]:
                    figures.add(f"{role} {segment['letter']}")
        return figures

    # -- what happens ------------------------------------------------------------------------

    def begin(self) -> None:
        self.lay(next(t["id"] for t in self.facts.values() if t.get("start")), 0, (0, 0))
        self.stock = [Counter(follower=7, prophet=1) for _ in range(self.seats)]
        self.scores = [0] * self.seats
        self.draw()

    def draw(self) -> None:
        self.hand = None
        while self.pile and self.hand is None:
            tile = self.pile.pop(0)
            if self.fits_somewhere(tile):
                self.hand = tile
            else:
                self.discarded.append(tile)

    def line(self, number: int, words: list[str]) -> None:
        """Play one line of a record."""
        assert not self.finished, f"line {number}: the game is over"
        if words[0] == "place":
            self.place(number, (int(words[1]), int(words[2])), int(words[3][3:]) // 90)
            words = words[4:]
        if words and words[0] == "ark":
            cell = (int(words[1]), int(words[2]))
            assert cell in self.set_on, f"line {number}: the Ark cannot be set at {cell}"
            self.ark, self.set_on = cell, set()
            self.count_temples(number)
        elif words:
            self.action(number, words)

    def place(self, number: int, cell: Cell, quarters: int) -> None:
        assert not self.asking, f"line {number}: a figure, a walk or `pass` is missing"
        assert not self.set_on, f"line {number}: the Ark must be set"
        assert self.hand is not None
        assert self.fits(self.hand, quarters, cell), f"line {number}: {self.hand} does not fit"
        self.lay(self.hand, quarters, cell)
        self.hand, self.last = None, cell
        self.asking = bool(self.allowed()) or self.ark is not None
        if not self.asking:
            self.count(number)

    def action(self, number: int, words: list[str]) -> None:
        assert self.asking, f"line {number}: nobody asked"
        self.asking = False
        text = " ".join(words)
        if words[0] == "walk":
            self.walk(number, words[1:])
        elif text != "pass":
            assert text in self.allowed(), f"line {number}: {text} is not allowed"
            role, letter = words
            self.stock[self.seat]["prophet" if role == "prophet" else "follower"] -= 1
            self.pieces.append((self.seat, role, (*self.last, letter)))
        self.count(number)

    def walk(self, number: int, steps: list[str]) -> None:
        """A-31 to A-34: one to five tiles, none twice, a point for each follower met."""
        assert self.ark is not None and 1 <= len(steps) <= 5, f"line {number}: no walk"
        been = [self.ark]
        for step in steps:
            dx, dy = BEYOND[step]
            been.append((been[-1][0] + dx, been[-1][1] + dy))
            assert been[-1] in self.lying and been[-1] not in been[:-1], f"line {number}: no way"
        self.ark = been[-1]
        met = [piece[0] for piece in self.pieces if piece[2][:2] in been[1:]]
        if met:
            self.pay(number, "ark", set(been[1:]), len(met), dict(Counter(met)))

    def count(self, number: int) -> None:
        """Score the roads and cities that the tile has finished, and ask for the Ark (A-15)."""
        done: set[Node] = set()
        first_city: set[Cell] = set()
        for segment in self.segments(self.last):
            node = (*self.last, segment["letter"])
            if segment["kind"] not in ("road", "city") or node in done:
                continue
            nodes = self.feature(node)
            done |= nodes
            if not self.closed(nodes):
                continue
            cells = {(x, y) for x, y, _ in nodes}
            here = [p for p in self.pieces if p[2] in nodes]
            if segment["kind"] == "road":
                worth = len(cells) + self.printed(nodes, "oases")
            else:
                worth = 2 * len(cells) + 2 * self.printed(nodes, "scrolls")
                first_city |= cells
            points = {seat: worth for seat in first([p[0] for p in here])}
            for seat, role, _ in here:
                if role == "prophet" and seat in points:
                    points[seat] = 2 * worth
            self.pay(number, segment["kind"], cells, worth, points)
            self.home(here)
        if first_city and self.ark is None:
            self.set_on = first_city
        else:
            self.count_temples(number)

    def count_temples(self, number: int) -> None:
        """A-40 to A-43, after everybody has come home; then the next seat."""
        for temple in self.temples():
            cross = [temple, *around(temple)]
            if self.last in cross and all(cell in self.lying for cell in cross):
                self.pay_temple(number, temple, 7)
        if not self.pile:
            self.last_count()
            return
        self.seat = (self.seat + 1) % self.seats
        self.draw()
        if self.hand is None:
            self.last_count()

    def pay_temple(self, after: int | str, temple: Cell, worth: int) -> None:
        standing = [p[0] for p in self.pieces if p[2][:2] in [temple, *around(temple)]]
        points = {seat: worth for seat in first(standing)}
        self.pay(after, "temple", {temple}, worth, points)

    def last_count(self) -> None:
        """A-61 to A-64 in this order."""
        self.finished = True
        left = [t for t in self.temples() if not all(cell in self.lying for cell in around(t))]
        for temple in left:
            self.pay_temple("end", temple, 3)
        cleared = {cell for temple in left for cell in [temple, *around(temple)]}
        self.home([p for p in self.pieces if p[2][:2] in cleared])
        for kind, mark in (("city", "scrolls"), ("road", "oases"), ("field", "")):
            for nodes in self.features(kind):
                here = [p for p in self.pieces if p[2] in nodes]
                if not here:
                    continue
                cells = {(x, y) for x, y, _ in nodes}
                worth = len(cells) + self.printed(nodes, mark)
                if kind == "field":
                    alive = self.printed(nodes, "sheep") - self.printed(nodes, "wolves")
                    worth = 2 * max(0, alive)
                winners = first([p[0] for p in here]) if worth else []
                self.pay("end", kind, cells, worth, {seat: worth for seat in winners})
                if kind != "field":
                    self.home(here)

    def pay(
        self, after: int | str, kind: str, cells: set[Cell], worth: int, points: dict[int, int]
    ) -> None:
        for seat, gained in points.items():
            self.scores[seat] += gained
        self.events.append(Event(after, kind, frozenset(cells), worth, points))

    def home(self, pieces: list[Piece]) -> None:
        """Followers come home; prophets leave the game (A-24, A-25)."""
        for piece in pieces:
            self.pieces.remove(piece)
            if piece[1] == "prophet":
                self.spent.append(piece[0])
            else:
                self.stock[piece[0]]["follower"] += 1


def count_up(text: str) -> Table:
    """The table after a record in canonical notation."""
    head: dict[str, list[str]] = {}
    body: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if ":" in line:
            key, value = line.split(":")
            head[key] = value.split()
        elif line.strip():
            body.append((number, line.split()))
    facts = {tile["id"]: tile for tile in json.loads(DATA.read_text("utf-8"))}
    table = Table(int(head["seats"][0]), head["bag"], facts)
    table.begin()
    for number, words in body:
        table.line(number, words)
    return table


def report(table: Table) -> str:
    """The totals, the winners and every event with points, as kept beside a golden record."""
    best = max(table.scores)
    lines = [
        " ".join(["scores", *map(str, table.scores)]),
        " ".join(["winners", *(str(s) for s in range(table.seats) if table.scores[s] == best)]),
    ]
    for event in sorted(table.events, key=lambda e: (e.after == "end", e.after, e.key())):
        if event.points:
            shares = [f"{seat}:{points}" for seat, points in sorted(event.points.items())]
            lines.append(" ".join([str(event.after), event.kind, *shares]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(count_up(Path(sys.argv[1]).read_text("utf-8"))), end="")
