"""A record turn by turn: the game after each turn, with the events of the turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.game import Game, is_open_decision, run_agenda, take_decisions
from rules.record import END, RESIGN, SKIP, Moment, moments
from rules.ruleset import Step
from rules.story import Event, TurnBegan

_TABLE_DECISIONS = (END, RESIGN, SKIP)


@dataclass(frozen=True, slots=True)
class GameTurn:
    """The game after a turn, with the turn's events, last line and seat.

    The deal before the first turn has no seat. The final scoring after the last tile is a turn
    without a seat; where the table ends the game early it belongs to the unfinished turn.
    """

    game: Game
    events: Sequence[Event]
    line: int
    seat: int | None
    final: bool = False


def game_turns(record: str) -> Iterator[GameTurn]:
    """The deal, then each turn. Raise RecordError as `moments` does."""
    played = moments(record)
    before = next(played)
    yield GameTurn(before.game, (), 0, None)
    done, shown = 0, before.game
    for moment in played:
        game = moment.game
        last = _before_final_scoring(before.game, moment) if game.over else None
        if last is not None:
            yield _turn(last, done, len(last.story), moment.number)
            yield GameTurn(game, game.story[len(last.story) :], moment.number, None, final=True)
            done, shown = len(game.story), game
        elif game.over:
            yield _turn(game, done, len(game.story), moment.number)
            done, shown = len(game.story), game
        elif (begun := _last_beginning(game)) > done:
            yield _turn(game, done, begun, moment.number)
            done, shown = begun, game
        before = moment
    if shown is not before.game:
        yield _turn(before.game, done, len(before.game.story), before.number)


def _turn(game: Game, since: int, until: int, line: int) -> GameTurn:
    """Make a turn; several in which nothing could be played count as one."""
    events = game.story[since:until]
    seats = [event.seat for event in events if isinstance(event, TurnBegan)]
    return GameTurn(game, events, line, seats[0] if seats else None)


def _last_beginning(game: Game) -> int:
    story = game.story
    return next(n for n in reversed(range(len(story))) if isinstance(story[n], TurnBegan))


def _before_final_scoring(before: Game, moment: Moment) -> Game | None:
    """The game after the last turn and before the final scoring that follows.

    None where the table decided to end the game.
    """
    if moment.line.split()[0].lower() in _TABLE_DECISIONS:
        return None
    finale = before.book.ruleset.finale

    def stops(step: Step, game: Game) -> bool:
        return game.agenda == finale or is_open_decision(step, game)

    game = run_agenda(take_decisions(before, before.read(moment.line))[0], stops)
    return game if game.agenda == finale else None
