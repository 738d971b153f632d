"""The bot with several shards on a loopback Discord: they connect in turns and get all events."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.cluster.shared_limits import IdentifyLimit
from bot.config import Config, Shards
from storage import DatabaseUnreachable, IdentifySlots
from tests.support.bot_in_process import running_bot, wait_until
from tests.support.world import config
from tests.wire.guilds import shard_of
from tests.wire.loopback import LoopbackDiscord

SPACING: Final = 0.2


@pytest.fixture
def own(tmp_path: Path) -> Config:
    """Settings that name no shards."""
    return replace(config(tmp_path), shards=None, spacing=SPACING)


async def test_bot_opens_the_recommended_number_of_shards_one_after_another(
    own: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        LoopbackDiscord(servers=7, shards=3, spacing=SPACING) as loopback,
        running_bot(loopback, own, monkeypatch) as app,
    ):
        assert {guild.id: guild.shard_id for guild in app.guilds} == {
            guild: shard_of(guild, 3) for guild in loopback.guilds.ids
        }
        assert (loopback.gateway.identify_count, loopback.gateway.early_identifies) == (3, [])
        assert await app.is_alive()


async def test_shards_of_different_buckets_connect_without_waiting(
    own: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = replace(own, spacing=5.0)
    began = asyncio.get_running_loop().time()
    async with (
        LoopbackDiscord(servers=4, shards=4, max_concurrency=4, spacing=5.0) as loopback,
        running_bot(loopback, apart, monkeypatch),
    ):
        assert (loopback.gateway.identify_count, loopback.gateway.early_identifies) == (4, [])
        assert asyncio.get_running_loop().time() - began < 5.0


async def test_disconnected_shard_resumes_without_identifying_again(
    own: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        LoopbackDiscord(servers=2, shards=2, max_concurrency=2) as loopback,
        running_bot(loopback, own, monkeypatch) as app,
    ):
        assert await app.is_alive()
        [lost] = [session for session in loopback.gateway.live_sessions if session.shard[0] == 1]
        await lost.disconnect()
        await wait_until(lambda: lost in loopback.gateway.live_sessions)
        await wait_until(lambda: not any(shard.is_closed() for shard in app.shards.values()))
        assert loopback.gateway.identify_count == 2


async def test_shard_with_a_new_session_catches_up_like_a_start(
    own: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    async with (
        LoopbackDiscord(servers=2, shards=2, max_concurrency=2) as loopback,
        running_bot(loopback, own, monkeypatch) as app,
    ):

        async def begin(*_given: object) -> None:
            begun.append(app)

        monkeypatch.setattr("bot.services.Services.begin", begin)
        [lost] = [session for session in loopback.gateway.live_sessions if session.shard[0] == 1]
        loopback.gateway.sessions.remove(lost)
        await lost.disconnect()
        await wait_until(lambda: begun)
        assert (loopback.gateway.identify_count, len(begun)) == (3, 1)


async def test_shard_waits_to_identify_while_the_database_is_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.cluster.shared_limits.RETRY_SECONDS", 0.01)

    class Away(IdentifySlots):
        tries = 0

        def __init__(self) -> None:
            pass

        async def reserve(self, bucket: int, gap_seconds: float) -> float:
            self.tries += 1
            if self.tries < 3:
                raise DatabaseUnreachable("a turn at the gateway: no answer")
            assert (bucket, gap_seconds) == (1, 5.5)
            return 0.0

    slots = Away()
    identifying = IdentifyLimit(slots, lambda: 1.0, 5.0)
    identifying.buckets = 2
    await identifying.turn(3)
    assert slots.tries == 3
    assert sum("waits for its turn" in record.getMessage() for record in caplog.records) == 2


@pytest.mark.parametrize(("shards", "tells"), [(Shards(0, 0, 2), True), (Shards(1, 1, 2), False)])
async def test_only_the_process_with_the_first_shard_registers_commands(
    own: Config, monkeypatch: pytest.MonkeyPatch, shards: Shards, tells: bool
) -> None:
    async with (
        LoopbackDiscord(servers=2) as loopback,
        running_bot(loopback, replace(own, shards=shards), monkeypatch),
    ):
        assert bool(loopback.commands) is tells
        assert [session.shard for session in loopback.gateway.live_sessions] == [(shards.first, 2)]
