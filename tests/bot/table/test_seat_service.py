"""Players' decisions about late turns, and open, skipped and replaced seats."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.table.clock import AbsencesByUser, idle_since, restorable_until
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.service import (
    SeatService,
    TableService,
    check_open_seat,
    check_take_seat,
    check_unarchive,
    nobody_absent,
)
from bot.table.settings import ALL, JOINED, MAJORITY, Settings
from bot.table.store import Request, Tables
from bot.table.table import Outcome, PauseState, Phase, Table
from bot.table.votes import decision
from rules.moves import Move
from rules.notation import write
from rules.random_play import deal, random_move
from storage import Log, open_database
from tests.support.for_each import for_each
from tests.support.written_logs import log

HOUR, DAY = 3600.0, 24 * 3600.0
ANA, BO, CLEO, DAN, EVE, BOT = 7, 8, 9, 10, 11, 99
CHANNEL = 5


@dataclass
class Room:
    """A table with a clock that is put on by hand; seat 0 is Ana's, and so on."""

    tables: Tables
    service: TableService
    council: SeatService
    now: float = 0.0
    absent: AbsencesByUser | None = None

    def asked(self, user: int) -> Request:
        return Request(user, guild=1, channel=CHANNEL)

    async def table(self) -> Table:
        loaded = await self.tables.latest(CHANNEL)
        assert loaded is not None
        return loaded.table

    async def game(self) -> int:
        loaded = await self.tables.latest(CHANNEL)
        assert loaded is not None
        return loaded.row.id

    async def deal(self, first: int, *others: int) -> None:
        """A running game of these users."""
        settings = Settings(seat_order=JOINED)
        await self.service.open_and_start(self.asked(first), "base", others, settings)

    async def moved(self) -> None:
        chance, table = random.Random(1), await self.table()
        turn = table.running_game.turn
        while table.running_game.turn == turn:
            assert table.to_move is not None
            move = random_move(table.running_game, chance)
            table = (await self.service.play(self.asked(table.to_move), [move])).after

    async def vote(self, user: int, word: str, until: int | None = None) -> Outcome:
        return await self.council.vote(self.asked(user), word, until)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    rooms: list[Room] = []

    def clock() -> float:
        return rooms[0].now if rooms else 0.0

    async def absent(users: object) -> AbsencesByUser:
        return rooms[0].absent or {}

    path = tmp_path / "games.sqlite3"
    async with await open_database(path, synchronous="OFF", clock=clock) as database:
        tables = Tables(Log(database))
        service = TableService(tables, random.Random(1), clock)
        rooms.append(Room(tables, service, SeatService(tables, clock, absent)))
        yield rooms[0]


