"""A game and how it moves on: rulesets, steps, the agenda.

A game is a value. Its *agenda* holds the steps still to come: a `Decision` offers moves and takes
one, an `Effect` runs by itself; either may put more steps at the front. `play` takes a move and
runs the agenda until somebody has something to choose.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from rules.board import Board
from rules.errors import IllegalMove
from rules.geometry import Cell, cell_at
from rules.layers import Form, Forms, Layer, compile_tile, planes_of
from rules.moves import Move, Pass
from rules.notation import write
from rules.pieces import Kind, Role
from rules.story import Event, GameEnded, Resigned, TileDrawn, TurnBegan, totals
from rules.tiles import TileSet


class Effect(ABC):
    """A step that runs by itself."""

    __slots__ = ()

    @abstractmethod
    def run(self, game: "Game") -> "Game":
        """The game after the effect, which is off the agenda already."""

    def settled(self, game: "Game") -> "Game | None":
        """The game after the step if it needs nobody, None if somebody has to choose."""
        return self.run(game)


class Decision(ABC):
    """A step in which the seat to move chooses."""

    __slots__ = ()

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What the player is to do, in words."""

    @abstractmethod
    def offered(self, game: "Game") -> tuple[Move, ...]:
        """Every move that may be chosen, canonical."""

    def needed(self, game: "Game") -> bool:
        """Whether there is anything to choose; a decision without is skipped."""
        return bool(self.offered(game))

    def openings(self, game: "Game") -> tuple[Move, ...]:
        """What buttons offer: every move, of those made step by step only the empty start."""
        return self.offered(game)

    def ways(self, game: "Game") -> dict[str, "Way"]:
        """For each word that is offered, how one of its moves is chosen (`random_play`)."""
        return by_word(self.offered(game))

    def settled(self, game: "Game") -> "Game | None":
        """The game after the step if it needs nobody, None if somebody has to choose."""
        return None if self.needed(game) else game

    @abstractmethod
    def resolve(self, game: "Game", move: Move) -> Move:
        """The offered move that is meant; IllegalMove, saying what would be right, if none is."""

    @abstractmethod
    def take(self, game: "Game", move: Move) -> "Game":
        """The game after an offered move; the decision is off the agenda already."""


Step = Effect | Decision

Choose: TypeAlias = Callable[[Sequence[Move]], Move]
Way: TypeAlias = Callable[[Choose], Move]


def by_word(moves: Iterable[Move]) -> dict[str, Way]:
    """Moves grouped by the word they begin with, each group a choice among them."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(write(move).split()[0], []).append(move)
    return {word: partial(_choose, found) for word, found in groups.items()}


def _choose(moves: Sequence[Move], choose: Choose) -> Move:
    return choose(moves)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything that makes a game: an expansion is a function from one ruleset to another.

    ``bags`` names the piles, the first being the one whose last tile ends the game. ``edition`` is
    raised when a fix changes outcomes, so that old games are never replayed as others.
    """

    name: str
    edition: int
    seats: range
    bags: Mapping[str, TileSet]
    layers: tuple[Layer, ...]
    roles: tuple[Role, ...]
    supply: Mapping[Kind, int]
    turn: tuple[Step, ...]
    finale: tuple[Step, ...]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A ruleset made ready to play: its tiles compiled for its layers. Shared by all its games."""

    ruleset: Ruleset
    planes: tuple[tuple[Layer, ...], ...]
    forms: Mapping[str, Forms]
    start: str

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Rulebook":
        """Compiles every tile of every bag."""
        planes = planes_of(ruleset.layers)
        forms = {
            tile.id: compile_tile(tile, planes, ruleset.roles)
            for bag in ruleset.bags.values()
            for tile in bag.tiles.values()
        }
        start = next(bag.start for bag in ruleset.bags.values() if bag.start is not None)
        return cls(ruleset, planes, forms, start)

    @property
    def main_bag(self) -> str:
        """The bag whose last tile ends the game."""
        return next(iter(self.ruleset.bags))

    def role(self, name: str) -> Role:
        """A role of the game by name; IllegalMove names those there are."""
        for role in self.ruleset.roles:
            if role.name == name:
                return role
        names = ", ".join(role.name for role in self.ruleset.roles)
        raise IllegalMove("no-role", role=name, roles=names)


@dataclass(frozen=True)
class Game:
    """A game at one moment.

    It has no slots, so that the next moment is one copy of a dictionary.

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

    def but(self, **changes: object) -> "Game":
        """This game with some fields changed."""
        game: Game = object.__new__(Game)
        object.__setattr__(game, "__dict__", self.__dict__ | changes)
        return game

    def told(self, *events: Event, **changes: object) -> "Game":
        """This game with events added to its story, and some fields changed."""
        return self.but(story=self.story + events, **changes)

    def first(self, *steps: Step) -> "Game":
        """This game with steps put at the front of its agenda."""
        return self.but(agenda=steps + self.agenda)

    @property
    def over(self) -> bool:
        """Whether the final scoring is done."""
        return not self.agenda

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return totals(self.story, self.seats)

    @property
    def decision(self) -> Decision:
        """What is to be decided now; IllegalMove when the game is over."""
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

    def offered(self) -> tuple[Move, ...]:
        """Every move the seat to play may choose now; none when the game is over."""
        return self.decision.offered(self) if self.agenda else ()


