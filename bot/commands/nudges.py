"""Buttons of a waiting turn: nudge its player, ask the table what to do, snooze the reminder."""

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.client.notifications.notifier import Delivery
from bot.presenters.private import nudges
from bot.table.nudges import NUDGE_COOLDOWN_SECONDS
from bot.table.store import Request


async def nudge(call: Call, request: Request, press: Press) -> None:
    """Nudge the player to move in the channel, and offer to ask the table."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    context.replies.may_post(call)
    nudged = await context.nudges.nudge(seen, request.user)
    names, table = await context.names.of(seen.table, request.guild), seen.table
    may_ask = nudged.may_ask
    match nudged.delivery:
        case Delivery.SENT:
            message = nudges.done(table, names, loud=not nudged.is_silent, may_ask=may_ask)
        case Delivery.DAILY_LIMIT:
            message = nudges.enough(table, names, may_ask=may_ask)
        case Delivery.UNSENT:
            message = nudges.not_out(table, names)
        case _:
            last = nudged.last if nudged.last is not None else context.clock()
            message = nudges.too_soon(last, NUDGE_COOLDOWN_SECONDS, may_ask=may_ask)
    await context.sender.answer(call, message, seen.row.id, table)


async def ask_table(call: Call, request: Request, press: Press) -> None:
    """Ask the table what to do about a turn that has waited for a day."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    context.replies.may_post(call)
    await context.nudges.ask(seen, request.user)
    await context.replies.show(call, nudges.asked())


async def put_off(call: Call, request: Request, press: Press) -> None:
    """Snooze the reminder of a turn."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    until = await context.reminders.snooze(seen, request.user)
    await context.replies.show(call, nudges.put_off(until))
