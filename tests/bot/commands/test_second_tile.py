"""The second tile of a double turn: drawn after the first is scored, posted, undone, never lost.

Two games have a second tile: Hunters and Gatherers from a separate pile (H-44), and games with
builders from the same pile (TB-05). The table treats both alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from bot.__main__ import make_app
from bot.client.app import App
from bot.presenters.private.history import log_page, news_since_turn
from bot.table.clock import seconds_left
from bot.table.reminder_policy import DEFAULT_PREFERENCES, next_reminder
from bot.table.table import Phase, Table
from bot.table.time_control import TIME_CONTROLS
from bot.text.i18n import use_language
from bot.text.names import Names
from rules.analysis.history import bag_of_drawn_tile, tile_number_in_turn
from rules.game import Game
from rules.header import Header
from rules.random_play import deal
from rules.story import TilePlaced, TurnBegan
from tests.support.legal_turns import (
    Turn,
    legal_figures,
    legal_placements,
    played_turns,
    scoring_turn,
)
from tests.support.move_panel import open_panel
from tests.support.shown_messages import answer, buttons_of, has_no_reply, news_of, private, text_of
from tests.support.world import World, config, slow_sleep

GAMES = ("hunters", "base+traders")
WORD = {"hunters": "bonus tile", "base+traders": "second tile"}
"""The further tile of a turn, as each game calls it."""
FRENCH_WORD = {"hunters": "tuile bonus", "base+traders": "deuxième tuile"}
HOUR = 3600.0


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


@pytest.fixture
def now() -> list[float]:
    """The present, as a test sets it."""
    return [1_796_000_000.0]


@pytest.fixture
def simcord_bot(tmp_path: Path, now: list[float]) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)


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


# -- what is said ---------------------------------------------------------------------------------


async def test_post_panel_and_receipt_say_that_the_second_tile_is_next(
    world: World, halves: Double
) -> None:
    player, posts = await world.to_move(), len(world.messages())
    word, other = WORD[halves.header.game], *(set(WORD.values()) - {WORD[halves.header.game]})
    panel = await open_panel(world)
    assert not panel.text.startswith(f"**Your {word}")
    done = await player.slash(world.channel, "place", move=halves.first.text)
    assert f"Now place your {word}." in private(done)
    assert "Place my tile" in buttons_of(answer(done))
    assert await world.to_move() is player
    post = world.posts()[-1]
    assert f"your {word} in" in post and f"placed a {word}" not in post
    reply = private(await player.slash(world.channel, "board", view="text"))
    assert f"It's a {word} in the same turn." in reply
    panel = await open_panel(world, player)
    assert panel.text.startswith(f"**Your {word}.**") and panel.places
    done = await player.slash(world.channel, "place", move=halves.second.text)
    assert word not in private(done)
    assert await world.game() == halves.moments[2] and await world.to_move() is not player
    name = player.user.global_name
    assert news_of(world.posts()[-1]).startswith(f"**{name}** placed a {word} at ")
    assert len(world.messages()) == posts + 2, "a post for each half, as its tile is known by then"
    assert not (await open_panel(world)).text.startswith(f"**Your {word}")
    assert not any(other in text for text in (*world.posts(), panel.text, reply, private(done)))


async def test_panel_for_the_figure_says_that_it_is_the_second_tile(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    player = await world.to_move()
    await world.write([(player.id, halves.second.place.write())])
    asked = await open_panel(world, player)
    assert asked.text.startswith(f"**Your {WORD[halves.header.game]}.** Tile placed.")
    assert has_no_reply((await asked.take(halves.second.figure.write())).result)  # type: ignore[union-attr]
    assert await world.game() == halves.moments[2]


async def test_second_tile_is_told_in_french(world: World, halves: Double) -> None:
    await half(world, halves)
    table = await world.table()
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    await world.place(halves.second)
    with use_language("fr"):
        after = log_page(await world.table(), names, None).text
    assert f" a posé une {FRENCH_WORD[halves.header.game]} en " in after
    assert table.running_game == halves.moments[1]


async def test_second_tile_counts_as_the_same_turn_in_log_and_news(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    await world.place(halves.second)
    table = await world.table()
    story = table.running_game.story
    seat = halves.moments[0].turn
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    began = [number for number, event in enumerate(story) if isinstance(event, TurnBegan)]
    text = log_page(table, names, None).text
    assert text.count(f"`{len(began) - 1}` ") == 1 and f"placed a {WORD[table.name]}" in text
    laid = [event for event in story[began[-2] :] if isinstance(event, TilePlaced)]
    assert [event.seat for event in laid] == [seat, seat]
    new = news_since_turn(table, names, seat)
    assert "Nothing new since your last turn." in new.text or "0 tiles" in new.text


# -- taken back -----------------------------------------------------------------------------------


async def test_taking_back_takes_the_second_half_then_the_first_and_brings_the_same_tiles(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    player = await world.to_move()
    await world.place(halves.second)
    for moment in (halves.moments[1], halves.moments[0]):
        assert has_no_reply(await player.slash(world.channel, "undo"))
        assert await world.game() == moment
        assert "undid the last move. It's the same tile again." in world.posts()[-1]
    assert "Your tile is already back" in private(await player.slash(world.channel, "undo"))
    await world.restart()
    assert await world.game() == halves.moments[0]
    for turn, moment in zip((halves.first, halves.second), halves.moments[1:], strict=True):
        await world.place(turn)
        assert await world.game() == moment, "the same tiles in the same order"


async def test_one_press_never_takes_both_halves_back(world: World, halves: Double) -> None:
    await half(world, halves)
    player = await world.to_move()
    await world.place(halves.second)
    post = world.post()
    assert has_no_reply(await player.click(post, label="Undo"))
    assert await world.game() == halves.moments[1]
    late = await world.press_old(player, post, "Undo")
    assert not has_no_reply(late) and await world.game() == halves.moments[1]
    assert has_no_reply(await player.click(world.post(), label="Undo"))
    assert await world.game() == halves.moments[0]


async def test_a_figure_not_chosen_yet_is_of_the_second_half_alone(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    player = await world.to_move()
    await world.write([(player.id, halves.second.place.write())])
    assert (await world.table()).is_mid_turn
    assert has_no_reply(await player.slash(world.channel, "undo"))
    assert await world.game() == halves.moments[1]


async def test_undo_of_the_first_tile_needs_consent_after_two_minutes(
    world: World, halves: Double, now: list[float]
) -> None:
    await half(world, halves)
    player = await world.to_move()
    now[0] += 121
    asked = await player.slash(world.channel, "undo")
    assert "the next tile is already shown" in private(asked)
    assert await world.game() == halves.moments[1]
    await world.place(halves.second)
    assert has_no_reply(await player.slash(world.channel, "undo")), "the second is fresh"
    assert await world.game() == halves.moments[1]


# -- nothing is lost ------------------------------------------------------------------------------


async def test_a_restart_and_a_kill_between_the_halves_lose_nothing(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    player = await world.to_move()
    for gone in (world.restart, world.kill_and_restart):
        await gone()
        assert await world.game() == halves.moments[1]
        panel = await open_panel(world, player)
        assert panel.text.startswith(f"**Your {WORD[halves.header.game]}.**")
    await world.post_state()
    post = world.posts()[-1]
    assert f"your {WORD[halves.header.game]} in" in post
    await world.place(halves.second)
    assert await world.game() == halves.moments[2]


async def test_both_tiles_of_a_double_turn_are_posted_after_a_restart(
    world: World, halves: Double
) -> None:
    player = await world.to_move()
    await world.write_turns([halves.first, halves.second], posted=False)
    await world.kill_and_restart()
    await world.env.settle()
    assert await world.game() == halves.moments[2]
    post = world.posts()[-1]
    assert f"**{player.user.global_name}** placed tiles at " in post


# -- who does not come for the second half --------------------------------------------------------


async def test_COM26_skip_ends_a_double_turn_and_the_next_player_draws_the_tile(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    before = await world.game()
    table = await world.write([(world.ana.id, f"skip {before.turn}")])
    game = table.running_game
    assert game.turn != before.turn and tile_number_in_turn(game) == 1
    back = (
        game.drawn if bag_of_drawn_tile(before) == before.book.main_bag else game.bags["bonus"][0]
    )
    assert back == before.drawn, "it is on top of its pile again"
    assert game.scores == before.scores
    await world.post_state()
    assert WORD[halves.header.game] not in world.posts()[-1].split("\n\n")[-1]


async def test_COM24_player_who_resigns_before_the_second_tile_keeps_the_first_points(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    before, player = await world.game(), await world.to_move()
    asked = await player.slash(world.channel, "resign")
    assert has_no_reply(await player.click(answer(asked), label="Resign"))
    game = await world.game()
    assert game.turn != before.turn and before.turn in game.out
    assert game.scores == before.scores
    assert (await world.table()).phase is Phase.PLAYING and tile_number_in_turn(game) == 1


async def test_second_tile_can_be_laid_after_a_pause_and_a_restart(
    world: World, halves: Double
) -> None:
    await half(world, halves)
    await world.write([(world.ana.id, "pause")])
    assert (await world.table()).paused is not None
    await world.restart()
    await world.place(halves.second)
    assert await world.game() == halves.moments[2]


async def test_the_second_half_has_its_own_time_and_its_own_reminders(
    world: World, now: list[float]
) -> None:
    """A clock that gives so much a move gives it for each tile that is laid."""
    position = double(GAMES[1])
    await world.start_with(position.header, pace="day")
    await world.write_turns(position.before)
    now[0] += 20 * HOUR
    seat = position.moments[0].turn
    await world.place(position.first)
    table: Table = await world.table()
    assert table.since == now[0] and table.running_game.turn == seat
    move_seconds = TIME_CONTROLS["day"].move_seconds or 0
    assert seconds_left(table, seat, now[0] + HOUR, {}) == move_seconds - HOUR
    assert next_reminder(table, now[0] + 11 * HOUR, {}, DEFAULT_PREFERENCES, None).number is None
    assert next_reminder(table, now[0] + 13 * HOUR, {}, DEFAULT_PREFERENCES, None).number == 1
    await world.place(position.second)
    assert [spell.seat for spell in (await world.table()).turns[-2:]] == [seat, seat]


async def test_player_is_not_pinged_for_the_second_tile(world: World, halves: Double) -> None:
    await half(world, halves)
    [body] = world.sent()[-1:]
    assert body["allowed_mentions"].get("users", []) == []
    assert text_of(world.post()), "the post is there"
