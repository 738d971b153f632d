"""The facts of an error as values, so that they can be worded in any language.

The ``str`` of each is its English words, which the sentences in `rules.errors` are made for. Other
facts are plain numbers, letters, `Terrain` and `Kind`.
"""

from dataclasses import dataclass

from rules.geometry import Cell, Side, xy
from rules.pieces import Piece
from rules.tiles import Terrain


class Place(tuple[int, int]):
    def __new__(cls, cell: Cell) -> "Place":
        return super().__new__(cls, xy(cell))

    def __str__(self) -> str:
        return f"{self[0]} {self[1]}"


class Standing(tuple[int, str, Place]):
    """A piece on the board: seat, role and place."""

    def __new__(cls, piece: Piece) -> "Standing":
        return super().__new__(cls, (piece.seat, piece.role.name, Place(piece.spot)))

    def __str__(self) -> str:
        return f"{Seat(self[0])}'s {self[1]} at {self[2]}"


@dataclass(frozen=True, slots=True)
class Seat:
    number: int

    def __str__(self) -> str:
        return f"seat {self.number}"


@dataclass(frozen=True, slots=True)
class Places:
    places: tuple[Place, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.places))


@dataclass(frozen=True, slots=True)
class FigureExample:
    """An example of a figure and a letter, of the game that is played."""

    def __str__(self) -> str:
        return "a meeple and its letter"


@dataclass(frozen=True, slots=True)
class Written:
    """Words of the notation, the same in every language."""

    text: str

    def __str__(self) -> str:
        return f"`{self.text}`"


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed text that was not understood."""

    text: str

    def __str__(self) -> str:
        return repr(self.text)


@dataclass(frozen=True, slots=True)
class Phrase:
    """English words marked with `N_`, to be looked up in a message catalogue."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Letters:
    letters: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.letters)


@dataclass(frozen=True, slots=True)
class Rotations:
    """Rotations to choose from, in quarter turns clockwise."""

    quarters: tuple[int, ...]

    def __str__(self) -> str:
        return " or ".join(f"rot{90 * quarters}" for quarters in self.quarters)


class RoleName(str):
    """The name of an existing role, in the words of the notation (``hunter``)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Roles:
    names: tuple[RoleName, ...]

    def __str__(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True, slots=True)
class Figures:
    figures: tuple[tuple[RoleName, str], ...]

    def __str__(self) -> str:
        return ", ".join(f"{role} {letter}" for role, letter in self.figures)


@dataclass(frozen=True, slots=True)
class Terrains:
    """The terrains that a role stands on."""

    terrains: tuple[Terrain, ...]

    def __str__(self) -> str:
        return " or ".join(f"a {terrain}" for terrain in self.terrains)


@dataclass(frozen=True, slots=True)
class FeatureName:
    """A feature, by a segment's terrain and the layer that joins it to others."""

    terrain: Terrain
    layer: str

    def __str__(self) -> str:
        return self.terrain if self.layer == self.terrain else f"{self.terrain} {self.layer}"


@dataclass(frozen=True, slots=True)
class Demands:
    """The terrains that a gap's neighbours demand of each side."""

    sides: tuple[tuple[Side, Terrain], ...]

    def __str__(self) -> str:
        return ", ".join(
            f"its {side.name.lower()} side has to be a {asked}" for side, asked in self.sides
        )


@dataclass(frozen=True, slots=True)
class Clashes:
    """Mismatched sides, each with its own and its neighbour's terrain."""

    sides: tuple[tuple[Side, Terrain, Terrain], ...]

    def __str__(self) -> str:
        return "; ".join(
            f"its {side.name.lower()} side is a {terrain} and would meet a {met}"
            for side, terrain, met in self.sides
        )
