"""The week of a server in one post: on Sundays at its hour, silently, where anything happened."""

import discord
import pytest

from bot.core.durations import DAY, HOUR
from rules.shipped_puzzles import shipped_puzzles
from tests.support.clock import Clock, pass_time
from tests.support.ended_games import play_to_end
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("no_retry_pauses", "inline_workers")
SILENT = 1 << 12
"""The flag of messages without a notification."""
RECORD = next(one.record for one in shipped_puzzles() if "\nseats: 3" in one.record)
"""A game of three seats whose kind of roads are measured by length."""


def digests(world: World) -> list[str]:
    """The posts of weeks, oldest first."""
    return [text for text in world.posts() if text.startswith("📅")]


async def opted_in(world: World) -> None:
    """Ana turns the post of the week on in the channel; it is Sunday noon, the hour is past."""
    await world.ana.slash(world.channel, "setup", digest="yes")


async def test_week_is_told_silently_on_sunday_at_the_hour(world: World, clock: Clock) -> None:
    await opted_in(world)
    await play_to_end(world, RECORD)
    scores = sorted((await world.game()).scores, reverse=True)
    await pass_time(world, clock, 6 * DAY + 20 * HOUR)
    assert digests(world) == []
    await pass_time(world, clock, 2 * HOUR)
    [text] = digests(world)
    assert text.splitlines()[0].endswith("Mon 30 Nov to Sun 6 Dec")
    assert "🏁 1 game finished, won by **" in text and "✨ Best move: **" in text
    assert "Longest river: " in text
    closest = text[text.index("Closest finish") :].splitlines()[0]
    assert f"** {scores[0]}, **" in closest and closest.endswith(f" {scores[1]}")
    assert world.sent()[-1]["flags"] & SILENT and "<@" not in text
    await pass_time(world, clock, 7 * DAY)
    assert len(digests(world)) == 1, "nothing happened in the second week"


async def test_tables_with_an_open_seat_are_listed(world: World, clock: Clock) -> None:
    await opted_in(world)
    await play_to_end(world, RECORD)
    await pass_time(world, clock, 6 * DAY)
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await pass_time(world, clock, 23 * HOUR)
    assert f"🪑 Open seats: <#{world.channel.id}> (" in digests(world)[0]
    assert digests(world)[0].endswith(", 1 of 3)")


async def test_games_of_a_channel_that_the_readers_cannot_see_are_left_out(
    world: World, clock: Clock
) -> None:
    hidden = world.guild.create_text_channel("hidden")
    await world.env.settle()
    channel = world.env.backend.get_channel(hidden.id)
    assert channel is not None
    await world.ana.slash(hidden, "setup", digest="yes")
    await play_to_end(world, RECORD)
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    played = server.get_channel(world.channel.id)
    assert isinstance(played, discord.TextChannel)
    await played.set_permissions(server.default_role, view_channel=False)
    await world.env.settle()
    await pass_time(world, clock, 7 * DAY)
    assert [text for text in world.posts(hidden) if text.startswith("📅")] == []


@pytest.mark.slow
async def test_streak_of_the_puzzle_is_told(world: World, clock: Clock) -> None:
    await opted_in(world)
    await world.ana.slash(world.channel, "setup", puzzle="yes")
    for _day in range(6):
        await pass_time(world, clock, DAY)
        day = world.posts()[-1]
        assert "Move of the day" in day
        panel = await world.bo.click(world.post(), label="Solve")
        assert panel.response is not None
        answers = world.app.services.puzzle_answers
        at = await answers.open(world.guild.id)
        assert at is not None
        await answers.answer(at, world.bo.id, at.best)
    await pass_time(world, clock, DAY)
    assert "- Move of the day: 🔥 this server: 6 days" in digests(world)[0]
