"""The River: R-01 to R-05."""

from tests.rules.referee.table import Cell, Table, beyond


class River(Table):
    """Twelve tiles that are laid before all others."""

    def unpack(self) -> None:
        """R-01: the spring is the start tile. R-04: no role goes onto the river."""
        super().unpack()
        self.unpack_tiles("river", "river")

    def draw(self, pile: str) -> None:
        """R-01: the river before the bag; X-44: a tile that fits nowhere waits for the others."""
        river = self.piles["river"]
        if pile != "bag" or not river:
            super().draw(pile)
            return
        places = [self.placements(tile) for tile in river]
        number = next((n for n, found in enumerate(places) if found), len(river))
        waits = number < len(river) - 1  # before the lake
        for tile in river[:number]:
            self.tell("drawn", self.seat, "river", tile)
            self.tell("postponed" if waits else "discarded", self.seat, "river", tile)
        if number < len(river):
            self.hand, self.source, self.places = river[number], "river", places[number]
            self.tell("drawn", self.seat, "river", self.hand)
        later = river[:number] if waits else []
        self.piles["river"] = [*river[number + 1 : -1], *later, *river[-1:]] if waits else []
        if not self.hand:
            super().draw(pile)

    def admits_tile(self, border: list[str], cell: Cell) -> bool:
        """R-02: the river goes on at its open end. R-03: it does not turn back on itself."""
        shores = [point for point in range(12) if border[point] == "river"]
        if shores:
            flows = [point for point in shores if beyond(cell, point) in self.at_point]
            if not flows:
                return False
            bend = {(point - flows[0]) % 12 for point in shores} - {0, 6}
            met = beyond(cell, flows[0])
            before = {(met[2] - point) % 12 for point in self.points[self.at_point[met]]} - {0, 6}
            if bend and bend == before:
                return False
        return super().admits_tile(border, cell)
