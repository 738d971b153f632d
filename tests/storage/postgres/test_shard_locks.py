"""Two processes that are given the same shards."""

import asyncio
import logging

import pytest

from storage import Database, ShardFilter, ShardsTaken, open_database
from storage.postgres import connections
from tests.support.postgres_server import Server
from tests.support.raw_connection import PostgresRaw

FIRST, OVERLAPPING, REST = (ShardFilter(frozenset(n), 4) for n in ((0, 1), (1, 2), (2, 3)))


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CLAIM_SECONDS", 0.6)
    monkeypatch.setattr(connections, "CLAIM_RETRY_SECONDS", 0.05)
    monkeypatch.setattr(connections, "PROBE_SECONDS", 0.1)
    monkeypatch.setattr(connections, "RECONNECT_SECONDS", 0.05)


async def opened(address: str, shards: ShardFilter) -> Database:
    return await open_database(address, shards=shards)


async def until_locked(address: str) -> None:
    """Wait until a process has the locks of two shards."""
    locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
    async with asyncio.timeout(60):
        while await PostgresRaw(address).execute(locks) != [(2,)]:
            await asyncio.sleep(0.1)


async def test_second_process_with_one_of_the_shards_is_refused(address: str) -> None:
    async with await opened(address, FIRST) as first, await opened(address, REST) as rest:
        await first.claim_shards()
        await rest.claim_shards()
        async with await opened(address, OVERLAPPING) as second:
            with pytest.raises(ShardsTaken, match=r"has shard 1 of 4, and two processes must not"):
                await second.claim_shards()
            with pytest.raises(ShardsTaken, match="connected from the machine of the database"):
                await second.claim_shards()


async def test_processes_without_shards_exclude_each_other(address: str) -> None:
    async with await open_database(address) as first, await open_database(address) as second:
        await first.claim_shards()
        with pytest.raises(ShardsTaken, match="has shard 0 of 1"):
            await second.claim_shards()


async def test_claim_waits_for_a_process_that_is_ending(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CLAIM_SECONDS", 60.0)
    first = await opened(address, FIRST)
    await first.claim_shards()
    async with await opened(address, FIRST) as second:
        claiming = asyncio.create_task(second.claim_shards())
        await asyncio.sleep(0.2)
        assert not claiming.done()
        await first.close()
        await claiming


async def test_takeover_goes_on_at_once_and_gets_the_shards_later(address: str) -> None:
    first = await opened(address, FIRST)
    await first.claim_shards()
    async with await opened(address, FIRST) as second, await opened(address, FIRST) as third:
        await second.claim_shards(take_over=True)
        await first.close()
        await until_locked(address)
        with pytest.raises(ShardsTaken):
            await third.claim_shards()


async def test_shards_are_claimed_again_after_the_server_was_away(own: Server) -> None:
    address = await own.create()
    async with await opened(address, FIRST) as first, await opened(address, FIRST) as second:
        await first.claim_shards()
        await asyncio.to_thread(own.restart)
        await until_locked(address)  # the first one has its connection again
        with pytest.raises(ShardsTaken):
            await second.claim_shards()
    await own.drop(address)


async def test_process_that_finds_its_shards_taken_logs_it_once(
    address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await opened(address, FIRST) as first, await opened(address, FIRST) as second:
        await first.claim_shards()
        monkeypatch.setattr(connections, "RECONNECT_SECONDS", 0.4)
        claiming = asyncio.create_task(second.claim_shards())
        await asyncio.sleep(0.1)
        [listener] = await PostgresRaw(address).execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' LIMIT 1"
        )
        assert listener == (True,)
        await claiming
        async with asyncio.timeout(60):
            while "two processes have the same shards" not in caplog.text:
                await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)  # as long again as until the first time
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.getMessage().partition(":")[0] for record in logged] == [
        "two processes have the same shards"
    ]
