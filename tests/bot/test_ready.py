"""A bot that is ended while catching up with missed posts starts no further post."""

import asyncio

import pytest

from bot.posting.outbox import Outbox
from storage import StorageError
from tests.support.world import World


async def test_bot_stopped_during_catch_up_starts_no_jobs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    catching_up = asyncio.Event()

    async def catch_up(outbox: Outbox) -> None:
        catching_up.set()
        await asyncio.sleep(3600)

    begun: list[str] = []
    app = world.app
    monkeypatch.setattr(Outbox, "catch_up", catch_up)
    monkeypatch.setattr(app.services.scheduler, "start", lambda: begun.append("scheduler"))
    departures = app.services.departures
    monkeypatch.setattr(departures, "begin", lambda: begun.append("departures"))
    ready = asyncio.create_task(app.on_ready())
    await catching_up.wait()
    async with asyncio.timeout(10):
        await app.close()
    await asyncio.wait({ready})
    assert ready.cancelled() and not begun


async def test_database_is_closed_though_a_service_fails_to_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(services: object) -> None:
        raise RuntimeError("a service")

    log = world.app.game_log
    monkeypatch.setattr("bot.services.Services.close", fail)
    with pytest.raises(RuntimeError, match="a service"):
        await world.app.close()
    with pytest.raises(StorageError, match="closed"):
        await log.set_setting("key", "value")
