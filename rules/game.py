"""Start a game and play moves: run its agenda until a seat has something to choose."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rules import explain
from rules.board import Board
from rules.errors import IllegalMove
from rules.geometry import cell_at
from rules.moves import Move, Pass, PlaceTile
from rules.ruleset import Decision, Effect, Game, Rulebook, Step
from rules.story import Story, turn_began

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
    "stops_at_choice",
    "stops_draft",
    "take_decisions",
]

StopCondition: TypeAlias = Callable[[Step, Game], bool]
"""A condition that stops the agenda before a step."""


def is_open_decision(step: Step, game: Game) -> bool:
    """True for a decision with something to choose."""
    return isinstance(step, Decision) and step.is_needed(game)


def is_decision(step: Step, game: Game) -> bool:
    return isinstance(step, Decision)


def stops_draft(step: Step, game: Game) -> bool:
    """True for a step beyond the moves of a turn: a draw, or the next turn."""
    return step.stops_draft


def stops_at_choice(step: Step, game: Game) -> bool:
    """True for an open decision, or a step beyond the turn."""
    return stops_draft(step, game) or is_open_decision(step, game)


def run_agenda(game: Game, until: StopCondition = is_open_decision) -> Game:
    """Run the agenda up to the first step for which ``until`` is true.

    Effects run; a skipped decision leaves the game unchanged.
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
    """Place the start tile and draw for seat 0; ``bags`` hold the piles in order."""
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
            story=Story((turn_began(0),)),
            out=frozenset(),
        )
    )


def play(game: Game, move: Move) -> Game:
    """Play a move and run on to the next open decision. Raise IllegalMove."""
    return run_agenda(take_decision(game, move)[0])


def play_to_next_decision(game: Game, move: Move) -> Game:
    """Play a move and stop at the next decision, even with nothing to choose."""
    return run_agenda(take_decision(game, move)[0], is_decision)


def take_decision(game: Game, move: Move) -> tuple[Game, Move]:
    """Take the current decision, no effects. Return the game and the move meant."""
    decision = game.decision
    meant = decision.resolve(game, move)
    return decision.take(game.replace(agenda=game.agenda[1:]), meant), meant


def play_together(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """Play moves that are made at once. Return the game and the moves as understood.

    They mean what they mean one by one; see `take_decisions` for what is allowed beyond. Raise
    IllegalMove for an illegal move or a game that is over.
    """
    if not game.agenda:
        raise IllegalMove("game-over")
    game, played = take_decisions(game, moves)
    return run_agenda(game), played


def take_decisions(
    game: Game, moves: Iterable[Move], until: StopCondition = is_decision
) -> tuple[Game, tuple[Move, ...]]:
    """Take the decisions that moves answer, without the effects after the last.

    Return the game and the moves as understood. A move passes over decisions with nothing to
    choose, unless it is of their kind: an impossible deployment is refused with its reason. A
    `Pass` may answer such a decision too; one not needed for that passes the next open decision of
    the turn, or is ignored if there is none. ``until`` stops the agenda before each move, at least
    at every decision. Raise IllegalMove.
    """
    played: list[Move] = []
    letters: Mapping[str, str] = {}
    passes = 0
    for move in moves:
        game = run_agenda(game, until)
        if isinstance(move, Pass) and not (game.agenda and is_open_decision(game.agenda[0], game)):
            passes += 1
            continue
        before = game
        game, answers = _answer(game, move.relettered(letters), passes, until)
        letters = letter_meanings(before, move, letters)
        played += answers
        passes = 0
    for _number in range(passes):
        game, answers = _pass_open_decision(game)
        played += answers
    return game, tuple(played)


def _answer(
    game: Game, move: Move, passes: int, until: StopCondition
) -> tuple[Game, tuple[Move, ...]]:
    """Take the next decision that a move answers, passing at most ``passes`` open ones before."""
    passed: list[Move] = []
    while isinstance(step := next(iter(game.agenda), None), Decision):
        try:
            game, meant = take_decision(game, move)
            return game, (*passed, meant)
        except IllegalMove as error:
            if error.reason != "not-now":
                raise
            if not step.is_needed(game):
                game = game.replace(agenda=game.agenda[1:])
            elif len(passed) < passes and Pass() in step.legal_moves(game):
                game = take_decision(game, Pass())[0]
                passed.append(Pass())
            else:
                raise
        game = run_agenda(game, until)
    if game.agenda:
        raise explain.too_late(move)
    raise IllegalMove("game-over")


def _pass_open_decision(game: Game) -> tuple[Game, tuple[Move, ...]]:
    ahead = run_agenda(game, stops_at_choice)
    step = next(iter(ahead.agenda), None)
    if isinstance(step, Decision) and Pass() in step.legal_moves(ahead):
        return take_decision(ahead, Pass())[0], (Pass(),)
    return game, ()


def letter_meanings(game: Game, move: Move, letters: Mapping[str, str]) -> Mapping[str, str]:
    """The meaning of letters typed with a move and after it (COM-25).

    ``game`` is before the move, ``letters`` their meaning so far. A tile placed in a rotation that
    looks like an offered one gives its letters new meanings.
    """
    if not isinstance(move, PlaceTile) or game.hand is None:
        return letters
    rotation = move.rotation % 4
    if game.hand.same[rotation].rotation == rotation:
        return {}
    return game.hand.tile.relettered(rotation)


def next_seat(game: Game) -> int:
    """The next seat clockwise, skipping seats that resigned (COM-02)."""
    seat = (game.turn + 1) % game.seats
    while seat in game.out:
        seat = (seat + 1) % game.seats
    return seat
