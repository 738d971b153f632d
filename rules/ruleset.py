"""`Ruleset`, `Rulebook`, `Game`, and the steps on its agenda: `Decision` and `Effect`.

The *agenda* of a game holds the steps to come: a `Decision` offers moves and takes one, an `Effect`
runs by itself; either may put more steps at the front. A `Ruleset` lists the steps of a turn, and a
game is played by a ruleset, so all three share one module. `rules.game` runs the agenda.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypedDict, TypeVar, Unpack

from rules.board import Board
from rules.editions import Edition
from rules.errors import IllegalMove
from rules.forms import Form, Forms, check_capacity, compile_tiles, side_terrains
from rules.geometry import Cell, Spot
from rules.layers import Layer, planes_of
from rules.moves import Move, MovePicker, OwnMove, pickers_by_word
from rules.notation import read
from rules.pieces import Kind, Role
from rules.scoring import Scorer
from rules.story import Event, Story, totals
from rules.tiles import Terrain, Tile, TileSet


class Step:
    """A step on the agenda; no `ABC`, for the same reason as `Move`."""

    __slots__ = ()
    stops_draft: ClassVar[bool] = False
    """True for a step beyond the moves of a turn (a draw or the next turn), where a draft stops."""


class Effect(Step):
    """A step that runs by itself."""

    __slots__ = ()

    def is_idle(self, game: "Game") -> bool:
        """True if it would change nothing; cheaper than `run`."""
        return False

    @abstractmethod
    def run(self, game: "Game") -> "Game":
        """Run the effect, which is off the agenda already."""


class Decision(Step):
    """The seat to move chooses; ``wanted`` is the prompt in English."""

    __slots__ = ()
    wanted: ClassVar[str]

    @abstractmethod
    def legal_moves(self, game: "Game") -> tuple[Move, ...]:
        """Every legal move, canonical."""

    def is_needed(self, game: "Game") -> bool:
        """True if there is a legal move; else the decision is skipped."""
        return bool(self.legal_moves(game))

    def opening_moves(self, game: "Game") -> tuple[Move, ...]:
        """Moves for buttons: complete ones, and the empty start of step-by-step moves."""
        return self.legal_moves(game)

    def distinct_moves(self, game: "Game") -> tuple[Move, ...]:
        """The moves worth evaluating: one per result."""
        return self.legal_moves(game)

    def pickers(self, game: "Game") -> dict[str, MovePicker]:
        """Pickers by first word, for `rules.random_play`."""
        return pickers_by_word(self.legal_moves(game))

    def owed_move(self, game: "Game") -> Move | None:
        """The move made for a resigned seat; None if the decision can be passed."""
        return None

    def unsettled_spots(self, game: "Game") -> frozenset[Spot]:
        """Spots that this decision may join to others, reopening closed areas."""
        return frozenset()

    @abstractmethod
    def resolve(self, game: "Game", move: Move) -> Move:
        """The legal move that ``move`` means. Raise IllegalMove if none."""

    @abstractmethod
    def take(self, game: "Game", move: Move) -> "Game":
        """Play a legal move; this decision is off the agenda already."""


class Limit(ABC):
    """A part's limit on where some tiles may be placed, beyond matching sides."""

    __slots__ = ()

    @abstractmethod
    def concerns(self, tile: Tile) -> bool:
        """True if the limit applies to a kind of tile."""

    @abstractmethod
    def refusal(self, board: Board, cell: Cell, form: Form) -> IllegalMove | None:
        """The error for a placement that breaks the limit."""


