"""The entries of a cup, and the cup that a log of them folds to."""

from __future__ import annotations

import pytest

from bot.core.codec import TextError
from bot.cups.policy import (
    CUP_ENTRIES,
    BrokenCup,
    CupEntry,
    CupPhase,
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
    fold_cup,
)
from bot.table.entries import New
from bot.table.settings import Settings
from storage import EntryRow
from tests.bot.cups.played_cups import CupLog
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


BEGIN: list[CupEntry] = [Joined(), Joined(), Joined(), Joined(), Started((3, 1, 0, 2))]
PAIRED = [*BEGIN, RoundPaired(RoundPairs(((3, 0), (1, 2))))]
WON = MatchResult(0, Winner.FIRST)
ORDER = "the order names players of the cup, each once"
ROUND = "a round names players of the cup, each once"


def written(entries: list[CupEntry]) -> CupLog:
    log = CupLog()
    for number, entry in enumerate(entries):
        log.write(entry, 100 + number)
    return log


@for_each(
    "entries, reason",
    [
        ([Opened(New("base", 2))], "entry 1: the cup is open already"),
        ([*BEGIN, Joined()], "entry 6: the cup is playing"),
        ([Ended(is_early=True), Left(0)], "entry 2: the cup is stopped"),
        ([Joined(), Left(1)], "entry 2: there is no player 1"),
        ([Joined(), Left(0), Left(0)], "entry 3: there is no player 0"),
        ([*BEGIN, Started((0, 1, 2))], "entry 6: the cup is playing"),
        ([*BEGIN[:2], Started((0, 1))], f"entry 3: {ORDER}"),
        ([*BEGIN[:3], Started((0, 1, 1))], f"entry 4: {ORDER}"),
        ([*BEGIN[:3], Started((0, 1, 3))], f"entry 4: {ORDER}"),
        ([*BEGIN[:4], Left(0), Started((0, 1, 2))], f"entry 6: {ORDER}"),
        ([RoundPaired(RoundPairs(((0, 1),)))], "entry 1: the cup is lobby"),
        ([*BEGIN, RoundPaired(RoundPairs(((0, 1),), 1))], f"entry 6: {ROUND}"),
        ([*BEGIN, RoundPaired(RoundPairs(((0, 1),), 4))], f"entry 6: {ROUND}"),
        ([*PAIRED, WON, PAIRED[-1]], "entry 8: the round before is not over"),
        ([WON], "entry 1: the cup is lobby"),
        ([*BEGIN, MatchOpened(0, 57)], "entry 6: there is no match 0"),
        ([*PAIRED, MatchOpened(2, 57)], "entry 7: there is no match 2"),
        ([*PAIRED, WON, MatchOpened(0, 57)], "entry 8: match 0 is over"),
        ([*PAIRED, WON, WON], "entry 8: match 0 is over"),
        ([Ended()], "entry 1: the cup is lobby"),
        ([*BEGIN, Ended(), Ended(is_early=True)], "entry 7: the cup is over"),
    ],
)
def test_impossible_entry_breaks_the_log(entries: list[CupEntry], reason: str) -> None:
    log = written(entries[:-1])
    with pytest.raises(BrokenCup) as broken:
        log.write(entries[-1])
    assert str(broken.value) == reason


def test_log_begins_with_the_opening_of_a_cup() -> None:
    with pytest.raises(BrokenCup, match=r"^the log is empty$"):
        fold_cup([])
    with pytest.raises(BrokenCup, match=r"^entry 0: a log begins with `new`$"):
        fold_cup([EntryRow(0, 100, "join", 1000.0)])


def test_entry_that_changed_on_the_disk_breaks_the_log() -> None:
    with pytest.raises(BrokenCup, match=r"^entry 0: it is not as it was written$"):
        fold_cup([EntryRow(0, 100, "new hunters 2", 1000.0, sound=False)])


def test_cup_shows_what_its_entries_say() -> None:
    cup = written([*PAIRED, MatchOpened(1, 57), WON, Left(2)]).cup
    assert (cup.name, cup.phase, cup.host, cup.last) == ("hunters", CupPhase.PLAYING, 100, 9)
    assert cup.since == 1009.0 and cup.order == (3, 1, 0, 2)
    assert cup.users == (100, 101, 102, 103) and cup.active == (3, 1, 0)
    assert cup.round is not None and not cup.round.is_over
    first, second = cup.round.matches
    assert (first.players, first.game, first.winner) == ((3, 0), None, 3)
    assert (second.players, second.game, second.winner) == ((1, 2), 57, None)
    assert cup.player_of(102) is None and cup.player_of(103) == 3 and cup.player_of(9) is None


def test_host_of_a_cup_is_its_opener_or_the_first_who_plays_on() -> None:
    log = written([*BEGIN, Left(0)])
    assert log.cup.host == 100
    log.lines[0] = EntryRow(0, None, log.lines[0].text, log.lines[0].at)
    assert log.cup.host == 101
