"""The Ferries, a mini expansion (rules F-01 to F-34): ferries laid and turned on lake tiles.

A ferry is a link between two roads of a lake tile, so roads split and join by themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Final

from rules import explain, notation
from rules.board import Board
from rules.deployment import Deployment
from rules.error_facts import Letters, Place, Places, Written
from rules.errors import IllegalMove, NotationError, Reason
from rules.forms import Form
from rules.game import Game
from rules.geometry import ACROSS, SLOTS_PER_CELL, Cell, Spot, cell_of, xy
from rules.i18n import N_
from rules.moves import Move, OwnMove, Pass
from rules.parts import Part, merge_tiles
from rules.ruleset import Decision, Effect, Ruleset
from rules.story import Event
from rules.tile_data import TileSchema, read_tiles
from rules.turn import Placement
from rules.variants import base

QUAY: Final = "quay"
ROAD: Final = base.ROAD.name

MIX: Final = "ferries"
MIXES: Final = ("C1", "C3")
"""The option for the lake tiles of the first or third edition (F-02), and its values."""
CLOISTER: Final = "cloister extends ferry roads"
"""The option for `FirstFerries.monasteries`."""

TILE_SCHEMA: Final = base.TILE_SCHEMA | TileSchema(
    terrains=frozenset({"lake"}), ends=frozenset({QUAY}), notes=frozenset({"quays"})
)

NO_FERRY: Final = Reason(
    "no-ferry", N_("choose two different roads of the lake just placed: {roads}")
)
NO_TURN: Final = Reason(
    "no-turn", N_("choose two roads the ferry doesn't join yet, out of {roads}")
)
NOT_TURNABLE: Final = Reason(
    "not-turnable",
    N_("you can't turn the ferry at {cell} this turn; those you can: {lakes}"),
)
NO_ROADS: Final = Reason("no-roads", N_("type the letters of two roads, such as {example}"))


@dataclass(frozen=True, slots=True)
class LayFerry(OwnMove):
    """Lay a ferry between two lettered roads of the lake tile just placed (F-12)."""

    WORD: ClassVar[str] = "ferry"

    a: str
    b: str

    def write(self) -> str:
        return f"ferry {self.a} {self.b}"

    @classmethod
    def read(cls, words: Sequence[str]) -> "LayFerry":
        """Read two letters."""
        return cls(*_two_roads(words, "ferry b d"))

    def relettered(self, letters: Mapping[str, str]) -> "LayFerry":
        """Replace the letters by those that are meant (COM-25)."""
        return LayFerry(*sorted(letters.get(letter, letter) for letter in (self.a, self.b)))


@dataclass(frozen=True, slots=True)
class TurnFerry(OwnMove):
    """Turn a ferry to join two other roads of its tile (F-20)."""

    WORD: ClassVar[str] = "turn"

    cell: Cell
    a: str
    b: str

    def write(self) -> str:
        x, y = xy(self.cell)
        return f"turn {x} {y} {self.a} {self.b}"

    @classmethod
    def read(cls, words: Sequence[str]) -> "TurnFerry":
        """Read a column, a row and two letters."""
        match words:
            case [x, y, *roads]:
                return cls(notation.cell(x, y), *_two_roads(roads, "turn 2 0 b c"))
            case _:
                raise NotationError("no-words", example=Written("turn 2 0 b c"))


def _two_roads(words: Sequence[str], example: str) -> tuple[str, str]:
    letters = notation.two_letters(words)
    if letters is None:
        raise NotationError(NO_ROADS, example=Written(example))
    return letters


@dataclass(frozen=True, slots=True)
class FerryLaid(Event):
    """A seat laid a ferry, or turned it there from two other roads."""

    seat: int
    joins: tuple[Spot, Spot]
    before: tuple[Spot, Spot] | None


def quays(form: Form) -> tuple[str, ...]:
    """Letters of the roads that end at a quay of the lake."""
    return tuple(zone.letter for zone in form.tile.zones if zone.inner_end == QUAY)


def ferry_of(board: Board, cell: Cell) -> tuple[Spot, Spot] | None:
    """The two spots it joins; None without a ferry."""
    return next((pair for pair in board.links if cell_of(pair[0]) == cell), None)


def with_ferry(game: Game, cell: Cell, a: str, b: str) -> Game:
    """Put the tile's ferry between two roads, instead of its old place."""
    board = game.board
    old = ferry_of(board, cell)
    pair = (board.spot(cell, a), board.spot(cell, b))
    links = board.links - {old} if old is not None else board.links
    return game.with_events(FerryLaid(game.turn, pair, old), board=board.with_links(links | {pair}))


