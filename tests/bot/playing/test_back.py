"""The button back: a private answer that replaces another leads back to it by one tap."""

from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World

BACK = "← Back"


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
