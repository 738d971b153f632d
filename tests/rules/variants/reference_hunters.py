"""A second scorer for Hunters and Gatherers: naive, slow, and sharing no code with ``rules``.

Written from the rules (H-20 to H-68) and the tile facts alone: after every tile it floods each
feature anew from border point to border point. It reads a record in canonical notation, checks
that every placement and deployment was legal and that no question was left out, and says what
must have been scored. Run it by hand with
``python tests/rules/variants/reference_hunters.py FILE``.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "rules" / "data"

MEETS = {0: 8, 1: 7, 2: 6, 3: 11, 4: 10, 5: 9, 6: 2, 7: 1, 8: 0, 9: 5, 10: 4, 11: 3}
BEYOND = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
STANDS_ON = {"hunter": ["meadow"], "gatherer": ["forest"], "fisher": ["river"]}
WATER = ["river", "lake"]

Cell = tuple[int, int]
Node = tuple[int, int, str]
"""A lettered segment of the tile at x, y."""


@dataclass
class Event:
    """A score, worked out here: ``worth`` is what the feature pays whoever has the majority."""

    after: int | str
    kind: str
    cells: frozenset[Cell]
    worth: int
    points: dict[int, int]

    def key(self) -> tuple[str, str, tuple[Cell, ...], int, tuple[tuple[int, int], ...]]:
        """The event as a value that can be sorted."""
        points = tuple(sorted(self.points.items()))
        return (str(self.after), self.kind, tuple(sorted(self.cells)), self.worth, points)


@dataclass
class Table:
    """A game on a real table, so to speak: cards lie, pieces stand, somebody keeps count."""

    seats: int
    land: list[str]
    bonus: list[str]
    facts: dict[str, Any]
    lying: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    owner: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """The segment of a border point of the laid tile at x, y."""
    pieces: list[tuple[int, str, Node]] = field(default_factory=list)
    stock: list[dict[str, int]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    seat: int = 0
    hand: str | None = None
    last: Cell = (0, 0)
    asking: bool = False
    bonus_turn: bool = False
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
                self.owner[(*cell, (port + 3 * quarters) % 12)] = segment["letter"]

    def meets(self, node: Node) -> Iterator[Node | None]:
        """For each border point the segment beyond, None where no tile lies yet."""
        quarters = self.lying[node[:2]][1]
        for printed in self.segment(node)["ports"]:
            port = (printed + 3 * quarters) % 12
            dx, dy = BEYOND[port // 3]
            x, y = node[0] + dx, node[1] + dy
            yield (x, y, self.owner[x, y, MEETS[port]]) if (x, y) in self.lying else None

    def within(self, node: Node) -> list[Node]:
        """The lake a river of the tile runs into, or the rivers that run into a lake."""
        joined = list(self.segment(node).get("rivers", []))
        end = self.segment(node).get("inner_end")
        if end is not None and len(end) == 1:
            joined.append(end)
        return [(node[0], node[1], letter) for letter in joined]

    def feature(self, start: Node, *, system: bool = False) -> set[Node]:
        """Everything connected to a segment: of its own kind, or all the water of a system."""
        todo, nodes = [start], {start}
        while todo:
            node = todo.pop()
            near = [other for other in self.meets(node) if other is not None]
            if system:
                near += self.within(node)
            for other in near:
                if other not in nodes:
                    nodes.add(other)
                    todo.append(other)
        return nodes

    def closed(self, nodes: set[Node]) -> bool:
        return all(other is not None for node in nodes for other in self.meets(node))

    def printed(self, nodes: set[Node], what: str) -> int:
        return sum(int(self.segment(node).get(what, 0)) for node in nodes)

    # -- what is allowed ---------------------------------------------------------------------

    def fits(self, tile: str, quarters: int, cell: Cell) -> bool:
        sides = self.facts[tile]["sides"]
        if cell in self.lying:
            return False
        touching = 0
        for side, (dx, dy) in BEYOND.items():
            there = (cell[0] + dx, cell[1] + dy)
            if there in self.lying:
                other, turned = self.lying[there]
                beyond = self.facts[other]["sides"][(side + 2 - turned) % 4]
                if sides[(side - quarters) % 4] != beyond:
                    return False
                touching += 1
        return touching > 0

    def fits_somewhere(self, tile: str) -> bool:
        around = {(x + dx, y + dy) for x, y in self.lying for dx, dy in BEYOND.values()}
        return any(self.fits(tile, quarters, cell) for cell in around for quarters in range(4))

    def allowed(self) -> set[str]:
        """Every figure the seat may put on the tile just laid."""
        figures = set()
        for segment in self.segments(self.last):
            node = (*self.last, segment["letter"])
            for role, kinds in STANDS_ON.items():
                if segment["kind"] in kinds and self.stock[self.seat]["follower"]:
                    nodes = self.feature(node)
                    if not any(
                        r != "hut" and standing_on in nodes for _, r, standing_on in self.pieces
                    ):
                        figures.add(f"{role} {segment['letter']}")
            if segment["kind"] in WATER and self.stock[self.seat]["hut"]:
                nodes = self.feature(node, system=True)
                if not any(
                    r == "hut" and standing_on in nodes for _, r, standing_on in self.pieces
                ):
                    figures.add(f"hut {segment['letter']}")
        return figures

    # -- what happens ------------------------------------------------------------------------

    def begin(self) -> None:
        self.lay("START", 0, (0, 0))
        self.stock = [{"follower": 5, "hut": 2} for _ in range(self.seats)]
        self.scores = [0] * self.seats
        self.draw(self.land)

    def draw(self, pile: list[str]) -> None:
        self.hand = None
        while pile and self.hand is None:
            tile = pile.pop(0)
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
        elif words[0] == "resign":
            self.resign(number, int(words[1]) if len(words) > 1 else self.seat)
            return
        elif words[0] == "skip":
            self.skip(number)
            return
        if words:
            self.figure(number, " ".join(words))

    def place(self, number: int, cell: Cell, quarters: int) -> None:
        assert not self.asking, f"line {number}: a figure or `pass` is missing"
        assert self.hand is not None
        assert self.fits(self.hand, quarters, cell), f"line {number}: {self.hand} does not fit"
        self.lay(self.hand, quarters, cell)
        self.hand, self.last = None, cell
        self.asking = bool(self.allowed())
        if not self.asking:
            self.count(number)

    def figure(self, number: int, text: str) -> None:
        assert self.asking, f"line {number}: nobody asked"
        self.asking = False
        if text != "pass":
            assert text in self.allowed(), f"line {number}: {text} is not allowed"
            role, letter = text.split()
            self.stock[self.seat]["hut" if role == "hut" else "follower"] -= 1
            self.pieces.append((self.seat, role, (*self.last, letter)))
        self.count(number)

    def count(self, number: int) -> None:
        """Score what the tile just laid has finished; then the bonus tile, or the next seat."""
        nuggets = self.tally(number)
        if nuggets and not self.bonus_turn and self.seat not in self.out:
            self.bonus_turn = True
            self.draw(self.bonus)
            if self.hand is not None:
                return
        self.next_turn()

    def tally(self, number: int) -> int:
        """Score what the tile just laid has finished; how many nuggets are in it."""
        nuggets = 0
        done: set[Node] = set()
        for segment in self.segments(self.last):
            node = (*self.last, segment["letter"])
            if segment["kind"] not in ("forest", "river") or node in done:
                continue
            nodes = self.feature(node)
            done |= nodes
            if not self.closed(nodes):
                continue
            if segment["kind"] == "forest":
                worth = 2 * len(nodes) + 2 * self.printed(nodes, "mushrooms")
                nuggets += self.printed(nodes, "gold")
            else:
                lakes = {lake for one in nodes for lake in self.within(one)}
                worth = len(nodes) + self.printed(lakes, "fish")
            here = [p for p in self.pieces if p[2] in nodes and p[1] in ("gatherer", "fisher")]
            self.pay(number, segment["kind"], nodes, worth, [seat for seat, _, _ in here])
            self.home(here)
        return nuggets

    def next_turn(self) -> None:
        self.bonus_turn = False
        while self.hand is None and not self.finished:
            if not self.land:
                self.last_count()
                return
            self.seat = self.following()
            self.draw(self.land)

    def following(self) -> int:
        seat = (self.seat + 1) % self.seats
        while seat in self.out:
            seat = (seat + 1) % self.seats
        return seat

    def resign(self, number: int, seat: int) -> None:
        self.out.add(seat)
        if self.seats - len(self.out) < 2 and self.asking:
            # COM-24: whoever laid it, what lies is scored before the end is.
            self.asking = False
            self.tally(number)
        if self.seats - len(self.out) < 2:
            self.last_count()
        elif seat == self.seat and self.asking:
            self.asking = False
            self.count(number)
        elif seat == self.seat and self.bonus_turn:
            assert self.hand is not None
            self.bonus.insert(0, self.hand)
            self.hand = None
            self.next_turn()
        elif seat == self.seat:
            self.seat = self.following()

    def skip(self, number: int) -> None:
        """COM-26: a tile in hand goes back; one that lies is counted, without a bonus tile."""
        if self.asking:
            self.asking = False
            self.tally(number)
        else:
            assert self.hand is not None
            (self.bonus if self.bonus_turn else self.land).insert(0, self.hand)
            self.hand = None
        self.next_turn()

    def last_count(self) -> None:
        """The end: gatherers and fishers go home, huts and hunters count (H-60 to H-68)."""
        self.finished = True
        self.home([p for p in self.pieces if p[1] in ("gatherer", "fisher")])
        for kind, role in (("system", "hut"), ("meadow", "hunter")):
            done: set[Node] = set()
            for _, what, standing_on in list(self.pieces):
                if what != role or standing_on in done:
                    continue
                nodes = self.feature(standing_on, system=kind == "system")
                done |= nodes
                here = [p for p in self.pieces if p[1] == role and p[2] in nodes]
                worth = self.printed(nodes, "fish") if kind == "system" else self.game_in(nodes)
                devout = [p for p in here if self.segment(p[2]).get("shrine")]
                self.pay("end", kind, nodes, worth, [p[0] for p in devout or here])

    def game_in(self, nodes: set[Node]) -> int:
        """The points of a meadow's animals; each tiger has eaten a deer."""
        deer = self.printed(nodes, "deer")
        if not self.printed(nodes, "fire"):
            deer = max(0, deer - self.printed(nodes, "tiger"))
        others = self.printed(nodes, "mammoth") + self.printed(nodes, "aurochs")
        return 2 * deer + 2 * others

    def pay(
        self, after: int | str, kind: str, nodes: set[Node], worth: int, standing: list[int]
    ) -> None:
        tally = Counter(standing)
        best = max(tally.values(), default=0)
        points = {seat: worth for seat, count in tally.items() if count == best and worth}
        for seat in points:
            self.scores[seat] += worth
        cells = frozenset((x, y) for x, y, _ in nodes)
        self.events.append(Event(after, kind, cells, worth, points))

    def home(self, pieces: list[tuple[int, str, Node]]) -> None:
        for piece in pieces:
            self.pieces.remove(piece)
            self.stock[piece[0]]["follower"] += 1


