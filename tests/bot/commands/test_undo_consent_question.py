"""Undo: free for two minutes, then confirmed privately first, and never more than one tile."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from bot.__main__ import make_app
from bot.client.app import App
from bot.table.undo_policy import FREE_SECONDS
from rules.random_play import deal
from rules.variants.ferries import LayFerry
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, config, shuffled_header, slow_sleep


@pytest.fixture
def now() -> list[float]:
    """The present, as the test sets it."""
    return [1_000_000.0]


@pytest.fixture
def simcord_bot(tmp_path: Path, now: list[float]) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)


async def taken(world: World, player: MemberActor) -> InteractionResult:
    """A press on *Undo* of the newest post."""
    return await player.click(world.post(), label="Undo")


async def played(world: World, turns: int, seats: int = 3) -> None:
    """Some turns by command."""
    await world.start_with(shuffled_header(seats, 1))
    for seed in range(turns):
        await world.place(any_turn(await world.game(), random.Random(seed)))


async def test_undo_within_two_minutes_is_done_at_once(world: World, now: list[float]) -> None:
    await played(world, 1)
    now[0] += FREE_SECONDS
    assert has_no_reply(await taken(world, world.ana))
    assert (await world.entries())[-1].startswith("undo ")
    assert await world.to_move() is world.ana


async def test_undo_after_two_minutes_asks_privately_and_then_all_players(
    world: World, now: list[float]
) -> None:
    await played(world, 1)
    now[0] += FREE_SECONDS + 60.5
    before, posts = await world.log(), world.posts()
    asked = await taken(world, world.ana)
    assert private(asked) == (
        "You moved 3 minutes ago, and the next tile is already shown. This undoes "
        "1 tile. **Bo** and **Cleo** must agree. Ask now?"
    )
    assert list(buttons_of(answer(asked))) == ["Ask them", "Cancel"]
    assert await world.log() == before and world.posts() == posts
    assert has_no_reply(await world.ana.click(answer(asked), label="Ask them"))
    assert "**Ana** wants to undo 1 tile" in world.posts()[-1]
    assert (await world.entries())[-1].startswith("ask ")


async def test_leave_it_button_changes_nothing(world: World, now: list[float]) -> None:
    await played(world, 1)
    now[0] += FREE_SECONDS + 1
    before, posts = await world.log(), world.posts()
    asked = await taken(world, world.ana)
    assert has_no_reply(await world.ana.click(answer(asked), label="Cancel"))
    assert await world.log() == before and world.posts() == posts


async def test_move_of_the_next_player_ends_the_free_undo(world: World) -> None:
    await played(world, 2)
    asked = await world.ana.slash(world.channel, "undo")
    assert private(asked).startswith("**Bo** has played since.")
    assert "undoes 2 tiles" in private(asked)


async def test_the_time_of_a_move_survives_a_restart(world: World, now: list[float]) -> None:
    await played(world, 1)
    now[0] += 60
    await world.env.bot.close()
    app = make_app(config(world.folder), random.Random(3), clock=lambda: now[0], sleep=slow_sleep)
    await world.env.restart_bot(app)
    assert has_no_reply(await taken(world, world.ana))
    assert await world.to_move() is world.ana


async def test_second_undo_tap_takes_back_nothing_more(world: World) -> None:
    await played(world, 4)
    mover = world.ana
    old = world.post()
    assert has_no_reply(await taken(world, mover))
    before, posts = await world.log(), world.posts()
    for again in (
        await world.press_old(mover, old, "Undo"),
        await taken(world, mover),
        await mover.slash(world.channel, "undo"),
    ):
        assert private(again).startswith("Your tile is already back")
        assert buttons_of(answer(again)) == {}
    assert await world.log() == before and world.posts() == posts


async def test_undo_button_takes_back_only_its_own_tile(world: World) -> None:
    """Ana's own old button, pressed once she has taken back, and played anew, and Bo has not."""
    await played(world, 4)
    old = world.post()
    await taken(world, world.ana)
    await world.place(any_turn(await world.game(), random.Random(8)))
    before = await world.log()
    assert "The game has moved on" in private(await world.press_old(world.ana, old, "Undo"))
    assert await world.log() == before


