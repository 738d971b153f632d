"""The `/privacy` command: a user's stored data shown, exported as a file, erased."""

import io
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.button_routes import Pressed, personal_route
from bot.interactions.call import Call
from bot.privacy import words
from bot.services import run_personal, services_of
from bot.text.i18n import N_, _
from bot.words.actions import ShowData


@app_commands.command(
    name="privacy", description=N_("See, export or delete what I store about you")
)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
async def privacy_(interaction: discord.Interaction[Any]) -> None:
    async def work(call: Call, user: int) -> None:
        await _show_stored_data(call, user)

    await run_personal(interaction, work)


@personal_route(ShowData)
async def press_privacy(call: Call, user: int, press: Pressed[ShowData]) -> None:
    services = services_of(call)
    match press.action.wanted:
        case words.EXPORT:
            data = io.BytesIO(await services.privacy.export(user, services.clock()))
            file = discord.File(data, filename="carcassonne.json")
            text = _("Everything I store about you, as it is in my database.")
            await services.replies.give(call, text, file)
        case words.LEAVE_STATISTICS | words.JOIN_STATISTICS as word:
            await services.preferences.set_in_statistics(user, wanted=word == words.JOIN_STATISTICS)
            await _show_stored_data(call, user)
        case words.DELETE:
            message = words.erasure_question(await services.privacy.stored_data(user))
            await services.replies.show(call, message)
        case words.FORGET:
            seats = await services.privacy.forget(user)
            await services.replies.say(call, words.erasure_confirmation(seats))
        case _other:
            await _show_stored_data(call, user)


async def _show_stored_data(call: Call, user: int) -> None:
    services = services_of(call)
    data = await services.privacy.stored_data(user)
    await services.replies.show(call, words.stored_data_message(data, services.operator))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (privacy_,)
