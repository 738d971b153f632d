"""Table summaries: found by user with one query, kept up to date, erased with a user."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from storage import (
    Database,
    Log,
    NewEntry,
    PostRow,
    SinceLastTurn,
    StorageError,
    TableSummaries,
    TableSummary,
)
from tests.support.many_tables import PEOPLE, store_tables

ANA, BO, CLEO = 7, 8, 9
SUMMARY: Final = TableSummary(
    name="meadows",
    phase="running",
    language="fr",
    pace="day",
    seat_count=3,
    seats=(ANA, BO, None),
    out=frozenset({1}),
    turn=0,
    since=1000.5,
    number=0,
    version=0,
    missed=(SinceLastTurn(2, (0, 3, 0)), SinceLastTurn(), SinceLastTurn(5, (1, 2, 3))),
    paused=True,
    paused_until=2000.0,
)


@pytest.fixture
def table_summaries(database: Database) -> TableSummaries:
    return TableSummaries(database)


async def begun(log: Log, channel: int = 5, summary: TableSummary | None = SUMMARY) -> int:
    entries = [NewEntry(ANA, "new")]
    row = await log.begin(guild=1, channel=channel, entries=entries, summary=summary)
    return row.id


async def test_a_summary_is_found_by_the_players_of_the_table(
    log: Log, table_summaries: TableSummaries
) -> None:
    game = await begun(log)
    [row] = await table_summaries.of(ANA)
    assert row.summary == SUMMARY
    assert (row.game, row.guild, row.channel, row.post, row.stale) == (game, 1, 5, None, False)
    assert row.summary.to_move == ANA
    assert await table_summaries.of(BO) == (), "who has left the game"
    assert await table_summaries.of(CLEO) == ()


async def test_a_paused_table_rests_until_the_end_of_the_pause() -> None:
    assert SUMMARY.is_paused(1999) and not SUMMARY.is_paused(2000)
    assert replace(SUMMARY, paused_until=None).is_paused(10**10)
    assert not replace(SUMMARY, paused=False, paused_until=None).is_paused(0)


async def test_a_summary_names_the_newest_post(log: Log, table_summaries: TableSummaries) -> None:
    game = await begun(log)
    await log.mark_posted(game, 0, [PostRow(20, game, -1, 0), PostRow(10, game, -1, 0)])
    await log.retire([20, 10])
    [row] = await table_summaries.of(ANA)
    assert row.post == 20


async def test_running_tables_are_listed_longest_waiting_first(
    log: Log, table_summaries: TableSummaries
) -> None:
    late, early, over = [await begun(log, channel) for channel in (5, 6, 7)]
    for game, since in ((late, 30.0), (early, 10.0), (over, 5.0)):
        moved = replace(SUMMARY, since=since, number=1)
        over_now = game == over
        entries = [NewEntry(ANA, "move")]
        await log.append(game, after=0, entries=entries, summary=moved, finish=over_now)
    assert [row.game for row in await table_summaries.of(ANA)] == [early, late]


async def test_tables_of_a_phase_are_listed_newest_first(
    log: Log, table_summaries: TableSummaries
) -> None:
    made = [
        await begun(log, channel, replace(SUMMARY, phase="lobby", since=float(channel)))
        for channel in (5, 6, 7)
    ]
    await begun(log, 8)
    await log.drop_channel(7)
    assert [row.game for row in await table_summaries.in_phase("lobby", 9)] == [made[1], made[0]]
    assert [row.game for row in await table_summaries.in_phase("lobby", 1)] == [made[1]]


async def test_a_summary_is_written_in_the_transaction_of_its_entries(
    log: Log, table_summaries: TableSummaries
) -> None:
    game = await begun(log)
    wrong = replace(SUMMARY, number=7, version=7)
    with pytest.raises(StorageError, match="a summary shows entries that exist"):
        await log.append(game, after=0, entries=[NewEntry(BO, "move")], summary=wrong)
    assert [entry.text for entry in await log.read(game)] == ["new"]
    [row] = await table_summaries.of(ANA)
    assert row.summary == SUMMARY


async def test_an_older_summary_does_not_replace_a_newer_one(
    log: Log, table_summaries: TableSummaries
) -> None:
    game = await begun(log)
    newer = replace(SUMMARY, number=1, turn=2)
    await log.append(game, after=0, entries=[NewEntry(BO, "move")], summary=newer)
    await table_summaries.put(game, SUMMARY)
    [row] = await table_summaries.of(ANA)
    assert row.summary == newer


async def test_a_table_is_stale_until_its_summary_has_the_last_entry(
    log: Log, table_summaries: TableSummaries
) -> None:
    known, unknown = await begun(log), await begun(log, 6, None)
    await log.append(known, after=0, entries=[NewEntry(BO, "move")])
    await log.append(await begun(log, 9), after=0, entries=[NewEntry(BO, "end")], finish=True)
    closed = 3
    [row] = [row for row in await table_summaries.of(ANA) if row.game == known]
    assert row.stale
    assert await table_summaries.stale() == (unknown, known, closed), "finished ones last"
    for game in (known, closed):
        await table_summaries.put(game, replace(SUMMARY, number=1))
    await table_summaries.put(unknown, SUMMARY)
    assert await table_summaries.stale() == ()


async def test_the_tables_of_a_user_are_found_among_many_by_one_query(
    log: Log, table_summaries: TableSummaries, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await store_tables(log, 200, 2, random.Random(1))
    asked: list[tuple[str, Sequence[object]]] = []
    read = database.read

    async def counted(sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        asked.append((sql, parameters))
        return await read(sql, parameters)

    monkeypatch.setattr(database, "read", counted)
    for user in list(PEOPLE)[:25]:
        summaries = [row.summary for row in await table_summaries.of(user)]
        wanted = [
            summary
            for summary in made
            if user in summary.seats and summary.seats.index(user) not in summary.out
        ]
        assert summaries == sorted(wanted, key=lambda summary: summary.since)
        assert len(asked) == 1
        asked.clear()


async def test_tables_with_a_free_seat_are_listed_newest_first(
    log: Log, table_summaries: TableSummaries
) -> None:
    """A seat that left the game is not free; a finished table has no free seat."""
    full = replace(SUMMARY, seats=(ANA, BO))
    left = replace(SUMMARY, out=frozenset({1, 2}))
    await begun(log, 1, replace(SUMMARY, since=10.0))
    await begun(log, 2, full)
    await begun(log, 3, left)
    await begun(log, 4, replace(SUMMARY, since=20.0))
    await begun(log, 5, replace(SUMMARY, phase="open"))
    finished = await begun(log, 6)
    await log.append(finished, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    assert [row.channel for row in await table_summaries.with_open_seats("running", 9)] == [4, 1]
    assert [row.channel for row in await table_summaries.with_open_seats("running", 1)] == [4]
