"""Traders and Builders: TB-01 to TB-12, F-41, F-42."""

from collections import Counter

from tests.rules.referee.base import Base
from tests.rules.referee.table import Node, Piece, Steps

GOODS = ("wine", "grain", "cloth")
BESIDE = {"builder", "pig"}


class Traders(Base):
    """Goods, the builder and the pig."""

    def unpack(self) -> None:
        """TB-01: 24 tiles, a builder and a pig. TB-04, TB-08: where they go."""
        super().unpack()
        self.unpack_tiles("traders")
        self.wood.update(BESIDE)
        self.weights |= dict.fromkeys(BESIDE, 0)
        self.roles |= {"builder": (("road", "city"), "builder"), "pig": (("field",), "pig")}
        self.tokens = [Counter[str]() for _ in range(self.seats)]
        self.worked = False

    def has_follower(self, seat: int, node: Node) -> bool:
        """TB-04, TB-08: a follower of a seat stands on a feature; builder and pig are none."""
        here = self.standing(self.feature(node), "")
        return any(piece.seat == seat and piece.wood not in BESIDE for piece in here)

    def admits(self, role: str, node: Node) -> bool:
        """TB-04, TB-08: builder and pig go where an own follower stands, whoever else does."""
        return self.has_follower(self.seat, node) if role in BESIDE else super().admits(role, node)

    def after_placing(self) -> None:
        """TB-05: once a turn, a tile on a feature with the own builder. F-41: no ferry is one."""
        super().after_placing()
        builders = {piece.node for piece in self.pieces if piece[:2] == (self.seat, "builder")}
        if not self.worked and any(self.feature(n) & builders for n in self.nodes(self.last)):
            self.worked = True
            self.tell("builder", self.seat)

    def turn(self) -> Steps:
        """TB-05, TB-06, TB-12: a second tile after the first is scored, never a third."""
        self.worked = False
        yield from super().turn()
        if self.worked:
            yield from self.play_tile("bag")

    def close(self) -> Steps:
        """Before the scores lonely builders go home, after them goods are taken."""
        builders = [piece for piece in self.pieces if piece.wood == "builder"]
        # TB-07, TB-11, F-42, X-34, X-45
        self.send_home_unscored([p for p in builders if not self.has_follower(p.seat, p.node)])
        yield from super().close()
        for city in {self.feature(n) for n in self.nodes(self.last) if self.kind(n) == "city"}:
            signs = Counter({good: self.marks(city, good) for good in GOODS})
            if self.complete(city) and +signs:  # TB-02
                self.tokens[self.seat] += signs
                cells = tuple(sorted({node[:2] for node in city}))
                self.tell("goods", self.seat, cells, tuple(sorted((+signs).items())))

    def farmers(self, near: list[Piece], worth: int, cities: int) -> dict[int, int]:
        """TB-09, X-40: a point a city more for a winner with a pig there."""
        pigs = {piece.seat for piece in near if piece.wood == "pig"}
        shares = super().farmers(near, worth, cities)
        return {seat: points + cities * (seat in pigs) for seat, points in shares.items()}

    def final_scoring(self) -> None:
        """TB-03, X-42, X-46: ten points for the most tokens of each kind."""
        super().final_scoring()
        for good in GOODS:
            most = max(tokens[good] for tokens in self.tokens)
            if most:
                rich = [seat for seat in range(self.seats) if self.tokens[seat][good] == most]
                self.pay("goods", set(), 10, dict.fromkeys(rich, 10))
