"""The service of cups, the entries it writes, and the cup that a log folds to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.core.codec import TextError
from bot.cups.policy import (
    CUP_ENTRIES,
    MAX_PLAYERS,
    BrokenCup,
    Cup,
    CupEntry,
    CupPhase,
    CupPlayer,
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
from bot.cups.service import CupRequest, CupService, CupStore
from bot.table.entries import New
from bot.table.refusals import Refusal
from bot.table.settings import Settings
from storage import CUP, EntryRow, Log, open_database
from tests.bot.cups.played_cups import CupLog
from tests.support.for_each import for_each

HOST, OTHERS, STRANGER = 100, (101, 102), 999
CHANNEL = 5
TABLE = New("hunters", 2, settings=Settings(pace="day"))
WON = MatchResult(0, Winner.FIRST)


@dataclass
class Room:
    """A channel with cups, and a clock that is put on by hand."""

    service: CupService
    store: CupStore
    now: float = 1000.0

    async def opened(self, players: int = 1) -> int:
        """A cup of the host that others have joined."""
        cup = (await self.service.open(1, CHANNEL, HOST, TABLE)).row.id
        for user in range(HOST + 1, HOST + players):
            await self.service.join(CupRequest(user, cup))
        return cup

    async def started(self, players: int = 3) -> int:
        """A cup that its host has started, with its first round."""
        cup = await self.opened(players)
        await self.service.start(CupRequest(HOST, cup), manager=False)
        await self.service.go_on(cup)
        return cup

    async def cup(self, number: int) -> Cup:
        loaded = await self.store.of(number)
        assert loaded is not None
        return loaded.cup


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    rooms: list[Room] = []

    def clock() -> float:
        return rooms[0].now if rooms else 1000.0

    path = tmp_path / "games.sqlite3"
    async with await open_database(path, synchronous="OFF", clock=clock) as database:
        store = CupStore(Log(database, CUP))
        rooms.append(Room(CupService(store, random.Random(1)), store))
        yield rooms[0]


async def refusal(work: Awaitable[object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.reason, caught.value.facts


async def test_opened_cup_has_its_host_as_first_player(room: Room) -> None:
    loaded = await room.service.open(1, CHANNEL, HOST, TABLE)
    cup = loaded.cup
    assert (cup.name, cup.settings, cup.since) == ("hunters", TABLE.settings, 1000.0)
    assert (cup.phase, cup.host, cup.players) == (CupPhase.LOBBY, HOST, (CupPlayer(HOST),))
    assert (loaded.row.last, cup.last) == (1, 1)
    assert await room.store.latest(CHANNEL) == loaded == await room.store.of(loaded.row.id)
    assert await room.store.latest(CHANNEL + 1) is None and await room.store.of(99) is None


async def test_channel_has_one_running_cup(room: Room) -> None:
    await room.opened()
    again = room.service.open(1, CHANNEL, STRANGER, TABLE)
    assert await refusal(again) == ("cup-busy", {})


async def test_cup_of_an_option_that_its_game_lacks_is_refused(room: Room) -> None:
    odd = room.service.open(1, CHANNEL, HOST, New("base", 2, {"ferries": "C3"}))
    assert (await refusal(odd))[0] == "not-without"
    assert await room.store.latest(CHANNEL) is None


async def test_interaction_delivered_twice_changes_a_cup_once(room: Room) -> None:
    cup = (await room.service.open(1, CHANNEL, HOST, TABLE, request=7)).row.id
    twice = room.service.open(1, CHANNEL + 1, HOST, TABLE, request=7)
    assert await refusal(twice) == ("duplicate", {})
    assert await room.store.latest(CHANNEL + 1) is None
    await room.service.join(CupRequest(101, cup, 8))
    assert await refusal(room.service.leave(CupRequest(101, cup, 8))) == ("duplicate", {})
    assert (await room.cup(cup)).active == (0, 1)


async def test_only_a_lobby_with_a_free_place_can_be_joined_and_once(room: Room) -> None:
    cup = await room.opened(MAX_PLAYERS)
    joining = room.service.join
    assert await refusal(joining(CupRequest(HOST, cup))) == ("cup-joined", {})
    assert await refusal(joining(CupRequest(STRANGER, cup))) == ("cup-full", {"most": 32})
    await room.service.leave(CupRequest(101, cup))
    assert (await joining(CupRequest(STRANGER, cup))).cup.player_of(STRANGER) == 32
    assert await refusal(joining(CupRequest(101, cup))) == ("cup-full", {"most": 32})
    await room.service.start(CupRequest(HOST, cup), manager=False)
    assert await refusal(joining(CupRequest(101, cup))) == ("cup-started", {})
    await room.service.end(CupRequest(HOST, cup), manager=False)
    assert await refusal(joining(CupRequest(101, cup))) == ("cup-over", {})


async def test_cup_starts_with_three_players_in_a_random_order(room: Room) -> None:
    cup = await room.opened(2)
    starting = room.service.start
    few = starting(CupRequest(HOST, cup), manager=False)
    assert await refusal(few) == ("cup-too-few", {"low": 3})
    await room.service.join(CupRequest(102, cup))
    others = starting(CupRequest(101, cup), manager=False)
    assert await refusal(others) == ("cup-host", {"host": HOST})
    begun = (await starting(CupRequest(STRANGER, cup), manager=True)).cup
    shuffled = [0, 1, 2]
    random.Random(1).shuffle(shuffled)
    assert begun.phase is CupPhase.PLAYING and begun.order == tuple(shuffled) != (0, 1, 2)
    again = starting(CupRequest(HOST, cup), manager=True)
    assert await refusal(again) == ("cup-started", {})


async def test_only_the_host_or_a_manager_ends_a_cup(room: Room) -> None:
    cup = await room.started()
    ending = room.service.end
    others = ending(CupRequest(101, cup), manager=False)
    assert await refusal(others) == ("cup-host", {"host": HOST})
    ended = (await ending(CupRequest(STRANGER, cup), manager=True)).cup
    assert ended.phase is CupPhase.STOPPED and ended.is_over
    assert await refusal(ending(CupRequest(HOST, cup), manager=True)) == ("cup-over", {})
    assert await refusal(room.service.leave(CupRequest(HOST, cup))) == ("cup-over", {})


async def test_only_a_player_leaves_a_cup_and_once(room: Room) -> None:
    cup = await room.started()
    leaving = room.service.leave
    assert await refusal(leaving(CupRequest(STRANGER, cup))) == ("cup-not-in", {})
    assert (await leaving(CupRequest(101, cup))).cup.players[1].has_left
    assert await refusal(leaving(CupRequest(101, cup))) == ("cup-not-in", {})


async def test_change_of_an_unknown_cup_is_refused(room: Room) -> None:
    assert await refusal(room.service.join(CupRequest(HOST, 99))) == ("no-cup", {})


async def test_next_round_waits_for_all_results_of_the_round_before(room: Room) -> None:
    cup = await room.opened(3)
    assert (await room.service.go_on(cup)).cup.rounds == ()
    await room.service.start(CupRequest(HOST, cup), manager=False)
    for number in (1, 2, 3):
        for _twice in range(2):
            assert len((await room.service.go_on(cup)).cup.rounds) == number
        await room.service.note(cup, WON, number)
    assert (await room.service.go_on(cup)).cup.phase is CupPhase.OVER
    before = await room.cup(cup)
    assert (await room.service.go_on(cup)).cup == before


async def test_table_and_result_of_a_match_are_noted_once(room: Room) -> None:
    cup = await room.started()
    table = MatchOpened(0, 57)
    for late in (0, 2):
        assert (await room.service.note(cup, table, late)).cup.rounds[0].matches[0].game is None
    await room.service.note(cup, table, 1)
    again = await room.service.note(cup, MatchOpened(0, 58), 1)
    assert again.cup.rounds[0].matches[0].game == 57
    await room.service.note(cup, WON, 1)
    for entry in (MatchResult(0, Winner.SECOND), MatchOpened(0, 58)):
        match = (await room.service.note(cup, entry, 1)).cup.rounds[0].matches[0]
        assert (match.game, match.result) == (57, WON)


async def test_lobby_is_closed_and_a_running_cup_is_not(room: Room) -> None:
    cup = await room.started()
    assert (await room.service.close_lobby(cup)).cup.phase is CupPhase.PLAYING
    await room.service.end(CupRequest(HOST, cup), manager=False)
    lobby = await room.opened()
    assert (await room.service.close_lobby(lobby)).cup.phase is CupPhase.STOPPED
    closed = await room.store.latest(CHANNEL)
    assert closed is not None and closed.row.id == lobby and closed.row.finished


async def test_history_has_a_cup_after_each_of_its_entries(room: Room) -> None:
    cup = await room.opened(3)
    states = await room.store.history(cup)
    assert [len(state.players) for state in states] == [0, 1, 2, 3]
    assert states[-1] == await room.cup(cup)
    assert await room.store.history(99) == ()


async def test_simultaneous_changes_of_a_cup_are_written_one_after_the_other(room: Room) -> None:
    cup = await room.opened()
    await asyncio.gather(*(room.service.join(CupRequest(user, cup)) for user in range(101, 111)))
    assert len((await room.cup(cup)).players) == 11


async def test_change_that_another_process_has_overtaken_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await room.opened()
    cups = room.store.cups
    append = cups.append

    async def append_second(*given: Any, **named: Any) -> int:
        monkeypatch.setattr(cups, "append", append)
        await CupStore(cups).write(CupRequest(101, cup), lambda _cup: [Joined()])
        return await append(*given, **named)

    monkeypatch.setattr(cups, "append", append_second)
    assert await refusal(room.service.join(CupRequest(102, cup))) == ("cup-late", {})
    assert (await room.cup(cup)).users == (HOST, 101)


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
