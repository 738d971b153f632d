"""The handler of each button, checked against the version of the table it was made for."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.client.interactions.replies import dismiss
from bot.client.interactions.runner import (
    AnswerPressHandler,
    ChangePressHandler,
    PersonalPressHandler,
)
from bot.client.services import services_of
from bot.games import moves
from bot.presenters.private import prompts, questions
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, Phase, Table, TableVersion
from bot.text.i18n import N_, _
from bot.text.message import NO_TABLE

T = TypeVar("T")
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Outcome | None]])
Answers = TypeVar("Answers", bound=AnswerPressHandler)
Changes = TypeVar("Changes", bound=ChangePressHandler)
IsPersonal = TypeVar("IsPersonal", bound=PersonalPressHandler)
GAME_WENT_ON: Final = N_("The game has moved on. Here's your current turn.")


class RouteKind(Enum):
    """The kinds of buttons, by what their handler does."""

    ANSWERS = auto()
    """The handler answers, and posts by itself if at all."""
    POSTS_OUTCOME = auto()
    """The runner posts the outcome that the handler returns."""
    PERSONAL = auto()
    """A button about the user, which works in any channel."""


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of a button's first word.

    With ``in_time``, a late press opens the current panel for the player to move.
    """

    kind: RouteKind
    handler: Callable[..., Awaitable[Outcome | None]]
    in_time: bool = False


ROUTES: Final[dict[str, Route]] = {}
"""The route of each first word, added by the module of its handler; any other word begins moves."""


def _route(kind: RouteKind, *words: str, in_time: bool = False) -> Callable[[Handler], Handler]:
    def add(handler: Handler) -> Handler:
        assert ROUTES.keys().isdisjoint(words), words
        ROUTES.update(dict.fromkeys(words, Route(kind, handler, in_time)))
        return handler

    return add


def answer_route(*words: str, in_time: bool = False) -> Callable[[Answers], Answers]:
    """Route buttons with these first words to a handler that answers by itself."""
    return _route(RouteKind.ANSWERS, *words, in_time=in_time)


def change_route(*words: str, in_time: bool = False) -> Callable[[Changes], Changes]:
    """Route buttons with these first words to a handler whose outcome is posted."""
    return _route(RouteKind.POSTS_OUTCOME, *words, in_time=in_time)


def personal_route(*words: str) -> Callable[[IsPersonal], IsPersonal]:
    """Route buttons with these first words, which are about the user, to a handler."""
    return _route(RouteKind.PERSONAL, *words)


async def run_press(interaction: discord.Interaction[Any], press: Press) -> None:
    """Run a press in the channel of its table, even if it was pressed elsewhere.

    The first word of its action names the route; any other word begins moves.
    """
    route = ROUTES.get(press.parsed_action.word, MOVE_ROUTE)
    trail = services_of(interaction).sender.view_trail
    if route.kind is RouteKind.POSTS_OUTCOME:
        trail.forget(interaction)
    else:
        trail.follow(interaction, press)
    game = press.game if (press.game, press.entry) != NO_TABLE else None
    runner = services_of(interaction).runner
    if route.kind is RouteKind.PERSONAL:
        personal = partial(_handle_press, route.handler, press)
        await runner.run_personal(interaction, personal, game=game)
        return
    handler = partial(
        _handle_press_in_time if route.in_time else _handle_press, route.handler, press
    )
    posts = route.kind is RouteKind.POSTS_OUTCOME
    await runner.run(interaction, handler, game=game, posts=posts)


def _handle_press(
    handler: Callable[[Call, T, Press], Awaitable[Outcome | None]],
    press: Press,
    call: Call,
    about: T,
) -> Awaitable[Outcome | None]:
    """Call the handler of a press."""
    if isinstance(about, Request):
        _require_existing_entry(about, press)
    return handler(call, about, press)


def _require_existing_entry(request: Request, press: Press) -> None:
    """Raise Refusal for a press of an entry that is not in the log yet: the press is forged."""
    loaded = request.loaded
    if loaded is not None and loaded.row.id == press.game and press.entry > loaded.table.last:
        raise Refusal("late")


async def _handle_press_in_time(
    handler: Callable[[Call, Request, Press], Awaitable[Outcome | None]],
    press: Press,
    call: Call,
    request: Request,
) -> Outcome | None:
    """Call the handler of a press; a late press opens the current panel for the player to move.

    For any other user the refusal stays, which names the current state of the table.
    """
    _require_existing_entry(request, press)
    try:
        return await handler(call, request, press)
    except Refusal as refusal:
        loaded = await services_of(call).tables.latest(request.channel)
        late = refusal.reason == "late"
        here = loaded is not None and loaded.row.id == press.game
        if late and here and loaded is not None and loaded.table.phase is Phase.ARCHIVED:
            raise Refusal("archived") from refusal
        if not late or loaded is None or loaded.table.to_move != request.user:
            raise
    now = Press(loaded.row.id, loaded.table.version, prompts.PANEL)
    above = "" if _continues_half_turn(loaded.table, loaded.row.id, press) else _(GAME_WENT_ON)
    await ROUTES[prompts.PANEL].handler(call, replace(request, loaded=loaded), now, above)
    return None


def _continues_half_turn(table: Table, game: int, press: Press) -> bool:
    """Return True for a press on the newest post about a turn that is half done."""
    undone = table.undone is not None and table.undone > press.entry
    since = [line for line in table.lines if line.number > press.entry]
    alone = all(line.user == table.to_move and line.is_move for line in since)
    return table.is_mid_turn and game == press.game and alone and not undone


async def _make_move(call: Call, request: Request, press: Press) -> Outcome:
    """Make the moves of a button; refuse a late press."""
    services = services_of(call)
    await services.tables.require_game(request.channel, press.game)
    version = TableVersion(press.game, press.entry)
    return await services.table_service.play(
        request, moves.read_moves(press.action), version=version
    )


@personal_route(questions.CLOSE)
async def _close_question(call: Call, user: int, press: Press) -> None:
    """Delete the private question that the button stands on."""
    await dismiss(call)


MOVE_ROUTE: Final = Route(RouteKind.POSTS_OUTCOME, _make_move, in_time=True)
"""The route of all moves."""
