"""Plans: a gap chosen during another player's turn, where the panel opens later."""

import random

import pytest
from simcord import InteractionResult, MemberActor

from bot.presenters.private import panel as panels
from bot.presenters.private.panel import placement_at
from bot.text.message import MAX_MENU_LINES
from bot.text.phrases import coordinates
from rules.analysis.draw_odds import fitting_kinds
from rules.game import Game
from rules.geometry import MAX_COORDINATE, Cell, reading_order
from rules.random_play import deal
from tests.support.game_choices import FIVE
from tests.support.legal_turns import any_turn
from tests.support.move_panel import menu_of, within_limits
from tests.support.shown_messages import answer, buttons_of, menus_of, private, text_of
from tests.support.world import World, shuffled_header


async def begun(world: World, name: str = "hunters", **options: str) -> None:
    """A table that has been dealt and posted; Ana is to move."""
    header = shuffled_header(3)
    if name != header.game:
        header = deal(name, 3, random.Random(1))
    await world.start_with(header, **options)
    await world.post_state()


async def wanted(world: World, who: MemberActor) -> InteractionResult:
    """Press the button of the turn; return the panel."""
    return await who.click(world.post(), label="Place my tile")


async def select(who: MemberActor, asked: InteractionResult, value: str) -> InteractionResult:
    """Choose a line in the menu of spaces."""
    return await who.select(answer(asked), [value], custom_id=menus_of(answer(asked))[value])


async def choose(who: MemberActor, asked: InteractionResult, cell: Cell) -> InteractionResult:
    return await select(who, asked, f"aim at {coordinates(cell)}")


async def keep(world: World, who: MemberActor, cell: Cell) -> InteractionResult:
    chosen = await choose(who, await wanted(world, who), cell)
    return await who.click(answer(chosen), label="Plan this")


def gaps(game: Game) -> list[Cell]:
    return sorted(game.board.gaps, key=reading_order)


async def until_turn_of(world: World, who: MemberActor, *spared: Cell) -> None:
    """Let the others play until a player is to move, sparing some places."""
    seed = 0
    while (await world.to_move()).id != who.id:
        game, seed = await world.game(), seed + 1
        turn = any_turn(game, random.Random(seed))
        if turn.place.cell not in spared:
            await world.place(turn)


async def test_waiting_player_sees_the_gaps_and_the_whole_board(world: World) -> None:
    await begun(world)
    before, posts = await world.log(), len(world.posts())
    asked = await wanted(world, world.cleo)
    assert private(asked).startswith("It's not your turn. **Ana** is up.")
    lines = menu_of(answer(asked))
    assert [line.value for line in lines] == [
        f"aim at {coordinates(cell)}" for cell in gaps(await world.game())
    ]
    assert list(buttons_of(answer(asked))) == []
    [picture] = answer(asked).attachments
    assert picture.description and "column and row" in picture.description
    assert await world.log() == before and len(world.posts()) == posts
    within_limits(answer(asked))


async def test_plan_is_previewed_kept_and_dropped(world: World) -> None:
    await begun(world)
    cell = gaps(await world.game())[1]
    chosen = await choose(world.cleo, await wanted(world, world.cleo), cell)
    assert f"Space `{coordinates(cell)}`." in private(chosen)
    assert [line.value for line in menu_of(answer(chosen)) if line.default] == [
        f"aim at {coordinates(cell)}"
    ]
    kept = await world.cleo.click(answer(chosen), label="Plan this")
    assert f"Your plan: `{coordinates(cell)}`." in private(kept)
    assert list(buttons_of(answer(kept))) == ["Drop plan"]
    dropped = await world.cleo.click(answer(kept), label="Drop plan")
    assert "plan:" not in private(dropped) and not buttons_of(answer(dropped))


async def test_place_typed_out_of_turn_is_shown_as_a_plan(world: World) -> None:
    await begun(world)
    cell = gaps(await world.game())[0]
    for said in (
        coordinates(cell),
        f"{coordinates(cell)} rot90 hunter b",
        f"place {coordinates(cell)}",
    ):
        reply = private(await world.cleo.slash(world.channel, "place", move=said))
        assert reply.startswith("It's not your turn.") and f"Space `{coordinates(cell)}`." in reply
    for said in ("50 50", "0 0"):
        reply = private(await world.cleo.slash(world.channel, "place", move=said))
        assert f"There's no empty space at `{said}`. Choose one" in reply
    reply = private(await world.cleo.slash(world.channel, "place", move="9" * 20 + " 0"))
    assert f"Type a number from {-MAX_COORDINATE} to {MAX_COORDINATE}" in reply
    for said in ("hunter b", "pass", "x y", "3"):
        reply = private(await world.cleo.slash(world.channel, "place", move=said))
        assert reply.startswith("It's not your turn.") and "Space" not in reply


@pytest.mark.parametrize("fits", [True, False])
async def test_panel_opens_on_a_fitting_plan_or_else_on_the_best_place(
    world: World, fits: bool
) -> None:
    await begun(world)
    await until_turn_of(world, world.cleo)
    game = await world.game()
    best = panels.first_placement(game, aided=True).cell
    cells = [
        cell for cell in gaps(game) if (placement_at(game, cell, aided=True) is not None) is fits
    ]
    cell = next(cell for cell in cells if cell != best)
    await world.app.context.people.notes.set_plan(world.cleo.id, await world.game_id(), cell)
    opened = private(await wanted(world, world.cleo))
    if fits:
        assert opened.startswith(f"📌 Your plan, `{coordinates(cell)}`: the tile fits.")
        assert f"**Your tile at `{coordinates(cell)}`" in opened
    else:
        assert opened.startswith(
            f"📌 Your plan was `{coordinates(cell)}`, but this tile doesn't fit there."
        )
        assert f"**Your tile at `{coordinates(best)}`" in opened


