"""Posts that Discord refuses in a channel go out soon after it takes them again."""

from __future__ import annotations

import pytest

from bot.discord_io.rendering import Attachment
from bot.text.message import Message
from tests.support.bot_in_process import wait_until
from tests.support.cup_matches import GAME, loaded
from tests.support.discord_faults import clear_faults, refuse_posts
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def play_into_refusal(world: World) -> int:
    """Play a move whose post Discord refuses. Return the number of posts so far."""
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    refuse_posts(world)
    reply = private(await world.place(turn_with_figure_choice(await world.game())))
    assert reply.startswith("Your move is saved, but I can't post here")
    return posts


async def test_command_in_a_refused_channel_sends_its_missed_post_at_once(world: World) -> None:
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    await world.dan.slash(world.channel, "board")
    await world.env.settle()
    assert len(world.messages()) == posts + 1


async def test_somebody_typing_in_a_refused_channel_sends_its_missed_post_at_once(
    world: World,
) -> None:
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    world.env.backend.emit(
        "TYPING_START",
        {
            "channel_id": str(world.channel.id),
            "guild_id": str(world.guild.id),
            "user_id": str(world.dan.id),
            "timestamp": 1,
        },
    )
    await world.env.settle()
    assert len(world.messages()) == posts + 1


@pytest.mark.parametrize("kind", ["server", "cup"])
async def test_other_post_that_a_refused_channel_takes_sends_its_missed_post_at_once(
    world: World, kind: str
) -> None:
    await world.ana.slash(world.channel, "cup", game=GAME)
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    if kind == "cup":
        cup = await loaded(world)
        await world.app.services.cup_posts._send_once(cup.row, Message("News"), "cup-news")
    else:
        sender = world.app.services.digests.sender
        place = (world.guild.id, world.channel.id)
        assert await sender.once("a digest", "digest", *place, compose_digest)
    # The test itself has sent it, so the simulated Discord waits for nothing.
    await wait_until(lambda: len(world.messages()) == posts + 2)


async def compose_digest() -> list[tuple[Message, list[Attachment]]]:
    return [(Message("The week"), [])]
