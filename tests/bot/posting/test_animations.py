"""Animated scores: a post goes out with its still picture, which the animation then replaces."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

import pytest
from simcord import InteractionResult

from bot.discord_io.rendering import Attachments
from bot.posting import animations as scoring_animations
from tests.support.discord_faults import EDIT_PATH, clear_faults
from tests.support.scoring_turns import large_city_header, large_city_lines
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World

LAST_MOVE = large_city_lines()[-1][1].removeprefix("place ")


async def before_the_city(world: World) -> None:
    """A table just before the move that closes a city for 40 points."""
    await world.start_with(large_city_header())
    players = [world.ana.id, world.bo.id]
    await world.write([(players[seat], line) for seat, line in large_city_lines()[:-1]])
    await world.post_state()


async def close_city(world: World) -> InteractionResult:
    player = await world.to_move()
    result = await player.slash(world.channel, "place", move=LAST_MOVE)
    await drawn(world)
    return result


async def drawn(world: World) -> None:
    """No animation is being drawn or sent."""
    tasks = world.app.services.animations._tasks
    await asyncio.gather(*tasks)


def picture_of(world: World) -> str:
    """The name of the file in the newest post."""
    [picture] = world.post().attachments
    return picture.filename.rpartition(".")[2]


async def past_turn(world: World) -> str:
    """The kind of file of the last turn, as Bo sees it privately."""
    shown = await world.bo.slash(world.channel, "board", turn=900)
    [picture] = answer(shown).attachments
    return picture.filename.rpartition(".")[2]


async def test_post_of_a_large_score_gets_its_animation_and_keeps_everything_else(
    world: World,
) -> None:
    await before_the_city(world)
    await close_city(world)
    sent, post = world.sent()[-1], world.post()
    [still], [moving] = sent["attachments"], post.attachments
    assert (still["filename"], moving.filename) == ("turn-69.png", "turn-69.webp")
    assert moving.description == still["description"] and "40" in still["description"]
    assert post.content == sent["content"] and "**40**" in post.content
    assert [user.id for user in post.mentions] == [world.ana.id]
    assert "Place my tile" in buttons_of(post)
    [edit] = [
        request.json
        for request in world.env.http_requests
        if request.method == "PATCH" and request.path.endswith(f"/messages/{post.id}")
    ]
    assert "attachments" in edit and not {"content", "components"} & set(edit)


async def test_server_and_person_choose_which_scores_move(world: World) -> None:
    await before_the_city(world)
    await world.ana.slash(world.channel, "setup", animation="never")
    await close_city(world)
    assert picture_of(world) == "png" and await past_turn(world) == "png"
    await world.ana.slash(world.channel, "setup", animation="always")
    assert await past_turn(world) == "webp"
    settings = await world.bo.slash(world.channel, "settings")
    changed = await world.bo.click(answer(settings), label="Still pictures")
    assert await past_turn(world) == "png"
    await world.bo.click(answer(changed), label="Animate pictures")
    assert await past_turn(world) == "webp"


async def test_post_waits_for_no_animation(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await before_the_city(world)
    released = asyncio.Event()
    make = Attachments.of

    async def late(*given: Any) -> Any:
        if asyncio.current_task() in world.app.services.animations._tasks:
            await world.env.external_wait(released.wait(), reason="a slow drawing")
        return await make(*given)

    monkeypatch.setattr(Attachments, "of", late)
    player = await world.to_move()
    result = await player.slash(world.channel, "place", move=LAST_MOVE)
    assert "+40 points" in private(result) and picture_of(world) == "png"
    released.set()
    await drawn(world)
    assert picture_of(world) == "webp"


async def test_still_picture_stays_if_the_edit_fails_or_the_file_would_be_too_large(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await before_the_city(world)
    world.env.inject_error("PATCH", EDIT_PATH, status=403, code=50013, times=None)
    await close_city(world)
    assert picture_of(world) == "png"
    clear_faults(world)
    monkeypatch.setattr(import_module("renderer.draw"), "MAX_ANIMATION_BYTES", 10)
    assert await past_turn(world) == "png"


@pytest.mark.slow
async def test_posts_keep_their_still_picture_while_too_many_animations_wait(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await before_the_city(world)
    monkeypatch.setattr(scoring_animations, "MAX_QUEUED_ANIMATIONS", 0)
    await close_city(world)
    assert picture_of(world) == "png"


@pytest.mark.slow
async def test_taken_back_score_is_not_animated(world: World) -> None:
    await before_the_city(world)
    await close_city(world)
    await world.press(world.bo, "undo")
    await drawn(world)
    assert picture_of(world) == "png"
