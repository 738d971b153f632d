"""The Ark (rules A-30 to A-34): its moves, its walk, and the points expected of later walks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import ClassVar, Final, TypeAlias

from rules import explain, notation
from rules.deployment import Alternative
from rules.error_facts import Place, Places, Typed, Written
from rules.errors import IllegalMove, NotationError, Reason
from rules.forecasts import Chances, Forecast, Forecaster
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_of, xy
from rules.i18n import N_
from rules.moves import Chooser, Move, MovePicker, OwnMove
from rules.ruleset import Decision
from rules.story import Event, Scored, Term, TurnBegan
from rules.variants.ark_temples import pieces_on_cells

STEPS: Final = ("n", "e", "s", "w")
"""The steps of a walk by the side of the tile they cross, in the order of the sides."""
STEP_OFFSETS: Final = tuple(zip(STEPS, CROSS, strict=True))
"""The steps with the offset of their cell."""
MAX_BEST_WALKS: Final = 2
"""The number of walks worth evaluating, of hundreds of legal ones."""
POINTS_PER_TURN: Final = 0.2
DISTANCE_FACTOR: Final = 0.98
"""Expected walk points a turn for a piece beside the Ark, and the factor for each tile further."""

Steps: TypeAlias = tuple[str, ...]


def best_steps(game: Game, start: Cell, longest: int) -> list[Steps]:
    """Walks with the best margin for the mover over the best other seat.

    Only the best walk to each tile counts, the shortest if tied, and only a few are returned.
    """
    standing: dict[Cell, list[int]] = {}
    for piece in game.board.pieces():
        followers = standing.setdefault(cell_of(piece.spot), [0] * game.seats)
        followers[piece.seat] += 1
    tiles, seat = game.board.tiles, game.turn
    # The best walk to each tile so far: margin, negative length, steps.
    best_by_cell: dict[Cell, tuple[int, int, Steps]] = {}
    unfinished: list[tuple[tuple[Cell, ...], Steps, tuple[int, ...]]]
    unfinished = [((start,), (), (0,) * game.seats)]
    while unfinished:
        cells, steps, points = unfinished.pop()
        for step, way in STEP_OFFSETS:
            cell = cells[-1] + way
            if cell not in tiles or cell in cells:
                continue
            longer, earned = (*steps, step), points
            if cell in standing:
                earned = tuple(map(add, points, standing[cell]))
            margin = earned[seat] - max(p for n, p in enumerate(earned) if n != seat)
            if cell not in best_by_cell or (margin, -len(longer)) > best_by_cell[cell][:2]:
                best_by_cell[cell] = (margin, -len(longer), longer)
            if len(longer) < longest:
                unfinished.append(((*cells, cell), longer, earned))
    best = sorted(best_by_cell.values(), key=lambda reached: (-reached[0], -reached[1], reached[2]))
    return [steps for _, _, steps in best[:MAX_BEST_WALKS]]


def expected_walk_points(game: Game, ark: Cell, chances: Chances) -> list[float]:
    """Expected points of later walks by seat; pieces nearer to the Ark get more."""
    x, y = xy(ark)
    near = [0.0] * game.seats
    for piece in game.board.pieces():
        column, row = xy(piece.spot)
        near[piece.seat] += DISTANCE_FACTOR ** (abs(column - x) + abs(row - y))
    return [
        part * POINTS_PER_TURN * chances.turns_left(game, seat) for seat, part in enumerate(near)
    ]


ARK: Final = "ark"
MAX_WALK_STEPS: Final = 5
_COMPASS: Final = {*STEPS, "north", "east", "south", "west"}

NO_ARK: Final = Reason("no-ark", N_("place the Ark on a tile of the city just finished: {cells}"))
NO_WALK: Final = Reason(
    "no-walk", N_("{text} isn't a path for the Ark. Try steps such as `n e e`.")
)
WALK_LENGTH: Final = Reason("walk-length", N_("the Ark moves 1 to {longest} tiles"))
WALK_GAP: Final = Reason("walk-gap", N_("the Ark can't go to {cell}: there's no tile"))
WALK_TWICE: Final = Reason(
    "walk-twice",
    N_("the Ark can't visit {cell} twice in one move, or return to its start"),
)
REASONS: Final = (NO_ARK, NO_WALK, WALK_LENGTH, WALK_GAP, WALK_TWICE)


@dataclass(frozen=True, slots=True)
class SetArk(OwnMove):
    """Set the Ark on a tile of the first finished city (A-30)."""

    WORD: ClassVar[str] = ARK

    cell: Cell

    def write(self) -> str:
        x, y = xy(self.cell)
        return f"ark {x} {y}"

    @classmethod
    def read(cls, words: Sequence[str]) -> "SetArk":
        """Read a column and a row."""
        match words:
            case [x, y]:
                return cls(notation.cell(x, y))
            case _:
                raise NotationError("no-words", example=Written("ark 2 0"))


@dataclass(frozen=True, slots=True)
class Walk(OwnMove):
    """Move the Ark step by step; a step is ``n``, ``e``, ``s`` or ``w`` (A-31)."""

    WORD: ClassVar[str] = "walk"

    steps: tuple[str, ...]

    def write(self) -> str:
        return " ".join((self.WORD, *self.steps))

    @classmethod
    def read(cls, words: Sequence[str]) -> "Walk":
        """Read ``n e e``, ``nee`` or ``north east east``."""
        typed = " ".join(words)
        words = typed.lower().replace("-", " ").split()
        long = all(word in _COMPASS for word in words)
        steps = tuple(word[0] for word in words) if long else tuple("".join(words))
        if not steps or any(step not in STEPS for step in steps):
            raise NotationError(NO_WALK, text=Typed(typed))
        return cls(steps)


@dataclass(frozen=True, slots=True)
class ArkSet(Event):
    seat: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class ArkWalked(Event):
    """A seat moved the Ark along some cells to the last of them."""

    seat: int
    path: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ArkSetting(Decision, Forecaster):
    """Decide on which tile of the first finished city to set the Ark (A-30, X-23)."""

    wanted: ClassVar[str] = N_("place the Ark on a tile of the city just finished")

    kind: str
    """The kind of score that is a finished city."""

    def forecast(self, game: Game, chances: Chances) -> Iterator[Forecast]:
        if ARK not in game.tokens:
            return
        for seat, points in enumerate(expected_walk_points(game, game.tokens[ARK], chances)):
            yield Forecast(ARK, ((seat, points),))

    def is_needed(self, game: Game) -> bool:
        """True if the Ark is beside the board and a city was finished this turn."""
        return ARK not in game.tokens and bool(self.legal_moves(game))

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        """Each tile of each city finished this turn."""
        cells: dict[Cell, None] = {}
        for event in reversed(game.story):
            if isinstance(event, TurnBegan):
                break
            if isinstance(event, Scored) and event.kind == self.kind:
                cells |= dict.fromkeys(event.cells())
        return tuple(map(SetArk, cells))

    def resolve(self, game: Game, move: Move) -> Move:
        if not isinstance(move, SetArk) or ARK in game.tokens:
            raise explain.not_now(move, self)
        offered = self.legal_moves(game)
        if move not in offered:
            places = tuple(Place(m.cell) for m in offered if isinstance(m, SetArk))
            raise IllegalMove(NO_ARK, cells=Places(places))
        return move

    def take(self, game: Game, move: Move) -> Game:
        """Place the Ark (A-30)."""
        assert isinstance(move, SetArk)
        return game.with_events(
            ArkSet(game.turn, move.cell), tokens={**game.tokens, ARK: move.cell}
        )


@dataclass(frozen=True, slots=True)
class ArkWalk(Alternative):
    """Walk the Ark one to five tiles, instead of deploying (A-31 to A-34)."""

    @property
    def opening(self) -> Move:
        return Walk(())

    def is_possible(self, game: Game) -> bool:
        """True if the Ark is on the board, where it always has a neighbour."""
        return ARK in game.tokens

    def legal_moves(self, game: Game) -> Iterator[Move]:
        if ARK in game.tokens:
            yield from walks(game)

    def distinct_moves(self, game: Game) -> Iterator[Move]:
        """A few walks, with the best margin for the mover."""
        if ARK in game.tokens:
            yield from best_walks(game)

    def pickers(self, game: Game) -> dict[str, MovePicker]:
        """A picker that draws a walk step by step, as listing all takes too long."""
        return {Walk.WORD: partial(_random_walk, game)} if ARK in game.tokens else {}

    def resolve(self, game: Game, move: Move) -> Move | None:
        """Check each step of a walk."""
        if not isinstance(move, Walk) or ARK not in game.tokens:
            return None
        if not 1 <= len(move.steps) <= MAX_WALK_STEPS:
            raise IllegalMove(WALK_LENGTH, longest=MAX_WALK_STEPS)
        cells = path(game, move.steps)
        for number, cell in enumerate(cells[1:], 1):
            if cell not in game.board.tiles:
                raise IllegalMove(WALK_GAP, cell=Place(cell))
            if cell in cells[:number]:
                raise IllegalMove(WALK_TWICE, cell=Place(cell))
        return move

    def take(self, game: Game, move: Move) -> Game:
        """Move the Ark and pay a point per follower on each entered tile (A-33)."""
        assert isinstance(move, Walk)
        entered = path(game, move.steps)[1:]
        game = game.with_events(
            ArkWalked(game.turn, entered), tokens={**game.tokens, ARK: entered[-1]}
        )
        points = walk_points(game, entered)
        if not points:
            return game
        terms = (Term("followers", sum(points.values()), 1),)
        return game.with_events(Scored(ARK, entered, terms, tuple(sorted(points.items()))))


def path(game: Game, steps: tuple[str, ...]) -> tuple[Cell, ...]:
    """The cells of a walk, beginning with the Ark's."""
    cells = [game.tokens[ARK]]
    for step in steps:
        cells.append(cells[-1] + CROSS[STEPS.index(step)])
    return tuple(cells)


