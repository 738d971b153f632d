"""The `/away` command and the buttons of a user's own absence."""

from datetime import datetime, time, tzinfo
from typing import Any, Final

import discord
from discord import app_commands

from bot.client.context import context_of, run_personal
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.commands.options import suggestion_choices
from bot.presenters.private import absences
from bot.presenters.private.orders import orders_button
from bot.table.refusals import Refusal
from bot.table.table import Phase
from bot.text.dates import parse_day
from bot.text.i18n import N_, format_day
from bot.text.message import Button
from bot.text.names import quote_typed

RETURN_TIME: Final = time(12)
"""The end of an absence on its last day: the date is then the same in nearly every zone."""
MAX_ORDER_TABLES: Final = 5
"""The most tables whose orders are offered to a user who goes away: a row of buttons."""
TypedDay = app_commands.Range[str, 1, 60]


@app_commands.command(
    name="away", description=N_("Say until when you're away; all your games will know")
)
@app_commands.describe(until=N_("The day you're back: 3 Dec, tomorrow, in 5 days"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def away(interaction: discord.Interaction[Any], until: TypedDay | None = None) -> None:
    """Begin an absence until the given day, and show the current one."""

    async def work(call: Call, user: int) -> None:
        if until is not None:
            await _begin_absence(call, user, until)
        await show_absence(call, user)

    await run_personal(interaction, work)


@away.autocomplete("until")
async def offer_days(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Offer the day that was understood, and common days."""
    today = _local_now(interaction, await _zone(interaction)).date()
    return suggestion_choices(interaction, lambda: absences.suggestions(typed, today))


async def press_away(call: Call, user: int, press: Press) -> None:
    """Carry out a button of a user's own absence, and show the absence."""
    context = context_of(call)
    match press.parsed_action.rest:
        case absences.BACK:
            was_away = await context.people.absences.end(user)
            context.jobs.scheduler.wake()
            await context.interactions.replies.say(call, absences.end_answer(was_away=was_away))
            return
        case absences.AUTOMATIC | absences.NEVER as wanted:
            await context.people.absences.set_automatic(user, wanted=wanted == absences.AUTOMATIC)
        case "":
            pass
        case typed:
            await _begin_absence(call, user, typed)
    await show_absence(call, user)


async def show_absence(call: Call, user: int) -> None:
    """Show a user their absence and its buttons."""
    context = context_of(call)
    today = _local_now(call, await _zone(call)).date()
    status = await context.people.absences.status(user)
    buttons = await _order_buttons(call, user) if status.until is not None else []
    await context.interactions.replies.show(call, absences.absence_status(status, today, buttons))


async def _order_buttons(call: Call, user: int) -> list[Button]:
    """The buttons to the orders at the user's running tables, the next to play first."""
    tables = await context_of(call).interactions.home.tables(user, call.guild_id)
    running = [mine for mine in tables if mine.turn is not None and mine.phase is Phase.PLAYING]
    return [orders_button(mine.place, mine.button_target) for mine in running[:MAX_ORDER_TABLES]]


async def _begin_absence(call: Call, user: int, typed: str) -> None:
    """Begin an absence until the typed day; refuse a day that is unknown, past or too far."""
    context, zone = context_of(call), await _zone(call)
    now = _local_now(call, zone)
    day = parse_day(typed, now.date())
    if day is None:
        raise Refusal("no-day", typed=quote_typed(typed))
    until = datetime.combine(day, RETURN_TIME, zone)
    if until <= now:
        raise Refusal("past-day", day=format_day(day))
    if day > absences.latest_day(now.date()):
        raise Refusal("far-day", day=format_day(absences.latest_day(now.date())))
    await context.people.absences.begin(user, until.timestamp())
    context.jobs.scheduler.wake()


def _local_now(call: Call | discord.Interaction[Any], zone: tzinfo) -> datetime:
    """Return the present in the time zone of a user."""
    return datetime.fromtimestamp(context_of(call).people.absences.clock(), zone)


async def _zone(call: Call | discord.Interaction[Any]) -> tzinfo:
    return await context_of(call).people.absences.zone(call.user.id)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (away,)
