"""The second tile of a double turn: drawn after the first is scored, posted, undone, never lost.

Two games have a second tile: Hunters and Gatherers from a separate pile (H-44), and games with
builders from the same pile (TB-05). The table treats both alike.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice

import pytest

from bot.history.words import log_page, news_since_turn
from bot.text.names import Names
from rules.analysis.history import tile_number_in_turn
from rules.game import Game
from rules.header import Header
from rules.random_play import deal
from rules.story import TilePlaced, TurnBegan
from tests.support.clock import Clock
from tests.support.legal_turns import (
    Turn,
    legal_figures,
    legal_placements,
    played_turns,
    scoring_turn,
)
from tests.support.move_panel import open_panel
from tests.support.panel_choices import tap_turn, turn_by_taps
from tests.support.shown_messages import answer, buttons_of, has_no_reply, news_of, private
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("clock")

GAMES = ("hunters", "base+traders")
WORD = {"hunters": "bonus tile", "base+traders": "second tile"}
"""The further tile of a turn, as each game calls it."""
WHY = {
    "hunters": "✨ There was gold: **{who}** draws a bonus tile.",
    "base+traders": "👷 **{who}**'s builder is at work.",
}
"""The reason of the further tile, as posts tell it."""
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})


def building(game: Game, chance: random.Random) -> Turn:
    """A builder where one can be put, else any other figure most of the time."""
    tried = [chance.choice(legal_placements(game)) for _ in range(6)]
    turns = [Turn(place, figure) for place in tried for figure in legal_figures(game, place)]
    builders = [turn for turn in turns if turn.figure and turn.figure.role == "builder"]
    if builders or (turns and chance.random() < 0.8):
        return chance.choice(builders or turns)
    return Turn(tried[0], None)


PICK: dict[str, Callable[[Game, random.Random], Turn]] = {
    "hunters": scoring_turn,
    "base+traders": building,
}


@dataclass(frozen=True, slots=True)
class Double:
    """A deal, the turns before a double one, its two halves, and the turn after it."""

    header: Header
    before: tuple[Turn, ...]
    first: Turn
    second: Turn
    moments: tuple[Game, Game, Game]
    """The positions before each half, and after both."""


SEEDS = {"hunters": 21, "base+traders": 10}
"""Seeds of games with a double turn among the first eight turns."""


@cache
def double(name: str, seats: int = 3) -> Double:
    """The first double turn of a game whose second tile is laid with a meeple."""
    header = deal(name, seats, random.Random(SEEDS[name]))
    plan = list(islice(played_turns(header, SEEDS[name], PICK[name]), 10))
    for number, (game, turn) in enumerate(plan[:-1]):
        if tile_number_in_turn(game) == 2 and turn.figure is not None:
            before = tuple(earlier for _, earlier in plan[: number - 1])
            moments = (plan[number - 1][0], game, plan[number + 1][0])
            return Double(header, before, plan[number - 1][1], turn, moments)
    raise AssertionError(f"no second tile in {name}: choose another seed")


@pytest.fixture(params=GAMES)
async def halves(world: World, request: pytest.FixtureRequest) -> Double:
    """A table whose next turn is a double one."""
    position = double(request.param)
    await world.start_with(position.header)
    await world.write_turns(position.before)
    await world.post_state()
    return position


async def half(world: World, halves: Double) -> None:
    """Its first half is played."""
    assert await world.game() == halves.moments[0]
    await world.place(halves.first)
    assert await world.game() == halves.moments[1]


@pytest.mark.parametrize(("rotated", "taps"), [(False, 3), (True, 4)])
async def test_second_tile_takes_as_many_taps_as_a_first_one(
    world: World, halves: Double, rotated: bool, taps: int
) -> None:
    await half(world, halves)
    turn = turn_by_taps(await world.game(), rotated=rotated)
    assert await tap_turn(world, turn) == taps


async def test_posts_panel_receipt_and_log_say_that_the_second_tile_is_next(
    world: World, halves: Double
) -> None:
    player, posts = await world.to_move(), len(world.messages())
    word = WORD[halves.header.game]
    [other] = set(WORD.values()) - {word}
    assert f"Your {word}" not in (await open_panel(world)).text
    done = await player.slash(world.channel, "place", move=halves.first.text)
    assert f"Now place your {word}." in private(done)
    assert "Place my tile" in buttons_of(answer(done))
    assert await world.to_move() is player
    post = world.posts()[-1]
    assert f"your {word} in" in post and f"placed a {word}" not in post
    assert WHY[halves.header.game].format(who=player.user.global_name) in news_of(post)
    [body] = world.sent()[-1:]
    assert body["allowed_mentions"].get("users", []) == [], "the player is here already"
    reply = private(await player.slash(world.channel, "board", view="text"))
    assert f"It's a {word} in the same turn." in reply
    panel = await open_panel(world, player)
    assert f"**Choose a space.** Your {word} fits in" in panel.text and panel.places
    await world.write([(player.id, halves.second.place.write())])
    asked = await open_panel(world, player)
    assert asked.text.startswith(f"**Your {word}.** Tile placed.")
    assert halves.second.figure is not None
    done = (await asked.take(halves.second.figure.write())).result
    assert has_no_reply(done) and await world.game() == halves.moments[2]
    assert await world.to_move() is not player
    name = player.user.global_name
    assert news_of(world.posts()[-1]).startswith(f"**{name}** placed a {word} at ")
    assert len(world.messages()) == posts + 2, "a post for each half, as its tile is known by then"
    assert not any(other in text for text in (*world.posts(), panel.text, reply))
    table, seat = await world.table(), halves.moments[0].turn
    story = table.running_game.story
    began = [number for number, event in enumerate(story) if isinstance(event, TurnBegan)]
    text = log_page(table, NAMES, None).text
    assert text.count(f"`{len(began) - 1}` ") == 1 and f"placed a {word}" in text
    laid = [event for event in story[began[-2] :] if isinstance(event, TilePlaced)]
    assert [event.seat for event in laid] == [seat, seat], "both are of one turn"
    new = news_since_turn(table, NAMES, seat)
    assert "Nothing new since your last turn." in new.text or "0 tiles" in new.text


async def test_undo_takes_one_half_at_a_time_and_brings_the_same_tiles(
    world: World, halves: Double, clock: Clock
) -> None:
    await half(world, halves)
    player = await world.to_move()
    await world.write([(player.id, halves.second.place.write())])
    assert (await world.table()).is_mid_turn
    assert has_no_reply(await player.slash(world.channel, "undo"))
    assert await world.game() == halves.moments[1], "the tile without its meeple is undone alone"
    await world.place(halves.second)
    post = world.post()
    assert has_no_reply(await player.click(post, label="Undo"))
    assert await world.game() == halves.moments[1]
    late = await world.press_old(player, post, "Undo")
    assert not has_no_reply(late) and await world.game() == halves.moments[1]
    clock.now += 121
    asked = await player.slash(world.channel, "undo")
    assert "the next tile is already shown" in private(asked)
    assert await world.game() == halves.moments[1]
