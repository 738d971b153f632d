"""Logs that are no cup: refused with the number of the entry and the reason."""

from __future__ import annotations

import pytest

from bot.cups.policy import (
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
from storage import EntryRow
from tests.bot.cups.played_cups import CupLog
from tests.support.for_each import for_each

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
