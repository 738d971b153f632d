"""The buttons of a lobby, and of another game with the same players."""

from dataclasses import replace

import discord

from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.interactions.button_routes import (
    Pressed,
    TablePress,
    change_route,
    table_answer_route,
    table_change_route,
)
from bot.interactions.call import Call
from bot.interactions.replies import dismiss
from bot.lobby.words import ON, lobby_post, settings_page
from bot.services import services_of
from bot.table import checks
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Phase
from bot.words import questions
from bot.words.actions import ChangeSetting, ChooseColour, ChooseSet, ShowLobbySettings
from bot.words.setting_menus import option_of


async def show_lobby(call: Call, request: Request, loaded: LoadedTable, heading: str = "") -> None:
    """Show the lobby's card privately; its buttons work there too."""
    services = services_of(call)
    names = await services.names.of(loaded.table, request.guild)
    message = lobby_post(loaded.table, names)
    if heading:
        message = replace(message, text=f"{heading}\n{message.text}")
    await services.sender.answer_privately(call, message, loaded)


@table_change_route("join", find=Tables.require_lobby, in_time=True)
async def join(call: Call, request: Request, press: TablePress[str]) -> Outcome | None:
    """Take a seat in the first free colour."""
    outcome = await services_of(call).table_service.join(request)
    await services_of(call).absences.end_by_action(request.user)
    return await update_card(call, outcome)


@table_change_route(ChooseSet, find=Tables.require_lobby, in_time=True)
async def choose_set(call: Call, request: Request, press: TablePress[ChooseSet]) -> Outcome | None:
    part, on = press.action.part, press.action.wanted == ON
    outcome = await services_of(call).table_service.choose_set(request, part, on=on)
    return await update_card(call, outcome)


@table_change_route(ChangeSetting)
async def change_setting(
    call: Call, request: Request, press: TablePress[ChangeSetting]
) -> Outcome | None:
    services = services_of(call)
    key, value = press.action.key, press.action.value
    outcome = await services.table_service.change_setting(request, option_of(key), value)
    return await update_card(call, outcome, press.action.card)


@table_answer_route(ShowLobbySettings, find=Tables.require_lobby, in_time=True)
async def show_settings(call: Call, request: Request, press: TablePress[ShowLobbySettings]) -> None:
    card = press.action.card or public_post(call)
    message = settings_page(press.loaded.table, press.action.page, card)
    await services_of(call).sender.answer_privately(call, message, press.loaded)


@table_change_route("leave", find=Tables.require_lobby, in_time=True)
async def leave(call: Call, request: Request, press: TablePress[str]) -> Outcome | None:
    return await update_card(call, await services_of(call).table_service.leave(request))


@table_change_route("start", find=Tables.require_lobby, in_time=True)
async def start(call: Call, request: Request, press: TablePress[str]) -> Outcome:
    services = services_of(call)
    outcome = await services.table_service.start(request)
    await services.absences.end_by_action(request.user)
    await services.status_cards.begin(outcome.game)
    return outcome


@table_answer_route("colour", find=Tables.require_lobby, in_time=True)
async def offer_colours(call: Call, request: Request, press: TablePress[str]) -> None:
    loaded = press.loaded
    free = checks.check_colour_choice(loaded.table, request.user)
    seated = request.user in loaded.table.players
    message = questions.colour_menu(free, public_post(call), seated=seated)
    await services_of(call).sender.answer_privately(call, message, loaded)


@table_change_route(ChooseColour, find=Tables.require_lobby, in_time=True)
async def choose_colour(
    call: Call, request: Request, press: TablePress[ChooseColour]
) -> Outcome | None:
    """Or take a seat in the colour; update the card that showed the menu."""
    outcome = await services_of(call).table_service.join(request, press.action.colour)
    if outcome.before is None or request.user not in outcome.before.players:
        await services_of(call).absences.end_by_action(request.user)
    return await update_card(call, outcome, press.action.card)


@change_route("again")
async def play_again(call: Call, request: Request, press: Pressed[str]) -> Outcome:
    """Open a table with an ended game's players; against opponents only, start it."""
    services = services_of(call)
    loaded = await services.tables.require_table(request)
    if loaded.row.id != press.game and not loaded.table.ended:
        raise Refusal("busy")
    loaded = await services.tables.require_game(request.channel, press.game)
    await services.server_settings.require_allowed_channel(call)
    async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
        opened = await services.table_service.open_again(request, loaded.table)
    await services.absences.end_by_action(request.user)
    if opened.after.game is not None:
        await services.status_cards.begin(opened.game)
    if isinstance(call.place.channel, discord.Thread):
        await services.threads.watch(opened.game)
    return opened


def public_post(call: Call) -> int | None:
    """The pressed post's id; None if it is private."""
    post = call.message
    return post.id if post is not None and not post.flags.ephemeral else None


async def update_card(call: Call, outcome: Outcome, card: int | None = None) -> Outcome | None:
    """Update the pressed public post, or ``card``.

    Return the outcome, to post anew, if that post is gone, a private copy, or a challenge, which is
    no card.
    """
    pressed = call.message
    if pressed is None:
        return outcome
    is_challenge = outcome.after.phase is Phase.LOBBY and pressed.content
    if card is None and (pressed.flags.ephemeral or is_challenge):
        return outcome
    try:
        assert call.channel_id is not None
        channel, guild = call.channel_id, call.guild_id
        await services_of(call).outbox.update(channel, guild, outcome, card or pressed.id)
    except TRANSPORT_ERRORS:
        return outcome
    await dismiss(call)
    return None