def next_steps(game: Game, steps: tuple[str, ...]) -> tuple[str, ...]:
    """Onto new tiles, five steps at most (A-32)."""
    if len(steps) >= MAX_WALK_STEPS:
        return ()
    cells = path(game, steps)
    return tuple(
        step
        for step, offset in zip(STEPS, CROSS, strict=True)
        if cells[-1] + offset in game.board.tiles and cells[-1] + offset not in cells
    )


def walks(game: Game, steps: tuple[str, ...] = ()) -> Iterator[Walk]:
    """Every walk that begins with ``steps``, these alone first."""
    if steps:
        yield Walk(steps)
    for step in next_steps(game, steps):
        yield from walks(game, (*steps, step))


def best_walks(game: Game) -> list[Walk]:
    """Walks with the best margin over the best other seat, one to a tile."""
    return [Walk(steps) for steps in best_steps(game, game.tokens[ARK], MAX_WALK_STEPS)]


def walk_points(game: Game, entered: tuple[Cell, ...]) -> dict[int, int]:
    """Each seat's points for followers on the entered cells."""
    points: dict[int, int] = {}
    for piece in pieces_on_cells(game.board, set(entered)):
        points[piece.seat] = points.get(piece.seat, 0) + 1
    return points


def _random_walk(game: Game, choose: Chooser) -> Move:
    length = choose([Walk(STEPS[:1] * n) for n in range(1, MAX_WALK_STEPS + 1)])
    assert isinstance(length, Walk)
    walk = Walk(())
    while len(walk.steps) < len(length.steps) and (options := next_steps(game, walk.steps)):
        chosen = choose([Walk((*walk.steps, step)) for step in options])
        assert isinstance(chosen, Walk)
        walk = chosen
    return walk
