"""The service of cups on a real database: who may do what when, and what is written once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cups.policy import (
    MAX_PLAYERS,
    Cup,
    CupPhase,
    CupPlayer,
    Joined,
    MatchOpened,
    MatchResult,
    Winner,
)
from bot.cups.service import CupRequest, CupService, CupStore
from bot.table.entries import New
from bot.table.refusals import Refusal
from bot.table.settings import Settings
from storage import CUP, Log, open_database

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
