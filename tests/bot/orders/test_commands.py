"""The editor of standing orders: private, a menu of kinds of tiles, a panel for each."""

import random

import pytest
from simcord import InteractionResult, MemberActor

from bot.discord_io.rendering import FILE_LIMIT, Rendering
from bot.orders.words import kind_name
from bot.playing.panel_words import panel_message
from bot.words.moves import moves_text
from rules.analysis.draw_odds import next_tile_odds
from rules.analysis.tile_groups import group_tiles
from rules.notation import write
from rules.orders import MASTER, MAX_WAYS, with_tile_in_hand
from tests.support.game_choices import ALL_TOGETHER
from tests.support.given_orders import (
    begun,
    give,
    given,
    keeping,
    next_tile_of,
    order_next_tile,
    quiet_way,
    seat_of,
)
from tests.support.legal_turns import any_turn, legal_turns
from tests.support.move_panel import Panel, does_of, menu_of, pressable
from tests.support.shown_messages import answer, buttons_of, menus_of, private
from tests.support.world import World


async def editor(world: World, who: MemberActor) -> InteractionResult:
    """Open the plan and the orders of a player who waits."""
    return await who.click(world.post(), label="Place my tile")


async def select(who: MemberActor, asked: InteractionResult, value: str) -> InteractionResult:
    """Choose a line in whichever menu has it."""
    return await who.select(answer(asked), [value], custom_id=menus_of(answer(asked))[value])


async def kind_panel(world: World, who: MemberActor, tile: str) -> InteractionResult:
    """Choose a kind of tile in the menu of its group."""
    asked, value = await group_panel(world, who, tile), f"order kind {tile}"
    while value not in menus_of(answer(asked)):
        onward = [line.value for line in menu_of(answer(asked), "kinds") if line.label == "More →"]
        asked = await select(who, asked, onward[0])
    return await select(who, asked, value)


async def group_panel(world: World, who: MemberActor, tile: str) -> InteractionResult:
    """Choose the group of a kind of tile in the menu of orders."""
    game = await world.game()
    groups = group_tiles(game, dict.fromkeys(next_tile_odds(game, seat_of(world, who)), 1))
    [first] = (next(iter(dict(group.kinds))) for group in groups if tile in dict(group.kinds))
    return await select(who, await editor(world, who), f"order group {first}")


async def test_tiles_to_come_are_listed_in_groups_with_their_odds(world: World) -> None:
    await begun(world, ALL_TOGETHER)
    game = await world.game()
    odds = next_tile_odds(game, seat_of(world, world.cleo))
    asked, listed = await editor(world, world.cleo), list[str]()
    assert "Standing orders" in private(asked)
    groups = menu_of(answer(asked), "kinds")
    assert all(line.label.startswith("Any tile with ") for line in groups)
    for group in groups:
        shown = await select(world.cleo, await editor(world, world.cleo), group.value)
        kinds = list[str]()
        for _page in range(9):
            lines = menu_of(answer(shown), "kinds")
            kinds += [line.value for line in lines if line.value.startswith("order kind ")]
            onward = [line for line in lines if line.label == "More →"]
            if not onward:
                break
            shown = await select(world.cleo, shown, onward[0].value)
        share = round(100 * sum(odds[kind.removeprefix("order kind ")] for kind in kinds))
        number = "1 kind" if len(kinds) == 1 else f"{len(kinds)} kinds"
        assert group.description == f"{number}, {share} %"
        assert f"**{group.label}:** {group.description}" in private(shown)
        listed += kinds
    assert sorted(listed) == sorted(f"order kind {tile}" for tile in odds)


async def test_group_of_tiles_is_left_to_a_master_and_its_orders_are_removed(world: World) -> None:
    await begun(world, "base")
    game, seat = await world.game(), seat_of(world, world.bo)
    tile = next(tile for tile in next_tile_odds(game, seat) if tile == "U")
    shown = await group_panel(world, world.bo, tile)
    [picture] = answer(shown).attachments
    assert picture.description == "Any tile with a road: A road, B road."
    lines = menu_of(answer(shown), "kinds")
    assert [line.label for line in lines] == ["A · road", "B · road"]
    moves = quiet_way(game, seat, tile)
    await give(world, world.bo, tile, moves)
    left = await world.bo.click(answer(shown), label="Let a master play")
    assert "✔️ Orders saved" in private(left) and "2 orders" in private(left)
    orders = await given(world, world.bo)
    assert sorted(orders) == sorted(line.value.removeprefix("order kind ") for line in lines)
    assert [way.moves for way in orders[tile].ways] == [moves, ()]
    assert all(order.ways[-1] == MASTER for order in orders.values())
    removed = await world.bo.click(answer(left), label="Remove orders")
    assert await given(world, world.bo) == {} and "order" not in private(removed).split("\n")[0]


@pytest.mark.painted
async def test_panel_of_an_order_is_that_of_the_turn_with_its_tile(world: World) -> None:
    await begun(world)
    game, seat = await world.game(), seat_of(world, world.bo)
    tile = next(tile for tile in next_tile_odds(game, seat))
    hand = with_tile_in_hand(game, seat, tile)
    names = await world.app.services.names.of(await world.table(), world.guild.id)
    turn = panel_message(hand, (), names)
    [wanted] = turn.pictures
    drawn = await Rendering().picture(wanted, hand, names, "", FILE_LIMIT)
    shown = await kind_panel(world, world.bo, tile)
    assert private(shown).endswith(turn.text)
    [picture] = answer(shown).attachments
    assert picture.description == wanted.alt
    assert await picture.read() == drawn, "the card to move is that of the order's player"


