"""Being away, from all tables at once: said, ended, and whether it may begin by itself."""

from datetime import datetime, time, tzinfo
from typing import Any, Final

import discord
from discord import app_commands

from bot.client.context import context_of, personal
from bot.client.discord_io.buttons import Press
from bot.commands.suggestions import suggested
from bot.presenters.private import absences
from bot.table.refusals import Refusal
from bot.text.dates import understood
from bot.text.i18n import N_, dated
from bot.text.names import quoted

HOUR: Final = time(12)
"""When somebody is back on the day they named: its date is then the same in nearly every zone."""
Day = app_commands.Range[str, 1, 60]


@app_commands.command(
    name="away", description=N_("You are away for a while: at all your tables, told to all")
)
@app_commands.describe(until=N_("The day you are back, as in 3 Dec, tomorrow or in 5 days"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def away(interaction: discord.Interaction[Any], until: Day | None = None) -> None:
    """Sends away who says until when; shows how it stands with who does not."""

    async def work(user: int) -> None:
        if until is not None:
            await _go(interaction, user, until)
        await show_absence(interaction, user)

    await personal(interaction, work)


@away.autocomplete("until")
async def offer_days(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """The day that was understood, and those that are often meant."""
    today = _here(interaction, await _zone(interaction)).date()
    return suggested(interaction, lambda: absences.suggestions(typed, today))


async def press_away(interaction: discord.Interaction[Any], user: int, press: Press) -> None:
    """A press about one's own absence: it shows how it stands, after what it says is done."""
    context = context_of(interaction)
    match press.action.partition(" ")[2]:
        case absences.BACK:
            was_away = await context.absences.end(user)
            context.scheduler.wake()
            await context.replies.say(interaction, absences.back(was_away=was_away))
            return
        case absences.AT_NEED | absences.NEVER as wanted:
            await context.absences.set_automatic(user, wanted=wanted == absences.AT_NEED)
        case "":
            pass
        case typed:
            await _go(interaction, user, typed)
    await show_absence(interaction, user)


async def show_absence(interaction: discord.Interaction[Any], user: int) -> None:
    """Answers with how it stands, and what can be done about it."""
    context = context_of(interaction)
    today = _here(interaction, await _zone(interaction)).date()
    message = absences.standing(await context.absences.status(user), today)
    await context.replies.show(interaction, message)


async def _go(interaction: discord.Interaction[Any], user: int, typed: str) -> None:
    """Sends somebody away until the day that was typed, or refuses what cannot be meant."""
    context, zone = context_of(interaction), await _zone(interaction)
    now = _here(interaction, zone)
    day = understood(typed, now.date())
    if day is None:
        raise Refusal("no-day", typed=quoted(typed))
    until = datetime.combine(day, HOUR, zone)
    if until <= now:
        raise Refusal("past-day", day=dated(day))
    if day > absences.latest(now.date()):
        raise Refusal("far-day", day=dated(absences.latest(now.date())))
    await context.absences.begin(user, until.timestamp())
    context.scheduler.wake()


def _here(interaction: discord.Interaction[Any], zone: tzinfo) -> datetime:
    """What the time is where somebody lives."""
    return datetime.fromtimestamp(context_of(interaction).absences.clock(), zone)


async def _zone(interaction: discord.Interaction[Any]) -> tzinfo:
    return await context_of(interaction).absences.zone(interaction.user.id)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (away,)
