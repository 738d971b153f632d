"""The playground's channels and days: events of the page, its viewer, and skipped days."""

import importlib.util
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import App
from bot.core.durations import HOUR
from bot.discord_io import sending
from bot.installation import PLAYGROUND_MODULES
from bot.playground.channels import PlaygroundChannels
from bot.playground.clock import HOURS_PER_DAY, PlaygroundClock
from bot.serve import make_app
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import private
from tests.support.world import World, config, shuffled_header

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in PLAYGROUND_MODULES),
    reason="simcord[preview] is not installed",
)
DAY = HOUR * HOURS_PER_DAY


@pytest.fixture
def days() -> PlaygroundClock:
    return PlaygroundClock()


@pytest.fixture
def simcord_bot(tmp_path: Path, days: PlaygroundClock) -> App:
    """The bot in the playground's time."""
    return make_app(config(tmp_path), random.Random(7), clock=days.now, sleep=days.sleep)


class Stage:
    """A page of a preview that is open, driven as the browser drives it."""

    def __init__(self, world: World, days: PlaygroundClock) -> None:
        days.drive(world.env)
        self.world = world
        self.ahead: list[float] = []
        self.second = world.guild.create_text_channel("meadow")
        self.preview: Any = world.env.preview(
            world.channel, viewers=[world.ana, world.bo], layout="channel"
        )
        self.rooms = PlaygroundChannels(
            self.preview, [world.channel, self.second], days, self.passed
        )
        self.rooms.open()

    async def passed(self, seconds: float) -> None:
        self.ahead.append(seconds)

    def page(self) -> dict[str, Any]:
        """The events sent to the browser."""
        payload: dict[str, Any] = self.preview._page_payload(self.opened)
        return payload

    def room(self, name: str) -> dict[str, Any]:
        """The browser's state of a channel."""
        [shown] = [room for room in self.page()["rooms"] if room["name"] == name]
        return shown

    def start(self) -> None:
        self.opened = self.preview._open_page()

    async def act(self, kind: str, **body: Any) -> dict[str, Any]:
        """Something the browser asks for, which is done."""
        page = self.opened
        result: dict[str, Any] = await self.preview._action(
            page.id,
            {
                **body,
                "kind": kind,
                "protocol_version": 3,
                "sequence": page.last_sequence + 1,
                "request_id": f"r{page.last_sequence}",
                "generation": page.generation,
                "bot_generation": self.world.env._generation,
                "published_revision": page.revision,
            },
        )
        assert not result["rejected"] and result["settlement"] == "settled", result
        return result

    async def go_to(self, name: str, **more: Any) -> None:
        page = self.page()
        await self.act(
            "viewer", viewer_id=page["viewerId"], channel_id=self.room(name)["id"], **more
        )


@pytest.fixture
async def stage(world: World, days: PlaygroundClock) -> AsyncIterator[Stage]:
    stage = Stage(world, days)
    async with stage.preview:
        stage.start()
        yield stage


async def test_page_opens_with_the_first_channel_and_lists_the_others(stage: Stage) -> None:
    rooms = stage.page()["rooms"]
    assert [room["glyph"] + room["name"] for room in rooms] == [
        "#carcassonne",
        "#meadow",
        "@Carcassonne",
    ]
    assert [room["shown"] for room in rooms] == [True, False, False]
    assert not any(room["unread"] or room["called"] for room in rooms)


async def test_thread_is_listed_as_a_channel_until_it_is_deleted(stage: Stage) -> None:
    parent: Any = stage.world.app.get_channel(stage.second.id)
    await parent.create_thread(name="creek", type=discord.ChannelType.public_thread)
    await stage.world.env.settle()
    assert stage.room("creek")["glyph"] == "↳ "
    await stage.go_to("creek")
    assert stage.room("creek")["shown"]
    await parent.delete()
    await stage.world.env.settle()
    assert [room["name"] for room in stage.page()["rooms"]] == ["carcassonne", "Carcassonne"]


async def test_message_sent_on_the_page_goes_to_the_shown_channel(stage: Stage) -> None:
    await stage.go_to("meadow")
    await stage.act("send_message", content="hello")
    assert [m.content for m in stage.second.history()] == ["hello"]
    assert not stage.world.messages()


