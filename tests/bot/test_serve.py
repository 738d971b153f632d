"""Connecting to Discord: failed connections are retried with growing pauses."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot import serve
from bot.config import Config
from bot.discord_io.errors import (
    INTENTS_REFUSED,
    PROTOCOL_REFUSED,
    SHARDS_REFUSED,
    TOKEN_REFUSED,
    LoginRefused,
)
from bot.serve import (
    FIRST_PAUSE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    join_discord,
    raise_open_files_limit,
    set_on_signal,
)
from storage import ShardsTaken, StorageError

TOKEN = "very-secret-token"


class FakeClient:
    """A client that fails as configured, or stays connected until it is closed."""

    def __init__(self, fails: Exception | None, *, ready: bool = False) -> None:
        self._fails = fails
        self._ready = ready
        self._gone = asyncio.Event()
        self.closed = False
        self.token = ""

    async def start(self, token: str) -> None:
        self.token = token
        if self._fails is not None:
            raise self._fails
        await self._gone.wait()

    def is_ready(self) -> bool:
        return self._ready

    async def close(self) -> None:
        self.closed = True
        self._gone.set()


class Clients:
    """Hands out clients that fail one after the other; stops the program after the last."""

    def __init__(self, stop: asyncio.Event, *fates: FakeClient) -> None:
        self._stop = stop
        self._fates = list(fates)
        self.made: list[FakeClient] = []

    def __call__(self) -> Any:
        client = self._fates[len(self.made)]
        self.made.append(client)
        return client


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    made: list[float] = []
    wait = asyncio.wait

    async def waited(tasks: Any, *, timeout: float | None = None, **rest: Any) -> Any:
        if timeout is not None:
            made.append(timeout)
            timeout = 0
        return await wait(tasks, timeout=timeout, **rest)

    monkeypatch.setattr(asyncio, "wait", waited)
    yield made


async def joined(stop: asyncio.Event, clients: Callable[[], Any], seconds: float = 5.0) -> None:
    """Run until it ends by itself."""
    async with asyncio.timeout(seconds):
        await join_discord(clients, TOKEN, stop)


async def joined_until(last: FakeClient, stop: asyncio.Event, clients: Clients) -> None:
    running = asyncio.create_task(joined(stop, clients))
    while not last.token:
        await asyncio.sleep(0)
    assert not running.done()
    stop.set()
    await running


async def test_failed_first_connection_is_retried_with_growing_pauses(
    pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    errors = (
        OSError("no route to host"),
        ConnectionResetError(104, "reset by peer"),
        AttributeError("'NoneType' object has no attribute 'sequence'"),
        aiohttp.ClientError("no name server"),
        TimeoutError(),
        discord.ConnectionClosed.__new__(discord.ConnectionClosed),
        discord.GatewayNotFound(),  # type: ignore[no-untyped-call]
    )
    stop, last = asyncio.Event(), FakeClient(None, ready=True)
    clients = Clients(stop, *map(FakeClient, errors), last)
    await joined_until(last, stop, clients)
    assert pauses[:4] == [factor * FIRST_PAUSE_SECONDS for factor in (1, 2, 4, 8)]
    assert len(clients.made) == 8, "a new client each time, as a closed one stays closed"
    assert all(client.closed and client.token == TOKEN for client in clients.made)
    assert sum("no connection" in r.getMessage() for r in caplog.records) == 7
    assert not any(TOKEN in r.getMessage() for r in caplog.records)


async def test_the_pauses_grow_to_a_limit(pauses: list[float]) -> None:
    stop = asyncio.Event()
    last = FakeClient(None)
    clients = Clients(stop, *(FakeClient(OSError()) for _ in range(12)), last)
    await joined_until(last, stop, clients)
    assert max(pauses) == LONGEST_PAUSE_SECONDS == pauses[-1]
    assert pauses == sorted(pauses) and len(pauses) == 12
    # Not more connects a day than Discord allows before it takes the token away.
    assert 24 * 3600 / LONGEST_PAUSE_SECONDS < 1000


async def test_lost_connection_is_retried_soon(pauses: list[float]) -> None:
    stop = asyncio.Event()
    last = FakeClient(None)
    fates = [FakeClient(OSError(), ready=ready) for ready in (False, False, False, True, False)]
    clients = Clients(stop, *fates, last)
    await joined_until(last, stop, clients)
    assert pauses[3] == FIRST_PAUSE_SECONDS and pauses[4] == 2 * FIRST_PAUSE_SECONDS


def closed(code: int) -> discord.ConnectionClosed:
    """The gateway's end of a connection."""
    error = discord.ConnectionClosed.__new__(discord.ConnectionClosed)
    error.code = code
    return error


