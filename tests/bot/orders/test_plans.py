"""Plans: a gap chosen during another player's turn, where the panel opens later."""

import random

from simcord import InteractionResult, MemberActor

from bot.playing.panel_words import placement_at
from bot.text.coordinates import coordinates
from rules.analysis.draw_odds import fitting_kinds
from rules.analysis.placements import gap_numbers
from rules.game import Game
from rules.geometry import MAX_COORDINATE, Cell
from tests.support.given_orders import begun
from tests.support.legal_turns import any_turn
from tests.support.move_panel import menu_of
from tests.support.shown_messages import answer, buttons_of, private, select
from tests.support.world import World


async def wanted(world: World, who: MemberActor) -> InteractionResult:
    """Press the button of the turn; return the panel."""
    return await world.press(who, "panel")


async def choose(who: MemberActor, asked: InteractionResult, cell: Cell) -> InteractionResult:
    return await select(who, asked, f"aim at {coordinates(cell)}")


async def keep(world: World, who: MemberActor, cell: Cell) -> InteractionResult:
    chosen = await choose(who, await wanted(world, who), cell)
    return await who.click(answer(chosen), label="Plan this")


async def plan_of(world: World, who: MemberActor) -> Cell | None:
    return await world.app.services.notes.plan(who.id, await world.game_id())


def gaps(game: Game) -> list[Cell]:
    return list(gap_numbers(game))


async def until_turn_of(world: World, who: MemberActor, *spared: Cell) -> None:
    """Let the others play until a player is to move, sparing some places."""
    seed = 0
    while (await world.to_move()).id != who.id:
        game, seed = await world.game(), seed + 1
        turn = any_turn(game, random.Random(seed))
        if turn.place.cell not in spared:
            await world.place(turn)


async def test_plan_is_previewed_with_its_odds_kept_over_a_restart_and_dropped(
    world: World,
) -> None:
    await begun(world)
    before, posts, game = await world.log(), len(world.posts()), await world.game()
    cells = gaps(game)
    asked = await wanted(world, world.cleo)
    assert private(asked).startswith("It's not your turn. **Ana** is up.")
    lines = menu_of(answer(asked))
    assert [line.value for line in lines] == [f"aim at {coordinates(cell)}" for cell in cells]
    assert list(buttons_of(answer(asked))) == []
    left = len(game.bags[game.book.main_bag])
    odds = f"{fitting_kinds(game, cells[1]).total()} of the {left} remaining tiles fit"
    assert (lines[1].description or "").startswith(odds)
    [picture] = answer(asked).attachments
    assert picture.description and "a number in each empty space" in picture.description
    at = f"space **2** (`{coordinates(cells[1])}`)."
    chosen = await choose(world.cleo, asked, cells[1])
    assert f"S{at[1:]}" in private(chosen) and odds in private(chosen)
    kept = await world.cleo.click(answer(chosen), label="Plan this")
    assert f"Your plan: {at}" in private(kept)
    await world.restart()
    kept = await wanted(world, world.cleo)
    assert f"Your plan: {at}" in private(kept)
    for who in (world.ana, world.dan):
        assert "plan" not in private(await who.slash(world.channel, "board")).lower()
    dropped = await world.cleo.click(answer(kept), label="Drop plan")
    assert "plan:" not in private(dropped) and not buttons_of(answer(dropped))
    await keep(world, world.cleo, cells[1])
    assert await world.log() == before and len(world.posts()) == posts
    await world.app.game_log.erase(world.cleo.id)
    assert await plan_of(world, world.cleo) is None


async def test_place_typed_out_of_turn_is_shown_as_a_plan(world: World) -> None:
    await begun(world)
    at = coordinates(gaps(await world.game())[0])
    for said, words in {
        at: f"Space **1** (`{at}`).",
        f"{at} rot90 hunter b": f"Space **1** (`{at}`).",
        f"place {at}": f"Space **1** (`{at}`).",
        "50 50": "There's no empty space at `50 50`. Choose one",
        "0 0": "There's no empty space at `0 0`. Choose one",
    }.items():
        reply = private(await world.cleo.slash(world.channel, "place", move=said))
        assert reply.startswith("It's not your turn.") and words in reply, said
    reply = private(await world.cleo.slash(world.channel, "place", move="9" * 20 + " 0"))
    assert f"Type a number from {-MAX_COORDINATE} to {MAX_COORDINATE}" in reply
    for said in ("hunter b", "pass", "x y", "3"):
        reply = private(await world.cleo.slash(world.channel, "place", move=said))
        assert reply.startswith("It's not your turn.") and "Space" not in reply


async def test_panel_opens_on_a_fitting_plan_or_else_asks_for_a_space(world: World) -> None:
    await begun(world)
    await until_turn_of(world, world.cleo)
    game = await world.game()
    fits = {cell: placement_at(game, cell) is not None for cell in gaps(game)}
    for fitting in (True, False):
        cell = next(cell for cell in fits if fits[cell] is fitting)
        await world.app.services.notes.set_plan(world.cleo.id, await world.game_id(), cell)
        opened = private(await wanted(world, world.cleo))
        at = coordinates(cell)
        if fitting:
            assert opened.startswith(f"📌 Your plan, `{at}`: the tile fits.")
            assert f"**Your tile at `{at}`" in opened
        else:
            assert opened.startswith(f"📌 Your plan was `{at}`, but this tile doesn't fit there.")
            assert "**Choose a space.**" in opened


async def test_plan_is_never_played_and_goes_with_its_gap(world: World) -> None:
    await begun(world)
    turn = any_turn(await world.game(), random.Random(1))
    asked = await wanted(world, world.cleo)
    cell = next(cell for cell in gaps(await world.game()) if cell != turn.place.cell)
    await keep(world, world.cleo, turn.place.cell)
    await world.place(turn)
    assert "plan:" not in private(await wanted(world, world.cleo))
    assert await plan_of(world, world.cleo) is None
    reply = private(await choose(world.cleo, asked, turn.place.cell))
    assert f"There's no empty space at `{coordinates(turn.place.cell)}`. Choose one" in reply
    chosen = await choose(world.cleo, asked, cell)
    await until_turn_of(world, world.cleo, cell)
    assert cell in (await world.game()).board.gaps
    assert not any("plan" in post.lower() for post in world.posts())
    opened = private(await world.cleo.click(answer(chosen), label="Plan this"))
    assert "📌 Your plan" in opened and "**Your tile at " in opened, "it is the own turn by now"