async def test_order_is_given_by_the_panel_shown_with_what_it_covers_and_withdrawn(
    world: World,
) -> None:
    await begun(world)
    before, posts = await world.log(), len(world.posts())
    game, seat = await world.game(), seat_of(world, world.bo)
    odds = next_tile_odds(game, seat)
    tile = next(tile for tile in odds if with_tile_in_hand(game, seat, tile).legal_moves())
    panel = await kind_panel(world, world.bo, tile)
    assert "If you draw" in private(panel) and "No order yet: you'd get a ping" in private(panel)
    shown = await Panel(world.bo, panel).take(Panel(world.bo, panel).places[0])
    actions = [does_of(button) for button in pressable(shown.message)]
    making = [does for does in actions if does.startswith(f"order do {tile} place ")]
    making += [line.value for line in menu_of(shown.message, "figure")]
    for _twice in range(2):
        saved = await world.press_id(world.bo, f"carc:{await world.game_id()}:0:{making[0]}")
        assert "✔️ Order saved" in private(saved)
    [way] = (await given(world, world.bo))[tile].ways
    assert " ".join(map(write, way.moves)) == making[0].removeprefix(f"order do {tile} ")
    asked = await editor(world, world.bo)
    assert f"cover {round(100 * odds[tile])} % of the tiles you may draw" in private(asked)
    assert menu_of(answer(asked), "kinds")[0].value == f"order kind {tile}"
    panel = await kind_panel(world, world.bo, tile)
    words = moves_text(with_tile_in_hand(game, seat, tile), way.moves)
    assert f"Your order: {words}\n" in private(panel)
    assert f"**A** · {kind_name(game, tile)}: {words}" in private(asked)
    waiting = await world.bo.click(answer(panel), label="Remove order")
    assert "Standing orders" in private(waiting) and await given(world, world.bo) == {}
    await order_next_tile(world, world.bo)
    for who in (world.ana, world.cleo, world.dan):
        assert "order" not in private(await who.slash(world.channel, "board")).lower()
    asked = await editor(world, world.bo)
    await world.bo.click(answer(asked), label="Remove all orders")
    assert await given(world, world.bo) == {}
    await order_next_tile(world, world.bo)
    assert "standing orders: 1" in private(await world.bo.slash(world.channel, "privacy"))
    await world.app.game_log.erase(world.bo.id)
    kept = world.app.services.orders
    assert await kept.of(world.bo.id, await world.game_id(), await world.game()) == {}
    assert len(world.posts()) == posts and len(await world.log()) == len(before)


async def test_order_has_three_ways_at_most_and_a_master_comes_last(world: World) -> None:
    await begun(world)
    tile, seat = await next_tile_of(world, world.cleo), seat_of(world, world.cleo)
    await give(world, world.cleo, tile, (), word="master")
    hand = with_tile_in_hand(await world.game(), seat, tile)
    turns = {turn.place.cell: turn for turn in legal_turns(hand) if turn.figure is None}
    for turn in list(turns.values())[: MAX_WAYS - 1]:
        await give(world, world.cleo, tile, turn.moves)
    ways = (await given(world, world.cleo))[tile].ways
    assert len(ways) == MAX_WAYS and ways[-1] == MASTER
    panel = await kind_panel(world, world.cleo, tile)
    assert "Otherwise: a master plays" in private(panel)
    assert "Let a master play" not in buttons_of(answer(panel))
    more = list(turns.values())[-1]
    reply = private(await give(world, world.cleo, tile, more.moves))
    assert "This order has 3 moves already" in reply
    assert (await given(world, world.cleo))[tile].ways == ways


async def test_void_order_is_marked_and_not_counted(world: World) -> None:
    await begun(world)
    tile, seat = await next_tile_of(world, world.cleo), seat_of(world, world.cleo)
    game = await world.game()
    moves, turn = next(
        (moves, turn)
        for number in range(50)
        if (moves := quiet_way(game, seat, tile, number))
        and (turn := keeping(game, seat, tile, moves, keeps=False))
    )
    await give(world, world.cleo, tile, moves)
    assert "⚠️" not in private(await editor(world, world.cleo))
    await world.place(turn)
    asked = private(await editor(world, world.cleo))
    assert "⚠️" in asked and "cover 0 % of the tiles you may draw" in asked
    assert "The board has changed" in private(await kind_panel(world, world.cleo, tile))


async def test_next_decision_of_a_tile_can_be_ordered_too(world: World) -> None:
    """A lake of The Ferries asks for its ferry: it may be added, or left to the player."""
    await begun(world, "base+ferries")
    game, seat = await world.game(), seat_of(world, world.bo)
    for tile in next_tile_odds(game, seat):
        hand = with_tile_in_hand(game, seat, tile)
        if not tile.startswith("FER") or not hand.legal_moves():
            continue
        reply = await give(world, world.bo, tile, any_turn(hand, random.Random(1), wants=0).moves)
        if "Add what comes next" not in private(reply):
            continue
        actions = [does_of(button) for button in pressable(answer(reply).message)]
        more = next(does for does in actions if does.startswith(f"order do {tile} place "))
        done = await world.press_id(world.bo, f"carc:{await world.game_id()}:0:{more}")
        assert "✔️ Order saved" in private(done)
        [way] = (await given(world, world.bo))[tile].ways
        assert " ".join(map(write, way.moves)) == more.removeprefix(f"order do {tile} ")
        return
    raise AssertionError("no lake asks for a ferry")
