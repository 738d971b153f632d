"""Two processes on one PostgreSQL: the process of the server posts entries of both, in order."""

import asyncio

import pytest

from bot.cluster import peers
from bot.posting import outbox
from bot.table.refusals import Refusal
from bot.text.names import Names
from bot.words.refusals import refusal_text
from tests.support.bot_in_process import wait_until
from tests.support.two_processes import SOON, Cluster
from tests.wire import api_objects, rest_routes
from tests.wire.api_objects import Json
from tests.wire.table_players import buttons_of


async def test_move_made_in_one_process_is_posted_by_the_process_of_the_server(
    cluster: Cluster,
) -> None:
    panel = await cluster.playing()
    mover, before = cluster.mover(panel), cluster.posts
    move = await cluster.opened(mover, panel)
    made = await cluster.table.press(mover, move, directly=True)
    await wait_until(lambda: cluster.posts > before, SOON)
    assert cluster.table.turns == 1 and made.original is not None
    assert "as soon as" not in made.original.text, "it is told as one that is out"
    assert await cluster.wrong() == []


async def test_process_of_a_server_posts_moves_saved_during_its_absence_after_its_return(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 0.3)
    panel = await cluster.playing()
    mover = cluster.mover(panel)
    move = await cluster.opened(mover, panel)
    await cluster.stop(1)
    before = cluster.posts
    made = await cluster.table.press(mover, move, directly=True)
    assert made.original is not None and "Your move is saved. I'll post it" in made.original.text
    assert cluster.posts == before
    await cluster.start(1)
    await wait_until(lambda: cluster.posts > before, SOON)
    assert await cluster.wrong() == []


async def test_press_in_the_server_is_posted_after_an_earlier_move_in_another_process(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await cluster.playing()
    mover, before = cluster.mover(panel), cluster.posts
    move = await cluster.opened(mover, panel)
    there = cluster.running[1][0].services.outbox
    async with there._locks[cluster.table.channel]:
        first = asyncio.create_task(cluster.table.press(mover, move, directly=True))
        await wait_until(lambda: there._posting, SOON)
        [other] = [person for person in cluster.table.people if person != mover]
        shown = await cluster.table.open_panel(other, panel)
        assert shown.original is not None
        answer = cluster.table.choose_move(shown.original)
        assert answer is not None
        second = asyncio.create_task(cluster.table.press(other, answer))
        await wait_until(lambda: len(there._posting) == 2, SOON)
    await asyncio.gather(first, second)
    assert cluster.table.turns == 2 and before < cluster.posts <= before + 2
    assert await cluster.wrong() == []


async def test_move_with_a_lost_notice_is_found_by_the_sweep_and_after_a_reconnect(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 0.1)

    async def unheard(self: object, guild: int, channel: int) -> None:
        pass

    monkeypatch.setattr(peers.Peers, "request_post", unheard)
    panel = await cluster.playing()
    mover, before = cluster.mover(panel), cluster.posts
    await cluster.table.press(mover, await cluster.opened(mover, panel), directly=True)
    assert cluster.posts == before
    database = cluster.running[1][0].database
    assert database is not None
    database.dispatch("")
    await wait_until(lambda: cluster.posts > before, SOON)
    monkeypatch.setattr(peers, "SWEEP_SECONDS", 0.05)
    database.dispatch("")  # the look that waits for half a minute
    panel = await cluster.playing()
    mover, before = cluster.mover(panel), cluster.posts
    await cluster.table.press(mover, await cluster.opened(mover, panel), directly=True)
    await wait_until(lambda: cluster.posts > before, SOON)
    assert await cluster.wrong() == []


async def test_user_erased_in_one_process_is_erased_in_all(cluster: Cluster) -> None:
    panel = await cluster.playing()
    mover = cluster.mover(panel)
    await cluster.opened(mover, panel)
    here, there = (cluster.running[shard][0] for shard in (0, 1))
    assert here.services.tables.cached_count and there.services.tables.cached_count
    await there.services.privacy.forget(mover.id)
    await wait_until(lambda: not here.services.tables.cached_count, SOON)
    loaded = await here.services.tables.game(panel.game)
    assert loaded is not None and mover.id not in loaded.table.players
    assert here.services.tables.cached_count
    assert here.database is not None
    here.database.dispatch("")
    assert not here.services.tables.cached_count, "a word may have been missed"


async def test_user_who_cannot_see_the_channel_of_another_process_is_refused_there(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await cluster.playing()
    mover = cluster.mover(panel)
    reminder = cluster.loopback.send_reminder(mover, panel.message)
    [pressed] = [button for button in buttons_of(reminder) if button.action == "panel"]
    usual, allowed = api_objects.channel_object, api_objects.everyone_role

    def hidden(number: int, guild: int) -> Json:
        closed = {"id": str(guild), "type": 0, "allow": "0", "deny": "1024"}
        return {**usual(number, guild), "permission_overwrites": [closed]}

    def everyone(guild: int, permissions: str) -> Json:
        return allowed(guild, "3072")

    monkeypatch.setattr(rest_routes, "channel_object", hidden)
    monkeypatch.setattr(api_objects, "everyone_role", everyone)
    shown = await cluster.table.press(mover, pressed, directly=True)
    assert shown.original is not None
    assert refusal_text(Refusal("not-there"), Names((), {})) in shown.original.text
