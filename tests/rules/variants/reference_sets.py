"""A second scorer for the base game with any of its sets: naive, slow, sharing no code with rules.

Written from the law book (section 5b, F-40 to F-44, X-40 to X-46, COM-24 to COM-27) and the tile
facts alone, on the naive table of `reference_base`: what is printed, how it is flooded, where a
ferry lies. It goes through a record line by line and knows at every decision what may be done, who
has what in hand and on the table, and what lies in the piles. By hand:
``PYTHONPATH=. python tests/rules/variants/reference_sets.py FILE``.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.rules.variants.reference_base import AROUND, DATA, ROLE, STEP, Cell, Node, Table

FOLLOWERS = {"follower": 1, "big follower": 2}
"""Weights of the pieces that count for a majority (I-06)."""
IN_THE_BOX = {
    "base": {"follower": 7},
    "inns": {"big follower": 1},
    "traders": {"builder": 1, "pig": 1},
}
GOODS = ("wine", "grain", "cloth")
NOT_SEEN = {"letter", "ports", "cities", "quays", "rivers", "evidence"}
"""Attributes of a segment that are no signs."""


@dataclass(frozen=True, order=True)
class Piece:
    """A piece of wood on the table."""

    seat: int
    kind: str
    node: Node


@dataclass(frozen=True)
class Count:
    """A score, worked out here."""

    after: str
    kind: str
    cells: tuple[Cell, ...]
    points: tuple[tuple[int, int], ...]

    def key(self) -> tuple[Any, ...]:
        """The event as a value that can be sorted."""
        return (self.after, self.kind, self.cells, self.points)


@dataclass
class Sets(Table):
    """A table with sets: more kinds of wood, another pile, tokens, second tiles, seats that go."""

    river: list[str] = field(default_factory=list)
    wood: Counter[str] = field(default_factory=Counter)
    """The pieces of each kind that a seat has at the start."""
    hands: list[Counter[str]] = field(default_factory=list)
    tokens: list[Counter[str]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    second: bool = False
    """This is the second tile of a double turn."""
    again: bool = False
    """The tile just laid gives a second one."""
    source: str = "bag"
    """The pile that the tile in hand came from."""

    # -- where a tile may be laid --------------------------------------------------------------

    def side(self, cell: Cell, side: int) -> str:
        """The terrain at a side of a laid tile: a river is no road (R-05)."""
        return self.kind(self.owner[(*cell, 3 * side + 1)])

    def sides(self, tile: str, quarters: int) -> list[str]:
        """The terrain at the four sides of a rotated tile."""
        printed = {port: s["kind"] for s in self.facts[tile]["segments"] for port in s["ports"]}
        return [printed[(3 * (side - quarters) + 1) % 12] for side in range(4)]

    def look(self, tile: str, quarters: int) -> Counter[Any]:
        """Everything one sees of a tile so turned, whatever the letters."""
        return Counter(
            (
                frozenset((port + 3 * quarters) % 12 for port in segment["ports"]),
                tuple(sorted((k, v) for k, v in segment.items() if k not in NOT_SEEN)),
            )
            for segment in self.facts[tile]["segments"]
        )

    def turned(self, tile: str) -> list[int]:
        """The rotations that look different, the smallest of those alike (COM-08)."""
        looks = [self.look(tile, quarters) for quarters in range(4)]
        return [quarters for quarters in range(4) if looks.index(looks[quarters]) == quarters]

    def placements(self, tile: str) -> set[tuple[Cell, int]]:
        rotations = [(quarters, self.sides(tile, quarters)) for quarters in self.turned(tile)]
        places = set()
        for cell in {(x + dx, y + dy) for x, y in self.lying for dx, dy in STEP}:
            if cell in self.lying:
                continue
            there = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEP]
            near = [(n, self.side(c, (n + 2) % 4)) for n, c in enumerate(there) if c in self.lying]
            for quarters, sides in rotations:
                if all(sides[n] == kind for n, kind in near) and (
                    "river" not in sides or self.flows(sides, cell)
                ):
                    places.add((cell, quarters))
        return places

    def flows(self, sides: list[str], cell: Cell) -> bool:
        """R-02 and R-03: the river goes on at its open end and does not turn back on itself."""
        for laid in self.lying:
            shores = [n for n in range(4) if self.side(laid, n) == "river"]
            for way in shores:
                if (laid[0] + STEP[way][0], laid[1] + STEP[way][1]) == cell:
                    came = (way + 2) % 4
                    before = [(way - other) % 4 for other in shores if other != way]
                    ahead = [n for n in range(4) if sides[n] == "river" and n != came]
                    bends = [(onward - came) % 4 for onward in ahead]
                    return not (before and before == bends and before[0] != 2)
        return False

    # -- what stands where ---------------------------------------------------------------------

    def standing(self, nodes: set[Node]) -> list[Piece]:
        """The pieces on a feature."""
        return [piece for piece in self.pieces if piece.node in nodes]

    def figures(self) -> set[str]:
        """Every piece the seat may put on the tile just laid (COM-12, I-06, TB-04, TB-08, R-04)."""
        hand = self.hands[self.seat]
        figures = set()
        for node in self.nodes(self.last):
            role, kind, letter = ROLE.get(self.kind(node)), self.kind(node), node[2]
            if role is None:
                continue
            holders = [p for p in self.standing(self.feature(node)) if p.kind in FOLLOWERS]
            if not holders:
                figures |= {f"{role} {letter}"} if hand["follower"] else set()
                figures |= {f"big {role} {letter}"} if hand["big follower"] else set()
            elif any(p.seat == self.seat for p in holders):
                if kind in ("road", "city") and hand["builder"]:
                    figures.add(f"builder {letter}")
                if kind == "field" and hand["pig"]:
                    figures.add(f"pig {letter}")
        return figures

    def legal_moves(self) -> set[str]:
        if self.ask == "place":
            assert self.hand is not None
            spots = self.placements(self.hand)
            return {f"place {x} {y} rot{90 * r}" for (x, y), r in spots}
        return super().legal_moves()

    def builds(self) -> bool:
        """TB-05: the tile just laid goes on with a road or a city with the seat's builder."""
        mine = [p.node for p in self.pieces if (p.seat, p.kind) == (self.seat, "builder")]
        return any(set(mine) & self.feature(node) for node in self.nodes(self.last) if mine)

    def left_alone(self) -> list[Piece]:
        """F-42: builders on a feature where their owner has no follower any more."""
        builders = []
        for piece in self.pieces:
            if piece.kind == "builder":
                here = self.standing(self.feature(piece.node))
                if not any(p.seat == piece.seat and p.kind in FOLLOWERS for p in here):
                    builders.append(piece)
        return builders

    def go_home(self, pieces: Iterable[Piece]) -> None:
        """Pieces back into the hands of their seats."""
        for piece in list(pieces):
            self.pieces.remove(piece)
            self.hands[piece.seat][piece.kind] += 1

    # -- what happens --------------------------------------------------------------------------

    def begin(self) -> None:
        starts = [tile for tile, fact in self.facts.items() if fact.get("start")]
        self.lay(starts[-1] if self.river else starts[0], 0, (0, 0))
        self.hands = [Counter(self.wood) for _ in range(self.seats)]
        self.tokens = [Counter() for _ in range(self.seats)]
        self.scores = [0] * self.seats
        self.take_next()

    def draw(self) -> None:
        """COM-09; the river before the bag (R-01), what does not fit there later (X-44)."""
        if self.river:
            *before, lake = self.river
            for number, tile in enumerate(before):
                if self.placements(tile):
                    self.river = [*before[number + 1 :], *before[:number], lake]
                    self.hand, self.source = tile, "river"
                    return
            self.discarded += before
            self.river = []
            if self.placements(lake):
                self.hand, self.source = lake, "river"
                return
            self.discarded.append(lake)
        while self.pile:
            tile = self.pile.pop(0)
            if self.placements(tile):
                self.hand, self.source = tile, "bag"
                return
            self.discarded.append(tile)

    def take_next(self) -> None:
        """A new tile for whose turn it is; when nothing is left, the end (B-60)."""
        self.ask, self.hand = "place", None
        self.draw()
        if self.hand is None:
            self.last_count()

    def next_seat(self) -> None:
        """The turn goes on to the next seat that is still there."""
        self.second = self.again = False
        self.turnable = []
        self.seat = (self.seat + 1) % self.seats
        while self.seat in self.out:
            self.seat = (self.seat + 1) % self.seats
        self.take_next()

    def put_back(self) -> None:
        """The tile in hand on top of the pile it came from (COM-24, COM-26)."""
        assert self.hand is not None
        (self.river if self.source == "river" else self.pile).insert(0, self.hand)
        self.hand = None

    def see_out(self, number: int) -> None:
        """Score features finished by a laid tile, with a pass for all other choices (COM-24)."""
        if self.quays(self.last) and self.last not in self.ferry:
            self.ferry[self.last] = frozenset(sorted(self.quays(self.last))[:2])
        self.close(number)

    def line(self, number: int, text: str) -> None:
        words = text.split()
        match words:
            case ["skip"]:
                if self.hand is None:
                    self.see_out(number)
                else:
                    self.put_back()
                self.next_seat()
            case ["end"]:
                if self.hand is None:
                    self.see_out(number)
                self.hand = None
                self.last_count()
            case ["resign", who]:
                self.resign(number, int(who))
            case _:
                assert text in self.legal_moves(), f"line {number}: {text} not allowed ({self.ask})"
                self.play(number, words)

    def resign(self, number: int, who: int) -> None:
        """COM-24."""
        assert who not in self.out
        self.out.add(who)
        alone = self.seats - len(self.out) <= 1
        if self.hand is None and (alone or who == self.seat):
            self.see_out(number)
            if not alone:
                self.next_seat()
        elif who == self.seat and not alone:
            self.put_back()
            self.next_seat()
        if alone:
            self.hand = None
            self.last_count()

    def play(self, number: int, words: list[str]) -> None:
        """One decision of a seat."""
        match words:
            case ["place", x, y, rotation]:
                assert self.hand is not None
                self.last = (int(x), int(y))
                self.lay(self.hand, int(rotation[3:]) // 90, self.last)
                self.hand = None
                self.turnable = self.extended()
                self.again = not self.second and self.builds()
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
            case [*role, letter]:
                kind = {"big": "big follower", "builder": "builder", "pig": "pig"}
                wood = kind.get(role[0], "follower")
                self.hands[self.seat][wood] -= 1
                self.pieces.append(Piece(self.seat, wood, (*self.last, letter)))
        if self.quays(self.last) and self.last not in self.ferry:
            self.ask = "ferry"
        elif self.turnable:
            self.ask = "turn"
        else:
            self.close(number)
            if self.again:
                self.second, self.again = True, False
                self.draw()
                if self.hand is not None:
                    self.ask = "place"
                    return
            self.next_seat()

    # -- what it is worth ----------------------------------------------------------------------

    def close(self, number: int) -> None:
        """The end of a tile: lonely builders go home (X-45), goods, then every score."""
        self.go_home(self.left_alone())
        x, y = self.last
        done: list[set[Node]] = []
        nearby = [(x + dx, y + dy) for dx, dy in AROUND]
        for node in [
            *self.nodes(self.last),
            *(n for c in nearby if c in self.lying for n in self.nodes(c) if self.alone(n)),
            *(piece.node for piece in self.pieces),
        ]:
            if self.kind(node) in ("city", "road", "monastery") and not any(
                node in nodes for nodes in done
            ):
                nodes = self.feature(node)
                if self.complete(nodes):
                    done.append(nodes)
        laid = set(self.nodes(self.last))
        for nodes in done:
            if self.kind(min(nodes)) == "city" and nodes & laid:
                self.tokens[self.seat] += self.signs(nodes)
            self.settle(str(number), nodes, self.worth(nodes, complete=True))

    def signs(self, nodes: set[Node]) -> Counter[str]:
        """The signs of goods in a city."""
        signs = Counter({good: sum(self.printed[n].get(good, 0) for n in nodes) for good in GOODS})
        return +signs

    def worth(self, nodes: set[Node], *, complete: bool) -> int:
        """I-02 to I-05 where there is an inn or a cathedral, else as ever."""
        tiles = len({node[:2] for node in nodes})
        if any(self.printed[node].get("inns") for node in nodes):
            return 2 * tiles if complete else 0
        if any(self.printed[node].get("cathedrals") for node in nodes):
            pennants = sum(self.printed[node].get("pennants", 0) for node in nodes)
            return 3 * (tiles + pennants) if complete else 0
        return super().worth(nodes, complete=complete)

    def last_count(self) -> None:
        """The end: what is incomplete (B-61), the goods (TB-03), city by city the farmers."""
        self.ask, self.turnable = "over", []
        for piece in list(self.pieces):
            if piece in self.pieces and self.kind(piece.node) != "field":
                nodes = self.feature(piece.node)
                self.settle("end", nodes, self.worth(nodes, complete=False))
        for good in GOODS:
            most = max(tokens[good] for tokens in self.tokens)
            if most:
                rich = {seat for seat in range(self.seats) if self.tokens[seat][good] == most}
                self.note("end", "goods", set(), dict.fromkeys(rich, 10))
        built = [city for city in self.cities() if self.complete(city)]
        if self.third_fields:
            self.third_edition(built)
            return
        here = [(piece, self.borders(self.feature(piece.node))) for piece in self.pieces]
        for city in built:
            near = [piece for piece, walls in here if walls & city]
            pigs = {piece.seat for piece in near if piece.kind == "pig"}
            winners = self.majority(near)
            self.note("end", "field", city, {s: 5 if s in pigs else 4 for s in winners})

    def third_edition(self, built: list[set[Node]]) -> None:
        """X-47: each field by itself, 3 a city, 4 with a pig."""
        for meadow in {frozenset(self.feature(piece.node)) for piece in self.pieces}:
            near = [piece for piece in self.pieces if piece.node in meadow]
            cities = sum(bool(self.borders(set(meadow)) & city) for city in built)
            pigs = {piece.seat for piece in near if piece.kind == "pig"}
            if cities:
                shares = {s: cities * (4 if s in pigs else 3) for s in self.majority(near)}
                self.note("end", "field", set(meadow), shares)

    def majority(self, pieces: list[Piece]) -> set[int]:
        """The seats with the most (COM-16), the big follower for two (I-06)."""
        tally = Counter[int]()
        for piece in pieces:
            tally[piece.seat] += FOLLOWERS.get(piece.kind, 0)
        most = max(tally.values(), default=0)
        return {seat for seat in tally if most and tally[seat] == most}

    def settle(self, after: str, nodes: set[Node], worth: int) -> None:
        """Pay for a feature and send all wood on it home (COM-19, TB-07)."""
        here = self.standing(nodes)
        self.note(after, self.kind(min(nodes)), nodes, dict.fromkeys(self.majority(here), worth))
        self.go_home(here)

    def note(self, after: str, kind: str, nodes: set[Node], points: dict[int, int]) -> None:
        """Write down a score that somebody has."""
        paid = {seat: number for seat, number in points.items() if number}
        for seat, number in paid.items():
            self.scores[seat] += number
        if paid:
            cells = tuple(sorted({node[:2] for node in nodes}))
            self.events.append(Count(after, kind, cells, tuple(sorted(paid.items()))))


def divided(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The header of a record by its keys, and its numbered lines."""
    head: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            head[key] = value.strip()
        elif key.strip():
            body.append((number, key.strip()))
    return head, body


def new_table(head: dict[str, str]) -> Sets:
    """The table at the start of a game."""
    parts = head["game"].split("+")
    facts = {
        tile["id"]: tile
        for part in parts
        for tile in json.loads((DATA / f"{part}.json").read_text("utf-8"))
    }
    seats = int(head["seats"])
    extend = head.get("cloister extends ferry roads", "yes") == "yes"
    table = Sets(seats, head["bag"].split(), facts, extend, river=head.get("river", "").split())
    table.third_fields = head.get("fields") == "third"
    table.small_cities = int(head.get("small cities", "2"))
    for part in parts:
        table.wood.update(IN_THE_BOX.get(part, {}))
    table.begin()
    return table


def count_up(text: str) -> Sets:
    """The table after a record in canonical notation."""
    head, body = divided(text)
    table = new_table(head)
    for number, line in body:
        table.line(number, line)
    return table


def report(table: Sets) -> str:
    """The totals, the winners and every event with points, as kept beside a golden record."""
    there = [seat for seat in range(table.seats) if seat not in table.out]
    best = max(table.scores[seat] for seat in there)
    winners = [seat for seat in there if table.scores[seat] == best]
    lines = [
        " ".join(["scores", *map(str, table.scores)]),
        " ".join(["winners", *map(str, winners)]),
    ]
    for event in sorted(table.events, key=lambda e: (e.after == "end", e.after.zfill(4), e.key())):
        shares = " ".join(f"{seat}:{points}" for seat, points in event.points)
        cells = " ".join(f"{x},{y}" for x, y in event.cells)
        lines.append(f"{event.after} {event.kind} {shares}" + f" on {cells}" * bool(cells))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(count_up(Path(sys.argv[1]).read_text("utf-8"))), end="")