async def refusal(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as info:
        await work
    return info.value.reason


@pytest.mark.parametrize(("people", "opponents"), [(2, 0), (5, 0), (1, 1), (2, 3)])
async def test_a_table_that_is_dealt_has_a_seat_for_each_player_and_no_other(
    room: Room, people: int, opponents: int
) -> None:
    first, *others = (ANA, BO, CLEO, DAN, EVE)[:people]
    added = (opponents, "villager")
    dealt = await room.service.open_and_start(
        room.asked(first), "base", others, Settings(seat_order=JOINED), added
    )
    assert dealt.after.seat_count == len(dealt.after.players) == people + opponents
    assert set(dealt.after.players) >= {first, *others}
    assert len(set(dealt.after.colours)) == people + opponents


async def test_a_table_is_dealt_in_one_write_or_not_at_all(room: Room) -> None:
    assert await refusal(room.service.open_and_start(room.asked(ANA), "base", [ANA])) == "seats"
    assert await room.tables.latest(room.asked(ANA).channel) is None
    dealt = await room.service.open_and_start(room.asked(ANA), "base", [BO])
    assert dealt.before is None and dealt.after.game is not None


async def test_votes_to_skip_open_or_end_are_refused_within_a_day(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    room.now = DAY - 1
    for word in ("skip", "open", "end"):
        assert await refusal(room.vote(BO, word)) == "protected"
    assert not (await room.vote(BO, "wait")).after.paused
    room.absent = {ANA: [(0.0, HOUR)]}
    room.now = DAY + 1
    assert await refusal(room.vote(BO, "skip")) == "protected"
    room.now = DAY + HOUR
    await room.vote(BO, "skip")


async def test_more_than_half_of_the_others_skip_a_turn_or_pause_a_late_one(room: Room) -> None:
    await room.deal(ANA, BO, CLEO, DAN)
    room.now = 2 * DAY
    assert (await room.vote(BO, "skip")).after.to_move == ANA
    assert await refusal(room.vote(BO, "skip")) == "voted-already"
    assert (await room.vote(CLEO, "open")).after.to_move == ANA
    after = (await room.vote(CLEO, "skip")).after
    assert after.to_move == BO and not after.ballots and after.since == 2 * DAY
    assert after.lines[-1].text == "skip" and after.lines[-1].user == CLEO
    room.now = 3 * DAY
    assert (await room.vote(CLEO, "pause")).after.paused is None
    assert (await room.vote(DAN, "pause")).after.paused is not None


async def test_host_changes_in_the_lobby_how_many_must_agree(room: Room) -> None:
    await room.service.open(room.asked(ANA), "base", 4, settings=Settings(seat_order=JOINED))
    changed = await room.service.change_setting(room.asked(ANA), "votes", ALL)
    assert changed.after.settings.votes == ALL
    for user in (BO, CLEO):
        await room.service.join(room.asked(user))
    assert (
        await refusal(room.service.change_setting(room.asked(BO), "votes", MAJORITY)) == "host-sets"
    )
    started = (await room.service.start(room.asked(ANA))).after
    room.now = 2 * DAY
    await room.vote(BO, "end")
    assert (await room.table()).phase is started.phase
    assert (await room.vote(CLEO, "end")).after.ended


async def test_one_player_among_opponents_decides_nothing_by_vote(room: Room) -> None:
    await room.service.open_and_start(
        room.asked(ANA), "base", (), Settings(seat_order=JOINED, votes=ALL), (2, "villager")
    )
    assert not decision(await room.table(), ripe=True)


async def test_a_game_that_is_paused_may_be_played_and_stays_paused(room: Room) -> None:
    await room.deal(ANA, BO)
    assert (await room.vote(BO, "pause")).after.paused is None
    await room.vote(ANA, "pause")
    await room.moved()
    table = await room.table()
    assert table.to_move == BO and table.paused is not None


async def test_a_server_manager_opens_any_seat_and_an_invited_user_takes_it(room: Room) -> None:
    await room.deal(ANA, BO)
    after = (await room.council.open_seat(room.asked(DAN), 1, manager=True)).after
    assert after.players == (ANA, None)
    assert (await room.council.take_seat(room.asked(CLEO), 1)).after.players == (ANA, CLEO)
    invited = await room.council.take_seat(room.asked(DAN), 1, invited=True)
    assert invited.after.players == (ANA, DAN)


async def test_only_the_newest_game_of_a_channel_can_be_archived(room: Room) -> None:
    await room.deal(ANA, BO)
    other = room.council.archive(room.asked(BOT), await room.game() + 1)
    assert await refusal(other) == "elsewhere"
    assert (await room.table()).phase is Phase.PLAYING


async def test_undo_is_late_after_any_new_entry(room: Room) -> None:
    await room.deal(ANA, BO)
    await room.moved()
    preview = await room.service.preview_undo(room.asked(ANA))
    await room.service.play(room.asked(BO), [random_move_of(await room.table())])
    before = await room.table()
    assert await refusal(room.service.undo(room.asked(ANA), preview)) == "late"
    assert await room.table() == before


def random_move_of(table: Table) -> Move:
    return random_move(table.running_game, random.Random(2))


async def test_write_that_loses_a_race_is_late_and_reads_the_table_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.deal(ANA, BO)
    log = room.tables.game_log
    other = TableService(Tables(log), random.Random(1), lambda: 0.0)
    move = random_move_of(await room.table())
    append = log.append

    async def append_second(*given: Any, **named: Any) -> int:
        monkeypatch.setattr(log, "append", append)
        await other.play(room.asked(ANA), [move])
        return await append(*given, **named)

    monkeypatch.setattr(log, "append", append_second)
    assert await refusal(room.service.play(room.asked(ANA), [move])) == "late"
    assert room.tables.cached_count == 0
    assert [line.text for line in (await room.table()).lines] == [write(move)]


async def put_away(room: Room) -> int:
    """A game of Ana and Bo, a turn on, that was put away."""
    await room.deal(ANA, BO)
    await room.moved()
    game = await room.game()
    await room.council.archive(room.asked(BOT), game)
    return game


async def test_archived_table_waits_for_the_end_of_another_game(room: Room) -> None:
    game = await put_away(room)
    before = (await room.table()).running_game
    await room.deal(ANA, CLEO)
    with pytest.raises(Refusal) as refused:
        await room.council.unarchive(room.asked(BO), game, manager=False)
    assert refused.value.reason == "archived-behind"
    assert refused.value.facts["until"] == 300 * DAY
    room.now += DAY
    await room.service.end(room.asked(ANA), manager=False)
    back = await room.council.unarchive(room.asked(BO), game, manager=False)
    assert back.game == game and back.after.running_game == before
    assert await room.game() == game


async def test_button_in_another_channel_resumes_no_table(room: Room) -> None:
    game = await put_away(room)
    for number, channel in ((game, 6), (game + 1, 5)):
        wrong = room.council.unarchive(Request(ANA, 1, channel), number, manager=True)
        assert await refusal(wrong) == "elsewhere"


async def test_idle_time_starts_at_the_end_of_a_limited_pause(room: Room) -> None:
    await room.deal(ANA, BO)
    table = await room.table()
    assert idle_since(table, 100.0) == 100.0
    for until, idle in ((None, 100.0), (50.0, 100.0), (900.0, 900.0)):
        paused = replace(table, paused=PauseState(10.0, until, frozenset({ANA})))
        assert idle_since(paused, 100.0) == idle


HEADER = deal("base", 4, random.Random(1)).text()
BEGUN = (
    *((ANA, "new base 4"), (BO, "join 1"), (CLEO, "join 2"), (DAN, "join 3")),
    (ANA, f"start\norder: 0 1 2 3\n{HEADER}"),
)
FOUR = fold(log(*BEGUN, (BO, "resign 1"), (CLEO, "open 2")))
AWAY = fold(log(*BEGUN, (BO, "resign 1"), (BOT, "archive")))


@for_each(
    "check, reason, facts",
    [
        (partial(check_open_seat, user=EVE, seat=None, manager=True), "not-seated", {}),
        (partial(check_open_seat, user=BO, seat=None, manager=True), "resigned", {}),
        (partial(check_open_seat, user=ANA, seat=1, manager=True), "late", {}),
        (partial(check_open_seat, user=ANA, seat=4, manager=True), "late", {}),
        (partial(check_open_seat, user=ANA, seat=2, manager=True), "seat-open", {}),
        (partial(check_open_seat, user=ANA, seat=3, manager=False), "not-your-seat", {}),
        (partial(check_take_seat, user=ANA, seat=2, invited=True), "joined-already", {}),
        (partial(check_take_seat, user=BO, seat=2, invited=True), "resigned", {}),
        (partial(check_take_seat, user=EVE, seat=1, invited=True), "late", {}),
        (partial(check_take_seat, user=EVE, seat=4, invited=True), "late", {}),
        (partial(check_take_seat, user=EVE, seat=3, invited=False), "seat-taken", {"user": DAN}),
        (partial(check_unarchive, user=ANA, now=0.0, manager=True), "late", {}),
    ],
)
def test_refusal_about_a_seat_has_the_facts_of_its_sentence(
    check: Callable[[Table], object], reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check(FOUR)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_seat_is_given_up_or_taken_by_those_who_may() -> None:
    assert check_open_seat(FOUR, ANA, None, manager=False) == 0
    assert check_open_seat(FOUR, DAN, 3, manager=False) == 3
    assert check_open_seat(FOUR, EVE, 3, manager=True) == 3
    assert check_take_seat(FOUR, EVE, 2, invited=False) == 2
    assert check_take_seat(FOUR, EVE, 3, invited=True) == 3


def test_archived_table_is_restored_by_its_players_or_a_manager_in_time() -> None:
    end = restorable_until(AWAY)
    check_unarchive(AWAY, ANA, now=end - 1, manager=False)
    check_unarchive(AWAY, EVE, now=end - 1, manager=True)
    for user, now, reason, facts in (
        (EVE, 0.0, "archived-by-others", {}),
        (BO, 0.0, "archived-by-others", {}),
        (ANA, end, "archived-for-good", {"days": 300}),
    ):
        with pytest.raises(Refusal) as refused:
            check_unarchive(AWAY, user, now=now, manager=False)
        assert (refused.value.reason, refused.value.facts) == (reason, facts)


async def test_waiting_time_of_a_turn_is_without_absences(room: Room) -> None:
    await room.deal(ANA, BO)
    room.now, room.absent = HOUR, {ANA: [(0.0, 600.0)], BO: [(0.0, 900.0)]}
    assert await room.council.waited_seconds(await room.table()) == HOUR - 600.0
    assert await nobody_absent([ANA]) == {}


async def test_expired_pause_is_ended_and_noted_until_its_end(room: Room) -> None:
    await room.deal(ANA, BO)
    for user in (ANA, BO):
        await room.vote(user, "pause", 500)
    room.now = 500.0
    after = (await room.council.end_expired_pause(room.asked(ANA))).after
    assert after.paused is None and after.pauses == ((0.0, 500.0),)


async def test_request_about_a_seat_of_another_version_is_late(room: Room) -> None:
    await room.deal(ANA, BO)
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None
    await room.moved()
    asked, version = room.asked(ANA), loaded.version
    assert await refusal(room.council.open_seat(asked, version=version)) == "late"
    assert await refusal(room.council.vote(asked, "wait", version=version)) == "late"
    taking = room.council.take_seat(room.asked(DAN), 0, invited=True, version=version)
    assert await refusal(taking) == "late"
