"""The base game: B-01 to B-65, X-47, X-48."""

from typing import ClassVar

from tests.rules.referee.table import RING, Node, Nodes, Piece, Table


class Base(Table):
    """Cities, roads, fields and monasteries."""

    layers: ClassVar = {kind: (kind,) for kind in ("city", "road", "field", "monastery")}
    scored: ClassVar = ("city", "road", "monastery")  # B-51: no fields
    around: ClassVar = {"monastery": RING}  # B-40

    def unpack(self) -> None:
        """B-01, B-02: 72 tiles, seven followers. B-10: four roles."""
        self.unpack_tiles("base")
        self.wood["follower"] = 7
        names = {"knight": "city", "thief": "road", "farmer": "field", "monk": "monastery"}
        self.roles |= {role: ((kind,), "follower") for role, kind in names.items()}

    def worth(self, nodes: Nodes) -> int:
        """The points of a feature with tiles and pennants."""
        tiles = {node[:2] for node in nodes}
        first = min(nodes)
        match self.kind(first):
            case "monastery":  # B-41, B-61
                x, y = first[:2]
                return 1 + sum((x + dx, y + dy) in self.lying for dx, dy in RING)
            case "road":  # B-22, B-61
                return len(tiles)
        units = len(tiles) + self.marks(nodes, "pennants")
        small = len(tiles) == 2 and self.head.get("small cities") != "4"  # B-32, B-33, X-48
        return units if self.over or small else 2 * units  # B-31, B-61

    def final_scoring(self) -> None:
        """B-61: first what is incomplete, then the farmers."""
        for layer in ("city", "road", "monastery"):
            self.settle_all(layer)
        built = [city for city in self.features("city") if self.complete(city)]
        if self.head.get("fields") == "third":
            self.score_each_field(built)
            return
        for city in built:  # B-63 to B-65
            near = [p for p in self.pieces if self.cities_at(self.feature(p.node)) & city]
            self.pay_farmers(city, near, 4, 1)

    def score_each_field(self, built: list[Nodes]) -> None:
        """X-47: the most farmers of each field get 3 points for each complete city at it."""
        for field in {self.feature(piece.node) for piece in self.pieces}:
            cities = sum(bool(self.cities_at(field) & city) for city in built)
            self.pay_farmers(field, self.standing(field, "field"), 3 * cities, cities)

    def pay_farmers(self, nodes: Nodes, near: list[Piece], worth: int, cities: int) -> None:
        """B-64: pay the most farmers once for a city, or for a field."""
        if near and cities:
            shares = self.farmers(near, worth, cities)
            self.pay("field", {node[:2] for node in nodes}, worth, shares)

    def farmers(self, near: list[Piece], worth: int, cities: int) -> dict[int, int]:
        """B-63: the points of each seat for some cities."""
        return self.shares(near, worth)

    def cities_at(self, field: Nodes) -> set[Node]:
        """The city segments that a field touches (B-50, B-64)."""
        return {(*n[:2], letter) for n in field for letter in self.printed[n]["cities"]}
