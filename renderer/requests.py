"""Requests for pictures: the values that `renderer.draw` draws.

Importing this module imports no Pillow. A request is hashable: with the position and the players it
is a cache key.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from rules.analysis.viewport import Window
from rules.geometry import Cell
from rules.moves import MoveSequence
from rules.story import Scored


@dataclass(frozen=True, slots=True)
class Request:
    """A picture of a game, whose files are named after its ``kind``."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or an animated WebP, and its size in pixels."""

    data: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Legend:
    """Texts that explain marks: a ``gap`` that fits, and the newest frame."""

    gap: str
    newest: str


@dataclass(frozen=True, slots=True)
class PlannedTile:
    """A kind of tile meant for a cell, with the letters of its order or the number of its votes."""

    cell: Cell
    tile: str
    rotation: int
    letters: str


@dataclass(frozen=True, slots=True)
class Turn(Request):
    """The board of a turn, the tile in hand and the scores.

    ``since``: index of the first new event, by default of the last turn. The ``animated`` scores
    move, unless the file would be too large. ``others``: tiles that got votes, but not the most.
    """

    kind = "turn"
    since: int | None = None
    legend: Legend | None = None
    animated: tuple[Scored, ...] = ()
    others: tuple[PlannedTile, ...] = ()


@dataclass(frozen=True, slots=True)
class PastTurn(Request):
    """The board after a turn, its scores moving if ``animated``; turn 0 is the deal."""

    kind = "past"
    record: str
    number: int
    legend: Legend | None = None
    animated: bool = False


@dataclass(frozen=True, slots=True)
class Sample(Request):
    """A square of a shipped record's board after a turn."""

    kind = "sample"
    file: str
    turn: int
    window: Window


@dataclass(frozen=True, slots=True)
class Position(Request):
    """A position to solve: whole board, tile in hand, scores, no aids."""

    kind = "puzzle"


@dataclass(frozen=True, slots=True)
class BoardRequest(Request):
    """A board, with the scores below it."""

    kind = "board"


@dataclass(frozen=True, slots=True)
class Board(BoardRequest):
    """The whole board with the leaders of each area; if ``aided``, its points and dead gaps."""

    aided: bool = True


@dataclass(frozen=True, slots=True)
class PlainBoard(BoardRequest):
    """The whole board with the legal gaps for the drawn tile."""


@dataclass(frozen=True, slots=True)
class ClosedBoard(BoardRequest):
    """The board of an ended game: no gaps, nobody to move."""


@dataclass(frozen=True, slots=True)
class CellsAround(BoardRequest):
    """Up to seven by seven cells around one, by default the last placed tile."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class SeatAreas(BoardRequest):
    """The areas that a seat leads or shares."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeadGaps(BoardRequest):
    """The gaps that no undrawn tile fits."""


@dataclass(frozen=True, slots=True)
class Plan(BoardRequest):
    """The whole board with every gap, the planned one framed, and planned tiles."""

    cell: Cell | None
    seat: int
    tiles: tuple[PlannedTile, ...] = ()


@dataclass(frozen=True, slots=True)
class News(BoardRequest):
    """The news since an event: lettered tiles, points of pieces."""

    since: int


@dataclass(frozen=True, slots=True)
class ScoredFeature(BoardRequest):
    """The feature scored by a story's event, numbered for counting."""

    event: int


@dataclass(frozen=True, slots=True)
class SelectableCells(BoardRequest):
    """The cells that can be chosen now, framed."""

    kind = "cells"


@dataclass(frozen=True, slots=True)
class Path(Request):
    """A path and the board around its end, in the mover's colour.

    ``rows``: button rows that a phone shows below the picture.
    """

    kind = "path"
    cells: tuple[Cell, ...]
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Preview(Request):
    """The placed tile with its letters, and the board around it."""

    kind = "preview"


@dataclass(frozen=True, slots=True)
class Hand(Request):
    """The tile in hand in its distinct rotations, with letters."""

    kind = "hand"


@dataclass(frozen=True, slots=True)
class MoveSketches(Request):
    """The result of each legal move that has a sketch (F-24)."""

    kind = "links"


@dataclass(frozen=True, slots=True)
class Suggestions(Request):
    """Suggested moves, numbered on the board, with each result below."""

    kind = "suggestions"
    suggestions: tuple[MoveSequence, ...]


@dataclass(frozen=True, slots=True)
class Comparisons(Request):
    """Moves of a record, each beside a better one.

    A comparison: number of earlier lines, played moves, better moves.
    """

    kind = "compared"
    record: str
    comparisons: tuple[tuple[int, MoveSequence, MoveSequence], ...]


TitledTileKinds: TypeAlias = tuple[str, tuple[tuple[str, int | str], ...]]
"""A title, and kinds of tiles with numbers or letters; without kinds it heads the next groups."""


@dataclass(frozen=True, slots=True)
class TileKinds(Request):
    kind = "kinds"
    groups: tuple[TitledTileKinds, ...]


class HonourText(NamedTuple):
    """An honour in words: its title, what it measures, a note, and the seat that earned it."""

    title: str
    value: str
    note: str
    seat: int


class TurningPoint(NamedTuple):
    """A costly move in an ended game: its turn's number, seat, and words."""

    turn: int
    seat: int
    words: str


class Voters(NamedTuple):
    """The people who voted most often for a seat's moves, with their votes, after a title."""

    title: str
    seat: int
    voters: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Poster(Request):
    """The poster of a finished game; ``turning_points`` once the game has been reviewed."""

    kind = "poster"
    title: str
    date: str = ""
    server: str = ""
    honours: tuple[HonourText, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    turning_title: str = ""
    voters: Voters | None = None


@dataclass(frozen=True, slots=True)
class PrintedPoster(Poster):
    """A `Poster` in the size and resolution of an A3 print."""

    kind = "print"


@dataclass(frozen=True, slots=True)
class PointsChart(Request):
    """A chart of points over turns by seat, and the table of points."""

    kind = "chart"


@dataclass(frozen=True, slots=True)
class BarRow:
    """A label, and by series a value and its text.

    None leaves the bar out.
    """

    label: str
    values: tuple[float | None, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bars(Request):
    """Rows of bars, one bar for each series, about no game."""

    kind = "bars"
    series: tuple[str, ...]
    rows: tuple[BarRow, ...]


@dataclass(frozen=True, slots=True)
class RankingRow:
    """Place, name, number, uncertainty, and False for a provisional one."""

    place: str
    name: str
    number: int
    uncertainty: int
    is_firm: bool = True


@dataclass(frozen=True, slots=True)
class Ranking(Request):
    """Numbers with their uncertainties, the best first, about no game."""

    kind = "ranking"
    rows: tuple[RankingRow, ...]
