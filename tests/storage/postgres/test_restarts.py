"""The server stops while processes write and read."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator

import pytest

from storage import Conflict, DatabaseUnreachable, Log, NewEntry, open_database
from tests.support.postgres_server import Server

WRITERS = 6


@pytest.fixture
async def address(own: Server) -> AsyncIterator[str]:
    made = await own.create()
    yield made
    await own.drop(made)


async def written(log: Log, game: int, name: int, done: asyncio.Event) -> list[str]:
    """Append lines to a new game, one after the other, and return the acknowledged ones."""
    outcomes: list[str] = []
    while not done.is_set():
        text = f"{name}: {len(outcomes)}"
        assert await log.append(game, after=len(outcomes), entries=[NewEntry(name, text)]) == (
            len(outcomes) + 1
        )
        outcomes.append(text)
    return outcomes


async def contended(log: Log, game: int, name: int, done: asyncio.Event) -> list[str]:
    """Append lines to a game that others write too, and return the acknowledged ones."""
    outcomes: list[str] = []
    while not done.is_set():
        last = (await log.row(game)).last
        text = f"{name}: {len(outcomes)}"
        try:
            await log.append(game, after=last, entries=[NewEntry(name, text)])
        except Conflict:
            continue
        outcomes.append(text)
    return outcomes


@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGINT])
async def test_each_acknowledged_write_is_there_once_after_the_server_stops(
    own: Server, address: str, how: signal.Signals
) -> None:
    async with await open_database(address) as database, await open_database(address) as second:
        log, done = Log(database), asyncio.Event()
        alone = [
            (await log.begin(guild=9, channel=n, entries=[NewEntry(1, "bag")])).id
            for n in range(WRITERS)
        ]
        shared = (await log.begin(guild=9, channel=99, entries=[NewEntry(1, "bag")])).id
        writers = [
            asyncio.create_task(written(Log(second if n % 2 else database), game, n + 1, done))
            for n, game in enumerate(alone)
        ]
        racers = [
            asyncio.create_task(contended(Log(opened), shared, n + 1, done))
            for n, opened in enumerate((database, second))
        ]
        for _ in range(3):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(own.restart, how)
        await asyncio.sleep(0.3)
        done.set()
        for game, texts in zip(alone, await asyncio.gather(*writers), strict=True):
            assert texts
            assert [entry.text for entry in await log.read(game, after=0)] == texts
        entries = await log.read(shared, after=0)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        for name, texts in enumerate(await asyncio.gather(*racers), 1):
            assert [entry.text for entry in entries if entry.user == name] == texts


async def test_a_read_during_a_server_restart_waits_and_succeeds(own: Server, address: str) -> None:
    async with await open_database(address) as database:
        log = Log(database)
        await log.begin(guild=9, channel=5, entries=[NewEntry(1, "bag")])
        restarting = asyncio.create_task(asyncio.to_thread(own.restart))
        rounds = 0
        while not restarting.done():
            assert [row.channel for row in await log.games()] == [5]
            rounds += 1
        await restarting
        assert rounds
        await database.ping()


async def test_messages_of_other_processes_arrive_and_a_restart_reports_a_gap(
    own: Server, address: str
) -> None:
    async with await open_database(address) as database, await open_database(address) as second:
        heard: asyncio.Queue[str] = asyncio.Queue()

        def fails(what: str) -> None:
            raise ValueError(what)

        second.listen(fails)
        second.listen(heard.put_nowait)
        async with asyncio.timeout(60):
            assert await heard.get() == ""
            await database.notify("post 5")
            assert await heard.get() == "post 5"
            await asyncio.to_thread(own.restart, signal.SIGQUIT)
            assert await heard.get() == ""
            await database.notify("post 6")
            assert await heard.get() == "post 6"


async def test_an_unreachable_server_raises_until_it_is_back(
    own: Server, address: str, impatient: None, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_database(address) as database:
        log = Log(database)
        game = (await log.begin(guild=9, channel=5, entries=[NewEntry(1, "bag")])).id
        await asyncio.to_thread(own.end)
        try:
            for call in (
                lambda: log.append(game, after=0, entries=[NewEntry(1, "pass")]),
                lambda: log.row(game),
                database.ping,
                lambda: open_database(address),
            ):
                with pytest.raises(DatabaseUnreachable, match="see whether it runs"):
                    await call()
            with caplog.at_level(logging.WARNING, "storage"):
                await database.purge()
            assert "deleted rows could not be purged" in caplog.text
        finally:
            await asyncio.to_thread(own.begin)
        await database.ping()
        assert await log.append(game, after=0, entries=[NewEntry(1, "pass")]) == 1


async def test_a_lost_listener_is_logged_once(
    own: Server, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_database(address) as database:
        heard: asyncio.Queue[str] = asyncio.Queue()
        database.listen(heard.put_nowait)
        async with asyncio.timeout(60):
            assert await heard.get() == ""
            await asyncio.to_thread(own.end)
            while "the connection for messages of other processes is lost" not in caplog.text:
                await asyncio.sleep(0.05)
            await asyncio.sleep(1.2)
            await asyncio.to_thread(own.begin)
            assert await heard.get() == ""
        assert caplog.text.count("the connection for messages of other processes is lost") == 1
