"""Hunters and Gatherers: H-01 to H-68."""

from collections.abc import Collection, Iterator
from typing import ClassVar

from tests.rules.referee.table import Node, Nodes, Piece, Steps, Table


class Hunters(Table):
    """Forests, rivers with their lakes, and meadows with animals."""

    layers: ClassVar = {
        "forest": ("forest",),
        "river": ("river",),
        "meadow": ("meadow",),
        "system": ("river", "lake"),  # H-51
    }
    scored: ClassVar = ("forest", "river")  # H-50: no meadows

    def unpack(self) -> None:
        """H-01 to H-03: tiles, bonus tiles and pieces. H-21, H-23: where they go."""
        self.unpack_tiles("hunters")
        self.unpack_tiles("hunters-bonus", "bonus")
        self.wood.update(follower=5, hut=2)
        names = {"hunter": "meadow", "gatherer": "forest", "fisher": "river"}
        self.roles |= {role: ((kind,), "follower") for role, kind in names.items()}
        self.roles["hut"] = (("river", "lake"), "hut")
        self.gold = 0

    def joined(self, node: Node, layer: str) -> Iterator[Node]:
        """H-51: lakes join the rivers of a system; they end the rivers as such (H-30)."""
        yield from super().joined(node, layer)
        if layer == "system":
            yield from self.lakes({node})
            yield from ((*node[:2], letter) for letter in self.printed[node].get("rivers", ()))

    def lakes(self, nodes: Nodes | set[Node]) -> set[Node]:
        """H-33: the lakes at the ends of rivers, each once."""
        ends = {(*node[:2], self.printed[node].get("inner_end", "")) for node in nodes}
        return {end for end in ends if end in self.printed}

    def standing(self, nodes: Collection[Node], layer: str) -> list[Piece]:
        """H-25: huts stand on systems only, followers on none."""
        here = super().standing(nodes, layer)
        return [piece for piece in here if (piece.wood == "hut") == (layer == "system")]

    def admits(self, role: str, node: Node) -> bool:
        """H-24: a hut needs a system without huts; H-22: a follower a feature without any."""
        layer = "system" if role == "hut" else self.kind(node)
        return not self.standing(self.feature(node, layer), layer)

    def turn(self) -> Steps:
        """H-20; H-43 to H-46: one bonus tile at most, for a forest with gold just closed."""
        self.gold = 0
        yield from super().turn()
        if self.gold:
            yield from self.play_tile("bonus")

    def close(self) -> Steps:
        """H-43: the tile that closes a forest with gold gives a bonus tile, whoever scores."""
        self.gold = sum(self.marks(nodes, "gold") for nodes in self.completed())
        yield from super().close()

    def worth(self, nodes: Nodes) -> int:
        """The points of a feature by what is printed on it."""
        match self.kind(min(nodes)):
            case "forest":  # H-41, H-42
                return 2 * len(nodes) + 2 * self.marks(nodes, "mushrooms")
            case "meadow":  # H-63 to H-65, H-68
                deer, tigers = self.marks(nodes, "deer"), self.marks(nodes, "tiger")
                left = deer if self.marks(nodes, "fire") else max(0, deer - tigers)
                return 2 * (left + self.marks(nodes, "mammoth") + self.marks(nodes, "aurochs"))
            case _ if not self.over:  # H-32 to H-34: a river
                return len(nodes) + self.marks(self.lakes(nodes), "fish")
            case _:  # H-62: a system
                return self.marks(nodes, "fish")

    def shares(self, here: list[Piece], worth: int) -> dict[int, int]:
        """H-66: the hunter at the shrine has the meadow alone."""
        devout = [p for p in here if p.role == "hunter" and self.marks([p.node], "shrine")]
        return super().shares(devout or here, worth)

    def final_scoring(self) -> None:
        """H-61: who is on forests and rivers goes home without points. H-35: so do rivers."""
        self.send_home_unscored([p for p in self.pieces if p.role in ("gatherer", "fisher")])
        for layer in ("system", "meadow"):
            self.settle_all(layer, stay=True)  # H-26
