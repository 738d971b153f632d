"""Standing orders through Discord: given, shown, withdrawn and played."""

import random
from collections.abc import Sequence

import pytest
from simcord import InteractionResult, MemberActor

from bot.discord_io.rendering import FILE_LIMIT, Rendering
from bot.orders.service import DELAY_SECONDS, OrderDue, random_delay
from bot.orders.words import kind_name
from bot.playing.panel_words import panel_message
from bot.text.coordinates import coordinates, rotation_text
from bot.words.moves import moves_text
from rules.analysis.draw_odds import next_tile_odds
from rules.analysis.tile_groups import group_tiles
from rules.game import Game, play_together
from rules.moves import PlaceTile
from rules.notation import read, write
from rules.orders import MASTER, MAX_WAYS, Moves, Order, give_order, way_to_play, with_tile_in_hand
from storage import Schedule
from tests.support.clock import Clock, pass_time
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
    until_turn,
)
from tests.support.legal_turns import Turn, any_turn, game_after_turn, legal_turns
from tests.support.move_panel import Panel, does_of, menu_of, pressable
from tests.support.reminders import pinged_users
from tests.support.shown_messages import answer, buttons_of, menus_of, private, select
from tests.support.world import World


async def editor(world: World, who: MemberActor) -> InteractionResult:
    """Open the plan and the orders of a player who waits."""
    return await who.click(world.post(), label="Place my tile")


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


LONGEST = DELAY_SECONDS[1]


async def order_due(world: World) -> OrderDue | None:
    stored = await Schedule(world.database).of(f"order {await world.game_id()}")
    return OrderDue.read(stored) if stored is not None else None


async def bo_is_ordered(world: World) -> tuple[str, tuple[str, ...]]:
    """Bo's turn, which an order plays. Return the tile and the lines of the moves."""
    await begun(world)
    tile = await next_tile_of(world, world.bo)
    moves = await order_next_tile(world, world.bo)
    await until_turn(world, world.bo, tile, moves)
    return tile, tuple(map(write, moves))


async def test_order_is_played_after_a_while_without_calling_its_player(
    world: World, clock: Clock
) -> None:
    _tile, lines = await bo_is_ordered(world)
    assert f"<@{world.bo.id}>" in world.posts()[-1], "the post reads as always"
    assert pinged_users(world) == []
    assert await order_due(world) is not None
    board = answer(await world.ana.slash(world.channel, "board"))
    assert "You nudged" in private(await world.ana.click(board, label="Nudge Bo"))
    assert world.posts()[-1].startswith(f"👉 <@{world.bo.id}>, **Ana** nudged you")
    assert pinged_users(world) == [], "nor does a nudge ping"
    posts = len(world.posts())
    await pass_time(world, clock, DELAY_SECONDS[0] - 1)
    assert (await world.to_move()).id == world.bo.id, "a person takes a while"
    await pass_time(world, clock, LONGEST)
    entries = (await world.log())[-2:]
    assert lines[0] in [entry.text for entry in entries]
    assert {entry.user for entry in entries} == {world.bo.id}
    assert (await world.to_move()).id == world.cleo.id
    assert len(world.posts()) == posts + 1
    assert pinged_users(world) == [world.cleo.id]
    assert await order_due(world) is None


async def test_void_order_calls_its_player_as_always(world: World, clock: Clock) -> None:
    await begun(world)
    tile = await next_tile_of(world, world.bo)
    moves = await order_next_tile(world, world.bo)
    await until_turn(world, world.bo, tile, moves, keeps=False)
    assert pinged_users(world) == [world.bo.id]
    assert await order_due(world) is None
    await pass_time(world, clock, 2 * LONGEST)
    assert (await world.to_move()).id == world.bo.id


async def test_orders_in_a_row_are_posted_together(world: World, clock: Clock) -> None:
    await begun(world)
    game = await world.game()
    tiles = [await next_tile_of(world, who) for who in (world.bo, world.cleo)]
    turn, *ways = orders_in_a_row(game, tiles)
    for who, tile, moves in zip((world.bo, world.cleo), tiles, ways, strict=True):
        await give(world, who, tile, moves)
    await world.place(turn)
    posts = len(world.posts())
    await pass_time(world, clock, LONGEST)
    assert (await world.to_move()).id == world.ana.id
    assert len(world.posts()) == posts + 1
    assert pinged_users(world) == [], "Ana has just moved"


