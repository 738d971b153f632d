"""Panels that others overtake: foreign presses, presses at once, typed moves, restarts."""

from rules.game import Game
from rules.geometry import xy
from tests.support.legal_turns import (
    Turn,
    game_after_turn,
    legal_figures,
    placements_with_figure_choice,
    turn_with_figure_choice,
)
from tests.support.move_panel import Panel, menu_of, move_text, open_panel, shows
from tests.support.panel_choices import choices_at_gap, choose_turn
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header

LATE = "The game has moved on"


async def test_another_players_press_on_the_public_button_is_refused_with_the_reason(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    before = await world.log()
    for who, words in (
        (world.bo, "It's not your turn. **Ana** is up."),
        (world.dan, "You're not in this game."),
    ):
        assert words in (await open_panel(world, who)).text
    assert await world.log() == before


async def test_two_panels_pressed_at_once_lay_one_tile(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    keep_earlier_panels(world)
    game = await world.game()
    first, second = _turns(game)[0], _turns(game)[-1]
    panels = [await choose_turn(world, turn) for turn in (first, second)]
    wanted = [move_text(*turn.moves) for turn in (first, second)]
    before, posts = await world.entries(), len(world.messages())
    results = await world.at_once(
        *(panel.take_later(does) for panel, does in zip(panels, wanted, strict=True))
    )
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) in wanted
    assert len(world.messages()) == posts + 1
    [reply] = [private(result) for result in results if not has_no_reply(result)]
    assert reply.startswith(LATE)


async def test_panel_overtaken_by_a_typed_move_shows_the_current_turn(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2))
    await world.post_state()
    keep_earlier_panels(world)
    turn = turn_with_figure_choice(await world.game())
    untouched, shown = await open_panel(world), await choose_turn(world, turn)
    public = world.post()
    other = next(t for t in _turns(await world.game()) if t != turn)
    assert has_no_reply(await world.place(other))
    before, posts = await world.log(), world.posts()
    back = Panel(shown.player, shown.result)
    for late in (
        await untouched.choose(untouched.places[-1]),
        await back.take(move_text(*turn.moves)),
        Panel(world.ana, await world.press_old(world.ana, public, "Place my tile")),
    ):
        assert late.text.startswith(LATE)
        assert f"<@{world.bo.id}>, your turn" in late.text
        assert menu_of(late.message) == []
    assert await world.log() == before and world.posts() == posts


def keep_earlier_panels(world: World) -> None:
    """Let Discord fail to delete a panel, so that two stand side by side."""
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)


def _turns(game: Game) -> list[Turn]:
    return [
        Turn(place, figure)
        for place in placements_with_figure_choice(game)
        for figure in legal_figures(game, place)
    ]


async def test_panel_keeps_working_after_a_restart(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    game = await world.game()
    turn = turn_with_figure_choice(game)
    panel = await open_panel(world)
    await world.restart()
    panel = await panel.choose(choices_at_gap(panel, turn)[0])
    await world.kill_and_restart()
    panel = await panel.press(shows(turn.place)) if shows(turn.place) in panel.action else panel
    await world.restart()
    assert has_no_reply((await panel.take(move_text(*turn.moves))).result)
    assert await world.game() == game_after_turn(game, turn)


async def test_typed_pass_plays_the_tile_shown_on_the_panel(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    game, turn = await world.game(), turn_with_figure_choice(await world.game())
    await choose_turn(world, turn)
    assert has_no_reply(await world.ana.slash(world.channel, "place", move="pass"))
    assert await world.game() == game_after_turn(game, Turn(turn.place, None))


async def test_partly_typed_move_opens_the_panel_for_the_rest(world: World) -> None:
    await world.start_with(shuffled_header(3))
    game, turn = await world.game(), turn_with_figure_choice(await world.game())
    before = await world.log()
    x, y = xy(turn.place.cell)
    for typed in (f"{x} {y}", turn.place_text):
        asked = Panel(world.ana, await world.ana.slash(world.channel, "place", move=typed))
        assert asked.text.startswith(f"**Your tile at `{x} {y}`")
        assert await world.log() == before
    assert has_no_reply((await asked.take(move_text(*turn.moves))).result)
    assert await world.game() == game_after_turn(game, turn)
