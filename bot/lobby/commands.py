"""Lobbies: `/new`, `/end`, challenges, and the buttons that open, change and start a table."""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.channel_seat.words import ADD_CHANNEL
from bot.discord_io.sending import NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS
from bot.help import words as help_words
from bot.interactions.button_routes import (
    Pressed,
    TablePress,
    answer_route,
    change_route,
    personal_route,
    table_answer_route,
    table_change_route,
)
from bot.interactions.call import Call
from bot.interactions.options import SuggestedText, game_choices, option_choices, suggestion_choices
from bot.interactions.replies import dismiss, unposted_text
from bot.lobby.words import (
    ON,
    challenge_post,
    colour_menu,
    game_question,
    lobby_post,
    settings_page,
    which_game,
    which_opponent,
)
from bot.runtime.notifier import Delivery, Notification
from bot.services import run_answer, run_change, services_of
from bot.table import checks
from bot.table.checks import check_new_game, check_opponent_number, check_takes_sets, with_sets
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.service import NO_OPPONENTS
from bot.table.settings import (
    GAME,
    JOINED,
    RATINGS,
    THREAD,
    YES,
    ServerChoices,
    Settings,
    settings_after,
    settings_by,
    usual_aids,
)
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import COLOURS, Outcome, Phase
from bot.text.i18n import N_, _, language_of
from bot.text.message import MENU_LINE_LIMIT, Button, ButtonStyle, Message, Suggestion
from bot.text.names import LEVELS, Names, quote_typed
from bot.threads.commands import announce_thread, open_table_thread, require_thread
from bot.words import nouns
from bot.words.actions import (
    FINISH,
    AddOpponent,
    AskGame,
    AskOpponent,
    Challenge,
    ChangeSetting,
    ChooseColour,
    ChooseSet,
    OpenLobby,
    PlayOpponent,
    RemovePlayer,
    ShowLobbySettings,
    ShowRules,
    StartTable,
)
from bot.words.settings import (
    DEFAULT_GAME,
    option_of,
    read_typed_sets,
    set_titles,
    suggested_sets,
)
from rules.variants import (
    available_additions,
    games,
    option_values,
    rulebook,
    starting_part,
    starting_parts,
)


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
    message = colour_menu(free, public_post(call), seated=seated)
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


LOBBY_HERE = N_("There's already a game to join in this channel.")


@answer_route(AskGame)
async def ask_game(call: Call, request: Request, press: Pressed[AskGame]) -> None:
    if await server_choices(call, request) is not None:
        await _ask(call, which_game(press.action.users))


@table_change_route(AddOpponent, RemovePlayer, find=Tables.require_lobby, in_time=True)
async def change_players(
    call: Call, request: Request, press: TablePress[AddOpponent | RemovePlayer]
) -> Outcome | None:
    services = services_of(call)
    if isinstance(press.action, AddOpponent):
        outcome = await services.table_service.add_opponent(request, press.action.level)
    else:
        seat, version = press.action.seat, press.version  # The seats may have moved up since.
        outcome = await services.table_service.remove_player(request, seat, version=version)
    return await update_card(call, outcome)


@answer_route(AskOpponent)
async def ask_opponent(call: Call, request: Request, press: Pressed[AskOpponent]) -> None:
    choices = await server_choices(call, request)
    if choices is None:
        return
    game = press.action.game or choices.of(GAME)
    if game not in starting_parts():
        raise Refusal("late")
    await _ask(call, which_opponent(game))


async def _ask(call: Call, message: Message) -> None:
    await services_of(call).picture_answers.answer(call, message)


async def server_choices(call: Call, request: Request) -> ServerChoices | None:
    """The settings for a table opened here; None if its lobby is shown instead.

    Raise Refusal where none may be opened.
    """
    services = services_of(call)
    services.replies.check_bot_permissions(call)
    choices = await services.server_settings.require_allowed_channel(call)
    # A finished game is not loaded: an unreadable log must not block a new table.
    loaded = await services.tables.unfinished(request.channel)
    if loaded is None:
        return choices
    if loaded.table.phase is not Phase.LOBBY:
        raise Refusal("busy")
    await show_lobby(call, request, loaded, _(LOBBY_HERE))
    return None


async def can_open_table(call: Call) -> bool:
    services = services_of(call)
    if call.guild_id is None or call.channel_id is None:
        return False
    try:
        services.replies.check_bot_permissions(call)
        await services.server_settings.require_allowed_channel(call)
        return await services.tables.unfinished(call.channel_id) is None
    except Refusal:
        return False