_S = TypeVar("_S", bound=Step)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a game; each part of the game is a function from one ruleset to another.

    ``bags``: piles by name; the last tile of the first ends the game. ``draws``: piles of normal
    turns, each used when the one before is empty. ``scorers`` score closed areas by layer, in that
    order; ``final_scorers`` score areas at the end. A ``turn`` begins with a draw; ``tile`` are the
    steps after a draw. ``options``: the chosen values that a game's seal names.
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
        """The parts in canonical order, as ``base+ferries``."""
        return "+".join(self.parts)

    def tile_steps_after(self, kind: type[Step]) -> tuple[Step, ...]:
        """The steps of a tile after the first of a kind."""
        first = next(n for n, step in enumerate(self.tile) if isinstance(step, kind))
        return self.tile[first + 1 :]

    def after(self, kind: type[Step], *steps: Step) -> "Ruleset":
        """Insert steps after each step of a kind."""
        return self.with_each(kind, lambda step: (step, *steps))

    def before(self, kind: type[Step], *steps: Step) -> "Ruleset":
        """Insert steps before each step of a kind."""
        return self.with_each(kind, lambda step: (*steps, step))

    def with_each(self, kind: type[_S], replacement: Callable[[_S], tuple[Step, ...]]) -> "Ruleset":
        """Replace each step of a kind by the steps of ``replacement(step)``."""

        def replaced(old: tuple[Step, ...]) -> tuple[Step, ...]:
            return tuple(
                new
                for step in old
                for new in (replacement(step) if isinstance(step, kind) else (step,))
            )

        tile, turn, finale = map(replaced, (self.tile, self.turn, self.finale))
        return replace(self, tile=tile, turn=turn, finale=finale)


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A ruleset with its tiles compiled for its layers; shared by all its games.

    ``terrains`` of tile sides; the n-th has the code n + 1 in forms and gaps. ``limits`` by tile,
    for tiles that have any.
    """

    ruleset: Ruleset
    planes: tuple[tuple[Layer, ...], ...]
    terrains: tuple[Terrain, ...]
    forms: Mapping[str, Forms]
    limits: Mapping[str, tuple[Limit, ...]]
    start: str

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Rulebook":
        """Compile all tiles. Raise ValueError if they exceed the compiled format."""
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

    def under_edition(self, edition: Edition) -> "Rulebook":
        """Return these rules under an edition. The compiled tiles are shared."""
        return replace(self, ruleset=replace(self.ruleset, edition=edition))


class Changes(TypedDict, total=False):
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


class ChangesWithStory(Changes, total=False):
    """The fields of a game that `Game.replace` may change: `Changes` and the story."""

    story: Story


@dataclass(frozen=True)
class Game:
    """One version of a game; without slots, so that the next version is one dictionary copy.

    ``bags``: undrawn tiles, next first; ``supply``: what each seat has left to deploy; ``drawn``:
    tile in hand; ``placed``: cell of the last placed tile; ``tokens``: cells of neutral pieces;
    ``out``: seats that resigned.
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
    story: Story
    out: frozenset[int]

    def replace(self, **changes: Unpack[ChangesWithStory]) -> "Game":
        return self._next(self.__dict__ | changes)

    def with_events(self, *events: Event, **changes: Unpack[Changes]) -> "Game":
        values = self.__dict__ | changes
        values["story"] = self.story.extended(events)
        return self._next(values)

    def with_steps_first(self, *steps: Step) -> "Game":
        """Put steps at the front of the agenda."""
        return self._next(self.__dict__ | {"agenda": steps + self.agenda})

    @staticmethod
    def _next(values: dict[str, object]) -> "Game":
        game: Game = object.__new__(Game)
        object.__setattr__(game, "__dict__", values)
        return game

    @property
    def over(self) -> bool:
        """True once the final scoring is done."""
        return not self.agenda

    @property
    def scores(self) -> tuple[int, ...]:
        return totals(self.story, self.seats)

    @property
    def decision(self) -> Decision:
        """Raise IllegalMove if the game is over."""
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
        return self.board.tiles[self.placed]

    def legal_moves(self) -> tuple[Move, ...]:
        """None in a draft or if the game is over."""
        step = self.agenda[0] if self.agenda else None
        return step.legal_moves(self) if isinstance(step, Decision) else ()

    def read(self, text: str) -> list[Move]:
        return read(text, self.book.ruleset.moves)
