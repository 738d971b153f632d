"""The story of a game: a sequence of events that grows without being copied."""

from __future__ import annotations

import pickle
import random
import tracemalloc

import pytest

from rules.game import start
from rules.random_play import deal
from rules.story import CHUNK_EVENTS, Event, Story, turn_began

EVENTS = tuple(turn_began(number % 6) for number in range(3 * CHUNK_EVENTS + 5))


@pytest.mark.parametrize("length", [0, 1, CHUNK_EVENTS, CHUNK_EVENTS + 1, len(EVENTS)])
def test_story_reads_like_a_tuple_of_its_events(length: int) -> None:
    events = EVENTS[:length]
    story = Story(events)
    assert (len(story), tuple(story), tuple(reversed(story))) == (length, events, events[::-1])
    ends = (None, 0, 1, -1, -2, length, length + 1, CHUNK_EVENTS, CHUNK_EVENTS - 1)
    for first in ends:
        for last in ends:
            assert story[first:last] == events[first:last]
    for number in range(-length, length):
        assert story[number] is events[number]
    for outside in (length, -length - 1):
        with pytest.raises(IndexError):
            story[outside]


def test_story_is_the_same_however_its_events_were_added() -> None:
    chance = random.Random(4)
    grown, rest = Story(), EVENTS
    while rest:
        number = chance.choice((0, 1, 2, 3, CHUNK_EVENTS, 2 * CHUNK_EVENTS))
        grown, rest = grown.extended(rest[:number]), rest[number:]
    assert grown == Story(EVENTS) == pickle.loads(pickle.dumps(grown))
    assert grown != Story(EVENTS[:-1]) and grown == EVENTS != list(grown)


def test_two_games_continue_one_story_apart() -> None:
    story = Story(EVENTS)
    one, other = story.extended((turn_began(0),)), story.extended((turn_began(1),))
    assert (one[-1], other[-1], len(story)) == (turn_began(0), turn_began(1), len(EVENTS))


def test_event_is_added_to_a_long_game_without_copying_its_story() -> None:
    """Each of 9,990 skipped turns copied all events before it, which took seconds to read."""
    events: list[Event] = [turn_began(0)] * 40_000
    chance = random.Random(1)
    header = deal("base", 2, chance)
    game = start(header.book, header.seats, header.bags).with_events(*events)
    tracemalloc.start()
    game.with_events(turn_began(1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000