@change_route(StartTable)
async def deal_table(call: Call, request: Request, press: Pressed[StartTable]) -> Outcome:
    """Open and start a table for as many as the button's users; the presser begins."""
    users = press.action.users
    others = [user for user in users if user != request.user][: max(0, len(users) - 1)]
    return await _deal(call, request, press.action.game, users=others)


@change_route(PlayOpponent)
async def deal_against(call: Call, request: Request, press: Pressed[PlayOpponent]) -> Outcome:
    return await _deal(call, request, press.action.game, opponents=(1, press.action.level))


async def _deal(
    call: Call,
    request: Request,
    name: str,
    users: Iterable[int] = (),
    opponents: tuple[int, str] = NO_OPPONENTS,
) -> Outcome:
    if name not in games():
        raise Refusal("late")
    services = services_of(call)
    choices = await services.server_settings.require_allowed_channel(call)
    language = language_of(call.interaction.locale)
    settings = Settings(language, JOINED, aids=usual_aids(choices))
    async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
        outcome = await services.table_service.open_and_start(
            request, name, users, settings, opponents
        )
    await services.status_cards.begin(outcome.game)
    return outcome


@personal_route(ShowRules)
async def show_rules(call: Call, user: int, press: Pressed[ShowRules]) -> None:
    name = press.action.game if press.action.game in games() else starting_parts()[0]
    message = help_words.rules_page(name, press.action.topic)
    await services_of(call).replies.show(call, message)


LEVEL_CHOICES: Final = [
    app_commands.Choice(name=name, value=level) for level, name in LEVELS.items()
]
DEFAULT_LEVEL: Final = "villager"
"""The level of opponents if only their number was chosen."""

TypedSets = app_commands.Transform[str, SuggestedText(2 * MENU_LINE_LIMIT)]


async def open_table(
    interaction: discord.Interaction[Any],
    game: str | None = None,
    sets: TypedSets | None = None,
    seats: app_commands.Range[int, 2, COLOURS] | None = None,
    opponents: app_commands.Range[int, 0, COLOURS - 1] | None = None,
    level: str | None = None,
    thread: str | None = None,
) -> None:
    """The user gets the first seat and sets everything else in the lobby.

    A client with an older copy of this command may name a game with its sets.
    """
    wanted = (game, sets, seats, opponents, level, thread)
    await run_change(interaction, lambda call, request: _open(call, request, *wanted))


@change_route(OpenLobby)
async def open_lobby(call: Call, request: Request, press: Pressed[OpenLobby]) -> Outcome | None:
    if press.action.game not in starting_parts():
        raise Refusal("late")
    return await _open(call, request, press.action.game)


async def _open(
    call: Call,
    request: Request,
    game: str | None = None,
    sets: str | None = None,
    seats: int | None = None,
    opponents: int | None = None,
    level: str | None = None,
    thread: str | None = None,
) -> Outcome | None:
    services = services_of(call)
    choices = await services.server_settings.require_allowed_channel(call)
    number, strength = _opponents(opponents, level)
    played, seat_count, options, settings = await _game_to_open(call, request, choices, game, sets)
    if seats is not None or number >= seat_count:
        seat_count = seats or number + 1
    company = number, strength
    inside = isinstance(call.place.channel, discord.Thread)
    if (thread or choices.of(THREAD)) == YES and not (inside and thread is None):
        check_new_game(played, seat_count, options)
        check_opponent_number(seat_count, number)
        require_thread(call)
        async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
            there = await open_table_thread(call, request, played, settings.language)
            outcome = await services.table_service.open(
                there, played, seat_count, options, settings, opponents=company
            )
        await services.absences.end_by_action(request.user)
        await announce_thread(call, there, outcome)
        return None
    # A finished game is not loaded: an unreadable log must not block a new table.
    loaded = await services.tables.unfinished(request.channel)
    if loaded is not None and loaded.table.phase is Phase.LOBBY:
        await show_lobby(call, request, loaded, _(LOBBY_HERE))
        return None
    async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
        opened = await services.table_service.open(
            request, played, seat_count, options, settings, opponents=company
        )
    await services.absences.end_by_action(request.user)
    if inside:
        await services.threads.watch(opened.game)
    return opened


