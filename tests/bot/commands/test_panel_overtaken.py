"""Panels that others overtake: foreign presses, presses at once, typed moves, restarts."""

from rules.game import Game
from rules.geometry import xy
from tests.support.legal_turns import Turn, after, askable, asking, figures
from tests.support.move_panel import Panel, menu_of, opened, said, shows
from tests.support.panel_choices import at_gap, chosen
from tests.support.world import World, dealt, private, silent

LATE = "The game has gone on since"


async def test_another_players_press_on_the_public_button_is_refused_with_the_reason(
    world: World,
) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    before = await world.log()
    for who, words in (
        (world.bo, "It is not your turn: **Ana** is to play."),
        (world.dan, "You do not play at this table"),
    ):
        assert words in (await opened(world, who)).text
    assert await world.log() == before


async def test_two_panels_pressed_at_once_lay_one_tile(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game = await world.game()
    first, second = _turns(game)[0], _turns(game)[-1]
    panels = [await chosen(world, turn) for turn in (first, second)]
    wanted = [said(*turn.moves) for turn in (first, second)]
    before, posts = await world.entries(), len(world.messages())
    results = await world.at_once(
        *(panel.take_later(does) for panel, does in zip(panels, wanted, strict=True))
    )
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) in wanted
    assert len(world.messages()) == posts + 1
    [told] = [private(result) for result in results if not silent(result)]
    assert told.startswith(LATE)


async def test_panel_overtaken_by_a_typed_move_shows_the_current_turn(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    await world.shown()
    turn = asking(await world.game())
    untouched, shown = await opened(world), await chosen(world, turn)
    public = world.post()
    other = next(t for t in _turns(await world.game()) if t != turn)
    assert silent(await world.place(other))
    before, posts = await world.log(), world.posts()
    back = Panel(shown.player, shown.result)
    for late in (
        await untouched.choose(untouched.places[-1]),
        await back.take(said(*turn.moves)),
        Panel(world.ana, await world.press_old(world.ana, public, "Place my tile")),
    ):
        assert late.text.startswith(LATE)
        assert f"<@{world.bo.id}>, your turn" in late.text
        assert menu_of(late.message) == []
    assert await world.log() == before and world.posts() == posts


def _turns(game: Game) -> list[Turn]:
    return [Turn(place, figure) for place in askable(game) for figure in figures(game, place)]


async def test_panel_keeps_working_after_a_restart(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game = await world.game()
    turn = asking(game)
    panel = await opened(world)
    await world.restart()
    panel = await panel.choose(at_gap(panel, turn)[0])
    await world.killed()
    panel = await panel.press(shows(turn.place)) if shows(turn.place) in panel.action else panel
    await world.restart()
    assert silent((await panel.take(said(*turn.moves))).result)
    assert await world.game() == after(game, turn)


async def test_typed_pass_plays_the_tile_shown_on_the_panel(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game, turn = await world.game(), asking(await world.game())
    await chosen(world, turn)
    assert silent(await world.ana.slash(world.channel, "place", move="pass"))
    assert await world.game() == after(game, Turn(turn.place, None))


async def test_partly_typed_move_opens_the_panel_for_the_rest(world: World) -> None:
    await world.dealt(dealt(3))
    game, turn = await world.game(), asking(await world.game())
    before = await world.log()
    x, y = xy(turn.place.cell)
    for typed in (f"{x} {y}", turn.place_text):
        asked = Panel(world.ana, await world.ana.slash(world.channel, "place", move=typed))
        assert asked.text.startswith(f"**Your tile at `{x} {y}`")
        assert await world.log() == before
    assert silent((await asked.take(said(*turn.moves))).result)
    assert await world.game() == after(game, turn)
