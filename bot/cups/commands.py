"""Cups: `/cup` opens one or shows it, and its buttons join, leave, start and end it."""

import io
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands

from bot.cups import words
from bot.cups.policy import CupPhase
from bot.cups.service import MATCH_SEATS, CupRequest, LoadedCup, check_leave, require_host
from bot.cups.words import CONFIRMED, END, JOIN, LEAVE, RECORD, SHOW, START
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.interactions.button_routes import Pressed, answer_route
from bot.interactions.call import Call
from bot.interactions.options import game_choices, option_choices, with_options
from bot.interactions.replies import PERMISSIONS
from bot.lobby.commands import TypedSets, chosen_options, game_with_sets, offer_sets
from bot.services import run_answer, services_of
from bot.table.entries import New
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.settings import (
    AIDS,
    LANGUAGE,
    NO,
    PACE,
    RANDOM,
    SEAT_ORDER,
    STANDING_ORDERS,
    UNDO,
    settings_by,
)
from bot.table.store import Request
from bot.text.i18n import N_, _, language_of
from bot.text.message import Message
from bot.threads.commands import require_thread
from bot.words import nouns
from bot.words.actions import RunCup
from rules.variants import starting_parts

PIN: Final = "pin_messages"
"""The permission to pin the card."""
OPTIONS: Final = (LANGUAGE, PACE, AIDS, UNDO, STANDING_ORDERS)
"""The settings of a table that `/cup` has as options, for each match."""


async def open_cup(
    interaction: discord.Interaction[Any],
    game: str | None = None,
    sets: TypedSets | None = None,
    language: str | None = None,
    pace: str | None = None,
    aids: str | None = None,
    undo: str | None = None,
    orders: str | None = None,
    **given: str | None,
) -> None:
    """Open a cup with the user as host, or show the channel's.

    ``given`` sets options of the game; others have the server's default.
    """
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> None:
        loaded = await services.cup_store.latest(request.channel)
        if game is None or (loaded is not None and not loaded.row.finished):
            if loaded is None:
                raise Refusal("no-cup")
            await _show_cup(call, loaded)
            return
        choices = await services.server_settings.require_allowed_channel(call)
        services.replies.check_bot_permissions(call)
        require_thread(call)
        typed = {
            LANGUAGE: language,
            SEAT_ORDER: RANDOM,
            PACE: pace,
            AIDS: aids or NO,
            UNDO: undo,
            STANDING_ORDERS: orders,
        }
        settings = settings_by(choices, language_of(call.interaction.locale), typed)
        played = game_with_sets(game, sets)
        table = New(played, MATCH_SEATS, chosen_options(played, given, choices), settings)
        async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
            opened = await services.cups.open(
                request.guild, request.channel, request.user, table, request.id
            )
        await services.absences.end_by_action(request.user)
        await _show_change(call, opened, _("Your cup is open, and you're in it."))

    await run_answer(interaction, work)


@answer_route(RunCup)
async def press_cup(call: Call, request: Request, press: Pressed[RunCup]) -> None:
    """A button has the cup's number, an action's word, and perhaps a confirmation."""
    loaded = await services_of(call).cup_store.of(press.action.cup)
    if loaded is None or (loaded.row.guild, loaded.row.channel) != (request.guild, request.channel):
        raise Refusal("cup-elsewhere")
    action = _ACTIONS.get(press.action.word)
    if action is None:
        raise Refusal("cup-late")
    await action(call, request, loaded, press.action.argument == CONFIRMED)