def count_up(text: str) -> Table:
    """The table after a record in canonical notation."""
    head: dict[str, list[str]] = {}
    body: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if ":" in line:
            key, value = line.split(":")
            head[key] = value.split()
        elif line.strip():
            body.append((number, line.split()))
    facts = {
        tile["id"]: tile
        for box in ("hunters", "hunters-bonus")
        for tile in json.loads((DATA / f"{box}.json").read_text("utf-8"))
    }
    table = Table(int(head["seats"][0]), head["bag"], head["bonus"], facts)
    table.begin()
    for number, words in body:
        table.line(number, words)
    return table


def report(table: Table) -> str:
    """The totals, the winners and every event with points, as kept beside a golden record."""
    playing = [seat for seat in range(table.seats) if seat not in table.out]
    best = max(table.scores[seat] for seat in playing)
    lines = [
        " ".join(["scores", *map(str, table.scores)]),
        " ".join(["winners", *(str(s) for s in playing if table.scores[s] == best)]),
    ]
    for event in sorted(table.events, key=lambda e: (e.after == "end", e.after, e.key())):
        if event.points:
            shares = [f"{seat}:{points}" for seat, points in sorted(event.points.items())]
            lines.append(" ".join([str(event.after), event.kind, *shares]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(count_up(Path(sys.argv[1]).read_text("utf-8"))), end="")
