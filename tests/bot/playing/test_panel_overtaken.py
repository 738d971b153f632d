"""Panels overtaken by presses at once, typed moves and restarts, and panels opened again."""

import random

from bot.interactions.runner import OpenPanels
from rules.game import Game
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    placements_with_figure_choice,
    turn_with_figure_choice,
)
from tests.support.move_panel import Panel, open_panel
from tests.support.panel_choices import choose_turn
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header


async def begun(world: World, seats: int = 3) -> None:
    """A posted game whose first tile can take several figures."""
    await world.start_with(shuffled_header(seats))
    await world.post_state()


def keep_earlier_panels(world: World) -> None:
    """Let Discord fail to delete a panel, so that two stand side by side."""
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)


def turns(game: Game) -> list[Turn]:
    return [
        Turn(place, figure)
        for place in placements_with_figure_choice(game)
        for figure in legal_figures(game, place)
    ]


async def test_typed_pass_plays_the_tile_shown_on_the_panel_of_that_turn_alone(
    world: World,
) -> None:
    await begun(world, 2)
    game, turn = await world.game(), turn_with_figure_choice(await world.game())
    await choose_turn(world, turn)
    assert has_no_reply(await world.ana.slash(world.channel, "place", move="pass"))
    after = game_after_turn(game, Turn(turn.place, None))
    assert await world.game() == after
    await world.write_turns([any_turn(after, random.Random(1))])
    assert await world.to_move() is world.ana
    reply = private(await world.ana.slash(world.channel, "place", move="pass"))
    assert "I couldn't read that move" in reply


def deletions(world: World) -> int:
    """The number of deleted private answers."""
    return sum(
        request.method == "DELETE" and request.path.endswith("/messages/@original")
        for request in world.env.http_requests
    )


async def test_panel_opened_again_is_a_new_answer_and_the_earlier_one_is_deleted(
    world: World,
) -> None:
    await begun(world, 2)
    before = deletions(world)
    first = await open_panel(world)
    first = await first.take(first.places[-1])
    assert deletions(world) == before, "a press in a panel only changes it"
    second = await open_panel(world)
    assert deletions(world) == before + 1
    assert first.result.response is None and second.text
    third = await world.place(turn_with_figure_choice(await world.game()), ask=True)
    assert deletions(world) == before + 2
    assert second.result.response is None and private(third), "a command opens it at the end"
    panel = Panel(world.ana, third)
    await panel.take(next(iter(panel.figures)))
    before = deletions(world)
    await world.place(any_turn(await world.game(), random.Random(1)))
    await open_panel(world)
    assert deletions(world) == before, "the receipt of the last turn stays"


async def test_panel_is_opened_although_the_earlier_one_cannot_be_deleted(world: World) -> None:
    await begun(world)
    await open_panel(world)
    keep_earlier_panels(world)
    assert private(await world.ana.slash(world.channel, "play"))
    panels = world.app.services.open_panels
    assert isinstance(panels, OpenPanels) and panels._newest
    panels.forget(world.ana.id)
    assert not panels._newest, "a forgotten player leaves no panel in memory"
