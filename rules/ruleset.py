"""Rulesets, the steps they are made of, and games: values that speak of each other.

A game is a value. Its *agenda* holds the steps still to come: a `Decision` offers moves and takes
one, an `Effect` runs by itself; either may put more steps at the front. A `Ruleset` says which
steps a turn has, and a game is played by one: so the three stand in one module.
`rules.game` runs the agenda.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypedDict, TypeVar, Unpack

from rules.board import Board
from rules.editions import Edition
from rules.errors import IllegalMove
from rules.forms import Form, Forms
from rules.geometry import Cell, Spot
from rules.layers import Layer, planes_of
from rules.move_pickers import MovePicker, pickers_by_word
from rules.moves import Move, OwnMove
from rules.notation import read
from rules.pieces import Kind, Role
from rules.placement_limits import Limit
from rules.scoring import Scorer
from rules.story import Event, totals
from rules.tile_compiler import check_capacity, compile_tiles, side_terrains
from rules.tiles import Terrain, TileSet


class Step:
    """Something on a game's agenda; no `ABC`, for the reason that `Move` is none."""

    __slots__ = ()
    stops_draft: ClassVar[bool] = False
    """True for a step beyond the moves of a turn: a draw or the next turn. A draft stops there."""


class Effect(Step):
    """A step that runs by itself."""

    __slots__ = ()

    def idle(self, game: "Game") -> bool:
        """Return True if the effect would change nothing; asking costs less than running it."""
        return False

    @abstractmethod
    def run(self, game: "Game") -> "Game":
        """The game after it; it is off the agenda already."""


class Decision(Step):
    """A step in which the seat to move chooses; ``wanted`` says what, in marked English words."""

    __slots__ = ()
    wanted: ClassVar[str]

    @abstractmethod
    def legal_moves(self, game: "Game") -> tuple[Move, ...]:
        """Every move that may be chosen, canonical."""

    def is_needed(self, game: "Game") -> bool:
        """Return True if there is anything to choose; else the decision is skipped."""
        return bool(self.legal_moves(game))

    def opening_moves(self, game: "Game") -> tuple[Move, ...]:
        """The moves for buttons: every move, and the empty start of those made step by step."""
        return self.legal_moves(game)

    def distinct_moves(self, game: "Game") -> tuple[Move, ...]:
        """The moves worth thinking about: of those that come to the same, one will do."""
        return self.legal_moves(game)

    def pickers(self, game: "Game") -> dict[str, MovePicker]:
        """For each word that is offered, how one of its moves is chosen (`random_play`)."""
        return pickers_by_word(self.legal_moves(game))

    def owed_move(self, game: "Game") -> Move | None:
        """The move that the rules make where the seat has left: None where it may do without."""
        return None

    def unsettled_spots(self, game: "Game") -> frozenset[Spot]:
        """The spots that what is chosen here may join on: what looks finished there may go on."""
        return frozenset()

    @abstractmethod
    def resolve(self, game: "Game", move: Move) -> Move:
        """The offered move that is meant; IllegalMove, saying what would be right, if none is."""

    @abstractmethod
    def take(self, game: "Game", move: Move) -> "Game":
        """The game after an offered move; the decision is off the agenda already."""


