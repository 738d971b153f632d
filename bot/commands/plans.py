"""Plan a cell for the next tile while another player is to move."""

from dataclasses import replace
from typing import Final, TypeAlias

from bot.client.discord_io.call import Call
from bot.client.services import services_of
from bot.commands.button_routes import TablePress
from bot.commands.orders import OrderAction, order_sheet, played_line, press_order
from bot.presenters.private import panel, plans
from bot.presenters.words.actions import KeepPlan, LookAtGap, ShowGaps
from bot.presenters.words.refusals import refusal_text
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from rules.geometry import Cell
from rules.moves import PlaceTile

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
    """Show the gaps to a waiting player; refuse once their own turn has begun."""
    services, table = services_of(call), loaded.table
    game = checks.check_plan(table, request.user)
    seat = table.players.index(request.user)
    names = await services.names.of(table, request.guild)
    if looked is not None and looked not in game.board.gaps:
        above, looked = "\n".join(filter(None, (above, plans.no_gap_notice(looked)))), None
    plan = await valid_plan(call, request, loaded)
    sheet = await order_sheet(call, request, loaded)
    message = plans.plan_message(
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
    """Offer a plan to a player who is not to move, with the reason.

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
    """Carry out a press on a plan. Return the table if the player's turn has begun meanwhile."""
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
    """Carry out a press on standing orders, which are shown beside the plan.

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
    """Return a player's plan; delete it if its cell is taken by now."""
    notebook = services_of(call).notes
    plan = await notebook.plan(request.user, loaded.row.id)
    if plan is not None and plan not in loaded.table.running_game.board.gaps:
        await notebook.set_plan(request.user, loaded.row.id, None)
        return None
    return plan


async def planned_placement(
    call: Call, request: Request, loaded: LoadedTable
) -> tuple[PlaceTile | None, str]:
    """Return the planned placement if the tile fits there, and the line above the panel."""
    plan = await valid_plan(call, request, loaded)
    if plan is None:
        return None, ""
    laid = panel.placement_at(loaded.table.running_game, plan)
    return laid, plans.plan_fit_line(plan, fits=laid is not None)
