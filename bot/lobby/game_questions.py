"""The buttons that ask which game to open here, and against which opponent to play."""

from bot.interactions.button_routes import Pressed, answer_route
from bot.interactions.call import Call
from bot.lobby.commands import show_lobby
from bot.lobby.words import which_game, which_opponent
from bot.services import services_of
from bot.table.refusals import Refusal
from bot.table.settings import GAME, ServerChoices
from bot.table.store import Request
from bot.table.table import Phase
from bot.text.i18n import N_, _
from bot.text.message import Message
from bot.text.names import Names
from bot.words.actions import AskGame, AskOpponent
from rules.variants import starting_parts

LOBBY_HERE = N_("There's already a game to join in this channel.")


@answer_route(AskGame)
async def ask_game(call: Call, request: Request, press: Pressed[AskGame]) -> None:
    if await server_choices(call, request) is not None:
        await _ask(call, which_game(press.action.users))


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
    await services_of(call).position_answers.answer(call, message, None, Names((), {}), "games")


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
