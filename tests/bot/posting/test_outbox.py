"""Each saved entry is posted exactly once and in order, however often Discord fails."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.discord_io import sending
from bot.posting.outbox import PROBE_SECONDS, Occasion, Posted
from storage import NewEntry
from tests.support.discord_faults import POST_PATH, SAVED, play_with_failing_post, save_move
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import buttons_of, has_no_reply
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def tables_with_missed_posts(world: World, channels: list[ChannelHandle]) -> list[int]:
    entries = [NewEntry(world.ana.id, "new hunters 2"), NewEntry(world.bo.id, "join")]
    for channel in channels:
        await world.app.game_log.begin(guild=world.guild.id, channel=channel.id, entries=entries)
    return [len(world.messages(channel)) for channel in channels]


async def test_failed_post_is_sent_seconds_later_without_a_restart(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    assert (await play_with_failing_post(world)).startswith(SAVED)
    assert len(world.messages()) == posts
    await world.advance_outbox_time(PROBE_SECONDS - 1)
    assert len(world.messages()) == posts
    await world.advance_outbox_time(1)
    assert len(world.messages()) == posts + 1
    assert "**Ana** placed a tile" in world.posts()[-1]
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]
    assert world.sent()[-1]["allowed_mentions"]["users"] == [world.bo.id]
    assert "Place my tile" in buttons_of(world.post())
    assert await world.app.game_log.unposted() == ()
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1, "once"


async def test_subscribers_hear_of_posts_of_their_occasion_only(world: World) -> None:
    await world.start_with(shuffled_header(2))
    heard: dict[Occasion, list[Posted]] = {occasion: [] for occasion in Occasion}
    for occasion, posts in heard.items():
        world.app.services.outbox.after_post += ((posts.append, {occasion}),)
    await world.place(any_turn(await world.game(), random.Random(1)))
    assert [post.outcome.after.ended for post in heard[Occasion.ANY]] == [False]
    assert not heard[Occasion.POINTS] and not heard[Occasion.END] and not heard[Occasion.CUP]
    await world.end_game()
    assert [post.outcome.after.ended for post in heard[Occasion.END]] == [True]
    assert len(heard[Occasion.ANY]) == 2


async def test_post_of_the_next_move_includes_the_missed_move(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await play_with_failing_post(world)
    posts = len(world.messages())
    assert has_no_reply(await world.place(any_turn(await world.game(), random.Random(3))))
    assert len(world.messages()) == posts + 1
    post = world.posts()[-1]
    assert post.index("**Ana** placed a tile") < post.index("**Bo** placed a tile")
    assert f"<@{world.ana.id}>, your turn" in post
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1, "nothing is due any more"
    # A post that tells of two moves loses its buttons as any other does, and none of its words.
    await world.place(any_turn(await world.game(), random.Random(4)))
    assert world.posts()[posts] == post and buttons_of(world.messages()[posts]) == {}


async def test_end_of_a_game_is_posted_before_the_channels_next_table(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    posts = len(world.messages())
    world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
    await world.end_game()
    assert len(world.messages()) == posts
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    ended, lobby = world.messages()[posts:]
    assert "**Ana** ended the game without final scoring" in world.posts()[-2]
    assert "Join" in buttons_of(lobby) and buttons_of(ended) == {}
    assert await world.app.game_log.unposted() == ()
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 2


async def test_channel_with_a_hanging_request_delays_no_other_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = [world.channel, *(world.guild.create_text_channel(f"t{n}") for n in range(3))]
    before = await tables_with_missed_posts(world, channels)
    free = asyncio.Event()
    send = discord.PartialMessageable.send

    async def hanging(channel: discord.PartialMessageable, *given: Any, **more: Any) -> Any:
        if channel.id == channels[0].id:
            await free.wait()
        message = await send(channel, *given, **more)
        if [len(world.messages(c)) for c in channels[1:]] == [n + 1 for n in before[1:]]:
            sent.set()
        return message

    monkeypatch.setattr(discord.PartialMessageable, "send", hanging)
    sent = asyncio.Event()
    catching_up = asyncio.create_task(world.app.services.outbox.catch_up())
    await sent.wait()
    assert len(world.messages(channels[0])) == before[0] and not catching_up.done()
    free.set()
    await catching_up
    assert [len(world.messages(c)) for c in channels] == [n + 1 for n in before]


async def test_catch_up_sends_a_waiting_post_exactly_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts, where = len(world.messages()), await save_move(world)
    await world.app.services.outbox.catch_up()
    assert len(world.messages()) == posts + 1
    assert await world.app.services.outbox.post(*where)
    assert len(world.messages()) == posts + 1
