"""Followers of a game: a direct message when it scores or ends, after the post."""

import random
import re

import pytest
from simcord import InteractionResult, MemberActor

from bot.followers import service as followers
from bot.followers.service import SCORINGS_DAILY_LIMIT
from bot.runtime.notifier import DAILY_LIMIT
from tests.support.legal_turns import any_turn, game_after_turn
from tests.support.reminders import direct_messages
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World, shuffled_header


async def follow(world: World, label: str = "Every score") -> InteractionResult:
    """Dan, who has no seat, follows the game of the channel."""
    board = await world.dan.slash(world.channel, "board")
    asked = await world.dan.click(answer(board), label="Follow")
    return await world.dan.click(answer(asked), label=label)


async def play_until(world: World, scored: bool, most: int = 60) -> MemberActor:
    """Play the first turn that scores, or that does not; those before it are written only."""
    for seed in range(most):
        game = await world.game()
        turn = any_turn(game, random.Random(seed))
        if (game_after_turn(game, turn).scores != game.scores) is scored:
            mover = await world.to_move()
            await world.place(turn)
            await world.settle_followers()
            return mover
        await world.write_turns([turn])
    raise AssertionError("nothing of the kind has happened")


async def test_follower_gets_each_scoring_after_its_post_and_its_buttons_work(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await follow(world)
    await play_until(world, scored=False)
    dm = f"/channels/{world.dan.user.dm_channel.id}/messages"
    requests = len(world.env.http_requests)
    mover = await play_until(world, scored=True)
    *before, message = direct_messages(world.dan)
    post = world.post()
    assert post.jump_url in text_of(message)
    scored = re.findall(r"(?<=\. )[^.]* [=→] \*\*[^.]*\.", text_of(post))
    assert scored and all(score in text_of(message) for score in scored)
    assert list(buttons_of(message)) == ["Board", "What's new", "Unfollow"]
    assert len(before) == 1, "turns without points are not told"
    paths = [h.path for h in world.env.http_requests[requests:] if h.method == "POST"]
    assert paths.index(f"/channels/{world.channel.id}/messages") < paths.index(dm), "the post first"
    shown = await world.dan.user.click(message, label="Board")
    assert "**Ana**" in private(shown) and answer(shown).attachments
    new = await world.dan.user.click(message, label="What's new")
    assert "**Since the start**" in private(new)
    await mover.slash(world.channel, "undo")
    await world.settle_followers()
    assert (await world.entries())[-1].startswith("undo ")
    assert len(direct_messages(world.dan)) == 2, "an undo is no scoring"


async def test_follower_of_the_end_gets_no_message_before_it(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await follow(world, "The end")
    await play_until(world, scored=True)
    assert len(direct_messages(world.dan)) == 1
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="End and score")
    await world.settle_followers()
    message = text_of(direct_messages(world.dan)[-1])
    assert (
        len(direct_messages(world.dan)) == 2
        and "🏆" in message
        and "Unfollow" not in buttons_of(direct_messages(world.dan)[-1])
    )


async def test_follower_gets_no_message_about_their_own_move(world: World) -> None:
    await world.start_with(shuffled_header(2))
    for who in (world.ana, world.bo):
        board = await who.slash(world.channel, "board")
        asked = await who.click(answer(board), label="Follow")
        await who.click(answer(asked), label="Every score")
    mover = await play_until(world, scored=True)
    [other] = {world.ana, world.bo} - {mover}
    messages = [len(list(who.user.dm_channel.history())) for who in (mover, other)]
    assert messages == [1, 2]


async def test_unfollow_works_in_the_direct_message_and_in_the_channel(world: World) -> None:
    await world.start_with(shuffled_header(2))
    game = await world.game_id()
    followers = world.app.services.followers
    followed = await follow(world)
    assert await followers.wanted(world.dan.id, game) == "scores"
    assert "no longer" in private(await world.dan.click(answer(followed), label="Unfollow"))
    assert await followers.wanted(world.dan.id, game) == ""
    await follow(world, "The end")
    assert await followers.wanted(world.dan.id, game) == "end"
    said = await world.dan.user.click(direct_messages(world.dan)[-1], label="Unfollow")
    assert "no longer" in private(said)
    assert await followers.wanted(world.dan.id, game) == ""
    messages = len(direct_messages(world.dan))
    await play_until(world, scored=True)
    assert len(direct_messages(world.dan)) == messages


async def test_follower_who_has_left_the_server_gets_no_message(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await follow(world)
    world.env.inject_error("GET", f"/guilds/*/members/{world.dan.id}", status=404, times=None)
    await play_until(world, scored=True)
    assert len(direct_messages(world.dan)) == 1


@pytest.mark.slow
async def test_daily_limit_of_scorings_leaves_room_for_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SCORINGS_DAILY_LIMIT < DAILY_LIMIT, "there is room for what else is to be told"
    monkeypatch.setattr(followers, "SCORINGS_DAILY_LIMIT", 2)
    await world.start_with(shuffled_header(2))
    await follow(world)
    for _ in range(3):
        await play_until(world, scored=True)
    assert len(direct_messages(world.dan)) == 2
    await world.end_game()
    await world.settle_followers()
    assert "ended without final scoring" in text_of(direct_messages(world.dan)[-1]), (
        "the end is told nevertheless"
    )


async def test_follower_reads_their_own_language(world: World) -> None:
    await world.start_with(shuffled_header(2))
    game, table = await world.game_id(), await world.table()
    followers = world.app.services.followers
    assert await followers.follow(world.dan.id, game, table, "scores", language="fr", place="#x")
    await play_until(world, scored=True)
    assert "Ne plus suivre" in buttons_of(direct_messages(world.dan)[-1])


async def test_follower_gets_missed_scorings_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await follow(world)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=500, times=None)
    for seed in range(60):
        before = (await world.game()).scores
        turn = any_turn(await world.game(), random.Random(seed))
        await world.write_turns([turn], posted=False)
        if (await world.game()).scores != before:
            break
    world.env.backend.faults.clear()
    await world.app.services.outbox.catch_up()
    await world.settle_followers()
    assert len(direct_messages(world.dan)) == 2
    await world.app.services.outbox.catch_up()
    await world.post_state()
    await world.settle_followers()
    assert len(direct_messages(world.dan)) == 2