async def _game_to_open(
    call: Call, request: Request, choices: ServerChoices, game: str | None, sets: str | None
) -> tuple[str, int, dict[str, str], Settings]:
    """A new table's game, seats, options and settings.

    From the channel's last game, else the server, unless typed.
    """
    last = None
    # The last game's unreadable log must not block a new table.
    with suppress(Refusal):
        last = await services_of(call).tables.latest(request.channel)
    if last is None or not last.table.ended:
        name = game_with_sets(game or choices.chosen(GAME) or DEFAULT_GAME, sets)
        settings = settings_by(choices, language_of(call.interaction.locale))
        return name, _seats_within(name, 2), chosen_options(name, {}, choices), settings
    table = last.table
    name = game or table.name
    if sets is not None:
        name = game_with_sets(game or starting_part(table.name), sets)
    options = chosen_options(name, {}, choices) | known_options(name, table.options)
    settings = settings_after(table.settings, choices)
    return name, _seats_within(name, 2 if game else table.seat_count), options, settings


def _seats_within(game: str, seats: int) -> int:
    """The allowed number nearest to ``seats``."""
    allowed = rulebook(game).ruleset.seats
    return min(max(seats, allowed.start), allowed.stop - 1)


def known_options(game: str, options: Mapping[str, str]) -> dict[str, str]:
    """Options of the game, with values it knows."""
    known = option_values(game)
    return {name: value for name, value in options.items() if value in known.get(name, ())}


def _opponents(opponents: int | None, level: str | None) -> tuple[int, str]:
    """Number and level; a level alone means one opponent."""
    number = int(level is not None) if opponents is None else opponents
    return number, level or DEFAULT_LEVEL


def game_with_sets(game: str, typed: str | None) -> str:
    """A game with the typed sets; a refusal names those there are."""
    if typed is None:
        return game
    check_takes_sets(game)
    typed_sets = read_typed_sets(typed, game)
    if typed_sets.unknown:
        unknown = quote_typed(" ".join(typed_sets.unknown))
        raise Refusal("no-set", typed=unknown, sets=available_additions(game))
    return with_sets(game, typed_sets.sets)


def chosen_options(
    game: str, given: Mapping[str, str | None], choices: ServerChoices
) -> dict[str, str]:
    """The typed options, else the server's defaults."""
    known, values = option_values(game), {}
    for option, words in nouns.option_words().items():
        key = words.command_option
        value = given.get(key) or (choices.chosen(key) if option in known else None)
        if value is not None:
            values[option] = value
    return values


def new_command() -> app_commands.Command[Any, ..., Any]:
    described = app_commands.describe(
        game=N_("The game to play; leave it out for the last one here"),
        sets=N_("The expansions to add, several at once"),
        seats=N_("The number of players"),
        opponents=N_("How many seats the bot plays"),
        level=N_("How strong the opponents are"),
        thread=N_("Open the game in its own thread"),
    )
    offered: dict[str, list[app_commands.Choice[Any]]] = {
        "game": game_choices(starting_parts()),
        "level": LEVEL_CHOICES,
        "thread": option_choices(THREAD),
    }
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name="new",
        description=N_("Start a game in this channel for others to join"),
        callback=app_commands.choices(**offered)(described(open_table)),
    )
    command.autocomplete("sets")(offer_sets)
    return command