_S = TypeVar("_S", bound=Step)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything that makes a game: each of its parts is a function from one ruleset to another.

    ``bags`` names the piles, the first being the one whose last tile ends the game; ``draws``
    those that a turn's tile comes from, each once the one before is empty. ``scorers`` say by
    layer how what is closed is scored, in that order, ``final_scorers`` what the end scores. A
    ``turn`` begins with a draw; ``tile`` are the steps that follow a tile in hand. ``moves`` are
    those that parts bring, ``limits`` what they demand of where tiles are laid.
    """

    edition: Edition
    parts: tuple[str, ...] = ()
    seats: range = range(0)
    bags: Mapping[str, TileSet] = field(default_factory=dict)
    draws: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    roles: tuple[Role, ...] = ()
    supply: Mapping[Kind, int] = field(default_factory=dict)
    scorers: Mapping[str, Scorer] = field(default_factory=dict)
    final_scorers: Mapping[str, Scorer] = field(default_factory=dict)
    tile: tuple[Step, ...] = ()
    turn: tuple[Step, ...] = ()
    finale: tuple[Step, ...] = ()
    moves: tuple[type[OwnMove], ...] = ()
    limits: tuple[Limit, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of its parts in canonical order, as ``base+ferries``."""
        return "+".join(self.parts)

    def after(self, kind: type[Step], *steps: Step) -> "Ruleset":
        """The ruleset with steps inserted after each step of a kind."""
        return self.with_each(kind, lambda step: (step, *steps))

    def before(self, kind: type[Step], *steps: Step) -> "Ruleset":
        """The ruleset with steps inserted before each step of a kind."""
        return self.with_each(kind, lambda step: (*steps, step))

    def with_each(self, kind: type[_S], made: Callable[[_S], tuple[Step, ...]]) -> "Ruleset":
        """The ruleset with other steps in the place of each step of a kind."""

        def replaced(old: tuple[Step, ...]) -> tuple[Step, ...]:
            return tuple(
                new for step in old for new in (made(step) if isinstance(step, kind) else (step,))
            )

        tile, turn, finale = map(replaced, (self.tile, self.turn, self.finale))
        return replace(self, tile=tile, turn=turn, finale=finale)


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A ruleset made ready to play: its tiles compiled for its layers. Shared by all its games.

    ``terrains`` are those of the tiles' sides; the n-th has the code n + 1 in forms and gaps.
    ``limits`` are those of the tiles that have any.
    """

    ruleset: Ruleset
    planes: tuple[tuple[Layer, ...], ...]
    terrains: tuple[Terrain, ...]
    forms: Mapping[str, Forms]
    limits: Mapping[str, tuple[Limit, ...]]
    start: str

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Rulebook":
        """Compile every tile of every bag; ValueError for more than the numbers here can hold."""
        planes = planes_of(ruleset.layers)
        tiles = [tile for bag in ruleset.bags.values() for tile in bag.tiles.values()]
        terrains = side_terrains(tiles)
        copies = sum(sum(bag.counts.values()) for bag in ruleset.bags.values())
        check_capacity(ruleset.name, tiles, copies)
        forms = compile_tiles(tiles, planes, ruleset.roles, terrains)
        start = next(bag.start for bag in ruleset.bags.values() if bag.start is not None)
        limits = {
            tile.id: tile_limits
            for tile in tiles
            if (tile_limits := tuple(limit for limit in ruleset.limits if limit.concerns(tile)))
        }
        return cls(ruleset, planes, terrains, forms, limits, start)

    def __eq__(self, other: object) -> bool:
        return self.ruleset == other.ruleset if isinstance(other, Rulebook) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.ruleset.name, self.ruleset.edition.number))

    @property
    def main_bag(self) -> str:
        """The bag whose last tile ends the game."""
        return next(iter(self.ruleset.bags))

    def under(self, edition: Edition) -> "Rulebook":
        """The same rules under another edition; the compiled tiles are shared."""
        return replace(self, ruleset=replace(self.ruleset, edition=edition))


class Changes(TypedDict, total=False):
    """The fields of a game that one moment may have otherwise than the moment before."""

    book: Rulebook
    seats: int
    board: Board
    bags: Mapping[str, tuple[str, ...]]
    supply: tuple[Mapping[Kind, int], ...]
    turn: int
    drawn: str | None
    placed: Cell
    tokens: Mapping[str, Cell]
    agenda: tuple[Step, ...]
    out: frozenset[int]


class Retold(Changes, total=False):
    """`Changes`, the story among them."""

    story: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game at one moment; without slots, so that the next is one copy of a dictionary.

    ``bags`` hold the undrawn tiles, next first; ``supply`` is what each seat has left to deploy;
    ``drawn`` the tile in hand, ``placed`` the cell of the last tile laid; ``tokens`` neutral
    pieces and where they stand; ``out`` the seats that resigned.
    """

    book: Rulebook
    seats: int
    board: Board
    bags: Mapping[str, tuple[str, ...]]
    supply: tuple[Mapping[Kind, int], ...]
    turn: int
    drawn: str | None
    placed: Cell
    tokens: Mapping[str, Cell]
    agenda: tuple[Step, ...]
    story: tuple[Event, ...]
    out: frozenset[int]

    def replace(self, **changes: Unpack[Retold]) -> "Game":
        """This game with some values changed."""
        return self._next(self.__dict__ | changes)

    def with_events(self, *events: Event, **changes: Unpack[Changes]) -> "Game":
        """This game with events added to its story, and some values changed."""
        values = self.__dict__ | changes
        values["story"] = self.story + events
        return self._next(values)

    def with_steps_first(self, *steps: Step) -> "Game":
        """This game with steps put at the front of its agenda."""
        return self._next(self.__dict__ | {"agenda": steps + self.agenda})

    @staticmethod
    def _next(values: dict[str, object]) -> "Game":
        game: Game = object.__new__(Game)
        object.__setattr__(game, "__dict__", values)
        return game

    @property
    def over(self) -> bool:
        """Return True if the final scoring is done."""
        return not self.agenda

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return totals(self.story, self.seats)

    @property
    def decision(self) -> Decision:
        """The present decision. Raise IllegalMove when the game is over."""
        if not self.agenda:
            raise IllegalMove("game-over")
        step = self.agenda[0]
        assert isinstance(step, Decision)
        return step

    @property
    def hand(self) -> Forms | None:
        """The drawn tile, not yet placed."""
        return self.book.forms[self.drawn] if self.drawn is not None else None

    @property
    def last_form(self) -> Form:
        """The tile laid last, as it lies."""
        return self.board.tiles[self.placed]

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move the seat to play may choose now; none in a draft or when the game is over."""
        step = self.agenda[0] if self.agenda else None
        return step.legal_moves(self) if isinstance(step, Decision) else ()

    def read(self, text: str) -> list[Move]:
        """The moves a text names in the notation of this game; NotationError if it is none."""
        return read(text, self.book.ruleset.moves)
