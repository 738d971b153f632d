"""Nudges and questions asked for in a process without the table's server.

The process of the server posts them, once, between the posts of the game.
"""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.cluster.peers import Peers
from bot.posting import outbox
from bot.runtime import notifier
from storage import Log, ShardFilter, open_database
from storage.shard_filter import SHARD_SHIFT_BITS
from tests.support.bot_in_process import wait_until
from tests.support.two_processes import SOON, Cluster
from tests.wire.api_objects import Person
from tests.wire.messages import SentMessage
from tests.wire.table_players import Button

NUDGED, ASKED = "nudged you", "⏳"
LEFT: Final = "SELECT count(*) FROM dues WHERE kind = 'notice'"


async def press(cluster: Cluster, person: Person, panel: Button, action: str) -> str:
    """Press a button in a direct message. Return the answer."""
    reminder = cluster.loopback.send_reminder(person, panel.message)
    custom_id = f"carc:{panel.game}:{panel.entry}:{action}"
    [row, *_] = reminder.body["components"]
    row["components"] = [{**row["components"][0], "custom_id": custom_id}]
    button = Button(reminder, custom_id, panel.game, panel.entry, action)
    shown = await cluster.table.press(person, button, directly=True)
    assert shown.original is not None
    return shown.original.text


def posts_with(cluster: Cluster, words: str) -> list[SentMessage]:
    """The posts in the table's channel with these words."""
    return [post for post in cluster.loopback.posts(cluster.table.channel) if words in post.text]


def waiting(cluster: Cluster, panel: Button) -> Person:
    [other] = [person for person in cluster.table.people if person != cluster.mover(panel)]
    return other


async def settled(cluster: Cluster, shard: int) -> None:
    """Wait until no notice is left to be posted."""
    database = cluster.running[shard][0].database
    assert database is not None
    async with asyncio.timeout(SOON):
        while await database.read(LEFT) != [(0,)]:
            await asyncio.sleep(0.02)


def posts_nothing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the process without the server fail if it posts."""

    async def fail(*_: object, **__: object) -> None:
        raise AssertionError("posted in a server of another process")

    monkeypatch.setattr(cluster.running[0][0].services.outbox, "post_notice", fail)


async def test_nudge_in_a_direct_message_is_posted_by_the_process_of_the_server(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts_nothing(cluster, monkeypatch)
    panel = await cluster.playing()
    who = waiting(cluster, panel)
    assert "👉 You nudged" in await press(cluster, who, panel, "nudge")
    # The post of the turn has the same button, and is not taken for the nudge.
    [nudge] = posts_with(cluster, NUDGED)
    assert f"<@{cluster.mover(panel).id}>" in nudge.text
    assert "already nudged" in await press(cluster, who, panel, "nudge")
    await settled(cluster, 1)
    assert len(posts_with(cluster, NUDGED)) == 1 and await cluster.wrong() == []


@pytest.mark.slow
async def test_nudge_while_the_process_of_the_server_is_away_is_posted_once_after_its_return(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "NOTICE_TIMEOUT_SECONDS", 0.2)
    panel = await cluster.playing()
    who = waiting(cluster, panel)
    await cluster.stop(1)
    assert "That's saved" in await press(cluster, who, panel, "nudge")
    assert "already nudged" in await press(cluster, who, panel, "nudge")
    await cluster.stop(0)
    assert posts_with(cluster, NUDGED) == []
    await cluster.start(1)
    await settled(cluster, 1)
    assert len(posts_with(cluster, NUDGED)) == 1 and await cluster.wrong() == []


@pytest.mark.slow
async def test_nudge_follows_the_posts_that_its_channel_has_missed(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "NOTICE_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 0.2)
    panel = await cluster.playing()
    mover, who = cluster.mover(panel), waiting(cluster, panel)
    move = await cluster.opened(mover, panel)
    await cluster.stop(1)
    assert "That's saved" in await press(cluster, who, panel, "nudge")
    await cluster.table.press(mover, move, directly=True)
    before = cluster.posts
    await cluster.start(1)
    await wait_until(lambda: cluster.posts > before, SOON)
    await settled(cluster, 1)
    assert posts_with(cluster, NUDGED) == [], "that turn is over"
    # Given up, it does not count: the next turn can be nudged.
    monkeypatch.setattr(notifier, "NOTICE_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", SOON)
    panel = await cluster.playing()
    assert "You nudged" in await press(cluster, waiting(cluster, panel), panel, "nudge")
    assert len(posts_with(cluster, NUDGED)) == 1 and await cluster.wrong() == []


async def test_message_of_a_due_wakes_the_process_of_the_server_only(tmp_path: Path) -> None:
    second = ShardFilter(frozenset({1}), 2)
    async with await open_database(tmp_path / "games.sqlite3", shards=second) as database:
        peers = Peers(database, Log(database))
        woken: list[int] = []
        own, other = 1 << SHARD_SHIFT_BITS, 2 << SHARD_SHIFT_BITS
        database.dispatch(f"due {own}")  # before the bot is ready
        peers.wake_scheduler = lambda: woken.append(own)
        database.dispatch(f"due {other}")
        assert woken == []
        database.dispatch(f"due {own}")
        database.dispatch("")  # one may have been missed
        assert woken == [own, own]
        await peers.close()
        database.dispatch(f"due {own}")
        assert woken == [own, own]
