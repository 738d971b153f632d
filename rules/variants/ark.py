"""The Ark of the Covenant (rules A-01 to A-64). Its tiles are a labelled reconstruction."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from rules import explain
from rules.areas import Area
from rules.board import Board
from rules.deployment import Action, Deployment
from rules.errors import IllegalMove
from rules.facts import Place, Places
from rules.finale import End, ScoreAll
from rules.game import Game
from rules.geometry import CROSS, Cell
from rules.i18n import N_
from rules.layers import Layer
from rules.moves import Move, SetArk, Walk
from rules.notation import STEPS
from rules.pieces import Kind, Role, leaders
from rules.ruleset import Choose, Decision, Ruleset, Way
from rules.scoring import Scorer, Terms, added, per_mark, per_tile, printed, terms
from rules.story import ArkSet, ArkWalked, Scored, Term, TurnBegan
from rules.tiles import Terrain
from rules.tileset import read_tiles
from rules.turn import Draw, Placement, Scoring, TurnEnd
from rules.variants.ark_temples import TEMPLE, ScoreTemples, UnfinishedTemples, on_cells

CITY: Final = Layer("city", frozenset({Terrain.CITY}))
ROAD: Final = Layer("road", frozenset({Terrain.ROAD}))
FIELD: Final = Layer("field", frozenset({Terrain.FIELD}))

KNIGHT: Final = Role("knight", Kind.FOLLOWER, CITY.name)
THIEF: Final = Role("thief", Kind.FOLLOWER, ROAD.name)
SHEPHERD: Final = Role("shepherd", Kind.FOLLOWER, FIELD.name)
PROPHET: Final = Role("prophet", Kind.PROPHET, CITY.name)

ARK: Final = "ark"
LONGEST_WALK: Final = 5


def to_prophets(board: Board, area: Area, points: int) -> tuple[tuple[int, int], ...]:
    """To the majority; twice to a leader whose prophet stands in the city (A-23)."""
    prophets = {piece.seat for piece in area.pieces if piece.role.kind is Kind.PROPHET}
    return tuple((seat, points * (1 + (seat in prophets))) for seat in leaders(area.pieces))


def flock(board: Board, area: Area) -> Terms:
    """2 points for each sheep that no wolf takes (A-63)."""
    sheep = printed(board, area.spots, "sheep")
    wolves = printed(board, area.spots, "wolves")
    return terms(Term("sheep", sheep, 2), Term("wolves", min(sheep, wolves), -2))


@dataclass(frozen=True, slots=True)
class ArkSetting(Decision):
    """Who finished the first city sets the Ark on one of its tiles (A-30, X-23)."""

    wanted: ClassVar[str] = N_("set the Ark on a tile of the city just finished")

    def needed(self, game: Game) -> bool:
        """Whether the Ark is still beside the board and a city was finished this turn."""
        return ARK not in game.tokens and bool(self.offered(game))

    def offered(self, game: Game) -> tuple[Move, ...]:
        """Each tile of each city finished this turn."""
        cells: dict[Cell, None] = {}
        for event in reversed(game.story):
            if isinstance(event, TurnBegan):
                break
            if isinstance(event, Scored) and event.kind == CITY.name:
                cells |= dict.fromkeys(event.cells())
        return tuple(map(SetArk, cells))

    def resolve(self, game: Game, move: Move) -> Move:
        """The move itself, if it is offered."""
        if not isinstance(move, SetArk) or ARK in game.tokens:
            raise explain.not_now(move, self)
        offered = self.offered(game)
        if move not in offered:
            places = tuple(Place(m.cell) for m in offered if isinstance(m, SetArk))
            raise IllegalMove("no-ark", cells=Places(places))
        return move

    def take(self, game: Game, move: Move) -> Game:
        """Sets it."""
        assert isinstance(move, SetArk)
        return game.told(ArkSet(game.turn, move.cell), tokens={**game.tokens, ARK: move.cell})


@dataclass(frozen=True, slots=True)
class ArkWalk(Action):
    """Instead of deploying, the Ark may walk one to five tiles (A-31 to A-34)."""

    @property
    def opening(self) -> Move:
        """A walk without a step yet."""
        return Walk(())

    def possible(self, game: Game) -> bool:
        """Whether the Ark is on the board; it always has a neighbour there."""
        return ARK in game.tokens

    def offered(self, game: Game) -> Iterator[Move]:
        """Every walk; there may be hundreds."""
        if ARK in game.tokens:
            yield from self._onward(game, ())

    def _onward(self, game: Game, steps: tuple[str, ...]) -> Iterator[Move]:
        for step in next_steps(game, steps):
            longer = (*steps, step)
            yield Walk(longer)
            yield from self._onward(game, longer)

    def ways(self, game: Game) -> dict[str, Way]:
        """A walk drawn step by step: listing all would take too long."""
        return {"walk": partial(_drawn_walk, game)} if ARK in game.tokens else {}

    def resolve(self, game: Game, move: Move) -> Move | None:
        """The walk itself, each of its steps checked."""
        if not isinstance(move, Walk) or ARK not in game.tokens:
            return None
        if not 1 <= len(move.steps) <= LONGEST_WALK:
            raise IllegalMove("walk-length", longest=LONGEST_WALK)
        been = path(game, move.steps)
        for number, cell in enumerate(been[1:], 1):
            if cell not in game.board.tiles:
                raise IllegalMove("walk-gap", cell=Place(cell))
            if cell in been[:number]:
                raise IllegalMove("walk-twice", cell=Place(cell))
        return move

    def take(self, game: Game, move: Move) -> Game:
        """Moves the Ark and pays a point for each follower on a tile it enters (A-33)."""
        assert isinstance(move, Walk)
        entered = path(game, move.steps)[1:]
        game = game.told(ArkWalked(game.turn, entered), tokens={**game.tokens, ARK: entered[-1]})
        met = walk_points(game, entered)
        if not met:
            return game
        found = (Term("followers", sum(met.values()), 1),)
        return game.told(Scored(ARK, entered, found, tuple(sorted(met.items()))))


def path(game: Game, steps: tuple[str, ...]) -> tuple[Cell, ...]:
    """The cells of a walk, the Ark's own first."""
    cells = [game.tokens[ARK]]
    for step in steps:
        cells.append(cells[-1] + CROSS[STEPS.index(step)])
    return tuple(cells)


