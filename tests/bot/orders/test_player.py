"""Standing orders are played after a while, in the player's name, and nobody is pinged for them."""

import random
from collections.abc import Sequence

import pytest

from bot.orders.service import DELAY_SECONDS, OrderDue, random_delay
from bot.text.names import coordinates, rotation_text
from rules.game import Game, play_together
from rules.moves import PlaceTile
from rules.notation import read, write
from rules.orders import MASTER, Moves, Order, give_order, way_to_play, with_tile_in_hand
from storage import Schedule
from tests.support.clock import Clock, pass_time
from tests.support.given_orders import (
    begun,
    give,
    given,
    next_tile_of,
    order_next_tile,
    quiet_way,
    seat_of,
    until_turn,
)
from tests.support.legal_turns import Turn, any_turn, game_after_turn
from tests.support.reminders import pinged_users
from tests.support.shown_messages import answer, private
from tests.support.world import World

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