async def test_second_tap_on_the_undo_question_posts_no_second_question(world: World) -> None:
    await played(world, 2)
    asked = answer(await world.ana.slash(world.channel, "undo"))
    custom_id = buttons_of(asked)["Ask them"]
    assert has_no_reply(await world.ana.click(asked, label="Ask them"))
    question = world.post()
    before, posts = await world.log(), world.posts()
    for again in (
        await world.press_id(world.ana, custom_id),
        await world.ana.slash(world.channel, "undo"),
    ):
        assert private(again).startswith("You've already asked. The others still have to answer.")
    assert await world.log() == before and world.posts() == posts
    await world.bo.click(question, label="Refuse")
    before = await world.log()
    assert "The game has moved on" in private(await world.press_id(world.ana, custom_id))
    assert await world.log() == before, "who was refused asks anew only by a question of its own"


async def test_spectator_is_refused_an_undo_privately(world: World) -> None:
    await played(world, 1)
    before, posts = await world.log(), world.posts()
    for no in (await taken(world, world.dan), await world.dan.slash(world.channel, "undo")):
        assert private(no).startswith("You're not in this game.")
    assert await world.log() == before and world.posts() == posts


async def test_tile_of_an_unfinished_turn_is_taken_back_at_any_time(
    world: World, now: list[float]
) -> None:
    """FER: the ferry is still to be laid, so nobody knows the next tile."""
    await world.start_with(deal("base+ferries", 2, random.Random(2)))
    await world.play_to_half_turn(random.Random(4), LayFerry)
    player = await world.to_move()
    placed = (await world.table()).last_placed_by(player.id)
    post = world.post()
    now[0] += 3600
    assert has_no_reply(await player.click(post, label="Undo"))
    table = await world.table()
    assert table.to_move == player.id and not table.is_mid_turn
    assert placed not in table.lines


@pytest.mark.parametrize(
    ("later", "said"), [(90 * 60, "90 minutes"), (5 * 3600, "5 hours"), (3 * 86_400, "3 days")]
)
async def test_age_of_a_move_is_shown_in_everyday_words(
    world: World, now: list[float], later: int, said: str
) -> None:
    await played(world, 1)
    now[0] += later
    assert f"You moved {said} ago" in private(await taken(world, world.ana))


async def test_resigning_leaves_no_receipt_of_a_move(world: World) -> None:
    await played(world, 2)
    asked = answer(await world.cleo.slash(world.channel, "resign"))
    done = await world.cleo.click(asked, label="Resign")
    assert done.response is None, "the post says it"
    assert "**Cleo** resigned" in world.posts()[-1]


async def opened(world: World, undo: str) -> None:
    """A table of two that has chosen when tiles are taken back; Ana has laid hers."""
    await world.ana.slash(world.channel, "new", game="base", seats=2, order="joined", undo=undo)
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    await world.place(any_turn(await world.game(), random.Random(1)))


async def test_undo_free_setting_allows_undo_until_the_next_move(
    world: World, now: list[float]
) -> None:
    await opened(world, "free")
    now[0] += 1000 * FREE_SECONDS
    assert has_no_reply(await taken(world, world.ana))
    assert (await world.entries())[-1].startswith("undo ")


async def test_undo_consent_setting_always_asks_the_others(
    world: World,
) -> None:
    await opened(world, "consent")
    asked = await taken(world, world.ana)
    assert "**Bo** must agree" in private(asked)
    assert has_no_reply(await world.ana.click(answer(asked), label="Ask Bo"))
    assert (await world.entries())[-1].startswith("ask ")


async def test_undo_is_neither_offered_nor_accepted_at_a_table_without_undo(
    world: World,
) -> None:
    await opened(world, "none")
    assert "Undo" not in buttons_of(world.post())
    refused = private(await world.ana.slash(world.channel, "undo"))
    assert refused.startswith("This game is played without undo")


async def test_undo_setting_of_a_table_is_shown_in_its_lobby_and_log(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="base", seats=2, undo="consent")
    assert "You can undo only if everyone agrees" in world.posts()[-1]
    assert "undo: consent" in (await world.entries())[0]