async def test_database_of_a_newer_version_ends_the_program_at_once(pauses: list[float]) -> None:
    clients = Clients(asyncio.Event(), FakeClient(StorageError("of a newer version")))
    with pytest.raises(StorageError):
        await joined(asyncio.Event(), clients)
    assert pauses == [] and clients.made[0].closed


async def test_refused_login_ends_the_program_at_once_with_one_sentence(
    pauses: list[float],
) -> None:
    for error, sentence in (
        (discord.LoginFailure("Improper token"), TOKEN_REFUSED),
        (closed(4004), TOKEN_REFUSED),
        (discord.PrivilegedIntentsRequired(None), INTENTS_REFUSED),
        (closed(4013), INTENTS_REFUSED),
        (closed(4011), SHARDS_REFUSED),
        (closed(4012), PROTOCOL_REFUSED),
    ):
        clients = Clients(asyncio.Event(), FakeClient(error))
        with pytest.raises(LoginRefused) as ended:
            await joined(asyncio.Event(), clients)
        assert str(ended.value) == sentence and sentence.count(".") - sentence.count(".py") == 1
        assert pauses == [] and clients.made[0].closed


async def test_temporary_disconnection_is_retried(pauses: list[float]) -> None:
    for code in (1000, 1006, 4000, 4009):
        stop, last = asyncio.Event(), FakeClient(None)
        await joined_until(last, stop, Clients(stop, FakeClient(closed(code)), last))
    assert pauses == [FIRST_PAUSE_SECONDS] * 4


async def test_bug_at_the_start_ends_the_program_without_endless_retries(
    pauses: list[float],
) -> None:
    clients = Clients(asyncio.Event(), FakeClient(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        await joined(asyncio.Event(), clients)
    assert pauses == []


async def test_stop_ends_the_wait_for_the_next_try_at_once() -> None:
    """In real time: the pause is five seconds, the end comes at once."""
    stop = asyncio.Event()
    clients = Clients(stop, FakeClient(OSError()))
    running = asyncio.create_task(joined(stop, clients, 4))
    while not (clients.made and clients.made[0].closed):
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    assert not running.done(), "it is waiting"
    stop.set()
    await running
    assert len(clients.made) == 1


async def test_stop_closes_a_client_that_is_connected() -> None:
    stop = asyncio.Event()
    client = FakeClient(None, ready=True)
    clients = Clients(stop, client)
    await joined_until(client, stop, clients)
    assert clients.made[0].closed and len(clients.made) == 1


async def test_stop_before_the_start_makes_no_client() -> None:
    stop = asyncio.Event()
    stop.set()
    clients = Clients(stop)
    await joined(stop, clients)
    assert clients.made == []


async def test_stopped_program_leaves_nothing_running(caplog: pytest.LogCaptureFixture) -> None:
    before = asyncio.all_tasks()
    stop = asyncio.Event()
    with pytest.raises(LoginRefused):
        await joined(stop, Clients(stop, FakeClient(discord.LoginFailure("no"))))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signal_stops_the_program_where_the_loop_takes_no_handlers(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """Windows has no such handlers."""

    def refuse(*_: object) -> None:
        raise NotImplementedError

    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    stop = asyncio.Event()
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    try:
        set_on_signal(stop)
        signal.raise_signal(number)
        async with asyncio.timeout(5):
            await stop.wait()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def test_program_raises_its_limit_of_open_files_to_the_hard_one() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, hard - 1), hard))
    try:
        raise_open_files_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_empty_database_is_named_at_a_warning_before_anything_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = tmp_path / "games.sqlite3"
    games.touch()

    async def prepare(path: Path) -> None:
        assert f"{path} is empty" in caplog.text and path.stat().st_size == 0
        raise ShardsTaken

    monkeypatch.setattr(serve, "prepare", prepare)
    with pytest.raises(ShardsTaken):
        await serve.serve(Config.read({"CARCASSONNE_DATABASE": str(games)}))
    assert [record.levelname for record in caplog.records] == ["WARNING"]