async def _join(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    services = services_of(call)
    joined = await services.cups.join(_asked(request, loaded))
    await services.absences.end_by_action(request.user)
    await _show_change(call, joined, _("You're in! Your matches open here once the cup starts."))


async def _leave(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    check_leave(loaded.cup, request.user)
    if loaded.cup.phase is CupPhase.PLAYING and not confirmed:
        await _show(call, words.leave_question(loaded.row.id))
        return
    left = await services_of(call).cups.leave(_asked(request, loaded))
    await _show_change(call, left, _("You've left the cup."))


async def _start(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    services = services_of(call)
    manager = call.place.permissions.manage_guild
    started = await services.cups.start(_asked(request, loaded), manager=manager)
    answer = _("The cup begins: each match opens in its own thread.")
    if not services.cup_posts.can_pin(started.row):
        missing = _(PERMISSIONS[PIN])
        answer += "\n" + _(
            "I can't pin the standings. I need this permission here: {missing}.", missing=missing
        )
    await _show_change(call, started, answer)


async def _end(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    manager = call.place.permissions.manage_guild
    require_host(loaded.cup, request.user, manager=manager)
    if not confirmed:
        await _show(call, words.end_question(loaded.row.id, loaded.cup))
        return
    ended = await services_of(call).cups.end(_asked(request, loaded), manager=manager)
    await _show_change(call, ended, _("The cup is over."))


async def _show_standings(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    if not loaded.cup.order:
        await _show_cup(call, loaded)
        return
    names = await services_of(call).cup_posts.names_of(loaded.row, loaded.cup)
    await _show(call, words.standings_message(loaded.cup, names))


async def _give_record(call: Call, request: Request, loaded: LoadedCup, confirmed: bool) -> None:
    services = services_of(call)
    names = await services.cup_posts.names_of(loaded.row, loaded.cup)
    games = [
        match.game
        for played in loaded.cup.rounds
        for match in played.matches
        if match.game is not None
    ]
    if not games:
        raise Refusal("cup-no-games")
    tables = {}
    async with services.limits.charged(RequestKind.RECORDS, request.user, request.channel):
        for game in games:
            with suppress(Refusal):  # A game whose log cannot be read is left out.
                table = await services.tables.game(game)
                if table is not None and table.table.game is not None:
                    tables[game] = table.table
    text = words.record_text(loaded.cup, names, tables)
    file = discord.File(io.BytesIO(text.encode()), filename=f"cup-{loaded.row.id}.record")
    answer = _("The records of all matches, each below the line with its players and result.")
    await services.replies.give(call, answer, file)


_ACTIONS: Final[dict[str, Callable[[Call, Request, LoadedCup, bool], Awaitable[None]]]] = {
    JOIN: _join,
    LEAVE: _leave,
    START: _start,
    END: _end,
    SHOW: _show_standings,
    RECORD: _give_record,
}
"""The handlers of the buttons of a cup by word; the last argument is True for a confirmed one."""


def _asked(request: Request, loaded: LoadedCup) -> CupRequest:
    return CupRequest(request.user, loaded.row.id, request.id)


async def _show(call: Call, message: Message) -> None:
    await services_of(call).replies.show(call, message)


async def _show_cup(call: Call, loaded: LoadedCup) -> None:
    await _show(call, await services_of(call).cup_posts.message(loaded))


async def _show_change(call: Call, loaded: LoadedCup, answer: str) -> None:
    services = services_of(call)
    with suppress(*TRANSPORT_ERRORS):  # The due of the cup tries again.
        await services.cup_rounds.show_card(loaded.row.id)
    services.cup_rounds.wake()
    await services.replies.say(call, answer)


def cup_command() -> app_commands.Command[Any, ..., Any]:
    """Build `/cup`, with an option for each option of any game."""
    known = nouns.option_words().values()
    options = {part.command_option: str | None for part in known}
    described = app_commands.describe(
        game=N_("The game to play; leave it out to see the cup of this channel"),
        sets=N_("The expansions to add, several at once"),
        language=N_("The language of the posts; leave it out for yours"),
        pace=N_("The pace; leave it out to play without a clock"),
        aids=N_("Hints and aids; leave it out for none, so that games are rated"),
        undo=N_("When you can undo; leave it out for 2 minutes, then if all agree"),
        orders=N_("May players give standing orders for tiles they draw later?"),
        **{part.command_option: part.description for part in known},
    )
    offered: dict[str, list[app_commands.Choice[Any]]] = {
        "game": game_choices(starting_parts()),
        **{option: option_choices(option) for option in (*OPTIONS, *options)},
    }
    callback = with_options(open_cup, options, None)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name="cup",
        description=N_("Open a cup: matches for two, round after round, or see the one here"),
        callback=app_commands.choices(**offered)(described(callback)),
    )
    command.autocomplete("sets")(offer_sets)
    return command
