"""Votes about a stalled turn in a note that shows all votes, and pauses."""

from __future__ import annotations

import random

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.discord_io.buttons import plain_payload
from bot.votes.words import vote_post
from tests.support.clock import Clock
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, buttons_of, has_no_reply, news_of, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("clock")

DAY = 24 * 3600.0


async def waiting(world: World, clock: Clock) -> discord.Message:
    """A table in which Ana has not come for five days; the note is posted as the job does."""
    await world.start_with(shuffled_header(3, 1))
    await world.post_state()
    clock.now += 5 * DAY
    table = await world.table()
    row = await world.app.game_log.row(await world.game_id())
    where = world.app.get_partial_messageable(row.channel, guild_id=row.guild)
    names = await world.app.services.names.of(table, row.guild)
    message = vote_post(table, names)
    sent = plain_payload(message, message.text, row.id, table.version)
    await where.send(sent.content, view=sent.view)
    return world.post()


async def test_seat_of_a_replaced_player_is_offered_to_every_user(
    world: World, clock: Clock
) -> None:
    message = await waiting(world, clock)
    await world.bo.click(message, label="Replace")
    assert has_no_reply(await world.cleo.click(message, label="Replace"))
    said = world.posts()[-1]
    assert news_of(said).startswith(
        "🗳️ **Bo** and **Cleo** decided: replace.\n🪑 **Ana**'s seat is now empty."
    )
    assert "🪑 **Seat 1 \\(empty\\)** is next" in said
    labels = ["Take this seat", "Let an opponent play", "Skip turn"]
    assert list(buttons_of(world.post()))[:3] == labels
    assert "Place my tile" not in buttons_of(world.post())
    assert world.sent()[-1]["allowed_mentions"].get("users") == [], "nobody is pinged"
    # The others may skip it at once, in a note of their own.
    turn = world.post()
    assert has_no_reply(await world.cleo.click(turn, label="Skip turn"))
    assert "**Cleo**: skip turn; 1 more" in world.posts()[-1]
    assert "Replace" not in buttons_of(world.post())
    assert has_no_reply(await world.dan.click(turn, label="Take this seat"))
    assert news_of(world.posts()[-1]).startswith("🪑 **Dan** took over the empty seat.")
    assert f"<@{world.dan.id}>, your turn" in world.posts()[-1]
    assert (await world.table()).players == (world.dan.id, world.bo.id, world.cleo.id)


async def suggested(world: World, player: MemberActor, label: str) -> InteractionResult:
    """A pause that a player asks for from `/board`."""
    asked = answer(await world.press(player, "pause"))
    assert list(buttons_of(asked))[:4] == ["3 days", "A week", "Two weeks", "No end"]
    return await player.click(asked, label=label)


async def test_undo_question_and_poll_exist_side_by_side(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(3, 1))
    await world.post_state()
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    clock.now += 300
    asked = answer(await world.ana.slash(world.channel, "undo"))
    await world.ana.click(asked, label=next(iter(buttons_of(asked))))
    question = world.post()
    await suggested(world, world.bo, "A week")
    poll = world.post()
    assert "suggests a pause" in world.posts()[-1] and "wants to undo" in world.posts()[-2]
    assert list(buttons_of(question))[:2] == ["Agree", "Refuse"]
    await world.bo.click(question, label="Agree")
    assert list(buttons_of(world.messages()[-2]))[:2] == ["Agree", "Refuse"]
    assert len(buttons_of(world.post())) == 3
    await world.cleo.click(question, label="Agree")
    assert "Everyone agreed: the last 2 tiles are undone, and **Ana**" in world.posts()[-1]
    assert await world.to_move() is world.ana
    assert (await world.table()).ballots == {}
    assert "⏸️ **Bo** suggested a pause, but the game went on." in world.posts()[-2]
    reply = private(await world.press_old(world.cleo, poll, "Play on"))
    assert "The game has moved on" in reply