async def test_plan_is_private_and_never_played_automatically(world: World) -> None:
    await begun(world)
    cell = gaps(await world.game())[0]
    await keep(world, world.cleo, cell)
    await until_turn_of(world, world.cleo, cell)
    assert cell in (await world.game()).board.gaps
    for who in (world.ana, world.bo, world.dan):
        assert "plan" not in private(await who.slash(world.channel, "board")).lower()
    assert not any("plan" in post.lower() for post in world.posts())


async def test_plan_is_deleted_when_its_cell_is_occupied(world: World) -> None:
    await begun(world)
    turn = any_turn(await world.game(), random.Random(1))
    await keep(world, world.cleo, turn.place.cell)
    await world.place(turn)
    assert "plan:" not in private(await wanted(world, world.cleo))
    notebook = world.app.context.people.notes
    assert await notebook.plan(world.cleo.id, await world.game_id()) is None


async def test_plan_survives_a_restart_and_is_erased_with_its_user(world: World) -> None:
    await begun(world)
    cell = gaps(await world.game())[0]
    await keep(world, world.cleo, cell)
    await world.restart()
    assert f"Your plan: `{coordinates(cell)}`." in private(await wanted(world, world.cleo))
    await world.app.game_log.erase(world.cleo.id)
    assert await world.app.context.people.notes.plan(world.cleo.id, await world.game_id()) is None


async def test_plan_kept_during_the_own_turn_opens_the_panel(world: World) -> None:
    await begun(world)
    await until_turn_of(world, world.bo)
    asked = await wanted(world, world.cleo)
    turn = any_turn(await world.game(), random.Random(3))
    chosen = None
    for cell in gaps(await world.game()):
        if cell != turn.place.cell:
            chosen = await choose(world.cleo, asked, cell)
            break
    assert chosen is not None
    await world.place(turn)
    opened = await world.cleo.click(answer(chosen), label="Plan this")
    assert "📌 Your plan" in private(opened) and "**Your tile at " in private(opened)


async def test_plan_for_a_filled_gap_says_that_the_gap_is_gone(world: World) -> None:
    await begun(world)
    asked = await wanted(world, world.cleo)
    turn = any_turn(await world.game(), random.Random(1))
    await world.place(turn)
    reply = private(await choose(world.cleo, asked, turn.place.cell))
    assert f"There's no empty space at `{coordinates(turn.place.cell)}`. Choose one" in reply


async def test_gaps_are_listed_in_pages(world: World) -> None:
    await begun(world)
    await world.play_random_tiles(random.Random(4), 40)
    if (await world.to_move()).id == world.cleo.id:
        await world.place(any_turn(await world.game(), random.Random(1)))
    cells = gaps(await world.game())
    assert len(cells) > MAX_MENU_LINES
    asked, seen = await world.press(world.cleo, "panel"), set()
    for _page in range(9):
        lines = menu_of(answer(asked))
        within_limits(answer(asked))
        seen |= {line.value for line in lines if line.value.startswith("aim at ")}
        after = [line for line in lines if line.label == "More spaces →"]
        if not after:
            break
        asked = await select(world.cleo, asked, after[0].value)
    assert seen == {f"aim at {coordinates(cell)}" for cell in cells}


async def test_odds_of_a_gap_are_shown_unless_the_table_plays_without_aids(
    world: World,
) -> None:
    await begun(world)
    game = await world.game()
    cell = gaps(game)[0]
    left = len(game.bags[game.book.main_bag])
    odds = f"{fitting_kinds(game, cell).total()} of the {left} remaining tiles fit"
    asked = await wanted(world, world.cleo)
    assert (menu_of(answer(asked))[0].description or "").startswith(odds)
    assert odds in private(await choose(world.cleo, asked, cell))


async def test_plans_show_no_odds_at_a_table_without_aids(world: World) -> None:
    await begun(world, purist="yes")
    asked = await wanted(world, world.cleo)
    assert not any(line.description for line in menu_of(answer(asked)))
    reply = private(await choose(world.cleo, asked, gaps(await world.game())[0]))
    assert "left fit" not in reply


@pytest.mark.parametrize("name", FIVE)
async def test_place_can_be_planned_in_every_game(world: World, name: str) -> None:
    await begun(world, name)
    cell = gaps(await world.game())[0]
    assert f"`{coordinates(cell)}`" in private(await keep(world, world.cleo, cell))


async def test_spectator_cannot_plan(world: World) -> None:
    await begun(world)
    game = await world.game_id()
    assert "You're not in this game." in private(await wanted(world, world.dan))
    reply = private(await world.press_id(world.dan, f"carc:{game}:0:aim keep 0 1"))
    assert "You're not in this game." in reply
    reply = private(await world.press_id(world.cleo, f"carc:{game}:0:aim keep up"))
    assert "The game has moved on" in reply
    assert text_of(world.post())
