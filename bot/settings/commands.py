"""The commands `/settings` and `/setup`, and the buttons of settings."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.button_routes import (
    Pressed,
    answer_route,
    personal_route,
)
from bot.interactions.call import Call
from bot.interactions.options import TypedText, offer_zones, read_typed_zone, with_options
from bot.runtime.server_posts import CALENDAR_OPTIONS, POST_OPTIONS
from bot.services import run_answer, run_personal, services_of
from bot.settings import words
from bot.settings.words import FEATURES_PAGE, GAMES_PAGE, RESET, features_message, setup_message
from bot.table.refusals import Refusal
from bot.table.settings import (
    CHANNELS,
    FEATURES,
    NEXT,
    QUIET,
    REMIND,
    SERVER_ZONE,
    TARGET,
    YES,
    ZONE,
    read_choice,
    renamed_setting,
)
from bot.table.store import Request
from bot.text.i18n import N_, language_of
from bot.text.message import NO_TABLE
from bot.words.actions import SetUpServer, ShowSettings, settings_button
from bot.words.settings import server_schema

NOTICE_SETTINGS: Final = {REMIND, TARGET, QUIET, ZONE, NEXT}
"""The settings of a player that move the notices of waiting turns."""


@personal_route(ShowSettings)
async def show_settings(call: Call, user: int, press: Pressed[ShowSettings]) -> None:
    services = services_of(call)
    players = services.preferences
    if (choice := words.read_preference(press.action.key, press.action.value)) is not None:
        key, value = choice
        await players.set(user, key, value)
        if key == TARGET:
            await players.set_language(user, language_of(call.interaction.locale))
        if key in NOTICE_SETTINGS:
            await services.absences.reschedule_turns(user)
    if press.action.key in (QUIET, ZONE):
        notifications = await players.notifications(user)
        back = settings_button()
        message = words.quiet_hours_message(notifications, services.clock(), back)
    else:
        message = words.settings_message(await players.of(user))
    await services.replies.show(call, message)


@app_commands.command(name="settings", description=N_("Change reminders and how you make moves"))
@app_commands.describe(zone=N_("Where you are: type your city, or your country"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def settings(interaction: discord.Interaction[Any], zone: TypedText | None = None) -> None:
    async def work(call: Call, user: int) -> None:
        action = ShowSettings()
        if zone is not None:
            action = ShowSettings(ZONE, await read_typed_zone(zone))
        await show_settings(call, user, Pressed(*NO_TABLE, action))

    await run_personal(interaction, work)


settings.autocomplete("zone")(offer_zones)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (settings,)

MAX_CHANNELS: Final = 25
"""Channels that may be named: as many as a menu takes."""


async def setup(interaction: discord.Interaction[Any], **given: str | None) -> None:
    """Set the typed options; show the page about games, or those changed."""

    async def work(call: Call, request: Request) -> None:
        _require_manager(call)
        for option, value in given.items():
            if value is not None:
                chosen = await read_typed_zone(value) if option == SERVER_ZONE else value
                await _change(call, request, option, chosen)
        changed = {option for option, value in given.items() if value is not None}
        await _show_setup(call, request, bool(changed) and changed <= set(FEATURES))

    await run_answer(interaction, work)


@answer_route(SetUpServer)
async def press_setup(call: Call, request: Request, press: Pressed[SetUpServer]) -> None:
    """Change a setting or reset all; show the setting's page."""
    _require_manager(call)
    servers = services_of(call).server_settings
    option, typed = renamed_setting(press.action.option, press.action.values)
    values = typed.split(" ")[:MAX_CHANNELS]
    if option == RESET:
        await servers.reset(request.guild)
    elif option == CHANNELS:
        wanted = [int(value) for value in values if value.isdecimal()]
        await servers.allow(request.guild, wanted[:MAX_CHANNELS])
    elif read_choice(server_schema(), (option, values[0])) is not None or (
        option in server_schema() and not values[0]
    ):
        await _change(call, request, option, values[0] or None)
    is_page = option in (GAMES_PAGE, FEATURES_PAGE) and values[0].isdecimal()
    page = int(values[0]) if is_page else 1
    await _show_setup(call, request, option == FEATURES_PAGE or option in FEATURES, page)


async def _change(call: Call, request: Request, option: str, value: str | None) -> None:
    """Set an option; a server post comes to the channel in which it was turned on."""
    services = services_of(call)
    servers = services.server_settings
    if option in POST_OPTIONS and value == YES:
        services.replies.check_bot_permissions(call)
        await servers.post_in(request.guild, request.channel)
    await servers.set_option(request.guild, option, value)
    if option in CALENDAR_OPTIONS:
        await services.server_calendar.reschedule(request.guild)
        services.scheduler.wake()


async def _show_setup(call: Call, request: Request, shows_features: bool, page: int = 1) -> None:
    services = services_of(call)
    choices = await services.server_settings.of(request.guild)
    if shows_features:
        await services.replies.show(call, features_message(choices, page))
        return
    guild = call.place.guild
    existing = [
        channel for channel in choices.channels if guild is None or guild.get_channel(channel)
    ]
    await services.replies.show(call, setup_message(choices, existing, page))


def _require_manager(call: Call) -> None:
    """Refuse other users: servers can show them the command."""
    if not call.place.permissions.manage_guild:
        raise Refusal("managers-only")


def setup_command() -> app_commands.Command[Any, ..., Any]:
    """Build `/setup`, with an option for each setting."""
    known = server_schema()
    kinds = {option: str | None for option in known} | {SERVER_ZONE: TypedText | None}
    callback = with_options(setup, kinds, None)
    described = app_commands.describe(
        **{option: setting.title for option, setting in known.items()}
    )
    chosen = app_commands.choices(
        **{
            option: [
                app_commands.Choice(name=text, value=value)
                for value, text in setting.values.items()
            ]
            for option, setting in known.items()
            if option != SERVER_ZONE
        }
    )
    command = app_commands.Command[Any, ..., Any](
        name="setup",
        description=N_("Change how and where games are played here (server managers)"),
        callback=chosen(described(callback)),
    )
    command.autocomplete(SERVER_ZONE)(offer_zones)
    command.default_permissions = discord.Permissions(manage_guild=True)
    return command
