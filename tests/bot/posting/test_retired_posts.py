"""Old posts: once a newer one is out they lose their buttons, and nothing else."""

from __future__ import annotations

import logging
import random

import discord
import pytest

from bot.posting.outbox import Posted
from bot.table.table import Outcome
from rules.random_play import deal
from storage import PostRow
from tests.support.legal_turns import any_turn, played_turns, turn_with_figure_choice
from tests.support.shown_messages import buttons_of, has_no_reply, private, text_of
from tests.support.world import World, shuffled_header


def edits(world: World) -> list[str]:
    """The edits of posts, in order, by the message; those of the status card left out."""
    card = str(world.messages()[0].id)
    edited = [r.path.rpartition("/")[2] for r in world.env.http_requests if _edit(r)]
    return [message for message in edited if message != card]


def _edit(request: object) -> bool:
    path = str(getattr(request, "path", ""))
    return getattr(request, "method", "") == "PATCH" and path.startswith("/channels/")


def gallery(message: discord.Message) -> list[tuple[str, str | None]]:
    """The pictures of a post, each with its description."""
    return [(picture.url, picture.description) for picture in message.attachments]


async def test_post_of_the_previous_turn_loses_only_its_buttons(world: World) -> None:
    await world.start_with(shuffled_header(3))
    for seed in range(3):
        await world.place(any_turn(await world.game(), random.Random(seed)))
        before = world.post()
        text, picture = text_of(before), gallery(before)
        assert buttons_of(before) and picture
        await world.place(any_turn(await world.game(), random.Random(seed + 9)))
        after = world.messages()[-2]
        assert after.id == before.id and buttons_of(after) == {}
        assert text_of(after) == text and gallery(after) == picture
        assert len(after.attachments) == len(before.attachments)
    assert next(iter(buttons_of(world.post()))) == "Place my tile"


async def test_old_post_is_edited_once_after_the_new_post_without_uploads(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    old = world.post().id
    begun = len(world.env.http_requests)
    await world.place(turn_with_figure_choice(await world.game()))
    since = world.env.http_requests[begun:]
    posted = next(n for n, r in enumerate(since) if r.path.endswith("/messages"))
    [edited] = [n for n, r in enumerate(since) if r.path.endswith(f"/messages/{old}")]
    assert posted < edited
    body = since[edited].json
    assert isinstance(body, dict) and "attachments" not in body
    assert body["allowed_mentions"]["parse"] == []
    await world.place(turn_with_figure_choice(await world.game()))
    assert edits(world).count(str(old)) == 1


async def test_post_that_cannot_be_edited_is_not_retried(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.posting.retired_posts")
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    old = world.post()
    of_old = f"/channels/*/messages/{old.id}"
    world.env.inject_error("PATCH", of_old, status=403, code=50013, times=1)
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert [r.levelno for r in caplog.records if "keeps its buttons" in r.getMessage()] == [20]
    assert buttons_of(next(m for m in world.messages() if m.id == old.id))
    await world.place(turn_with_figure_choice(await world.game()))
    assert edits(world).count(str(old.id)) == 1
    # What is left is a late press, which is led on.
    late = await (await world.to_move()).click(old, label="Place my tile")
    assert private(late).startswith("The game has moved on")


async def test_old_post_keeps_its_buttons_until_the_new_post_is_sent(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    old, edited = world.post(), edits(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    assert "Your move is saved" in private(
        await world.place(turn_with_figure_choice(await world.game()))
    )
    assert buttons_of(world.post()) == buttons_of(old) and edits(world) == edited
    await world.restart()
    assert len(edits(world)) == len(edited) + 1, "once it has caught up"


async def test_late_end_of_a_game_leaves_the_next_lobby_its_buttons(world: World) -> None:
    header = deal("base", 2, random.Random(1))
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    services, log = world.app.services, world.app.game_log
    ended = await services.tables.latest(world.channel.id)
    await world.dan.slash(world.channel, "new", game="hunters", seats=2)
    lobby = world.post()
    assert ended is not None and buttons_of(lobby)
    late = PostRow(lobby.id + 1, ended.row.id, ended.row.last - 1, ended.row.last)
    await log.mark_posted(late.game, late.number, [late])
    outcome = Outcome(late.game, ended.table, ended.table, world.ana.id)
    services.retired_posts.after_post(Posted(world.channel.id, world.guild.id, outcome, [late]))
    await services.retired_posts.close(9)
    assert buttons_of(world.post()) == buttons_of(lobby)
