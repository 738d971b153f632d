"""*Tell me when we vote*: a direct message to voters who asked for it."""

from simcord import MemberActor

from bot.core.durations import HOUR, MINUTE
from bot.followers.service import VOTES_DAILY_LIMIT
from tests.bot.channel_seat.test_voting import anas_turn, channel_plays, turns
from tests.support.clock import Clock, pass_time
from tests.support.reminders import direct_messages
from tests.support.shown_messages import answer, buttons_of, text_of
from tests.support.world import World


async def ask(world: World, who: MemberActor) -> None:
    """Vote, and ask to be told of the next votes."""
    turn = turns(await world.game())[0]
    said = await who.slash(world.channel, "place", move=turn.text)
    await who.click(answer(said), label="Tell me when we vote")


async def next_vote(world: World, clock: Clock, seconds: float = 13 * HOUR) -> None:
    """End the vote, and have Ana move."""
    await pass_time(world, clock, seconds)
    await anas_turn(world)
    await world.settle_followers()


async def test_voter_who_asked_is_told_of_the_next_vote_and_nobody_else(
    world: World, clock: Clock
) -> None:
    await channel_plays(world)
    turn = turns(await world.game())[0]
    await world.cleo.slash(world.channel, "place", move=turn.text)
    await ask(world, world.bo)
    again = await world.bo.slash(world.channel, "place", move=turn.text)
    assert list(buttons_of(answer(again))) == ["Change my vote"], "Bo has asked"
    [promise] = direct_messages(world.bo)
    assert "when the channel votes" in text_of(promise)
    await next_vote(world, clock)
    assert not direct_messages(world.cleo) and not direct_messages(world.dan)
    [_, message] = direct_messages(world.bo)
    assert "votes for this move" in text_of(message) and world.post().jump_url in text_of(message)
    await world.bo.user.click(message, label="Unfollow")
    await world.cleo.slash(world.channel, "place", move=turns(await world.game())[0].text)
    await next_vote(world, clock)
    assert len(direct_messages(world.bo)) == 2


async def test_voter_is_told_of_at_most_three_votes_a_day(world: World, clock: Clock) -> None:
    await channel_plays(world, "change window 10m")
    await ask(world, world.bo)
    for _vote in range(4):
        await world.cleo.slash(world.channel, "place", move=turns(await world.game())[0].text)
        await next_vote(world, clock, 15 * MINUTE)
    assert len(direct_messages(world.bo)) == VOTES_DAILY_LIMIT == 3


async def test_vote_that_begins_in_quiet_hours_is_told_after_them(
    world: World, clock: Clock
) -> None:
    await channel_plays(world)
    await ask(world, world.bo)
    await ask(world, world.cleo)
    preferences = world.app.services.preferences
    await preferences.set(world.bo.id, "quiet", "20-10")
    await preferences.set(world.cleo.id, "quiet", "20-10")
    await next_vote(world, clock)  # One o'clock at night.
    assert len(direct_messages(world.bo)) == len(direct_messages(world.cleo)) == 1
    await world.cleo.slash(world.channel, "place", move=turns(await world.game())[0].text)
    await pass_time(world, clock, 9 * HOUR)
    assert len(direct_messages(world.bo)) == 2
    assert len(direct_messages(world.cleo)) == 1, "Cleo has voted since"


async def test_longer_vote_is_told_to_those_who_voted_before(world: World, clock: Clock) -> None:
    await channel_plays(world)
    await ask(world, world.bo)
    shown = answer(await world.dan.slash(world.channel, "board"))
    shown = answer(await world.dan.click(shown, label="Follow"))
    await world.dan.click(shown, label="Each vote")
    await next_vote(world, clock)
    bo, dan = len(direct_messages(world.bo)), len(direct_messages(world.dan))
    assert bo == dan == 2
    await pass_time(world, clock, 12 * HOUR)
    await world.settle_followers()
    assert (await world.table()).vote_until is not None
    assert len(direct_messages(world.bo)) == 3 and len(direct_messages(world.dan)) == 2
    assert "so the vote goes on" in text_of(direct_messages(world.bo)[-1])
    await pass_time(world, clock, 12 * HOUR)
    await world.settle_followers()
    assert len(direct_messages(world.bo)) == 3
