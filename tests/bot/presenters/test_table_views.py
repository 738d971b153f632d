"""The replay, the remaining tiles, the scores and the stuck gaps of a table, on request."""

import re

import pytest

from rules.analysis.draw_odds import dead_gaps
from rules.geometry import xy
from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import played_turns, turn_with_figure_choice
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header


@pytest.mark.slow
async def test_replay_is_posted_publicly_without_pings(world: World) -> None:
    # A process draws it, behind whatever else this machine does.
    world.env.settle_timeout = 120
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)][:4])
    before, posts = await world.log(), len(world.messages())
    assert has_no_reply(await world.look(world.dan, "replay"))
    assert len(world.messages()) == posts + 1
    [replay] = world.post().attachments
    data = await replay.read()
    assert data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    body = world.sent()[-1]
    assert body["allowed_mentions"] == {"parse": []}
    assert 20 < len(body["attachments"][0]["description"]) <= 1024
    assert not set(TILE.findall(str(body))) & hidden_tiles(await world.game())
    assert await world.log() == before


async def test_tiles_left_are_counted_by_kind(world: World) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)][:30])
    game = await world.game()
    reply = private(await world.dan.slash(world.channel, "tiles"))
    land, bonus = reply.split("**Bonus tiles left: ")
    assert f"**Tiles left: {len(game.bags['bag'])}**" in land
    assert bonus.startswith(f"{len(game.bags['bonus'])}**")
    for text, bag in ((land, "bag"), (bonus, "bonus")):
        groups = re.findall(r"(\d+) with ([^·\n]+)", text)
        assert sum(int(number) for number, _ in groups) == len(game.bags[bag])
        assert len({title for _, title in groups}) == len(groups)


async def test_board_and_scores_are_shown_privately_to_every_user(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(turn_with_figure_choice(await world.game()))
    posts = world.posts()
    for who in (world.ana, world.dan):
        assert "**Bo**'s turn · " in private(await who.slash(world.channel, "board"))
        reply = private(await world.look(who, "scores"))
        assert "No points yet" in reply
        assert "**Bo**: 5 meeples, 2 huts left" in reply
    assert world.posts() == posts


async def test_stuck_view_lists_the_gaps_or_says_that_none_exists(world: World) -> None:
    header = shuffled_header(3)
    await world.start_with(header)
    reply = private(await world.ana.slash(world.channel, "board", view="stuck"))
    assert "Every empty space can still be filled." in reply
    await world.write_turns([turn for _, turn in played_turns(header, 1)][:70])
    dead = dead_gaps(await world.game())
    assert dead
    reply = private(await world.ana.slash(world.channel, "board", view="stuck"))
    for cell in dead:
        assert "`{} {}`".format(*xy(cell)) in reply


async def test_stuck_view_is_refused_after_the_end(world: World) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    reply = private(await world.ana.slash(world.channel, "board", view="stuck"))
    assert "The game is over." in reply and "No remaining tile fits the crossed spaces" not in reply
