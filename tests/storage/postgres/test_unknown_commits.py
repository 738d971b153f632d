"""Commits whose answer was lost: each write is done exactly once."""

import asyncio

import pytest

from storage import DatabaseUnreachable, Log, NewEntry, open_database
from tests.support.cutting_proxy import Cut, open_proxy
from tests.support.raw_connection import PostgresRaw

PASS = [NewEntry(1, "pass")]


@pytest.mark.parametrize("cuts", ["before", "after"])
async def test_a_connection_lost_at_the_commit_leaves_exactly_one_write(
    address: str, cuts: Cut
) -> None:
    async with open_proxy(address) as (way, by_it), await open_database(by_it) as database:
        log = Log(database)
        way.cuts = cuts
        row = await log.begin(guild=900, channel=5, entries=PASS, request=7)
        assert way.cut == 1
        way.cuts = cuts
        assert await log.append(row.id, after=0, entries=PASS, request=8) == 1
        assert way.cut == 2
        assert len(await log.games()) == 1
        assert [entry.number for entry in await log.read(row.id)] == [0, 1]


@pytest.mark.parametrize(("cuts", "last"), [("after", 1), ("before", 0)])
async def test_a_commit_whose_server_is_gone_is_reported_as_unknown(
    address: str, impatient: None, cuts: Cut, last: int
) -> None:
    async with open_proxy(address) as (way, by_it), await open_database(by_it) as database:
        log = Log(database)
        row = await log.begin(guild=900, channel=5, entries=PASS)
        way.cuts, way.closed = cuts, True
        with pytest.raises(DatabaseUnreachable, match="whether it was written is not known"):
            await log.append(row.id, after=0, entries=PASS)
        way.closed = False
        await database.ping()
        assert (await log.row(row.id)).last == last


async def test_closing_deletes_the_tokens_of_this_process_and_old_ones(address: str) -> None:
    raw = PostgresRaw(address)
    for program, age in (("dead", "2 days"), ("alive", "1 minute")):
        await raw.execute(
            f"INSERT INTO write_tokens VALUES ('{program}', 0, 5, now() - interval '{age}')"
        )
    async with await open_database(address) as database:
        log = Log(database)
        await asyncio.gather(*(log.begin(guild=9, channel=n, entries=PASS) for n in range(5)))
        await log.retire([7])
        [[marks]] = await raw.execute("SELECT count(*) FROM write_tokens")
        assert 3 <= marks <= 2 + 5
    assert await raw.execute("SELECT program FROM write_tokens") == [("alive",)]