@dataclass(frozen=True, slots=True)
class FirstFerries(Effect):
    """Determine which ferries may be turned, when the tile is placed (F-20 to F-26).

    Those are the first ferries outward along each road that the tile extends; a quay without a
    ferry ends the road and gives no right to turn. ``monasteries``: a road that ends at a monastery
    on the new tile counts as extended (X-31).
    """

    monasteries: bool

    def run(self, game: Game) -> Game:
        """Put the turning of ferries after the laying."""
        form, cell = game.last_form, game.placed
        lakes: dict[Cell, None] = {}
        for port in range(1, 12, 3):
            zone = form.tile.zones[form.owners[port]]
            counts = self.monasteries or zone.inner_end != base.MONASTERY.name
            if zone.terrain == ROAD and counts:
                lake = _first_ferry(game.board, cell, port)
                if lake is not None:
                    lakes[lake] = None
        if not lakes:
            return game
        agenda = game.agenda
        position = next(i for i, step in enumerate(agenda) if isinstance(step, FerryLaying)) + 1
        turning = FerryTurning(tuple(lakes))
        return game.replace(agenda=(*agenda[:position], turning, *agenda[position:]))


def _first_ferry(board: Board, start: Cell, port: int) -> Cell | None:
    """The tile of the first ferry along a road out of a tile through a port."""
    cell = start
    while True:
        joint = cell + ACROSS[port]
        port_there = joint % SLOTS_PER_CELL
        cell = joint - port_there
        form = board.tiles.get(cell)
        if form is None or cell == start:
            return None
        index = form.owners[port_there]
        if form.tile.zones[index].inner_end == QUAY:
            ferry = ferry_of(board, cell)
            return cell if ferry is not None and cell + index in ferry else None
        onward = [p for p, zone in form.joints if zone == index and p != port_there]
        if not onward:
            return None
        port = onward[0]


@dataclass(frozen=True, slots=True)
class FerryLaying(Decision):
    """Decide which two roads of a new lake tile its ferry joins (F-12)."""

    wanted: ClassVar[str] = N_("place the ferry between two roads of your lake")

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        """Each pair of roads, letters in order."""
        return tuple(LayFerry(a, b) for a, b in combinations(quays(game.last_form), 2))

    def owed_move(self, game: Game) -> Move | None:
        """The first pair, as every lake gets a ferry (F-12, COM-24)."""
        return next(iter(self.legal_moves(game)), None)

    def unsettled_spots(self, game: Game) -> frozenset[Spot]:
        """The roads at the quays, which the ferry may join."""
        return frozenset(game.board.spot(game.placed, letter) for letter in quays(game.last_form))

    def resolve(self, game: Game, move: Move) -> Move:
        """Require that both roads end at the lake."""
        if not isinstance(move, LayFerry) or not self.is_needed(game):
            raise explain.not_now(move, self)
        if move not in self.legal_moves(game):
            raise IllegalMove(NO_FERRY, roads=Letters(quays(game.last_form)))
        return move

    def take(self, game: Game, move: Move) -> Game:
        assert isinstance(move, LayFerry)
        return with_ferry(game, game.placed, move.a, move.b)


@dataclass(frozen=True, slots=True)
class FerryTurning(Decision):
    """Turn one of the first ferries along the extended roads (F-20, F-25)."""

    wanted: ClassVar[str] = N_("turn a ferry or pass")

    lakes: tuple[Cell, ...]

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        """Each other position of each ferry, and a pass."""
        turns = tuple(self._turns(game))
        return (*turns, Pass()) if turns else ()

    def _turns(self, game: Game) -> Iterator[Move]:
        board = game.board
        for lake in self.lakes:
            ferry = ferry_of(board, lake)
            for a, b in combinations(quays(board.tiles[lake]), 2):
                if ferry != (board.spot(lake, a), board.spot(lake, b)):
                    yield TurnFerry(lake, a, b)

    def resolve(self, game: Game, move: Move) -> Move:
        match move:
            case Pass():
                return move
            case TurnFerry() if move.cell not in self.lakes:
                lakes = Places(tuple(map(Place, self.lakes)))
                raise IllegalMove(NOT_TURNABLE, cell=Place(move.cell), lakes=lakes)
            case TurnFerry() if move not in self._turns(game):
                raise IllegalMove(NO_TURN, roads=Letters(quays(game.board.tiles[move.cell])))
            case TurnFerry():
                return move
            case _:
                raise explain.not_now(move, self)

    def take(self, game: Game, move: Move) -> Game:
        """Turn one, and ask again while another may be turned."""
        if not isinstance(move, TurnFerry):
            return game
        game = with_ferry(game, move.cell, move.a, move.b)
        remaining = tuple(lake for lake in self.lakes if lake != move.cell)
        return game.with_steps_first(FerryTurning(remaining)) if remaining else game


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """Add eight lake tiles; ferries are laid and turned after deploying (F-27)."""
    main, *_ = ruleset.bags
    bags = {
        **ruleset.bags,
        main: merge_tiles(ruleset.bags[main], read_tiles("ferries", TILE_SCHEMA, chosen[MIX])),
    }
    first = FirstFerries(monasteries=chosen[CLOISTER] == "yes")
    with_lakes = replace(ruleset, bags=bags)
    return with_lakes.after(Placement, first).after(Deployment, FerryLaying())


PART: Final = Part(
    "ferries",
    make,
    TILE_SCHEMA,
    extends="base",
    option_values={MIX: MIXES, CLOISTER: ("yes", "no")},
    seals_defaults=True,
    moves=(LayFerry, TurnFerry),
    events=(FerryLaid,),
    reasons=(NO_FERRY, NO_TURN, NOT_TURNABLE, NO_ROADS),
)
