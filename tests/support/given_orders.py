"""Standing orders as players give them, and the turns that make them play."""

import random

from simcord import InteractionResult, MemberActor

from rules.game import Game
from rules.notation import write
from rules.orders import Moves, Order, give_order, still_means, with_tile_in_hand
from rules.random_play import deal
from tests.support.game_choices import opening_options
from tests.support.legal_turns import Turn, any_turn, game_after_turn, legal_turns
from tests.support.world import World, shuffled_header


async def begun(world: World, name: str = "hunters", **options: str) -> None:
    """A table that has been dealt and posted; Ana is to move."""
    header = shuffled_header(3) if name == "hunters" else deal(name, 3, random.Random(1))
    options = {**opening_options(name), **options}
    await world.start_with(
        header, **{key: value for key, value in options.items() if key != "game"}
    )
    await world.post_state()


def seat_of(world: World, who: MemberActor) -> int:
    """The seat of a player; the players sit in the order they came."""
    return [player.id for player in world.players].index(who.id)


async def next_tile_of(world: World, who: MemberActor) -> str:
    """The tile that a player is going to draw if nobody earns a second one."""
    game = await world.game()
    steps = (seat_of(world, who) - game.turn - 1) % game.seats
    return game.bags[game.book.main_bag][steps]


def quiet_way(game: Game, seat: int, tile: str, number: int = 0) -> Moves:
    """A whole move of a kind of tile for a seat, without a figure."""
    return any_turn(with_tile_in_hand(game, seat, tile), random.Random(number), wants=0).moves


async def give(
    world: World, who: MemberActor, tile: str, moves: Moves, *, word: str = "do"
) -> InteractionResult:
    """Give whole moves as an order, as a button of the panel does."""
    text = " ".join(map(write, moves))
    custom_id = f"carc:{await world.game_id()}:0:order {word} {tile} {text}".strip()
    return await world.press_id(who, custom_id)


async def given(world: World, who: MemberActor) -> dict[str, Order]:
    """The orders of a player at the channel's table."""
    book = world.app.services.orders
    return await book.of(who.id, await world.game_id(), await world.game())


async def order_next_tile(world: World, who: MemberActor, number: int = 0) -> Moves:
    """Give an order for the tile that a player is going to draw. Return its moves."""
    tile = await next_tile_of(world, who)
    moves = quiet_way(await world.game(), seat_of(world, who), tile, number)
    await give(world, who, tile, moves)
    return moves


def keeping(game: Game, seat: int, tile: str, moves: Moves, *, keeps: bool = True) -> Turn | None:
    """A turn after which an order still means what it meant, or without ``keeps`` no longer.

    None if there is no such turn.
    """
    order = give_order(tile, [moves], with_tile_in_hand(game, seat, tile))

    def is_wanted(turn: Turn) -> bool:
        after = game_after_turn(game, turn)
        earlier, now = (with_tile_in_hand(one, seat, tile) for one in (game, after))
        return still_means(order, earlier, now) is keeps

    turns = [turn for turn in legal_turns(game) if turn.figure is None]
    return next(filter(is_wanted, turns), None)


async def until_turn(
    world: World, who: MemberActor, tile: str, moves: Moves, *, keeps: bool = True
) -> None:
    """Let the others play up to a player's turn, so that an order keeps its meaning or loses it."""
    while (await world.to_move()).id != who.id:
        game = await world.game()
        last = (game.turn + 1) % game.seats == seat_of(world, who)
        turn = keeping(game, seat_of(world, who), tile, moves, keeps=keeps or not last)
        assert turn is not None, "no such turn: give another order"
        await world.place(turn)
