"""Inns and Cathedrals: I-01 to I-09."""

from tests.rules.referee.table import Nodes, Table


class Inns(Table):
    """Inns, cathedrals, and a follower that counts as two."""

    def unpack(self) -> None:
        """I-01, I-06: 18 tiles, and a big follower that goes wherever followers go."""
        super().unpack()
        self.unpack_tiles("inns")
        self.wood["big follower"] = 1
        self.weights["big follower"] = 2
        followers = {
            role: kinds for role, (kinds, wood) in self.roles.items() if wood == "follower"
        }
        self.roles |= {f"big {role}": (kinds, "big follower") for role, kinds in followers.items()}

    def worth(self, nodes: Nodes) -> int:
        """I-02, I-03, I-09: inns. I-04, I-05: cathedrals."""
        tiles = len({node[:2] for node in nodes})
        if self.marks(nodes, "inns"):
            return 0 if self.over else 2 * tiles
        if self.marks(nodes, "cathedrals"):
            return 0 if self.over else 3 * (tiles + self.marks(nodes, "pennants"))
        return super().worth(nodes)
