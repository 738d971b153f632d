"""The `/away` command and the buttons of a user's own absence."""

from datetime import datetime
from typing import Any, Final

import discord
from discord import app_commands

from bot.absences import words
from bot.absences.policy import return_moment
from bot.interactions.button_routes import Pressed, personal_route
from bot.interactions.call import Call
from bot.interactions.options import TypedText, suggestion_choices
from bot.orders.words import orders_button
from bot.services import run_personal, services_of
from bot.table.refusals import Refusal
from bot.table.table import Phase
from bot.text.dates import parse_day
from bot.text.i18n import N_
from bot.text.message import Button
from bot.text.names import quote_typed
from bot.words.actions import ChangeAbsence

MAX_ORDER_TABLES: Final = 5
"""The most tables whose orders are offered to a user who goes away: a row of buttons."""


@app_commands.command(
    name="away", description=N_("Say until when you're away; all your games will know")
)
@app_commands.describe(until=N_("The day you're back: 3 Dec, tomorrow, in 5 days"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def away(interaction: discord.Interaction[Any], until: TypedText | None = None) -> None:
    """Begin an absence until the day, and show the current one."""

    async def work(call: Call, user: int) -> None:
        if until is not None:
            await _begin_absence(call, user, until)
        await show_absence(call, user)

    await run_personal(interaction, work)


@away.autocomplete("until")
async def offer_days(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """The day that was understood, and common days."""
    now = await _local_now(interaction)
    return suggestion_choices(
        interaction, typed, lambda text: words.suggestions(text, now, interaction.locale)
    )


@personal_route(ChangeAbsence)
async def press_away(call: Call, user: int, press: Pressed[ChangeAbsence]) -> None:
    services = services_of(call)
    match press.action.wanted:
        case words.BACK:
            was_away = await services.absences.end(user)
            services.scheduler.wake()
            await services.replies.say(call, words.end_answer(was_away=was_away))
            return
        case words.AUTOMATIC | words.NEVER as wanted:
            await services.absences.set_automatic(user, wanted=wanted == words.AUTOMATIC)
        case "":
            pass
        case typed:
            await _begin_absence(call, user, typed)
    await show_absence(call, user)


async def show_absence(call: Call, user: int) -> None:
    services = services_of(call)
    today = (await _local_now(call)).date()
    status = await services.absences.status(user)
    buttons = await _order_buttons(call, user) if status.until is not None else []
    await services.replies.show(call, words.absence_status(status, today, buttons))


async def _order_buttons(call: Call, user: int) -> list[Button]:
    tables = await services_of(call).home.tables(user, call.guild_id)
    running = [mine for mine in tables if mine.turn is not None and mine.phase is Phase.PLAYING]
    return [orders_button(mine.place, mine.button_target) for mine in running[:MAX_ORDER_TABLES]]


async def _begin_absence(call: Call, user: int, typed: str) -> None:
    services, now = services_of(call), await _local_now(call)
    day = parse_day(typed, now.date(), call.interaction.locale)
    if day is None:
        raise Refusal("no-day", typed=quote_typed(typed))
    await services.absences.begin(user, return_moment(day, now).timestamp())
    services.scheduler.wake()


async def _local_now(call: Call | discord.Interaction[Any]) -> datetime:
    absences_of_users = services_of(call).absences
    zone = await absences_of_users.zone(call.user.id)
    return datetime.fromtimestamp(absences_of_users.clock(), zone)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (away,)
