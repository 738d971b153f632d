"""Seats that change hands: left, taken, given by consent; earlier moves stay unchanged."""

import random
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from rules.record import replay
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, buttons_of, has_no_reply, news_of, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("clock")


async def played(world: World, turns: int, seats: int = 3) -> None:
    await world.start_with(shuffled_header(seats, 1))
    await world.post_state()
    for seed in range(turns):
        await world.place(any_turn(await world.game(), random.Random(seed)))


async def left(world: World, player: MemberActor) -> InteractionResult:
    """A player leaves their seat to others."""
    asked = answer(await player.slash(world.channel, "resign"))
    assert list(buttons_of(asked)) == ["Give up seat", "Resign"]
    return await player.click(asked, label="Give up seat")


async def replaced(
    world: World, who: MemberActor, old: MemberActor, new: MemberActor | None
) -> InteractionResult:
    options: dict[str, Any] = {"old": old} if new is None else {"old": old, "new": new}
    return await who.slash(world.channel, "replace", **options)


def pinged(world: World) -> set[int]:
    return {int(user) for user in world.sent()[-1]["allowed_mentions"].get("users", ())}


@pytest.mark.parametrize(
    ("seats", "tiles", "said"),
    [
        (3, 2, "*Resign*: you come last, your meeples stay"),
        (2, 2, "*Resign*: the game ends. With less than three quarters of its tiles placed"),
        (2, 60, "*Resign*: the game ends and counts, with you last."),
    ],
)
async def test_RT02_who_resigns_is_told_before_and_after_whether_the_game_counts(
    world: World, seats: int, tiles: int, said: str
) -> None:
    await world.start_with(shuffled_header(seats, 1))
    await world.play_random_tiles(random.Random(2), tiles)
    await world.post_state()
    asked = answer(await world.ana.slash(world.channel, "resign"))
    assert said in asked.content
    await world.ana.click(asked, label="Resign")
    is_short = (seats, tiles) == (2, 2)
    assert ("Too short for `/stats` and ratings" in world.posts()[-1]) is is_short


async def test_moves_before_a_change_of_seat_stay_with_their_player(world: World) -> None:
    await played(world, 4)
    await left(world, world.bo)
    await world.dan.click(world.post(), label="Take this seat")
    turn = any_turn(await world.game(), random.Random(3))
    await world.dan.slash(world.channel, "place", move=turn.text)
    lines = (await world.table()).lines
    assert [line.user for line in lines if line.is_placement] == [
        world.ana.id,
        world.bo.id,
        world.cleo.id,
        world.ana.id,
        world.dan.id,
    ]
    points = private(await world.look(world.ana, "scores"))
    assert "**Bo** until turn 2, then **Dan**" in points
    log = private(await world.look(world.ana, "log"))
    assert "`2` **Bo** placed a tile" in log and "`5` **Dan** placed a tile" in log
    record = (await world.table()).record()
    assert replay(record).game == await world.game()


# -- /replace -------------------------------------------------------------------------------------


async def test_server_manager_invites_at_once_and_the_invited_user_accepts(world: World) -> None:
    await played(world, 4)
    await replaced(world, world.ana, world.cleo, None)
    assert news_of(world.posts()[-1]).startswith("🪑 **Cleo**'s seat is now empty.")
    await world.cleo.click(world.post(), label="Take this seat")
    before = await world.log()
    assert has_no_reply(await replaced(world, world.ana, world.bo, world.dan))
    invitation = world.post()
    assert world.posts()[-1] == (
        f"🪑 <@{world.dan.id}>, **Ana** asks you to take **Bo**'s seat in this game.\n"
        "You'd keep the same meeples and points."
    )
    assert pinged(world) == {world.dan.id}
    assert await world.log() == before
    assert "is offered to **Dan**" in private(
        await world.cleo.click(invitation, label="Take this seat")
    )
    assert has_no_reply(await world.dan.click(invitation, label="Take this seat"))
    assert news_of(world.posts()[-1]).startswith("🪑 **Dan** took over from **Bo**.")
    assert world.posts()[-2] == "🪑 **Dan** took over from **Bo**."
    assert not buttons_of(world.messages()[-2])
    assert (await world.entries())[-1] == "take 1"


async def test_replacement_proposed_by_a_player_needs_the_consent_of_the_replaced(
    world: World,
) -> None:
    await played(world, 1)
    assert has_no_reply(await replaced(world, world.cleo, world.bo, world.dan))
    question = world.post()
    assert world.posts()[-1] == (
        f"🪑 **Cleo** wants **Dan** to take over from <@{world.bo.id}>.\n"
        f"<@{world.bo.id}> must agree. After a day, more than half of the others can decide.\n"
        "In favour: **Cleo**."
    )
    assert pinged(world) == {world.bo.id}
    reply = private(await world.dan.click(question, label="Take this seat"))
    assert "**Bo** still has to *Agree*" in reply
    assert "You've already agreed. The others still have to answer." in private(
        await world.cleo.click(question, label="Agree")
    )
    assert "You're not in this game." in private(await world.dan.click(question, label="Agree"))
    assert has_no_reply(await world.bo.click(question, label="Agree"))
    assert world.posts()[-2:] == [
        "🪑 Agreed: **Dan** may take over from **Bo**.",
        f"🪑 <@{world.dan.id}>, **Cleo** asks you to take **Bo**'s seat in this game.\n"
        "You'd keep the same meeples and points.",
    ]
    assert pinged(world) == {world.dan.id}
    await world.restart()
    assert has_no_reply(await world.dan.click(world.post(), label="Take this seat"))
    assert (await world.table()).players[1] == world.dan.id


async def test_invitation_that_cannot_be_posted_is_not_stored(world: World) -> None:
    await played(world, 1)
    world.env.inject_error("POST", "/channels/*/messages", status=403)
    reply = private(await replaced(world, world.ana, world.bo, world.dan))
    assert "I couldn't post that. Try again in a moment." in reply
    rows = await world.database.read("SELECT * FROM invitations")
    assert rows == []