async def offer_sets(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    game = interaction.namespace.game or DEFAULT_GAME
    if None in (interaction.guild_id, interaction.channel_id) or game not in games():
        return []
    return suggestion_choices(interaction, typed, lambda text: suggest_sets(text, game))


def suggest_sets(typed: str, game: str) -> list[Suggestion]:
    return [Suggestion(set_titles(sets), " ".join(sets)) for sets in suggested_sets(typed, game)]


@app_commands.command(
    name="end",
    description=N_("End the game, with scoring or without (host or server managers)"),
)
async def end(interaction: discord.Interaction[Any]) -> None:
    await run_answer(interaction, lambda call, request: _ask_end(call, request))


@table_answer_route(FINISH)
async def ask_end_of_post(call: Call, request: Request, press: TablePress[str]) -> None:
    await _ask_end(call, request)


async def _ask_end(call: Call, request: Request) -> None:
    services = services_of(call)
    try:
        loaded = await services.tables.require_table(request)
    except Refusal as refusal:
        if refusal.reason != "broken" or not call.place.permissions.manage_guild:
            raise
        await services.tables.abandon(request.channel)
        raise Refusal("abandoned") from refusal
    checks.check_end(loaded.table, request.user, manager=call.place.permissions.manage_guild)
    message = _end_question(running=loaded.table.phase is Phase.PLAYING)
    await services.sender.answer_privately(call, message, loaded)


@table_change_route("end", "end score")
async def end_game(call: Call, request: Request, press: TablePress[str]) -> Outcome:
    """End the game, with or without scoring; refuse a late press."""
    services = services_of(call)
    return await services.table_service.end(
        request,
        manager=call.place.permissions.manage_guild,
        scored=press.action != "end",
        version=press.version,
    )


def _end_question(*, running: bool) -> Message:
    if not running:
        text = _("Close this game? Nobody can join it any more.")
        return Message(text, buttons=(Button(_("Close game"), "end", ButtonStyle.DANGER),))
    lines = (
        _("End this game for everyone?"),
        _("*End and score*: the board is scored now; the current tile is discarded."),
        _("*End without scoring*: the score doesn't change, and nobody wins."),
    )
    buttons = (
        Button(_("End and score"), "end score", ButtonStyle.DANGER),
        Button(_("End without scoring"), "end", ButtonStyle.DANGER),
    )
    return Message("\n".join(lines), buttons=buttons)


CHALLENGE_SEATS: Final = 2
CHALLENGE: Final = "challenge"
"""The kind of the notification."""
UNPINGED: Final = N_("The game is open, but I couldn't ping {who}. Tell them to press *Join*.")


async def challenge(
    interaction: discord.Interaction[Any], user: discord.User | discord.Member
) -> None:
    async def work(call: Call, request: Request) -> None:
        if await server_choices(call, request) is None:
            return
        if user.bot:
            raise Refusal("challenged-bot", user=user.id)
        names = await _require_challengeable(call, request, user.id)
        await services_of(call).replies.show(call, game_question(user.id, names))

    await run_answer(interaction, work)


@answer_route(Challenge)
async def open_challenge(call: Call, request: Request, press: Pressed[Challenge]) -> None:
    """Post a challenge that pings the other user."""
    game, user = press.action.game, press.action.user
    if game not in starting_parts():
        raise Refusal("late")
    choices = await server_choices(call, request)
    if choices is None:
        return
    services = services_of(call)
    names = await _require_challengeable(call, request, user)
    settings = settings_by(choices, language_of(call.interaction.locale))
    options = chosen_options(game, {}, choices)
    async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
        opened = await services.table_service.open(
            request, game, CHALLENGE_SEATS, options, settings
        )
    await services.absences.end_by_action(request.user)
    if isinstance(call.place.channel, discord.Thread):
        await services.threads.watch(opened.game)
    replies = services.replies
    if not await services.outbox.post(request.channel, request.guild, opened):
        failure = services.outbox.failure(request.channel, opened.game)
        await replies.say(call, unposted_text(failure))
        return
    row = await services.tables.row(opened.game)
    assert row is not None
    loaded = LoadedTable(row, opened.after)
    if await _post_challenge(call, loaded, user):
        await dismiss(call)
    else:
        await replies.say(call, _(UNPINGED, who=names.user_name(user)))


async def _post_challenge(call: Call, loaded: LoadedTable, user: int) -> bool:
    host = call.user.id
    notification = Notification(f"{CHALLENGE} {loaded.row.id}", CHALLENGE, loaded.row.id)
    compose = partial(challenge_post, loaded.table, host, user)
    try:
        async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
            sent = await services_of(call).notifier.once(
                notification, loaded, compose, others=(host, user), resume=False
            )
    except TRANSPORT_ERRORS:
        return False
    return sent is Delivery.SENT


async def _require_challengeable(call: Call, request: Request, user: int) -> Names:
    """Refuse oneself, and a user without this channel."""
    services = services_of(call)
    if user == request.user:
        raise Refusal("challenged-oneself")
    if not await services.channel_access.can_see(user, request.guild, request.channel):
        raise Refusal("challenged-absent", user=user)
    return await services.names.seated((), request.guild, [user], absences=False)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (end,)
MENUS: Final[tuple[app_commands.ContextMenu, ...]] = (
    app_commands.ContextMenu(name=N_("Challenge"), callback=challenge),
)


@table_change_route(ADD_CHANNEL, find=Tables.require_lobby, in_time=True)
async def add_channel(call: Call, request: Request, press: TablePress[str]) -> Outcome | None:
    services = services_of(call)
    choices = await services.server_settings.of(request.guild)
    name = getattr(call.place.channel, "name", "")
    outcome = await services.table_service.add_channel(request, name, rated=choices.wants(RATINGS))
    return await update_card(call, outcome)
