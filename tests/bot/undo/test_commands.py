"""Undo through Discord: the command, its button and its questions.

tests/bot/table/test_undo.py says what comes back, and when the others have to agree.
"""

import random

import pytest
from simcord import InteractionResult, MemberActor

from bot.table.settings import FREE_SECONDS
from tests.support.clock import Clock
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("clock")


async def taken(world: World, player: MemberActor) -> InteractionResult:
    """A press on *Undo* of the newest post."""
    return await player.click(world.post(), label="Undo")


async def test_undo_is_one_post_that_says_if_the_next_tile_was_seen(
    world: World, clock: Clock
) -> None:
    seen = "The next one was already shown."
    await world.start_with(shuffled_header(3))
    turn = turn_with_figure_choice(await world.game())
    await world.write([(world.ana.id, f"place {turn.place_text}")])
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    assert "took their last tile back" in world.posts()[-1] and seen not in world.posts()[-1]
    await world.place(turn_with_figure_choice(await world.game()))
    posts = len(world.messages())
    clock.now += FREE_SECONDS
    assert has_no_reply(await taken(world, world.ana))
    assert len(world.messages()) == posts + 1
    post = world.posts()[-1]
    assert "**Ana** took their last tile back" in post and seen in post
    assert f"<@{world.ana.id}>, your turn" in post


async def test_undo_after_two_minutes_is_asked_once_and_can_be_cancelled(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3, 1))
    await world.place(any_turn(await world.game(), random.Random(0)))
    before, posts, moved = await world.log(), world.posts(), clock.now
    for later, said in (
        *((FREE_SECONDS + 60.5, "3 minutes"), (90 * 60, "90 minutes")),
        *((5 * 3600, "5 hours"), (3 * 86_400, "3 days")),
    ):
        clock.now = moved + later
        asked = await taken(world, world.ana)
        assert private(asked) == (
            f"You moved {said} ago, and the next tile is already shown. This would undo "
            "1 tile. **Bo** and **Cleo** would have to agree. Ask them?"
        )
    assert has_no_reply(await world.ana.click(answer(asked), label="Cancel"))
    assert await world.log() == before and world.posts() == posts
    asked = await taken(world, world.ana)
    custom_id = buttons_of(answer(asked))["Ask them"]
    assert has_no_reply(await world.ana.click(answer(asked), label="Ask them"))
    assert "**Ana** wants to undo 1 tile" in world.posts()[-1]
    before, posts = await world.log(), world.posts()
    for again in (
        await world.press_id(world.ana, custom_id),
        await world.ana.slash(world.channel, "undo"),
    ):
        assert private(again).startswith("You've already asked. The others still have to answer.")
    assert await world.log() == before and world.posts() == posts
    await world.bo.click(world.post(), label="Refuse")
    before = await world.log()
    assert "The game has moved on" in private(await world.press_id(world.ana, custom_id))
    assert await world.log() == before, "a refused player asks again only by a new question"
