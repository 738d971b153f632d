"""A record turn by turn: nothing is left out, and each turn ends where the next begins."""

import pytest

from rules.analysis.game_turns import game_turns
from rules.errors import RecordError
from rules.record import moments, replay
from rules.story import GameEnded, Scored, TilePlaced, TurnBegan
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.page_data import played_record


@for_each("name", FIVE)
def test_turns_hold_every_event_once_and_final_scoring_is_the_last(name: str) -> None:
    record = played_record(name)
    turns, game = list(game_turns(record)), replay(record).game
    assert [event for turn in turns for event in turn.events] == list(game.story)
    *before, last = turns
    assert last.final and last.seat is None and not any(turn.final for turn in before)
    assert last.game == game and isinstance(last.events[-1], GameEnded)
    assert not any(isinstance(event, TilePlaced | TurnBegan) for event in last.events)
    assert turns[0].seat is None and not turns[0].events
    for number, turn in enumerate(before[1:], 1):
        assert isinstance(turn.events[0], TurnBegan) and turn.events[0].seat == turn.seat
        assert not any(isinstance(event, Scored) and event.final for event in turn.events)
        placed = [event for turn in turns[: number + 1] for event in turn.events]
        cells = {event.cell for event in placed if isinstance(event, TilePlaced)}
        assert cells == set(turn.game.board.tiles) - set(turns[0].game.board.tiles)
    assert before[-1].game.scores == tuple(
        points - sum(dict(e.points).get(seat, 0) for e in last.events if isinstance(e, Scored))
        for seat, points in enumerate(game.scores)
    )


def test_early_end_belongs_to_the_turn_that_it_interrupts() -> None:
    lines = played_record("base").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("place"))
    turns = list(game_turns("\n".join([*lines[: first + 9], "end"])))
    assert turns[-1].game.over and not turns[-1].final and turns[-1].seat is not None
    assert [event for turn in turns for event in turn.events] == list(turns[-1].game.story)


def test_unfinished_turn_of_a_running_game_is_the_last() -> None:
    lines = played_record("hunters").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("place"))
    for length in range(first, first + 9):
        record = "\n".join(lines[:length])
        turns = list(game_turns(record))
        *_, moment = moments(record)
        assert turns[-1].game == moment.game and not moment.game.over
        shown = [event for turn in turns for event in turn.events]
        assert shown == list(moment.game.story)[: len(shown)]
        assert all(not isinstance(e, TilePlaced) for e in moment.game.story[len(shown) :])


def test_wrong_line_is_named() -> None:
    with pytest.raises(RecordError, match="nonsense"):
        list(game_turns(f"{played_record('base')}\nnonsense"))
