"""A game of a channel: its people vote, secretly, and the vote ends by itself."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, replace

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.core.durations import HOUR, MINUTE
from bot.playing.words import outcome_post
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.table.table import Outcome
from bot.text.names import THE_CHANNEL
from renderer import requests
from renderer.draw import draw
from rules import notation
from rules.analysis.drafts import turn_text
from rules.game import Game
from rules.opponents.review import review_record, tile_decisions
from tests.support.clock import Clock, pass_time, pass_time_without_bot
from tests.support.legal_turns import Turn, any_turn
from tests.support.reminders import restart
from tests.support.shown_messages import answer, buttons_of, menu_labels_of, menus_of, private
from tests.support.world import World


async def channel_plays(world: World, *changes: str) -> None:
    """Ana against the channel, which is to move."""
    await world.ana.slash(world.channel, "new", game="base", seats=2)
    for press in ("channel", "change order joined", *changes, "start"):
        await world.press(world.ana, press)
    await anas_turn(world)


async def anas_turn(world: World) -> None:
    assert (await world.table()).to_move == world.ana.id
    await world.place(any_turn(await world.game(), random.Random(5)))
    assert (await world.table()).is_channel_to_move


def turns(game: Game) -> Sequence[Turn]:
    """Different turns, by their places."""
    chance, found = random.Random(3), dict[str, Turn]()
    for _try in range(50):
        turn = any_turn(game, chance)
        found.setdefault(turn.text, turn)
    return list(found.values())


async def vote(world: World, who: object, turn: Turn) -> str:
    return private(await who.slash(world.channel, "place", move=turn.text))  # type: ignore[attr-defined]


async def test_host_gives_one_seat_to_the_channel(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    assert "channel" in menus_of(world.post())
    await world.press(world.bo, "join")
    result = await world.press(world.bo, "channel")
    assert "Only the host" in private(result)
    await world.press(world.ana, "channel")
    table = await world.table()
    assert table.players[-1] == THE_CHANNEL and "#carcassonne** 👥" in world.posts()[-1]
    assert "channel" not in menus_of(world.post())
    assert any("Channel's vote: 3 hours" in line for line in menu_labels_of(world.post()))
    await world.press(world.ana, "change window 3h")
    assert (await world.table()).settings.window_seconds == 3 * HOUR


async def test_people_vote_and_the_majority_plays(world: World, clock: Clock) -> None:
    await channel_plays(world)
    assert "votes for this move" in world.posts()[-1] and "Vote" in buttons_of(world.post())
    first, second, *_ = turns(await world.game())
    assert "Your vote" in await vote(world, world.bo, second)
    assert "1 person has voted" in await vote(world, world.bo, second)
    assert "2 people have voted" in await vote(world, world.cleo, first)
    await vote(world, world.dan, first)
    assert (await world.table()).is_channel_to_move
    assert "You're not" not in world.posts()[-1]
    posts = len(world.posts())
    await pass_time(world, clock, 2 * MINUTE)
    assert len(world.posts()) == posts and "3 votes so far" in world.posts()[-1]
    assert first.place_text not in "".join(world.posts()[-1:]), "votes are secret"
    await pass_time(world, clock, 10 * MINUTE)
    table = await world.table()
    assert table.to_move == world.ana.id and len(world.posts()) == posts + 1
    entries = (await world.entries())[-3:]
    assert any(entry.startswith("tally 2 ") for entry in entries)
    assert notation.write(first.place) in entries
    assert "👥 3 votes: 2 for" in world.posts()[-1]


async def test_post_shows_a_new_number_of_votes_within_a_minute(world: World, clock: Clock) -> None:
    await channel_plays(world)
    turn = turns(await world.game())[0]
    for number, who in enumerate((world.bo, world.cleo, world.dan), 1):
        await vote(world, who, turn)
        await pass_time(world, clock, MINUTE + 1)
        assert f"{number} vote{'s' if number > 1 else ''} so far" in world.posts()[-1]


async def test_changed_vote_counts_once(world: World, clock: Clock) -> None:
    await channel_plays(world)
    first, second, *_ = turns(await world.game())
    await vote(world, world.bo, first)
    await vote(world, world.bo, second)
    await pass_time(world, clock, 13 * HOUR)
    assert notation.write(second.place) in (await world.entries())[-3:]
    assert "👥 1 vote: 1 for" in world.posts()[-1]


async def test_player_at_the_table_has_no_vote(world: World) -> None:
    await channel_plays(world)
    before = await world.entries()
    shown = private(await world.press(world.ana, "panel"))
    assert "not your turn" in shown
    await vote(world, world.ana, turns(await world.game())[0])
    assert await world.entries() == before


async def test_panel_of_a_voter_is_the_panel_of_a_player(world: World, clock: Clock) -> None:
    await channel_plays(world)
    result = await world.press(world.bo, "panel")
    assert "You're voting for" in private(result)
    first_space = next(iter(buttons_of(answer(result))))
    space = await world.bo.click(answer(result), label=first_space)
    assert "You're voting for" in private(space) and "No meeple" in str(buttons_of(answer(space)))
    turn = turns(await world.game())[0]
    await vote(world, world.bo, turn)
    again = answer(await world.press(world.bo, "panel"))
    assert "This is your vote" in again.content
    label = next(label for label in buttons_of(again) if label.startswith("No meeple"))
    done = private(await world.bo.click(again, label=label))
    assert "Your vote" in done


async def test_vote_without_voters_goes_on_once_then_a_villager_plays(
    world: World, clock: Clock
) -> None:
    await channel_plays(world)
    await pass_time(world, clock, 12 * HOUR + 2 * MINUTE)
    assert "Nobody has voted yet" in world.posts()[-1] and "Vote" in buttons_of(world.post())
    [picture] = world.post().attachments
    assert "Nobody has voted yet" in picture.description and "<t:" not in picture.description
    assert (await world.table()).is_channel_to_move
    await pass_time(world, clock, 12 * HOUR + 2 * MINUTE)
    assert "Nobody voted, so a villager played" in world.posts()[-1]
    assert (await world.table()).to_move == world.ana.id


async def test_vote_whose_end_passed_without_the_bot_ends_once(world: World, clock: Clock) -> None:
    await channel_plays(world)
    await vote(world, world.bo, turns(await world.game())[0])
    await pass_time_without_bot(world, clock, 7 * 24 * HOUR)
    await pass_time(world, clock, 5 * MINUTE)
    assert sum("tally" in entry for entry in await world.entries()) == 1
    assert (await world.table()).to_move == world.ana.id


async def votes_cast(world: World) -> Turn:
    """Bo, Cleo and Dan want the same turn."""
    await channel_plays(world)
    turn = turns(await world.game())[0]
    for who in (world.bo, world.cleo, world.dan):
        await vote(world, who, turn)
    return turn


async def test_bot_killed_after_the_last_vote_plays_it_once(world: World, clock: Clock) -> None:
    turn = await votes_cast(world)
    await restart(world, clock, killed=True)
    await pass_time(world, clock, 12 * MINUTE)
    entries = await world.entries()
    assert sum(entry.startswith("tally") for entry in entries) == 1
    assert notation.write(turn.place) in entries[-3:]
    assert sum("👥 3 votes" in post for post in world.posts()) == 1


async def test_bot_killed_between_the_move_and_its_post_posts_it_once(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await votes_cast(world)

    async def killed(*_args: object) -> bool:
        raise asyncio.CancelledError

    monkeypatch.setattr(world.app.services.outbox, "post", killed)
    with suppress(asyncio.CancelledError):
        await pass_time(world, clock, 12 * MINUTE)
    assert (await world.entries())[-3].startswith("tally 3 ")
    assert not any("👥 3 votes" in post for post in world.posts())
    await restart(world, clock, killed=True)
    await world.env.settle()
    assert sum("👥 3 votes" in post for post in world.posts()) == 1
    assert sum(entry.startswith("tally") for entry in await world.entries()) == 1


async def test_erased_persons_vote_goes_with_them(world: World, clock: Clock) -> None:
    await channel_plays(world)
    first, second, *_ = turns(await world.game())
    await vote(world, world.bo, first)
    await vote(world, world.dan, second)
    await world.app.game_log.erase(world.bo.id)
    await pass_time(world, clock, 13 * HOUR)
    assert notation.write(second.place) in (await world.entries())[-3:]
    assert "👥 1 vote: 1 for" in world.posts()[-1]


async def test_stale_panel_is_no_vote(world: World, clock: Clock) -> None:
    turn = await votes_cast(world)
    shown = answer(await world.press(world.bo, "panel"))
    await pass_time(world, clock, 12 * MINUTE)
    before = await world.entries()
    label = next(label for label in buttons_of(shown) if label.startswith("No meeple"))
    said = private(await world.bo.click(shown, label=label))
    assert "Your vote" not in said and await world.entries() == before, (said, turn)


async def test_voters_who_may_not_write_have_no_vote(world: World) -> None:
    await channel_plays(world)
    denied = discord.Permissions(send_messages=True).value
    member = Overwrite(world.dan.id, OverwriteType.MEMBER, 0, denied)
    world.env.backend.set_overwrite(world.channel.id, member)
    await world.env.settle()
    assert "may write" in await vote(world, world.dan, turns(await world.game())[0])


def test_five_hundred_voters_are_within_the_limits_of_a_voting_channel() -> None:
    limits = RateLimits(lambda: 1_000.0)
    for voter in range(500):
        for _press in range(4):
            limits.take(RequestKind.VOTE, voter, 5)
    with pytest.raises(Refusal):
        for voter in range(500):
            limits.take(RequestKind.REQUEST, voter, 5)


async def test_picture_of_the_turn_shows_the_other_ways_faintly(world: World, clock: Clock) -> None:
    await channel_plays(world)
    first, *others = turns(await world.game())
    second = next(turn for turn in others if turn.place.cell != first.place.cell)
    for who, turn in ((world.bo, first), (world.cleo, first), (world.dan, second)):
        await vote(world, who, turn)
    before = await world.table()
    await pass_time(world, clock, 12 * MINUTE)
    after = await world.table()
    assert after.tally is not None
    outcome = Outcome(await world.game_id(), before, after, THE_CHANNEL)
    names = await world.app.services.names.of(after, world.guild.id)
    [picture] = outcome_post(outcome, names, world.channel.id).pictures
    assert isinstance(picture.request, requests.Turn)
    [tile] = picture.request.others
    assert (tile.cell, tile.rotation, tile.letters) == (*astuple(second.place), "1×")
    place = " ".join(second.place_text.split()[:2])
    assert f"Faint, with their votes: {place} (1×)." in picture.alt
    drawn = draw(picture.request, after.game)
    assert drawn.data != draw(replace(picture.request, others=()), after.game).data


@pytest.mark.usefixtures("inline_workers")
async def test_end_names_faithful_voters_and_stats_count_votes_with_the_majority_and_the_review(
    world: World, clock: Clock
) -> None:
    await channel_plays(world)
    first, *others = turns(await world.game())
    for who, turn in ((world.bo, first), (world.cleo, first), (world.dan, others[0])):
        await vote(world, who, turn)
    await pass_time(world, clock, 12 * MINUTE)
    await anas_turn(world)
    await vote(world, world.bo, turns(await world.game())[0])
    await pass_time(world, clock, 13 * HOUR)
    assert "vote" not in private(await world.bo.slash(world.channel, "stats"))
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="End and score")
    voters = "Most faithful voters: **Bo** (2 votes), **Cleo** (1 vote) and **Dan** (1 vote)."
    assert voters in world.posts()[-1]
    assert "the review" not in private(await world.bo.slash(world.channel, "stats"))
    await world.press(world.ana, "review")
    await world.env.settle()
    table = await world.table()
    seat = table.players.index(THE_CHANNEL)
    best = review_record(table.record(), nodes=0).best
    channel = [made for made in tile_decisions(table.record()) if made.game.turn == seat]
    bos = sum(turn_text(made.game, made.moves) in best[made.line] for made in channel)
    dans = int(turn_text(channel[0].game, others[0].moves) in best[channel[0].line])
    for who, line in (
        (world.bo, "2 votes for the moves of a channel, 2 of them with the majority"),
        (world.dan, "1 vote for the moves of a channel, 0 of them with the majority"),
        (world.bo, f"the review: {bos} of 2 reviewed votes"),
        (world.dan, f"the review: {dans} of 1 reviewed vote"),
    ):
        assert line in private(await who.slash(world.channel, "stats"))
