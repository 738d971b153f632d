"""The button back: a private answer that replaces another leads back to it by one tap."""

from __future__ import annotations

import random

import pytest

from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, choices_of, private, text_of
from tests.support.world import World

BACK = "← Back"


@pytest.fixture
async def playing(world: World) -> World:
    """A game of two, some tiles on."""
    await world.start_game(2)
    await world.play_random_tiles(random.Random(4), 6)
    return world


async def test_log_opened_from_the_scores_leads_back_to_them(playing: World) -> None:
    world = playing
    scores = answer(await world.bo.click(world.post(), label="Scores"))
    told = text_of(scores)
    assert BACK not in buttons_of(scores), "it has replaced nothing"
    log = answer(await world.bo.click(scores, label="Log"))
    assert text_of(log).startswith("**Log**") and BACK in buttons_of(log)
    again = answer(await world.bo.click(log, label=BACK))
    assert text_of(again) == told and BACK not in buttons_of(again)


async def test_panel_opened_from_a_view_of_the_board_leads_back_through_each_view(
    playing: World,
) -> None:
    world = playing
    mover = await world.to_move()
    board = answer(await mover.slash(world.channel, "board", view="text"))
    told = text_of(board)
    panel = answer(await mover.click(board, label="Place my tile"))
    assert text_of(panel).startswith("**Your tile at ")
    place = next(one for one in choices_of(panel) if one.startswith("show "))
    panel = answer(await mover.select(panel, [place]))
    shown = answer(await mover.click(panel, label=BACK))
    assert text_of(shown) == told, "another place is no view of its own"
    log = answer(await mover.click(shown, label="Log"))
    assert text_of(answer(await mover.click(log, label=BACK))) == told


@pytest.mark.parametrize("label", ["Record", "Fair shuffle ✓"])
async def test_text_or_file_that_replaces_the_scores_leads_back(playing: World, label: str) -> None:
    world = playing
    scores = answer(await world.bo.click(world.post(), label="Scores"))
    told = text_of(scores)
    given = answer(await world.bo.click(scores, label=label))
    assert list(buttons_of(given)) == [BACK]
    again = answer(await world.bo.click(given, label=BACK))
    assert text_of(again) == told
    assert all(one.filename.startswith("chart") for one in again.attachments)


async def test_pages_of_the_log_count_as_one_view(playing: World) -> None:
    world = playing
    await world.play_random_tiles(random.Random(5), 40)
    scores = answer(await world.bo.click(world.post(), label="Scores"))
    told = text_of(scores)
    log = answer(await world.bo.click(scores, label="Log"))
    earlier = answer(await world.bo.click(log, label="← Earlier"))
    again = answer(await world.bo.click(earlier, label=BACK))
    assert text_of(again) == told


async def test_button_back_works_after_a_restart_which_forgets_what_else_was_shown(
    playing: World,
) -> None:
    world = playing
    scores = answer(await world.bo.click(world.post(), label="Scores"))
    told = text_of(scores)
    log = answer(await world.bo.click(scores, label="Log"))
    await world.restart()
    again = answer(await world.bo.click(log, label=BACK))
    assert text_of(again) == told


async def test_receipt_of_a_move_has_no_way_back_to_the_panel(playing: World) -> None:
    world = playing
    mover = await world.to_move()
    turn = turn_with_figure_choice(await world.game(), 1)
    scores = answer(await mover.click(world.post(), label="Scores"))
    panel = answer(await mover.click(scores, label="Place my tile"))
    assert BACK in buttons_of(panel)
    done = await mover.slash(world.channel, "place", move=turn.text)
    assert BACK not in buttons_of(answer(done))
    late = await mover.click(panel, label=BACK)
    assert private(late) and BACK not in buttons_of(answer(late))


async def test_settings_opened_from_the_help_lead_back_to_it(playing: World) -> None:
    world = playing
    helped = answer(await world.dan.slash(world.channel, "help"))
    told = text_of(helped)
    settings = answer(await world.dan.click(helped, label="Settings"))
    assert text_of(settings).startswith("**Your settings.**")
    again = answer(await world.dan.click(settings, label=BACK))
    assert text_of(again) == told and BACK not in buttons_of(again)
