"""The entries of a cup as text."""

from __future__ import annotations

import pytest

from bot.core.codec import TextError
from bot.cups.policy import (
    CUP_ENTRIES,
    CupEntry,
    Ended,
    Joined,
    Left,
    MatchOpened,
    MatchResult,
    Opened,
    RoundPaired,
    RoundPairs,
    Started,
    Winner,
)
from bot.table.entries import New
from bot.table.settings import Settings
from tests.support.for_each import for_each

WRITTEN: list[tuple[str, CupEntry]] = [
    ("new base 2\npace: day", Opened(New("base", 2, settings=Settings(pace="day")))),
    ("join", Joined()),
    ("leave 3", Left(3)),
    ("start 2 0 1", Started((2, 0, 1))),
    ("round 0-3 1-2", RoundPaired(RoundPairs(((0, 3), (1, 2))))),
    ("round 0-3 bye 4", RoundPaired(RoundPairs(((0, 3),), 4))),
    ("open 1 57", MatchOpened(1, 57)),
    ("result 0 first 78 65", MatchResult(0, Winner.FIRST, (78, 65))),
    ("result 0 draw 70 70", MatchResult(0, Winner.DRAW, (70, 70))),
    ("result 2 second", MatchResult(2, Winner.SECOND)),
    ("result 2 none", MatchResult(2, Winner.NONE)),
    ("over", Ended()),
    ("end", Ended(is_early=True)),
]


@for_each("text, entry", WRITTEN)
def test_entry_is_read_as_it_was_written(text: str, entry: CupEntry) -> None:
    assert CUP_ENTRIES.write(entry) == text
    assert CUP_ENTRIES.read(text) == entry


@for_each(
    "text",
    [
        *("", "new", "new base", "join 3", "leave", "leave x", "leave -1", "start", "start x"),
        *("round", "round 0", "round 0-", "round 0-1 bye", "round bye 1 2", "open 1", "open 1 x"),
        *("result 1", "result 1 third", "result 1 first 3", "result 1 first 3 x", "end now"),
        *("place 1 0", "over 1", "leave 01"),
    ],
)
def test_malformed_entry_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        CUP_ENTRIES.read(text)


@for_each(
    "text, reason",
    [
        *(
            (f"{word} of no kind at all", f"this should be {syntax}")
            for word, syntax in CUP_ENTRIES.syntax.items()
            if word not in ("new", "start", "round")
        ),
        ("join 3", "this should be `join`"),
        ("start", f"this should be {CUP_ENTRIES.syntax['start']}"),
        ("round", f"this should be {CUP_ENTRIES.syntax['round']}"),
        ("result 1 draw 3", f"this should be {CUP_ENTRIES.syntax['result']}"),
        ("result 1 draw 3 9999999999", f"this should be {CUP_ENTRIES.syntax['result']}"),
        ("place 1 0", "this is no entry of a cup"),
        (f"leave {'1' * 19}", f"{'1' * 19!r} is no number"),
        ("leave four-and-twenty-five", "'four-and-twenty-five' is no number"),
        (f"leave {'x' * 30}", f"{'x' * 20!r} is no number"),
    ],
)
def test_refusal_of_a_malformed_entry_says_what_it_should_be(text: str, reason: str) -> None:
    with pytest.raises(TextError) as refused:
        CUP_ENTRIES.read(text)
    assert str(refused.value) == reason


def test_largest_numbers_of_an_entry_are_read() -> None:
    assert CUP_ENTRIES.read(f"leave {'9' * 18}") == Left(10**18 - 1)
    points = (-999_999_999, 999_999_999)
    assert CUP_ENTRIES.read(f"result 0 first {points[0]} {points[1]}") == MatchResult(
        0, Winner.FIRST, points
    )
