"""A game and how it moves on: the agenda.

A game is a value. Its *agenda* holds the steps still to come: a `Decision` offers moves and takes
one, an `Effect` runs by itself; either may put more steps at the front. `play` takes a move and
runs the agenda until somebody has something to choose.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.board import Board
from rules.errors import IllegalMove
from rules.geometry import Cell, cell_at
from rules.layers import Form, Forms
from rules.moves import Move, Pass
from rules.pieces import Kind
from rules.ruleset import Decision, Rulebook, Step
from rules.story import Event, TurnBegan, totals


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
        """Every move the seat to play may choose now; none in a draft or when the game is over."""
        step = self.agenda[0] if self.agenda else None
        return step.offered(self) if isinstance(step, Decision) else ()


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
