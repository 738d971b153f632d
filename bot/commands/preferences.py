"""The `/settings` command, and the buttons of settings and of the games a player follows."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.client.discord_io.call import Call
from bot.client.discord_io.links import channel_link
from bot.client.notifications.followers import SCORINGS_DAILY_LIMIT
from bot.client.services import run_personal, services_of
from bot.commands.button_routes import Pressed, TablePress, personal_route, table_answer_route
from bot.commands.options import TypedText, offer_zones, read_typed_zone
from bot.presenters.private import following, preferences
from bot.presenters.words.actions import Follow, ShowSettings
from bot.presenters.words.buttons import settings_button
from bot.table.checks import require_running
from bot.table.refusals import Refusal
from bot.table.settings import CONFIRMS, QUIET, TARGET, ZONE
from bot.table.store import Request
from bot.text.i18n import N_, language_of
from bot.text.message import NO_TABLE


@table_answer_route(Follow)
async def follow(call: Call, request: Request, press: TablePress[Follow]) -> None:
    """Show the follow settings of a game, after changing them if the button says so."""
    services = services_of(call)
    loaded = press.loaded
    require_running(loaded.table)
    followers, game = services.followers, loaded.row.id
    wanted = press.action.wanted
    if wanted in following.FOLLOW_CHOICES:
        server = await services.guilds.server(request.guild)
        if server is None:
            raise Refusal("out-of-reach")
        writable = await followers.follow(
            request.user,
            game,
            loaded.table,
            wanted,
            language=language_of(call.interaction.locale),
            place=channel_link(server, request.channel, None),
        )
        if not writable:
            await services.replies.show(call, following.closed_messages_notice(), game)
            return
    now = await followers.wanted(request.user, game)
    await services.replies.show(call, following.follow_settings(now, SCORINGS_DAILY_LIMIT), game)


@personal_route(following.UNFOLLOW)
async def unfollow(call: Call, user: int, press: Pressed[str]) -> None:
    """Unfollow a game, wherever the button was pressed."""
    services = services_of(call)
    await services.followers.unfollow(user, press.game)
    await services.replies.show(call, following.unfollow_confirmation(), press.game)


@personal_route(ShowSettings)
async def show_settings(call: Call, user: int, press: Pressed[ShowSettings]) -> None:
    """Show a player's settings, after changing one if the button or menu says so."""
    services = services_of(call)
    players = services.preferences
    if (choice := preferences.read_preference(press.action.key, press.action.value)) is not None:
        key, value = choice
        await players.set(user, key, value)
        if key == TARGET:
            await players.set_language(user, language_of(call.interaction.locale))
        if key != CONFIRMS:
            await services.absences.reschedule_turns(user)
    if press.action.key in (QUIET, ZONE):
        notifications = await players.notifications(user)
        back = settings_button()
        message = preferences.quiet_hours_message(notifications, services.clock(), back)
    else:
        message = preferences.settings_message(await players.of(user))
    await services.replies.show(call, message)


@app_commands.command(name="settings", description=N_("Change reminders and how you make moves"))
@app_commands.describe(zone=N_("Where you are: type your city, or your country"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def settings(interaction: discord.Interaction[Any], zone: TypedText | None = None) -> None:
    """Show the settings of the user, after setting a typed time zone."""

    async def work(call: Call, user: int) -> None:
        action = ShowSettings()
        if zone is not None:
            action = ShowSettings(ZONE, await read_typed_zone(zone))
        await show_settings(call, user, Pressed(*NO_TABLE, action))

    await run_personal(interaction, work)


settings.autocomplete("zone")(offer_zones)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (settings,)