async def test_command_runs_in_the_channel_shown_on_the_page(stage: Stage) -> None:
    await stage.go_to("meadow")
    catalog = {entry["invocation"]: entry for entry in stage.opened.command_catalog["entries"]}
    new = catalog["new"]
    await stage.act(
        "run_command",
        command_id=new["commandId"],
        path=new["path"],
        schema_fingerprint=new["schemaFingerprint"],
        options={"game": "hunters", "seats": "2"},
    )
    assert await stage.world.app.game_log.unfinished(stage.second.id)
    assert await stage.world.app.game_log.unfinished(stage.world.channel.id) is None


async def test_changed_viewer_stays_in_the_channel_or_in_their_own_direct_messages(
    stage: Stage,
) -> None:
    bo: Any = await stage.world.app.fetch_user(stage.world.bo.id)
    await bo.send("for Bo alone")
    await stage.go_to("meadow")
    await stage.act("viewer", viewer_id=str(stage.world.bo.id))
    assert stage.room("meadow")["shown"]
    assert stage.room("Carcassonne")["called"] == 1, "all that is sent directly calls"
    await stage.go_to("Carcassonne")
    assert [m["content"] for m in stage.page()["messages"].values()] == ["for Bo alone"]
    assert not stage.room("Carcassonne")["unread"]
    await stage.act("viewer", viewer_id=str(stage.world.ana.id))
    assert stage.room("Carcassonne")["shown"] and not stage.page()["messages"]
    await stage.act("send_message", content="a word to the bot")
    assert [m["content"] for m in stage.page()["messages"].values()] == ["a word to the bot"]


async def test_a_link_to_a_message_leads_to_it(stage: Stage) -> None:
    channel: Any = stage.world.app.get_channel(stage.second.id)
    first = await channel.send("first")
    await channel.send("second")
    await stage.go_to("meadow", target_id=str(first.id))
    assert stage.page()["targetId"] == str(first.id)
    await stage.go_to("carcassonne")
    await stage.go_to("meadow", target_id="17")
    assert stage.page()["messages"][stage.page()["targetId"]]["content"] == "second"


async def test_refresh_shows_messages_sent_without_a_press(stage: Stage) -> None:
    channel: Any = stage.world.app.get_channel(stage.world.channel.id)
    await channel.send("by the way")
    assert not stage.page()["messages"]
    stage.rooms.refresh()
    assert [m["content"] for m in stage.page()["messages"].values()] == ["by the way"]
    revision = stage.opened.revision
    stage.rooms.refresh()
    assert stage.opened.revision == revision, "and once"


async def test_skipped_day_passes_for_bot_and_discord(stage: Stage, days: PlaygroundClock) -> None:
    before, discord, day = days.now(), stage.world.env.now().timestamp(), stage.page()["day"]
    await stage.act("refresh", days=1)
    assert DAY <= days.now() - before < DAY + 60
    assert DAY <= stage.world.env.now().timestamp() - discord < DAY + 60
    assert stage.ahead == [DAY] and stage.page()["day"] != day
    await stage.act("refresh")
    assert stage.ahead == [DAY], "a look is no day"


async def test_refresh_by_a_day_runs_the_jobs_due_in_that_day(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MESSAGE_RETRY_SECONDS", 0.0)
    world = stage.world
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=sending.MAX_TRIES)
    assert "saved" in private(await world.place(turn_with_figure_choice(await world.game())))
    assert len(world.messages()) == posts
    await stage.act("refresh", days=1)
    assert len(world.messages()) == posts + 1
    assert str(world.post().id) in stage.page()["messages"], "and the page shows it"


async def test_sleeping_retry_does_not_block_settling(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sleeper is no work under way: else each press would wait for it."""
    monkeypatch.setattr(sending, "MESSAGE_RETRY_SECONDS", 0.0)
    world = stage.world
    world.env.settle_timeout = 3
    await world.start_with(shuffled_header(2))
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.place(turn_with_figure_choice(await world.game()))
    assert world.app.services.outbox.is_posting_or_retrying(world.channel.id)
    await world.env.settle()
    assert world.app.services.outbox.is_posting_or_retrying(world.channel.id)


async def test_badge_counts_messages_that_ping_and_none_that_only_mention(stage: Stage) -> None:
    meadow: Any = stage.world.app.get_channel(stage.second.id)
    mention = f"<@{stage.world.ana.id}>"
    await meadow.send(f"It was {mention}'s turn", allowed_mentions=discord.AllowedMentions.none())
    assert stage.room("meadow")["unread"] and not stage.room("meadow")["called"]
    await meadow.send(f"{mention}, it's your turn", allowed_mentions=discord.AllowedMentions.all())
    assert stage.room("meadow")["called"] == 1
