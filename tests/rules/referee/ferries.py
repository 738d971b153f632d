"""The Ferries: F-01 to F-34, F-43, F-44."""

from collections.abc import Iterator
from itertools import combinations

from tests.rules.referee.table import PASS, Cell, Node, Steps, Table, beyond


class Ferries(Table):
    """Lakes, and a ferry on each that joins two roads."""

    def unpack(self) -> None:
        """F-01, F-02: eight lakes, of one mix or the other."""
        super().unpack()
        self.unpack_tiles("ferries")
        self.ferry: dict[Cell, tuple[str, str]] = {}
        """The letters of the two roads that the ferry of a lake joins."""
        self.turnable: set[Cell] = set()

    def quays(self, cell: Cell) -> list[str]:
        """F-03: the roads of a tile that end at a quay."""
        return [n[2] for n in self.nodes(cell) if self.printed[n].get("inner_end") == "quay"]

    def joined(self, node: Node, layer: str) -> Iterator[Node]:
        """F-13: the two linked roads are one."""
        yield from super().joined(node, layer)
        ferry = self.ferry.get(node[:2], ())
        if node[2] in ferry:
            yield from ((*node[:2], letter) for letter in ferry)

    def after_placing(self) -> None:
        """F-20 to F-28: only the tile just laid gives the right to turn ferries."""
        super().after_placing()
        self.turnable = set()
        for node in self.nodes(self.last):
            cloister = self.printed[node].get("inner_end") == "monastery"
            extends = not cloister or self.head.get("cloister extends ferry roads") != "no"
            if self.kind(node) == "road" and extends:
                for point in self.points[node]:
                    self.turnable |= self.first_ferry(point)

    def first_ferry(self, point: int) -> set[Cell]:
        """F-20 to F-23: the lake of the first ferry on the road that leaves the tile there."""
        cell = self.last
        while True:
            *_, entered = there = beyond(cell, point)
            node = self.at_point.get(there)
            if node is None or node[:2] == self.last:
                return set()
            cell = node[:2]
            if self.printed[node].get("inner_end") == "quay":
                return {cell} if node[2] in self.ferry.get(cell, ()) else set()
            onward = [other for other in self.points[node] if other != entered]
            if not onward:
                return set()
            (point,) = onward

    def actions(self) -> Steps:
        """F-11, F-26, F-27: first the follower, then the new ferry, then the turning of others."""
        yield from super().actions()
        if quays := self.quays(self.last):  # F-12
            _, a, b = (yield {f"ferry {a} {b}" for a, b in combinations(quays, 2)}).split()
            self.put_ferry(self.last, a, b)
        while self.turnable:
            text = yield {PASS} | {
                f"turn {cell[0]} {cell[1]} {a} {b}"
                for cell in self.turnable
                for a, b in combinations(self.quays(cell), 2)
                if (a, b) != self.ferry[cell]
            }
            if text == PASS:
                return
            _, x, y, a, b = text.split()
            self.put_ferry((int(x), int(y)), a, b)
            self.turnable.remove((int(x), int(y)))  # F-25

    def put_ferry(self, cell: Cell, a: str, b: str) -> None:
        """F-24: a ferry always joins two quays of its tile."""
        self.tell("ferry", self.seat, cell, (a, b), self.ferry.get(cell))
        self.ferry[cell] = (a, b)
        self.flooded.clear()

    def owed(self) -> str:
        """COM-24: a ferry owed is laid on the first pair of quays."""
        return PASS if PASS in self.offered else min(self.offered)