def next_steps(game: Game, steps: tuple[str, ...]) -> tuple[str, ...]:
    """How a walk can go on: onto tiles it has not been to, five steps at most (A-32)."""
    if len(steps) >= LONGEST_WALK:
        return ()
    been = path(game, steps)
    return tuple(
        step
        for step, way in zip(STEPS, CROSS, strict=True)
        if been[-1] + way in game.board.tiles and been[-1] + way not in been
    )


def walk_points(game: Game, entered: tuple[Cell, ...]) -> dict[int, int]:
    """What each seat earns when the Ark enters some cells: a point for each of its followers."""
    points: dict[int, int] = {}
    for piece in on_cells(game.board, set(entered)):
        points[piece.seat] = points.get(piece.seat, 0) + 1
    return points


def _drawn_walk(game: Game, choose: Choose) -> Move:
    length = choose([Walk(STEPS[:1] * n) for n in range(1, LONGEST_WALK + 1)])
    assert isinstance(length, Walk)
    walk = Walk(())
    while len(walk.steps) < len(length.steps) and (more := next_steps(game, walk.steps)):
        chosen = choose([Walk((*walk.steps, step)) for step in more])
        assert isinstance(chosen, Walk)
        walk = chosen
    return walk


def ruleset() -> Ruleset:
    """72 tiles; seven followers and a prophet a seat, one Ark for all (A-01, A-02)."""
    road = added(per_tile(1), per_mark("oases", 1))
    spent = frozenset({Kind.PROPHET})
    city = added(per_tile(2), per_mark("scrolls", 2))
    unfinished_city = added(per_tile(1), per_mark("scrolls", 1))
    scoring = Scoring((Scorer(ROAD.name, road), Scorer(CITY.name, city, to_prophets, spent)))
    tile = (Placement(), Deployment((ArkWalk(),)), scoring, ArkSetting(), ScoreTemples())
    return Ruleset(
        name="ark",
        edition=1,
        seats=range(2, 6),
        bags={"bag": read_tiles("ark")},
        layers=(CITY, ROAD, FIELD, TEMPLE),
        roles=(KNIGHT, THIEF, SHEPHERD, PROPHET),
        supply={Kind.FOLLOWER: 7, Kind.PROPHET: 1},
        turn=(Draw("bag", tile), TurnEnd()),
        finale=(
            UnfinishedTemples(),
            ScoreAll((Scorer(CITY.name, unfinished_city, spent=spent), Scorer(ROAD.name, road))),
            ScoreAll((Scorer(FIELD.name, flock),), stay=True),
            End(),
        ),
        options={},
    )
