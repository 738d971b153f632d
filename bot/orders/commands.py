"""Show and change the standing orders and the planned cell of a player who waits."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.interactions.button_routes import TablePress
from bot.interactions.call import Call
from bot.orders import words
from bot.orders.policy import (
    PlayedOrder,
    allowed_ways,
    check_orders,
    masters_for,
    with_way,
)
from bot.orders.words import OrderSheet
from bot.playing import panel_words
from bot.services import services_of
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import Table
from bot.text.message import Message
from bot.words import moves as move_words
from bot.words.actions import (
    ChangeOrder,
    GiveOrder,
    KeepPlan,
    LookAtGap,
    MakeMoves,
    OpenPanel,
    ShowGaps,
    ShowMoves,
    ShowOrderGroup,
    ShowOrders,
)
from bot.words.refusals import refusal_text
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.draw_odds import kinds_in_box, next_tile_odds
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.orders import MAX_WAYS, Moves, Order, give_order, way_to_play, with_tile_in_hand

OrderAction: TypeAlias = ShowOrders | ChangeOrder | ShowOrderGroup | GiveOrder


async def order_sheet(call: Call, request: Request, loaded: LoadedTable) -> OrderSheet | None:
    """The orders of a waiting player; None at a table that forbids them."""
    if not loaded.table.settings.standing_orders:
        return None
    services, game = services_of(call), loaded.table.running_game
    given = await services.orders.of(request.user, loaded.row.id, game)
    seat = loaded.table.players.index(request.user)
    return await asyncio.to_thread(_sheet, loaded.table, seat, given)


def _sheet(table: Table, seat: int, given: dict[str, Order]) -> OrderSheet:
    """A seat's orders with the odds of each kind of tile; takes some milliseconds."""
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
    """Return True if all orders are to be shown."""
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
    """Show a group, after giving it to a master or removing its orders."""
    book, game = services_of(call).orders, loaded.table.running_game
    notice = ""
    kinds, changed = sheet.kinds_beside(game, tile), dict(sheet.orders)
    if word == "master-group":
        for order in masters_for(sheet.orders, kinds):
            await book.give(request.user, loaded.row.id, order)
            changed[order.tile] = order
        notice = words.group_saved_line()
    elif word == "drop-group":
        for kind in kinds:
            await book.withdraw(request.user, loaded.row.id, kind)
            changed.pop(kind, None)
    if changed != sheet.orders:
        sheet = await asyncio.to_thread(
            _sheet, loaded.table, loaded.table.players.index(request.user), changed
        )
    message = words.group_panel(
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
    """Add a way, or extend the one whose moves it begins with; () is a master."""
    tile = game.drawn or ""
    [way] = give_order(tile, [moves], game).ways
    order = Order(tile, with_way(sheet.orders.get(tile, Order(tile, ())).ways, way))
    if len(order.ways) > MAX_WAYS:
        await _show_kind(call, request, loaded, sheet, game, notice=words.full_line())
        return
    await services_of(call).orders.give(request.user, loaded.row.id, order)
    is_void = way_to_play(order, game) is None
    void = sheet.void | {tile} if is_void else sheet.void - {tile}
    sheet = replace(sheet, orders={**sheet.orders, tile: order}, void=void)
    if moves and not is_turn_complete(play_draft(game, moves)):
        message = words.more_decisions(game, sheet, moves, aided=loaded.table.aided)
        await _answer(call, loaded, game, message, moves)
        return
    await _show_kind(call, request, loaded, sheet, game, notice=words.saved_line())


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
    """``game`` has the order's kind of tile in hand."""
    aided = loaded.table.aided
    if not game.legal_moves():
        await _answer(call, loaded, game, words.unplaceable_kind(game, sheet, aided=aided), ())
        return
    moves = shown or panel_words.opening(game)
    names = await services_of(call).names.of(loaded.table, request.guild)
    message = words.order_panel(
        game, sheet, moves, names, aided=aided, page=page or 1, notice=notice
    )
    await _answer(call, loaded, game, message, moves)


async def _answer(
    call: Call, loaded: LoadedTable, game: Game, message: Message, draft: Sequence[Move]
) -> None:
    shown = replace(loaded, table=loaded.table.replace(game=game))
    await services_of(call).sender.answer_privately(call, message, shown, draft=draft)


async def played_line(call: Call, request: Request, loaded: LoadedTable) -> str:
    """The receipt of orders played since the last visit, shown once; "" for none."""
    book = services_of(call).orders
    noted = await book.played(request.user, loaded.row.id)
    if not noted:
        return ""
    await book.forget_played(request.user, loaded.row.id)
    return played_orders_text(loaded.table, noted, request.user)


def played_orders_text(table: Table, noted: Sequence[PlayedOrder], user: int) -> str:
    """Return "" for no noted order that was made."""
    made = [move_words.read_moves(one.moves) for one in noted if one.was_made(table, user)]
    return words.played_text(table.running_game, [*map(tuple, made)])


PlanAction: TypeAlias = ShowGaps | LookAtGap | KeepPlan | str
OTHERS_TURN: Final = ("not-your-turn", "seat-waits")
"""Refusals of a move to a player who may still plan one."""


async def offer_plan(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    *,
    looked: Cell | None = None,
    page: int = 0,
    above: str = "",
) -> None:
    """Show the gaps to a waiting player; refuse on their own turn."""
    services, table = services_of(call), loaded.table
    game = checks.check_plan(table, request.user)
    seat = table.players.index(request.user)
    names = await services.names.of(table, request.guild)
    if looked is not None and looked not in game.board.gaps:
        above, looked = "\n".join(filter(None, (above, words.no_gap_notice(looked)))), None
    plan = await valid_plan(call, request, loaded)
    sheet = await order_sheet(call, request, loaded)
    message = words.plan_message(
        table, names, seat, plan=plan, looked=looked, page=page, sheet=sheet
    )
    above = "\n".join(filter(None, (await played_line(call, request, loaded), above)))
    message = replace(message, text="\n".join(filter(None, (above, message.text))))
    await services.sender.answer_privately(call, message, loaded)


async def offer_plan_instead(
    call: Call,
    request: Request,
    refusal: Refusal,
    looked: Cell | None = None,
) -> None:
    """Offer a plan, with the reason, to a player who is not to move.

    Any other refusal is raised again.
    """
    if refusal.reason not in OTHERS_TURN:
        raise refusal
    services = services_of(call)
    loaded = await services.tables.require_table(request)
    names = await services.names.of(loaded.table, request.guild)
    above = refusal_text(refusal, names)
    await offer_plan(call, request, loaded, looked=looked, above=above)


async def change_plan(
    call: Call, request: Request, press: TablePress[PlanAction]
) -> LoadedTable | None:
    """Return the table if the player's turn has begun meanwhile."""
    services, loaded = services_of(call), press.loaded
    checks.check_plan(loaded.table, request.user)
    page, cell = 0, None
    match press.action:
        case ShowGaps():
            page = press.action.page
        case LookAtGap():
            cell = press.action.cell
        case KeepPlan():
            cell = press.action.cell
            if cell in loaded.table.running_game.board.gaps:
                await services.notes.set_plan(request.user, loaded.row.id, cell)
        case _drop:
            await services.notes.set_plan(request.user, loaded.row.id, None)
    if loaded.table.to_move == request.user:
        return loaded
    await offer_plan(call, request, loaded, looked=cell, page=page)
    return None


async def change_orders(
    call: Call, request: Request, press: TablePress[OrderAction]
) -> LoadedTable | None:
    """Standing orders are shown with the plan.

    Return the table if the player's turn has begun meanwhile.
    """
    shows_all = await press_order(call, request, press)
    loaded = await services_of(call).tables.require_game(request.channel, press.game)
    if loaded.table.to_move == request.user:
        return loaded
    if shows_all:
        await offer_plan(call, request, loaded)
    return None


async def valid_plan(call: Call, request: Request, loaded: LoadedTable) -> Cell | None:
    """A player's plan; deleted if its cell is taken by now."""
    notebook = services_of(call).notes
    plan = await notebook.plan(request.user, loaded.row.id)
    if plan is not None and plan not in loaded.table.running_game.board.gaps:
        await notebook.set_plan(request.user, loaded.row.id, None)
        return None
    return plan


async def planned_placement(
    call: Call, request: Request, loaded: LoadedTable
) -> tuple[PlaceTile | None, str]:
    """The planned placement if the tile fits, and the line above the panel."""
    plan = await valid_plan(call, request, loaded)
    if plan is None:
        return None, ""
    laid = panel_words.placement_at(loaded.table.running_game, plan)
    return laid, words.plan_fit_line(plan, fits=laid is not None)