def start(book: Rulebook, seats: int, bags: Mapping[str, tuple[str, ...]]) -> Game:
    """A new game: the start tile lies, seat 0 has drawn; ``bags`` give the order of every pile."""
    board = Board.empty(book.planes).with_tile(cell_at(0, 0), book.forms[book.start].turned[0])
    return settle(
        Game(
            book=book,
            seats=seats,
            board=board,
            bags=dict(bags),
            supply=tuple(dict(book.ruleset.supply) for _ in range(seats)),
            turn=0,
            drawn=None,
            placed=cell_at(0, 0),
            tokens={},
            agenda=book.ruleset.turn,
            story=(TurnBegan(0),),
            out=frozenset(),
        )
    )


def play(game: Game, move: Move) -> Game:
    """The game after a move, run on to the next thing to decide; IllegalMove changes nothing."""
    decision = game.decision
    meant = decision.resolve(game, move)
    return settle(decision.take(game.but(agenda=game.agenda[1:]), meant))


def lay(game: Game, move: Move) -> Game:
    """The game after a move at the decision that follows it, whether that has a choice or not."""
    decision = game.decision
    meant = decision.resolve(game, move)
    return _to_decision(decision.take(game.but(agenda=game.agenda[1:]), meant))


def play_together(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """The game after moves that are made at once, and those moves as they were meant.

    Each answers the decision that follows the one before, even where that one has nothing to
    choose: so a figure that cannot be deployed is refused with its reason. IllegalMove if any is.
    """
    played: list[Move] = []
    for move in moves:
        decision = game.decision
        if isinstance(move, Pass) and not decision.needed(game):
            continue
        meant = decision.resolve(game, move)
        game = _to_decision(decision.take(game.but(agenda=game.agenda[1:]), meant))
        played.append(meant)
    return settle(game), tuple(played)


def settle(game: Game) -> Game:
    """Runs the agenda until a decision has something to choose, or the game is over."""
    while game.agenda:
        step = game.agenda[0]
        after = step.settled(game.but(agenda=game.agenda[1:]))
        if after is None:
            break
        game = after
    return game


def _to_decision(game: Game) -> Game:
    """Runs the effects at the front of the agenda."""
    while game.agenda:
        step = game.agenda[0]
        if isinstance(step, Decision):
            break
        game = step.run(game.but(agenda=game.agenda[1:]))
    return game


def next_seat(game: Game) -> int:
    """Whose turn follows: clockwise, leaving out who resigned (COM-02)."""
    order = ((game.turn + n) % game.seats for n in range(1, game.seats + 1))
    return next(seat for seat in order if seat not in game.out)


def resign(game: Game, seat: int) -> Game:
    """The game after a seat leaves it: its pieces stay, its turns are skipped.

    A tile it has drawn goes back on top of its bag, so the next seat draws it; what else it had
    to decide in this turn falls away.
    With a single seat left the game goes to the final scoring.
    """
    if game.over:
        raise IllegalMove("game-over")
    if seat in game.out:
        raise IllegalMove("out", seat=seat)
    game = game.told(Resigned(seat), out=game.out | {seat})
    if game.seats - len(game.out) <= 1:
        return settle(game.but(agenda=game.book.ruleset.finale, drawn=None))
    if seat != game.turn:
        return game
    if game.drawn is not None:
        bag = next(e.bag for e in reversed(game.story) if isinstance(e, TileDrawn))
        bags = {**game.bags, bag: (game.drawn, *game.bags[bag])}
        # Nothing has been laid that could be scored: only the end of the turn is left of it.
        return settle(game.but(bags=bags, drawn=None, agenda=game.agenda[-1:]))
    return settle(game.but(agenda=tuple(s for s in game.agenda if isinstance(s, Effect))))


class End(Effect):
    """The last step of every finale: names who shares the victory (COM-21)."""

    __slots__ = ()

    def run(self, game: Game) -> Game:
        """Adds the winners to the story."""
        playing = [seat for seat in range(game.seats) if seat not in game.out]
        scores = game.scores
        best = max(scores[seat] for seat in playing)
        return game.told(GameEnded(tuple(seat for seat in playing if scores[seat] == best)))
