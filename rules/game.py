"""The progress of a game: run the agenda until a seat has something to choose."""

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
"""A condition that stops the agenda before a step."""


def is_open_decision(step: Step, game: Game) -> bool:
    """Return True if a step is a decision with something to choose."""
    return isinstance(step, Decision) and step.is_needed(game)


def is_decision(step: Step, game: Game) -> bool:
    """Return True if a step is a decision, open or not."""
    return isinstance(step, Decision)


def stops_draft(step: Step, game: Game) -> bool:
    """Return True if a step is beyond the moves of a turn: a draw, or the next turn."""
    return step.stops_draft


def run_agenda(game: Game, until: StopCondition = is_open_decision) -> Game:
    """Run the agenda up to the first step for which ``until`` is true.

    Effects run by themselves; a skipped decision leaves the game unchanged.
    """
    agenda = game.agenda
    number = 0
    while number < len(agenda):
        step = agenda[number]
        if until(step, game):
            break
        number += 1
        if isinstance(step, Effect) and not step.is_idle(game):
            game = step.run(game.replace(agenda=agenda[number:]))
            agenda, number = game.agenda, 0
    # Skipped steps leave the agenda together, in one copy of the game.
    return game.replace(agenda=agenda[number:]) if number else game


def start(book: Rulebook, seats: int, bags: Mapping[str, tuple[str, ...]]) -> Game:
    """Start a game: place the start tile and draw for seat 0; ``bags`` hold the piles in order."""
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
    """Play a move and run on to the next decision. Raise IllegalMove if the move is not legal."""
    return run_agenda(take_decision(game, move)[0])


def play_to_next_decision(game: Game, move: Move) -> Game:
    """Play a move and stop at the following decision, even if it has nothing to choose."""
    return run_agenda(take_decision(game, move)[0], is_decision)


def take_decision(game: Game, move: Move) -> tuple[Game, Move]:
    """Take the current decision without running effects. Return the game and the move meant."""
    decision = game.decision
    meant = decision.resolve(game, move)
    return decision.take(game.replace(agenda=game.agenda[1:]), meant), meant


def play_together(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """Play moves that are made at once. Return the game and the moves as understood.

    Each move answers the next decision, even one with nothing to choose, so that an impossible
    deployment is refused with its reason. A `Pass` at a decision without a choice is allowed, and
    the move after it answers the next decision. Raise IllegalMove if one of the moves is not legal.
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
    """Skip a passed decision, if the move does not answer it."""
    try:
        game.decision.resolve(game, move)
    except IllegalMove as error:
        if error.reason != "not-now":
            raise
        return run_agenda(game.replace(agenda=game.agenda[1:]), is_decision)
    return game


def letter_meanings(game: Game, move: Move, letters: Mapping[str, str]) -> Mapping[str, str]:
    """The meaning of the letters typed with a move and after it (COM-25).

    ``game`` is the game before the move, ``letters`` their meaning so far. A tile placed in a
    rotation that looks like an offered one gives its letters new meanings.
    """
    if not isinstance(move, PlaceTile) or game.hand is None:
        return letters
    rotation = move.rotation % 4
    if game.hand.same[rotation].rotation == rotation:
        return {}
    return game.hand.tile.relettered(rotation)


def next_seat(game: Game) -> int:
    """The next seat clockwise, without seats that resigned (COM-02)."""
    seat = (game.turn + 1) % game.seats
    while seat in game.out:
        seat = (seat + 1) % game.seats
    return seat
