"""How a game moves on: the agenda is run until somebody has something to choose."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rules.board import Board
from rules.errors import IllegalMove
from rules.geometry import cell_at
from rules.moves import Move, Pass, PlaceTile
from rules.ruleset import Decision, Effect, Game, Rulebook, Step
from rules.story import turn_began

__all__ = [
    "Game",
    "is_decision",
    "is_open_decision",
    "letter_meanings",
    "next_seat",
    "play",
    "play_to_next_decision",
    "play_together",
    "run_agenda",
    "start",
    "stops_draft",
]

StopCondition: TypeAlias = Callable[[Step, Game], bool]
"""Tells whether the agenda stops before a step."""


def is_open_decision(step: Step, game: Game) -> bool:
    """Return True if a step is a decision with something to choose."""
    return isinstance(step, Decision) and step.is_needed(game)


def is_decision(step: Step, game: Game) -> bool:
    """Return True if a step is a decision, with something to choose or not."""
    return isinstance(step, Decision)


def stops_draft(step: Step, game: Game) -> bool:
    """Return True if a step goes beyond the moves: a tile would be drawn or the next turn begin."""
    return step.stops_draft


def run_agenda(game: Game, until: StopCondition = is_open_decision) -> Game:
    """The game after the steps of its agenda up to the first of which ``until`` holds.

    Effects run by themselves; a decision that is passed is left as if nobody chose.
    """
    agenda = game.agenda
    number = 0
    while number < len(agenda):
        step = agenda[number]
        if until(step, game):
            break
        number += 1
        if isinstance(step, Effect) and not step.idle(game):
            game = step.run(game.replace(agenda=agenda[number:]))
            agenda, number = game.agenda, 0
    # What is passed over leaves the agenda once, with the next step that changes anything.
    return game.replace(agenda=agenda[number:]) if number else game


def start(book: Rulebook, seats: int, bags: Mapping[str, tuple[str, ...]]) -> Game:
    """A new game: the start tile lies, seat 0 has drawn; ``bags`` give the order of every pile."""
    board = Board.empty(book.planes).with_tile(cell_at(0, 0), book.forms[book.start].turned[0])
    return run_agenda(
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
            story=(turn_began(0),),
            out=frozenset(),
        )
    )


def play(game: Game, move: Move) -> Game:
    """The game after a move, run on to the next thing to decide; IllegalMove changes nothing."""
    return run_agenda(take_decision(game, move)[0])


def play_to_next_decision(game: Game, move: Move) -> Game:
    """The game after a move at the decision that follows it, whether that has a choice or not."""
    return run_agenda(take_decision(game, move)[0], is_decision)


def take_decision(game: Game, move: Move) -> tuple[Game, Move]:
    """The game with its decision taken and nothing run yet, and the move that was meant."""
    decision = game.decision
    meant = decision.resolve(game, move)
    return decision.take(game.replace(agenda=game.agenda[1:]), meant), meant


def play_together(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """The game after moves that are made at once, and those moves as they were meant.

    Each answers the decision that follows the one before, even where that one has nothing to
    choose: so a figure that cannot be deployed is refused with its reason. To pass there is no
    mistake, and what is said after it answers the next. IllegalMove if any is.
    """
    played: list[Move] = []
    letters: Mapping[str, str] = {}
    passed = False
    for move in moves:
        if isinstance(move, Pass) and not game.decision.is_needed(game):
            passed = True
            continue
        if passed:
            game, passed = _skip_passed_decision(game, move), False
        before = game
        game, meant = take_decision(game, move.relettered(letters))
        letters = letter_meanings(before, move, letters)
        game = run_agenda(game, is_decision)
        played.append(meant)
    return run_agenda(game), tuple(played)


def _skip_passed_decision(game: Game, move: Move) -> Game:
    """The game at the decision after one that was passed, for a move that does not answer that."""
    try:
        game.decision.resolve(game, move)
    except IllegalMove as error:
        if error.reason != "not-now":
            raise
        return run_agenda(game.replace(agenda=game.agenda[1:]), is_decision)
    return game


def letter_meanings(game: Game, move: Move, letters: Mapping[str, str]) -> Mapping[str, str]:
    """The meaning of the letters typed with a move and after it (COM-25).

    ``game`` is the game before the move, ``letters`` what they meant so far: a tile laid in a
    rotation that looks like the offered one gives new ones.
    """
    if not isinstance(move, PlaceTile) or game.hand is None:
        return letters
    rotation = move.rotation % 4
    if game.hand.same[rotation].rotation == rotation:
        return {}
    return game.hand.tile.relettered(rotation)


def next_seat(game: Game) -> int:
    """The next seat: clockwise, leaving out seats that resigned (COM-02)."""
    seat = (game.turn + 1) % game.seats
    while seat in game.out:
        seat = (seat + 1) % game.seats
    return seat