async def test_player_whose_order_has_just_played_is_called_although_they_seem_present(
    world: World, clock: Clock
) -> None:
    await bo_is_ordered(world)
    await pass_time(world, clock, LONGEST)
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed), wants=0))
    assert (await world.to_move()).id == world.bo.id
    assert pinged_users(world) == [world.bo.id]
    for seed in range(3):
        await world.place(any_turn(await world.game(), random.Random(seed), wants=0))
    assert pinged_users(world) == [], "now Bo has moved"


def orders_in_a_row(game: Game, tiles: Sequence[str]) -> tuple[Turn, Moves, Moves]:
    """A turn of Ana's and orders of the next two players for their tiles, both to be played."""
    for number in range(200):
        turn = any_turn(game, random.Random(number), wants=0)
        first, second = (quiet_way(game, seat, tiles[seat - 1], number + seat) for seat in (1, 2))
        hands = [with_tile_in_hand(game, seat, tiles[seat - 1]) for seat in (1, 2)]
        given = [
            give_order(tile, [moves], hand)
            for tile, moves, hand in zip(tiles, (first, second), hands, strict=True)
        ]
        after = game_after_turn(game, turn)
        if way_to_play(given[0], after) is None:
            continue
        if way_to_play(given[1], play_together(after, first)[0]) is not None:
            return turn, first, second
    raise AssertionError("no such turn")


async def test_played_order_has_a_receipt_and_is_undone_like_the_players_own_move(
    world: World, clock: Clock
) -> None:
    _tile, lines = await bo_is_ordered(world)
    await pass_time(world, clock, LONGEST)
    [laid, *_others] = read(" ".join(lines))
    assert isinstance(laid, PlaceTile)
    said = f"`{coordinates(laid.cell)}` {rotation_text(laid.rotation)}, no meeple"
    receipt = f"Your order was played: {said}."
    for _twice in range(2):
        assert receipt in private(await world.bo.slash(world.channel, "games"))
    assert receipt in private(await world.press(world.bo, "panel"))
    assert receipt not in private(await world.press(world.bo, "panel"))
    assert receipt not in private(await world.bo.slash(world.channel, "games"))
    await world.bo.slash(world.channel, "undo")
    assert lines[0] not in (await world.table()).record().splitlines()
    await pass_time(world, clock, 5 * LONGEST)
    assert (await world.to_move()).id == world.bo.id, "a tile taken back is not played again"


async def test_order_is_made_due_again_where_its_due_was_lost(world: World, clock: Clock) -> None:
    _tile, lines = await bo_is_ordered(world)
    await Schedule(world.database).drop(f"order {await world.game_id()}")
    await pass_time(world, clock, 3 * LONGEST)
    assert lines[0] in [entry.text for entry in await world.log()]


async def test_own_move_comes_before_the_order(world: World, clock: Clock) -> None:
    await bo_is_ordered(world)
    await world.place(any_turn(await world.game(), random.Random(5), wants=0))
    last = (await world.table()).last
    await pass_time(world, clock, 2 * LONGEST)
    assert (await world.table()).last == last


@pytest.mark.slow
async def test_master_plays_what_is_left_to_a_master(world: World, clock: Clock) -> None:
    await begun(world)
    tile = await next_tile_of(world, world.bo)
    await give(world, world.bo, tile, (), word="master")
    assert (await given(world, world.bo))[tile] == Order(tile, (MASTER,))
    await world.place(any_turn(await world.game(), random.Random(1), wants=0))
    await pass_time(world, clock, LONGEST)
    assert (await world.to_move()).id == world.cleo.id
    placed = [entry for entry in await world.log() if entry.text.startswith("place")]
    assert placed[-1].user == world.bo.id


async def test_order_without_its_figure_calls_the_player_for_the_rest(
    world: World, clock: Clock
) -> None:
    await begun(world)
    tile = await next_tile_of(world, world.bo)
    moves = quiet_way(await world.game(), seat_of(world, world.bo), tile)[:1]
    await give(world, world.bo, tile, moves)
    await until_turn(world, world.bo, tile, moves)
    await pass_time(world, clock, LONGEST)
    table = await world.table()
    assert table.to_move == world.bo.id and table.is_mid_turn
    assert table.lines[-1].text == write(moves[0])
    assert pinged_users(world) == [world.bo.id]
    answered = await world.press(world.bo, "panel")
    assert answered.acknowledged and private(answered)


def test_delays_are_those_of_a_person_and_differ() -> None:
    delays = {random_delay() for _ in range(50)}
    assert len(delays) == 50
    assert all(DELAY_SECONDS[0] <= delay <= DELAY_SECONDS[1] for delay in delays)
