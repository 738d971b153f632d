"""Cups: their log, their messages, and what becomes of them with a person or a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from storage import (
    ChannelBusy,
    Conflict,
    CupRow,
    Cups,
    Database,
    Departures,
    Due,
    Duplicate,
    EntryRow,
    Erasure,
    KeyValues,
    Log,
    NewCupEntry,
    NewEntry,
    Schedule,
    ShardFilter,
    open_database,
)
from storage.key_values import PREFERENCES
from storage.opening import check
from storage.shard_filter import SHARD_SHIFT_BITS
from tests.storage.test_key_values import ANA, BO
from tests.support.raw_connection import Raw, Refused

HERE, THERE = 900, 901
Start = Callable[..., Awaitable[int]]


@pytest.fixture
def cups(database: Database) -> Cups:
    return Cups(database)


async def begun(cups: Cups, guild: int = HERE, channel: int = 5, user: int = ANA) -> CupRow:
    return await cups.begin(guild=guild, channel=channel, entries=[NewCupEntry(user, "new")])


async def test_entries_are_read_in_order_with_their_authors(cups: Cups, now: list[float]) -> None:
    cup = await begun(cups)
    now[0] += 5
    written = [NewCupEntry(BO, "join"), NewCupEntry(None, "round 0-1")]
    assert await cups.append(cup.id, after=0, entries=written) == 2
    assert [
        (entry.user, entry.text, entry.at, entry.sound) for entry in await cups.read(cup.id)
    ] == [(ANA, "new", 1000.0, True), (BO, "join", 1005.0, True), (None, "round 0-1", 1005.0, True)]


async def test_an_entry_is_written_by_one_of_two_writers(cups: Cups) -> None:
    cup = await begun(cups)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(ANA, "first")])
    with pytest.raises(Conflict, match=f"^cup {cup.id}: somebody else wrote entry 1 first$"):
        await cups.append(cup.id, after=0, entries=[NewCupEntry(BO, "second")])
    with pytest.raises(ValueError, match=r"^a cup changes by at least one entry$"):
        await cups.append(cup.id, after=1, entries=[])
    assert [entry.text for entry in await cups.read(cup.id)] == ["new", "first"]


async def test_a_finished_cup_takes_no_entry(cups: Cups) -> None:
    cup = await begun(cups)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(ANA, "end")], finish=True)
    with pytest.raises(Conflict):
        await cups.append(cup.id, after=1, entries=[NewCupEntry(BO, "join")])


async def test_a_request_delivered_twice_is_written_once(cups: Cups) -> None:
    cup = await cups.begin(guild=HERE, channel=5, entries=[NewCupEntry(ANA, "new")], request=7)
    with pytest.raises(Duplicate):
        await cups.append(cup.id, after=0, entries=[NewCupEntry(ANA, "join")], request=7)


async def test_a_channel_has_one_running_cup(cups: Cups) -> None:
    first = await begun(cups)
    with pytest.raises(ChannelBusy):
        await begun(cups)
    await cups.append(first.id, after=0, entries=[NewCupEntry(ANA, "end")], finish=True)
    second = await begun(cups)
    newest = await cups.latest(5)
    assert newest is not None and newest.id == second.id > first.id


async def test_an_entry_makes_its_job_due_in_the_same_write(cups: Cups, database: Database) -> None:
    def due(cup: int) -> Due:
        return Due(f"cup {cup}", "cup", 1000.0, guild=HERE)

    cup = await cups.begin(guild=HERE, channel=5, entries=[NewCupEntry(ANA, "new")], due=due)
    assert await Schedule(database).of(f"cup {cup.id}") == due(cup.id)
    earlier = Due(f"cup {cup.id}", "cup", 900.0, guild=HERE)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(ANA, "join")], due=earlier)
    assert await Schedule(database).of(f"cup {cup.id}") == earlier


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


async def test_jobs_of_a_server_are_deleted_with_it(cups: Cups, database: Database) -> None:
    await begun(cups)
    await Schedule(database).put(Due("cup 1", "cup", 900.0, guild=HERE))
    await Departures(database).mark_gone("server", HERE)
    await Departures(database).delete("server", HERE, "gone")
    assert await Schedule(database).of("cup 1") is None


async def test_a_cup_is_unsettled_until_all_of_it_is_told(cups: Cups) -> None:
    cup = await begun(cups)
    await cups.mark_card_sent(cup.id, 77)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(ANA, "end")], finish=True)
    assert [row.id for row in await cups.unsettled()] == [cup.id]
    await cups.mark_posted(cup.id, 1)
    await cups.mark_posted(cup.id, 0)
    assert [row.posted for row in await cups.unsettled()] == [1]
    await cups.mark_card_shown(cup.id, 1)
    assert await cups.unsettled() == ()


async def test_a_card_is_pinned_once_and_unpinned_once(cups: Cups) -> None:
    cup = await begun(cups)
    await cups.mark_card_sent(cup.id, 77)
    assert not await cups.mark_unpinned(cup.id)
    assert await cups.mark_pinned(cup.id) and not await cups.mark_pinned(cup.id)
    row = await cups.row(cup.id)
    assert row is not None and (row.card, row.pinned) == (77, True)
    assert await cups.mark_unpinned(cup.id) and not await cups.mark_pinned(cup.id)


async def test_the_cup_of_a_deleted_channel_is_finished_and_told(cups: Cups) -> None:
    cup = await begun(cups)
    await cups.mark_card_sent(cup.id, 77)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(BO, "join")])
    await cups.drop_channel(5)
    row = await cups.row(cup.id)
    assert row is not None and row.finished
    assert await cups.unsettled() == ()


@pytest.mark.parametrize("kind", ["server", "channel"])
async def test_cups_are_deleted_with_their_server_or_channel(
    cups: Cups, database: Database, kind: str
) -> None:
    departures = Departures(database)
    cup, other = await begun(cups), await begun(cups, THERE, 6, BO)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=BO)
    if kind == "server":
        await departures.mark_gone("server", HERE)
        await departures.delete("server", HERE, "gone")
    else:
        await departures.mark_gone("channel", 5)
        await departures.delete("channel", 5, "gone")
    assert await cups.row(cup.id) is None and await cups.read(cup.id) == ()
    assert await cups.row(other.id) is not None
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {}
    assert await KeyValues(database, PREFERENCES).of(user=BO) == {"confirms": "yes"}


async def test_a_player_of_a_cup_is_kept_when_their_last_game_is_deleted(
    cups: Cups, database: Database, start: Start
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
    cups: Cups, database: Database, log: Log
) -> None:
    await log.begin(guild=THERE, channel=6, entries=[NewEntry(ANA, "bag")])
    await begun(cups)
    await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
    await Departures(database).mark_gone("channel", 5)
    await Departures(database).delete("channel", 5, "gone")
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {"confirms": "yes"}


async def test_servers_and_channels_of_cups_are_watched(cups: Cups, database: Database) -> None:
    await begun(cups, THERE, 6)
    departures = Departures(database)
    assert await departures.places() == ((THERE, 6),)
    assert await departures.servers() == (THERE,)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE cup_entries SET text = 'x'",
        "UPDATE cup_entries SET user = 5",
        "UPDATE cup_entries SET number = 7, user = NULL",
    ],
)
async def test_an_entry_only_loses_its_user(cups: Cups, raw: Raw, statement: str) -> None:
    await begun(cups)
    with pytest.raises(Refused, match="only loses its user"):
        await raw.execute(statement)


async def test_a_check_names_a_cup_with_a_damaged_entry(
    database: Database, address: str, cups: Cups, raw: Raw, backend: str
) -> None:
    cup = await begun(cups)
    await cups.append(cup.id, after=0, entries=[NewCupEntry(BO, "join")])
    await Erasure(database).erase(BO)
    assert await wrong_lines(address) == []
    await raw.execute("DROP TRIGGER entries_of_cups_only_lose_their_user" + ON_TABLE[backend])
    await raw.execute("UPDATE cup_entries SET text = 'leave' WHERE number = 1")
    assert await wrong_lines(address) == [f"cup {cup.id}: entry 1 is not as it was written"]
    assert [entry.sound for entry in await cups.read(cup.id)] == [True, False]
    await raw.execute("DELETE FROM cup_entries WHERE number = 0")
    assert await wrong_lines(address) == [f"cup {cup.id}: entry 0 is missing"]


ON_TABLE = {"sqlite": "", "postgres": " ON cup_entries"}


async def wrong_lines(address: str) -> list[str]:
    """The lines of a check that report damage."""
    results = await asyncio.to_thread(lambda: list(check(address, number_of_entries)))
    return [result.line for result in results if not result.sound]


def number_of_entries(entries: Sequence[EntryRow]) -> str:
    """Summarise a game by the number of its entries."""
    return str(len(entries))


async def test_cup_of_no_number_is_none(cups: Cups) -> None:
    cup = await begun(cups)
    assert await cups.row(cup.id) == cup
    for number in (0, cup.id + 1, 2**63 - 1, 2**63, 10**30):
        assert await cups.row(number) is None
