"""Deleted posts, lobby cards, questions and channels: the game goes on or ends with its channel."""

from __future__ import annotations

import random

import discord
import pytest

from bot.discord_io import sending
from bot.posting.outbox import REFUSED_RETRY_SECONDS
from tests.support.discord_faults import (
    POST_PATH,
    UNKNOWN_CHANNEL_CODE,
    clear_faults,
    pass_retry_time,
    play_next_move,
)
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


# -- posts that are gone --------------------------------------------------------------------------


async def delete_message(world: World, message: discord.Message) -> None:
    """A moderator takes a post away."""
    await world.app.http.delete_message(message.channel.id, message.id)
    await world.env.settle()


async def test_turn_with_a_deleted_post_is_played_from_the_board(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    for message in world.messages():
        await delete_message(world, message)
    board = answer(await world.bo.slash(world.channel, "board"))
    assert "Place my tile" in buttons_of(board)
    assert "Your tile fits in" in private(await world.bo.click(board, label="Place my tile"))
    assert has_no_reply(await play_next_move(world))
    assert len(world.messages()) == 1, "old posts that are gone are in nobody's way"


async def test_deleted_lobby_card_is_shown_again_and_posted_with_the_next_change(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await delete_message(world, world.post())
    result = await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert "There's already a game to join in this channel." in private(result)
    assert has_no_reply(await world.bo.click(answer(result), label="Join"))
    [card] = world.posts()
    assert "**Bo**" in card and "Join" in buttons_of(world.post())


# -- channels that are gone -----------------------------------------------------------------------


async def test_game_of_a_channel_deleted_during_downtime_ends_at_the_first_post(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    await world.start_game(2)
    await world.start_game(2, other)
    row = await world.app.game_log.unfinished(world.channel.id)
    assert row is not None
    await world.write_turns([any_turn(await world.game(), random.Random(3))], posted=False)
    delete_channel_silently(world)
    await world.app.services.outbox.catch_up()
    rows = {row.channel: row for row in await world.app.game_log.games()}
    assert rows[world.channel.id].finished and not rows[other.id].finished
    assert await world.app.game_log.unposted() == ()
    tried = len(world.sent())
    await pass_retry_time(world)
    assert len(world.sent()) == tried, "and nobody knocks there any more"


async def test_channel_that_only_seems_deleted_keeps_its_game_and_is_retried(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("GET", "/channels/*", status=503, times=sending.MAX_TRIES)
    for _doubt in ("Discord cannot confirm it", "asked about the channel itself, it knows it"):
        world.env.inject_error("POST", POST_PATH, status=404, code=UNKNOWN_CHANNEL_CODE)
        private(await world.place(turn_with_figure_choice(await world.game())))
        assert await world.app.game_log.unfinished(world.channel.id) is not None
        clear_faults(world)
    await world.advance_outbox_time(REFUSED_RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


# -- helpers of the simulated Discord -------------------------------------------------------------


def delete_channel_silently(world: World) -> None:
    """The channel is deleted without a word to the bot."""
    for method in ("GET", "POST"):
        for path in (f"/channels/{world.channel.id}", f"/channels/{world.channel.id}/*"):
            world.env.inject_error(method, path, status=404, code=UNKNOWN_CHANNEL_CODE, times=None)
