"""A panel opened again stands at the end of what is seen, and the earlier one is gone."""

from __future__ import annotations

import random

from bot.client.interactions.pending_moves import OpenPanels
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.move_panel import open_panel
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

GONE = "/messages/@original"


def deletions(world: World) -> int:
    """The number of deleted private answers."""
    return sum(
        request.method == "DELETE" and request.path.endswith(GONE)
        for request in world.env.http_requests
    )


async def test_panel_opened_again_is_a_new_answer_and_the_earlier_one_is_deleted(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    before = deletions(world)
    first = await open_panel(world)
    assert deletions(world) == before
    second = await open_panel(world)
    assert deletions(world) == before + 1
    assert first.result.response is None and second.text
    third = await world.ana.slash(world.channel, "play")
    assert deletions(world) == before + 2
    assert second.result.response is None and private(third)


async def test_press_in_a_panel_changes_it_and_deletes_nothing(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    before = deletions(world)
    panel = await open_panel(world)
    again = await panel.choose(panel.places[-1])
    assert again.text and deletions(world) == before
    typed = await world.place(turn_with_figure_choice(await world.game()), ask=True)
    assert private(typed) and again.result.response is None, "a command opens it at the end"


async def test_panel_of_the_next_turn_deletes_no_receipt_of_the_last(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.post_state()
    panel = await open_panel(world)
    figure = next(iter(panel.figures))
    panel = await panel.take(figure)
    before = deletions(world)
    await world.place(any_turn(await world.game(), random.Random(1)))
    await open_panel(world)
    assert deletions(world) == before


async def test_panel_is_opened_although_the_earlier_one_cannot_be_deleted(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    await open_panel(world)
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)
    second = await world.ana.slash(world.channel, "play")
    assert private(second)


async def test_forgotten_player_leaves_no_panel_in_memory(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    await open_panel(world)
    panels = world.app.context.interactions.open_panels
    assert isinstance(panels, OpenPanels) and panels._newest
    panels.forget(world.ana.id)
    assert not panels._newest
