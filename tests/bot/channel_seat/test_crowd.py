"""Forty people of different habits play a game as the channel, against an opponent, to its end."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from simcord import MemberActor

from bot.core.durations import MINUTE
from bot.table.table import Phase
from bot.text.names import THE_CHANNEL
from storage import ChannelVotes
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import Turn, any_turn
from tests.support.shown_messages import private
from tests.support.world import World

VOTERS = 40


async def vote_by_habit(
    world: World, voters: Sequence[MemberActor], chance: random.Random
) -> tuple[Counter[str], list[Turn]]:
    """Followers, loners, changers, sleepers and people who leave. Return the votes that stand."""
    game = await world.game()
    wanted = [any_turn(game, chance) for _n in range(4)]
    standing: dict[int, str] = {}
    for number, who in enumerate(voters):
        match number % 8:
            case 0 | 1 | 2:
                choices = [wanted[0]]
            case 3:
                choices = [wanted[1]]
            case 4:
                choices = [wanted[2], wanted[0]]
            case 5:
                choices = [chance.choice(wanted)]
            case 6:
                choices = [] if chance.random() < 0.7 else [wanted[3]]
            case _leaving:
                choices = []
        for turn in choices:
            said = private(await who.slash(world.channel, "place", move=turn.text))
            assert "Your vote" in said, said
            standing[who.id] = turn.text
    return Counter(standing.values()), wanted


@pytest.mark.slow
@pytest.mark.usefixtures("inline_workers")
async def test_forty_voters_play_a_game_to_its_end(world: World, clock: Clock) -> None:
    chance = random.Random(11)
    await world.rename_and_add_players([f"Voter {number}" for number in range(VOTERS + 2)])
    voters = [world.bo, world.cleo, *world.more[1:]]
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    for press in ("channel", "opponent master", "change order joined", "change window 10m"):
        await world.press(world.ana, press)
    await world.press(world.ana, "start")
    await world.env.settle()
    seat = (await world.table()).players.index(THE_CHANNEL)
    votes, rounds = ChannelVotes(world.database), 0
    while (await world.table()).phase is Phase.PLAYING:
        table = await world.table()
        if table.to_move == world.ana.id:
            await world.place(any_turn(table.running_game, chance))
            await world.env.settle()
            continue
        assert table.is_channel_to_move
        posts, edits = len(world.posts()), _edits(world)
        standing, _wanted = await vote_by_habit(world, voters, chance)
        entry = table.version
        cast = await votes.of(await world.game_id(), entry)
        assert len(cast) == sum(standing.values()) == len({vote.user for vote in cast})
        assert not any(turn in world.posts()[-1] for turn in standing), "votes are secret"
        assert len(world.posts()) == posts
        await pass_time(world, clock, 11 * MINUTE)
        after = await world.table()
        assert after.tally is not None and after.tally.count == len(cast)
        assert after.tally.choices[0][0] == max(standing.values())
        assert _edits(world) - edits <= 14, "once a minute, and the buttons of older posts"
        rounds += 1
    assert rounds >= 20 and seat == 1
    assert (await world.table()).phase is Phase.OVER
    [poster] = world.post().attachments
    assert "Voted most: Voter " in poster.description


def _edits(world: World) -> int:
    path = f"/channels/{world.channel.id}/messages/"
    return sum(h.method == "PATCH" and h.path.startswith(path) for h in world.env.http_requests)
