"""Five hundred people vote within a minute, with the usual rate limits."""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import App
from bot.core.durations import MINUTE
from bot.serve import make_app
from storage import ChannelVotes
from tests.bot.channel_seat.test_voting import channel_plays, turns
from tests.support.clock import Clock, pass_time
from tests.support.shown_messages import private
from tests.support.world import World, config, slow_sleep

VOTERS = 500
ANSWER_SECONDS = 3.0
"""Seconds in which Discord wants an interaction acknowledged; here it has its answer by then."""


@pytest.fixture
def simcord_bot(tmp_path: Path, clock: Clock) -> App:
    usual = replace(config(tmp_path), limits=1.0)
    return make_app(usual, random.Random(7), clock=clock, sleep=slow_sleep)


@pytest.mark.slow
async def test_five_hundred_votes_in_a_minute_are_all_counted(world: World, clock: Clock) -> None:
    await world.rename_and_add_players([f"Voter {number}" for number in range(VOTERS + 2)])
    await channel_plays(world)
    wanted, longest = turns(await world.game())[:3], 0.0
    version, posts = (await world.table()).version, len(world.posts())
    edits = _edits(world)
    voters = [world.bo, world.cleo, *world.more[1:]][:VOTERS]
    for number, who in enumerate(voters):
        began = time.monotonic()
        said = private(
            await who.slash(world.channel, "place", move=wanted[number % len(wanted)].text)
        )
        longest = max(longest, time.monotonic() - began)
        assert "Your vote" in said, said
        if number % 50 == 0:
            await pass_time(world, clock, MINUTE / 11)
    assert longest < ANSWER_SECONDS
    assert len(world.posts()) == posts and _edits(world) - edits <= 2
    cast = await ChannelVotes(world.database).of(await world.game_id(), version)
    assert len(cast) == len({vote.user for vote in cast}) == len(voters) == VOTERS
    await pass_time(world, clock, 11 * MINUTE)
    table = await world.table()
    assert table.tally is not None and table.tally.count == VOTERS


def _edits(world: World) -> int:
    path = f"/channels/{world.channel.id}/messages/{world.post().id}"
    return sum(h.method == "PATCH" and h.path == path for h in world.env.http_requests)
