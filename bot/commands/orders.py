"""Give standing orders for kinds of tiles while another player is to move."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.client.discord_io.call import Call
from bot.client.services import services_of
from bot.commands.button_routes import TablePress
from bot.games import moves as move_words
from bot.presenters.private import orders, panel
from bot.presenters.private.orders import OrderSheet
from bot.presenters.words.actions import (
    ChangeOrder,
    GiveOrder,
    MakeMoves,
    OpenPanel,
    ShowMoves,
    ShowOrderGroup,
    ShowOrders,
)
from bot.table.orders import PlayedOrder, allowed_ways, check_orders
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import Table
from bot.text.message import Message
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.draw_odds import kinds_in_box, next_tile_odds
from rules.game import Game
from rules.moves import Move, PlaceTile
from rules.orders import MAX_WAYS, Moves, Order, give_order, way_to_play, with_tile_in_hand

OrderAction: TypeAlias = ShowOrders | ChangeOrder | ShowOrderGroup | GiveOrder


async def order_sheet(call: Call, request: Request, loaded: LoadedTable) -> OrderSheet | None:
    """The orders of a player who waits; None at a table that forbids them."""
    if not loaded.table.settings.standing_orders:
        return None
    services, game = services_of(call), loaded.table.running_game
    given = await services.orders.of(request.user, loaded.row.id, game)
    seat = loaded.table.players.index(request.user)
    return await asyncio.to_thread(_sheet, loaded.table, seat, given)


def _sheet(table: Table, seat: int, given: dict[str, Order]) -> OrderSheet:
    """The orders of a seat, with the odds of each kind of tile; it takes some milliseconds."""
    game = table.running_game
    odds = next_tile_odds(game, seat) if table.aided else dict.fromkeys(kinds_in_box(game), 0.0)
    allowed = {tile: allowed_ways(table, order) for tile, order in given.items() if tile in odds}
    void = frozenset(
        tile
        for tile, order in allowed.items()
        if way_to_play(order, with_tile_in_hand(game, seat, tile)) is None
    )
    return OrderSheet(odds, {tile: order for tile, order in allowed.items() if order.ways}, void)


async def press_order(call: Call, request: Request, press: TablePress[OrderAction]) -> bool:
    """Carry out a press on the orders of a player who waits.

    Return True if all orders are to be shown.
    """
    services, loaded = services_of(call), press.loaded
    check_orders(loaded.table, request.user)
    if loaded.table.to_move == request.user:
        return True
    action = press.action
    if isinstance(action, ShowOrders):
        return True
    if action == ChangeOrder("drop", action.tile):
        await services.orders.withdraw(request.user, loaded.row.id, action.tile)
        return True
    sheet = await order_sheet(call, request, loaded)
    if sheet is None or action.tile not in sheet.odds:
        raise Refusal("late")
    table, seat = loaded.table, loaded.table.players.index(request.user)
    word = action.word if isinstance(action, ChangeOrder) else ""
    if word.startswith("master") and not table.aided:
        raise Refusal("purist")
    if isinstance(action, ShowOrderGroup) or word.endswith("group"):
        page = action.page if isinstance(action, ShowOrderGroup) else 0
        await _press_group(call, request, loaded, sheet, action.tile, word, page)
        return False
    game = with_tile_in_hand(table.running_game, seat, action.tile)
    if isinstance(action, GiveOrder):
        await _do(call, request, loaded, sheet, game, action.step)
    elif word == "master":
        await _give(call, request, loaded, sheet, game, ())
    else:
        await _show_kind(call, request, loaded, sheet, game)
    return False


async def _press_group(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    sheet: OrderSheet,
    tile: str,
    word: str,
    page: int,
) -> None:
    """Show a group of kinds of tiles, after giving all of them to a master or removing orders."""
    book, game = services_of(call).orders, loaded.table.running_game
    notice = ""
    kinds, changed = sheet.kinds_beside(game, tile), dict(sheet.orders)
    if word == "master-group":
        for order in orders.masters_for(sheet, kinds):
            await book.give(request.user, loaded.row.id, order)
            changed[order.tile] = order
        notice = orders.group_saved_line()
    elif word == "drop-group":
        for kind in kinds:
            await book.withdraw(request.user, loaded.row.id, kind)
            changed.pop(kind, None)
    if changed != sheet.orders:
        sheet = await asyncio.to_thread(
            _sheet, loaded.table, loaded.table.players.index(request.user), changed
        )
    message = orders.group_panel(
        game,
        sheet,
        tile,
        page,
        aided=loaded.table.aided,
        notice=notice,
    )
    await _answer(call, loaded, game, message, ())


async def _do(
    call: Call, request: Request, loaded: LoadedTable, sheet: OrderSheet, game: Game, step: object
) -> None:
    """Carry out an action of the panel of an order: turn a page, show moves, or give them."""
    if isinstance(step, OpenPanel):
        await _show_kind(call, request, loaded, sheet, game, page=step.page)
        return
    if not isinstance(step, ShowMoves | MakeMoves):
        raise Refusal("late")
    shown = move_words.read_moves(step.moves)
    if not isinstance(shown[0], PlaceTile):
        raise Refusal("late")
    play_draft(game, shown)  # The rules say why moves are refused.
    if isinstance(step, ShowMoves):
        await _show_kind(call, request, loaded, sheet, game, shown)
    else:
        await _give(call, request, loaded, sheet, game, tuple(shown))


async def _give(
    call: Call, request: Request, loaded: LoadedTable, sheet: OrderSheet, game: Game, moves: Moves
) -> None:
    """Add a way to an order, or extend the one whose moves it begins with; () is a master."""
    tile = game.drawn or ""
    [way] = give_order(tile, [moves], game).ways
    order = Order(tile, orders.with_way(sheet.orders.get(tile, Order(tile, ())).ways, way))
    if len(order.ways) > MAX_WAYS:
        await _show_kind(call, request, loaded, sheet, game, notice=orders.full_line())
        return
    await services_of(call).orders.give(request.user, loaded.row.id, order)
    is_void = way_to_play(order, game) is None
    void = sheet.void | {tile} if is_void else sheet.void - {tile}
    sheet = replace(sheet, orders={**sheet.orders, tile: order}, void=void)
    if moves and not is_turn_complete(play_draft(game, moves)):
        message = orders.more_decisions(game, sheet, moves, aided=loaded.table.aided)
        await _answer(call, loaded, game, message, moves)
        return
    await _show_kind(call, request, loaded, sheet, game, notice=orders.saved_line())


async def _show_kind(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    sheet: OrderSheet,
    game: Game,
    shown: Sequence[Move] = (),
    *,
    page: int = 1,
    notice: str = "",
) -> None:
    """Show the panel of an order; ``game`` has its kind of tile in hand."""
    aided = loaded.table.aided
    if not game.legal_moves():
        await _answer(call, loaded, game, orders.unplaceable_kind(game, sheet, aided=aided), ())
        return
    moves = shown or panel.opening(game)
    names = await services_of(call).names.of(loaded.table, request.guild)
    message = orders.order_panel(
        game, sheet, moves, names, aided=aided, page=page or 1, notice=notice
    )
    await _answer(call, loaded, game, message, moves)


async def _answer(
    call: Call, loaded: LoadedTable, game: Game, message: Message, draft: Sequence[Move]
) -> None:
    """Answer with a picture of a game in which the player has drawn the tile of the order."""
    shown = replace(loaded, table=loaded.table.replace(game=game))
    await services_of(call).sender.answer_privately(call, message, shown, draft=draft)


async def played_line(call: Call, request: Request, loaded: LoadedTable) -> str:
    """The receipt of the orders that were played since the last visit, once; "" for none."""
    book = services_of(call).orders
    noted = await book.played(request.user, loaded.row.id)
    if not noted:
        return ""
    await book.forget_played(request.user, loaded.row.id)
    return played_orders_text(loaded.table, noted, request.user)


def played_orders_text(table: Table, noted: Sequence[PlayedOrder], user: int) -> str:
    """The receipt of the noted orders that were made; "" for none."""
    made = [move_words.read_moves(one.moves) for one in noted if one.was_made(table, user)]
    return orders.played_text(table.running_game, [*map(tuple, made)])
