"""The Ark of the Covenant: A-01 to A-64."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from tests.rules.referee.table import SIDES, Cell, Nodes, Piece, Pieces, Steps, Table, neighbours

STEPS = dict(zip("nesw", SIDES, strict=True))


class Ark(Table):
    """Cities, roads and fields, temples, a prophet a seat, and the Ark."""

    layers: ClassVar = {kind: (kind,) for kind in ("city", "road", "field", "temple")}
    scored: ClassVar = ("city", "road")  # no fields
    around: ClassVar = {"temple": SIDES}

    def unpack(self) -> None:
        """A-01, A-02: 72 tiles, seven followers and a prophet. A-12, A-13: where they go."""
        self.unpack_tiles("ark")
        self.wood.update(follower=7, prophet=1)
        names = {"knight": "city", "thief": "road", "shepherd": "field"}
        self.roles |= {role: ((kind,), "follower") for role, kind in names.items()}
        self.roles["prophet"] = (("city",), "prophet")
        self.ark: Cell | None = None

    def walks(self) -> Iterator[list[str]]:
        """A-31, A-32: one to five steps over tiles, none twice, not back to the start."""
        assert self.ark is not None
        ways: list[tuple[list[str], list[Cell]]] = [([], [self.ark])]
        for steps, been in ways:
            for step, there in zip(STEPS, neighbours(been[-1]), strict=True):
                if len(steps) < 5 and there in self.lying and there not in been:
                    ways.append(([*steps, step], [*been, there]))
                    yield ways[-1][0]

    def other_actions(self) -> set[str]:
        """A-11, A-30: once the Ark is on the board, walk instead of deploying."""
        return {f"walk {' '.join(way)}" for way in self.walks()} if self.ark else set()

    def act(self, text: str) -> None:
        """A-33, A-34: a point for each piece on each tile entered."""
        assert self.ark is not None
        path = []
        for step in text.split()[1:]:
            (self.ark,) = neighbours(self.ark, [STEPS[step]])
            path.append(self.ark)
        self.tell("walked", self.seat, tuple(path))
        met = Counter(piece.seat for piece in self.on_tiles(path))
        if met:
            self.pay("ark", set(path), met.total(), met)

    def on_tiles(self, cells: Iterable[Cell]) -> list[Piece]:
        """A-33, A-42: the pieces on some tiles, whatever they stand on."""
        return [piece for piece in self.pieces if piece.node[:2] in set(cells)]

    def close(self) -> Steps:
        """A-15: roads and cities, A-30: then the Ark, A-41: then the temples."""
        cities = [nodes for nodes in self.completed() if self.kind(min(nodes)) == "city"]
        yield from super().close()
        first = {node[:2] for nodes in cities for node in nodes}
        if first and self.ark is None:
            text = yield {f"ark {x} {y}" for x, y in first}
            if text:
                _, x, y = text.split()
                self.ark = (int(x), int(y))
                self.tell("ark", self.seat, self.ark)
        for temple in self.temples():
            cross = [temple, *neighbours(temple)]
            if self.last in cross and self.lying.keys() >= set(cross):
                self.score_temple(temple, 7)

    def owed(self) -> str:
        """COM-24: nobody sets the Ark; the next city finished brings it."""
        return super().owed() if super().owed() in self.offered else ""

    def temples(self) -> list[Cell]:
        """A-40: the tiles with a temple."""
        return [node[:2] for node, printed in self.printed.items() if printed["kind"] == "temple"]

    def score_temple(self, temple: Cell, worth: int) -> None:
        """A-42, A-43: the most pieces on the cross; all stay."""
        here = self.on_tiles([temple, *neighbours(temple)])
        self.pay("temple", {temple}, worth, super().shares(here, worth))

    def worth(self, nodes: Nodes) -> int:
        """The points of a feature with what is printed on it."""
        tiles = len({node[:2] for node in nodes})
        match self.kind(min(nodes)):
            case "road":
                return tiles + self.marks(nodes, "oases")
            case "city":
                return (tiles + self.marks(nodes, "scrolls")) * (1 if self.over else 2)
        return 2 * max(0, self.marks(nodes, "sheep") - self.marks(nodes, "wolves"))

    def shares(self, here: list[Piece], worth: int) -> dict[int, int]:
        """A-22, A-23: a complete city pays a winner twice who has a prophet there."""
        twice = {piece.seat for piece in here if piece.wood == "prophet" and not self.over}
        return {seat: n * (1 + (seat in twice)) for seat, n in super().shares(here, worth).items()}

    def send_home(self, pieces: Pieces) -> None:
        """A-24, A-25: a prophet leaves the game."""
        super().send_home(pieces)
        for piece in pieces:
            if piece.wood == "prophet":
                self.hands[piece.seat]["prophet"] -= 1
                self.gone.append(piece)

    def final_scoring(self) -> None:
        unfinished = [t for t in self.temples() if not self.lying.keys() >= set(neighbours(t))]
        for temple in unfinished:  # all before anybody leaves
            self.score_temple(temple, 3)
        crosses = [cell for temple in unfinished for cell in [temple, *neighbours(temple)]]
        self.send_home_unscored(self.on_tiles(crosses))
        for layer in ("city", "road"):
            self.settle_all(layer)
        self.settle_all("field", stay=True)
