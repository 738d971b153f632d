"""The button back: a private answer that replaces another leads back to it by one tap."""

import random

from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World

BACK = "← Back"


async def playing(world: World) -> None:
    """A game of two, long enough for two pages of its log."""
    await world.start_game(2)
    await world.play_random_tiles(random.Random(4), 46)


async def test_what_replaces_the_scores_leads_back_to_them_also_after_a_restart(
    world: World,
) -> None:
    await playing(world)
    scores = answer(await world.bo.slash(world.channel, "board", view="scores"))
    told = text_of(scores)
    assert BACK not in buttons_of(scores), "it has replaced nothing"
    for label in ("Record", "Fair shuffle ✓"):
        given = answer(await world.bo.click(scores, label=label))
        assert list(buttons_of(given)) == [BACK]
        scores = answer(await world.bo.click(given, label=BACK))
        assert text_of(scores) == told and BACK not in buttons_of(scores)
        assert all(one.filename.startswith("chart") for one in scores.attachments)
    log = answer(await world.bo.click(scores, label="Log"))
    assert text_of(log).startswith("**Log**")
    earlier = answer(await world.bo.click(log, label="← Earlier"))
    scores = answer(await world.bo.click(earlier, label=BACK))
    assert text_of(scores) == told, "pages of the log count as one view"
    log = answer(await world.bo.click(scores, label="Log"))
    await world.restart()
    assert text_of(answer(await world.bo.click(log, label=BACK))) == told


async def test_panel_opened_from_a_view_of_the_board_leads_back_through_each_view(
    world: World,
) -> None:
    await world.start_game(2)
    mover = await world.to_move()
    board = answer(await mover.slash(world.channel, "board", view="text"))
    told = text_of(board)
    panel = answer(await mover.click(board, label="Place my tile"))
    assert text_of(panel).startswith("**Choose a space.**")
    panel = answer(await mover.click(panel, label="1"))
    assert text_of(panel).startswith("**Your tile at ")
    shown = answer(await mover.click(panel, label=BACK))
    assert text_of(shown) == told, "another place is no view of its own"
    log = answer(await mover.click(shown, label="Log"))
    shown = answer(await mover.click(log, label=BACK))
    assert text_of(shown) == told
    panel = answer(await mover.click(shown, label="Place my tile"))
    turn = turn_with_figure_choice(await world.game(), 1)
    done = await mover.slash(world.channel, "place", move=turn.text)
    assert BACK not in buttons_of(answer(done)), "a receipt does not lead back to the panel"
    late = await mover.click(panel, label=BACK)
    assert private(late) and BACK not in buttons_of(answer(late))
