"""Cups: their log, their messages, and what becomes of them with a person or a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from storage import (
    CUP,
    ChannelBusy,
    Database,
    Departures,
    Due,
    EntryRow,
    Erasure,
    GameRow,
    KeyValues,
    Log,
    NewEntry,
    Results,
    Schedule,
    ShardFilter,
    StoredStatusCards,
    TableSummaries,
    open_database,
)
from storage.key_values import PREFERENCES
from storage.opening import check
from storage.records import LogKind
from storage.shard_filter import SHARD_SHIFT_BITS
from tests.storage.test_key_values import ANA, BO
from tests.support.raw_connection import Raw

HERE, THERE = 900, 901
Start = Callable[..., Awaitable[int]]


@pytest.fixture
def cups(database: Database) -> Log:
    return Log(database, CUP)


async def begun(cups: Log, guild: int = HERE, channel: int = 5, user: int = ANA) -> GameRow:
    return await cups.begin(guild=guild, channel=channel, entries=[NewEntry(user, "new")])


async def test_entries_are_read_in_order_with_their_authors(cups: Log, now: list[float]) -> None:
    cup = await begun(cups)
    now[0] += 5
    written = [NewEntry(BO, "join"), NewEntry(None, "round 0-1")]
    assert await cups.append(cup.id, after=0, entries=written) == 2
    assert [
        (entry.user, entry.text, entry.at, entry.sound) for entry in await cups.read(cup.id)
    ] == [(ANA, "new", 1000.0, True), (BO, "join", 1005.0, True), (None, "round 0-1", 1005.0, True)]


async def test_a_channel_has_one_running_cup(cups: Log) -> None:
    first = await begun(cups)
    with pytest.raises(ChannelBusy):
        await begun(cups)
    await cups.append(first.id, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    second = await begun(cups)
    newest = await cups.latest(5)
    assert newest is not None and newest.id == second.id > first.id


async def test_a_channel_has_a_game_and_a_cup_each_with_numbers_of_its_own(
    cups: Log, log: Log, database: Database
) -> None:
    cup, other = await begun(cups), await begun(cups, channel=6)
    game = await log.begin(guild=HERE, channel=5, entries=[NewEntry(BO, "bag")])
    assert (cup.id, other.id, game.id) == (1, 2, 1)
    assert (await log.unfinished(5), await cups.unfinished(5)) == (game, cup)
    assert await log.games() == (game,) and await cups.games() == (cup, other)
    assert await log.unposted() == (game,) and await cups.unposted(6) == (other,)
    assert await TableSummaries(database).stale() == (game.id,)
    await cups.append(cup.id, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    assert await Results(database, 1).stale(8) == ()


async def test_an_entry_makes_its_job_due_in_the_same_write(
    cups: Log, database: Database, now: list[float]
) -> None:
    schedule, cup = Schedule(database), await begun(cups)
    due = Due(f"cup {cup.id}", "cup", 1000.0, guild=HERE)
    assert await schedule.of(due.key) == due
    await schedule.put(replace(due, at=9000.0))
    now[0] = 2000.0
    await cups.append(cup.id, after=0, entries=[NewEntry(ANA, "join")])
    assert await schedule.of(due.key) == replace(due, at=2000.0)
    now[0] = 3000.0
    await cups.append(cup.id, after=1, entries=[NewEntry(BO, "join")])
    assert await schedule.of(due.key) == replace(due, at=2000.0), "the earlier time stays"
    assert await schedule.count(9e9) == (1, 1), "a cup has no turn"


async def test_the_job_of_a_server_is_claimed_by_its_process_only(address: str) -> None:
    guilds = [number << SHARD_SHIFT_BITS for number in range(2)]
    for own in range(2):
        shards = ShardFilter(frozenset({own}), 2)
        async with await open_database(address, clock=lambda: 1000.0, shards=shards) as database:
            schedule = Schedule(database)
            for number, guild in enumerate(guilds):
                await schedule.put(Due(f"cup {number}", "cup", 900.0, guild=guild))
            claims = await schedule.claim(1000.0, 8)
            assert [claim.due.key for claim in claims] == [f"cup {own}"]
            assert [claim.due.guild for claim in claims] == [guilds[own]]
            await schedule.drop(f"cup {own}")


async def test_jobs_of_a_server_are_deleted_with_it(cups: Log, database: Database) -> None:
    await begun(cups)
    await Schedule(database).put(Due("cup 1", "cup", 900.0, guild=HERE))
    await Departures(database).mark_gone("server", HERE)
    await Departures(database).delete("server", HERE, "gone")
    assert await Schedule(database).of("cup 1") is None


@pytest.fixture
def cards(database: Database) -> StoredStatusCards:
    return StoredStatusCards(database, CUP)


async def test_a_cup_is_unsettled_until_all_of_it_is_told(
    cups: Log, cards: StoredStatusCards, database: Database
) -> None:
    cup = await begun(cups)
    await cards.read_or_add(cup.id, 0)
    await cards.mark_sent(cup.id, 77)
    await cups.append(cup.id, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    assert [row.id for row in await cups.unsettled()] == [cup.id]
    await cups.mark_posted(cup.id, 1)
    await cups.mark_posted(cup.id, 0)
    assert [row.posted for row in await cups.unsettled()] == [1]
    assert await StoredStatusCards(database).stale() == () != await cards.stale()
    await cards.mark_shown(cup.id, 1)
    assert await cups.unsettled() == () == await cards.stale()


async def test_the_cup_of_a_deleted_channel_is_finished_and_told(
    cups: Log, cards: StoredStatusCards
) -> None:
    cup = await begun(cups)
    await cards.read_or_add(cup.id, 0)
    await cards.mark_sent(cup.id, 77)
    await cups.append(cup.id, after=0, entries=[NewEntry(BO, "join")])
    assert await cups.drop_channel(5) == 0, "no game was running"
    assert (await cups.row(cup.id)).finished
    assert await cups.unsettled() == ()


async def test_the_number_of_a_deleted_cup_is_not_given_again(
    cups: Log, database: Database
) -> None:
    for _ in range(2):
        last = await begun(cups)
        await Departures(database).mark_gone("channel", 5)
        assert await Departures(database).delete("channel", 5, "gone") == (), "no games"
    assert last.id == 2 and (await begun(cups)).id == 3


@pytest.mark.parametrize(("kind", "number"), [("server", HERE), ("channel", 5)])
async def test_cups_are_deleted_with_their_server_or_channel(
    cups: Log, database: Database, kind: str, number: int
) -> None:
    departures = Departures(database)
    cup, other = await begun(cups), await begun(cups, THERE, 6, BO)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=BO)
    await departures.mark_gone(kind, number)
    await departures.delete(kind, number, "gone")
    assert await cups.row_if_any(cup.id) is None and await cups.read(cup.id) == ()
    assert await cups.row_if_any(other.id) is not None
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {}
    assert await KeyValues(database, PREFERENCES).of(user=BO) == {"confirms": "yes"}


async def test_a_player_of_a_cup_is_kept_when_their_last_game_is_deleted(
    cups: Log, database: Database, start: Start
) -> None:
    departures = Departures(database)
    await start(6, ANA)
    cup = await begun(cups)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
    await departures.mark_gone("channel", 6)
    await departures.delete("channel", 6, "gone")
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {"confirms": "yes"}
    assert [entry.user for entry in await cups.read(cup.id)] == [ANA]


async def test_a_player_of_a_game_is_kept_when_their_cup_is_deleted(
    cups: Log, database: Database, log: Log
) -> None:
    await log.begin(guild=THERE, channel=6, entries=[NewEntry(ANA, "bag")])
    await begun(cups)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
    await Departures(database).mark_gone("channel", 5)
    await Departures(database).delete("channel", 5, "gone")
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {"confirms": "yes"}


async def test_servers_and_channels_of_cups_are_watched(cups: Log, database: Database) -> None:
    await begun(cups, THERE, 6)
    departures = Departures(database)
    assert await departures.places() == ((THERE, 6),)
    assert await departures.servers() == (THERE,)


async def test_a_check_names_a_cup_with_a_damaged_entry(
    database: Database, address: str, cups: Log, raw: Raw, backend: str
) -> None:
    cup = await begun(cups)
    await cups.append(cup.id, after=0, entries=[NewEntry(BO, "join")])
    await Erasure(database).erase(BO)
    assert await wrong_lines(address) == []
    for statement in WITHOUT_TRIGGERS[backend]:
        await raw.execute(statement)
    await raw.execute("UPDATE entries SET text = 'leave' WHERE number = 1")
    assert await wrong_lines(address) == [f"cup {cup.id}: entry 1 is not as it was written"]
    assert [entry.sound for entry in await cups.read(cup.id)] == [True, False]
    await raw.execute("DELETE FROM entries WHERE number = 0")
    assert await wrong_lines(address) == [f"cup {cup.id}: entry 0 is missing"]


WITHOUT_TRIGGERS = {
    "sqlite": ("DROP TRIGGER entries_are_not_changed", "DROP TRIGGER entries_are_not_deleted"),
    "postgres": ("ALTER TABLE entries DISABLE TRIGGER USER",),
}


async def wrong_lines(address: str) -> list[str]:
    """The lines of a check that report damage."""
    results = await asyncio.to_thread(lambda: list(check(address, number_of_entries)))
    return [result.line for result in results if not result.sound]


def number_of_entries(kind: LogKind, entries: Sequence[EntryRow]) -> str:
    """Summarise a game by the number of its entries."""
    return str(len(entries))


async def test_cup_of_no_number_is_none(cups: Log) -> None:
    cup = await begun(cups)
    assert await cups.row_if_any(cup.id) == cup
    for number in (0, cup.id + 1, 2**63 - 1, 2**63, 10**30):
        assert await cups.row_if_any(number) is None
