"""Register button handlers by decorators; dispatch presses; show a late mover the current panel."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

import discord

from bot.core.codec import TextError
from bot.discord_io.buttons import Press
from bot.interactions.call import Call
from bot.interactions.replies import dismiss
from bot.services import services_of
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Phase, Table, TableVersion
from bot.text.i18n import N_, _
from bot.text.message import NO_TABLE
from bot.words.actions import ACTIONS, CLOSE, ButtonAction, OpenPanel

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Pressed(Generic[A_co]):
    """A press in a game as it stood after an entry."""

    game: int
    entry: int
    action: A_co

    @property
    def version(self) -> TableVersion:
        return TableVersion(self.game, self.entry)


@dataclass(frozen=True, slots=True)
class TablePress(Pressed[A_co]):
    """A press with the table as it is now."""

    loaded: LoadedTable

    @staticmethod
    def on(loaded: LoadedTable, action: A) -> "TablePress[A]":
        """A press on a button made for the present table."""
        return TablePress(loaded.row.id, loaded.table.version, action, loaded)


Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Outcome | None]])
PersonalHandler = TypeVar(
    "PersonalHandler", bound=Callable[[Call, int, Pressed[Any]], Awaitable[None]]
)
"""Handle a button about its user, given by id, in any channel."""
AnswerHandler = TypeVar(
    "AnswerHandler", bound=Callable[[Call, Request, Pressed[Any]], Awaitable[None]]
)
"""Handle a button in a channel and answer it; post by itself if at all."""
ChangeHandler = TypeVar(
    "ChangeHandler", bound=Callable[[Call, Request, Pressed[Any]], Awaitable[Outcome | None]]
)
"""Handle a button in a channel; the runner posts the returned outcome."""
TableAnswerHandler = TypeVar(
    "TableAnswerHandler", bound=Callable[[Call, Request, TablePress[Any]], Awaitable[None]]
)
"""Handle a button of a game and answer it; post by itself if at all."""
TableChangeHandler = TypeVar(
    "TableChangeHandler",
    bound=Callable[[Call, Request, TablePress[Any]], Awaitable[Outcome | None]],
)
"""Handle a button of a game; the runner posts the returned outcome."""
FindGame: TypeAlias = Callable[[Tables, int, int], Awaitable[LoadedTable]]
"""Return the table of a channel's game, given by both ids. Raise Refusal."""
GAME_WENT_ON: Final = N_("The game has moved on. Here's your current turn.")


@dataclass(frozen=True, slots=True)
class Route:
    """An action's handler; ``find`` loads the game it gets.

    ``in_time``: a late press opens the mover's current panel.
    """

    handler: Callable[..., Awaitable[Outcome | None]]
    is_personal: bool = False
    posts: bool = False
    """True if the runner posts the outcome that the handler returns."""
    find: FindGame | None = None
    in_time: bool = False


Routed: TypeAlias = type[ButtonAction] | str
"""A class of actions, or an action without arguments, which is a word."""
ROUTES: Final[dict[Routed, Route]] = {}
"""The route of each action, added by the module of its handler."""


def _route(*actions: Routed, **facts: Any) -> Callable[[Handler], Handler]:
    def add(handler: Handler) -> Handler:
        assert ROUTES.keys().isdisjoint(actions), actions
        for action in actions:
            if isinstance(action, str):
                ACTIONS.word(action)
            ROUTES[action] = Route(handler, **facts)
        return handler

    return add


def personal_route(*actions: Routed) -> Callable[[PersonalHandler], PersonalHandler]:
    """Route buttons to a handler about the user."""
    return _route(*actions, is_personal=True)


def answer_route(*actions: Routed) -> Callable[[AnswerHandler], AnswerHandler]:
    """Route buttons to a handler that answers itself."""
    return _route(*actions)


def change_route(*actions: Routed) -> Callable[[ChangeHandler], ChangeHandler]:
    """Route buttons to a handler whose outcome is posted."""
    return _route(*actions, posts=True)


def table_answer_route(
    *actions: Routed, find: FindGame = Tables.require_game, in_time: bool = False
) -> Callable[[TableAnswerHandler], TableAnswerHandler]:
    """`answer_route` for the channel's game or the one that ``find`` finds."""
    return _route(*actions, find=find, in_time=in_time)


def table_change_route(
    *actions: Routed, find: FindGame = Tables.require_game, in_time: bool = False
) -> Callable[[TableChangeHandler], TableChangeHandler]:
    """`change_route` for the channel's game or the one that ``find`` finds."""
    return _route(*actions, posts=True, find=find, in_time=in_time)


async def run_press(interaction: discord.Interaction[Any], press: Press) -> None:
    """Run a press in the channel of its table, even if pressed elsewhere.

    A malformed action is refused as late.
    """
    try:
        action = ACTIONS.read(press.action)
    except TextError:
        action, route = None, REFUSE_ROUTE
    else:
        route = ROUTES[action if isinstance(action, str) else type(action)]
    trail = services_of(interaction).sender.view_trail
    if route.posts:
        trail.forget(interaction)
    else:
        trail.follow(interaction, press)
    game = press.game if (press.game, press.entry) != NO_TABLE else None
    runner = services_of(interaction).runner
    pressed = Pressed(press.game, press.entry, action)
    if route.is_personal:

        async def answer(call: Call, user: int) -> None:
            await route.handler(call, user, pressed)

        await runner.run_personal(interaction, answer, game=game)
        return
    run = partial(_run_in_time if route.in_time else _run_route, route, pressed)
    await runner.run(interaction, run, game=game, posts=route.posts)


async def _run_route(
    route: Route, press: Pressed[Any], call: Call, request: Request
) -> Outcome | None:
    _require_existing_entry(request, press)
    if route.find is None:
        return await route.handler(call, request, press)
    loaded = await route.find(services_of(call).tables, request.channel, press.game)
    with_table = TablePress(press.game, press.entry, press.action, loaded)
    return await route.handler(call, request, with_table)


def _require_existing_entry(request: Request, press: Pressed[Any]) -> None:
    """Refuse a forged press: its entry is not in the log yet."""
    loaded = request.loaded
    if loaded is not None and loaded.row.id == press.game and press.entry > loaded.table.last:
        raise Refusal("late")


async def _run_in_time(
    route: Route, press: Pressed[Any], call: Call, request: Request
) -> Outcome | None:
    """A late press opens the current panel for the player to move.

    Any other user gets the refusal, which names the table's current state.
    """
    try:
        return await _run_route(route, press, call, request)
    except Refusal as refusal:
        loaded = await services_of(call).tables.latest(request.channel)
        late = refusal.reason == "late"
        here = loaded is not None and loaded.row.id == press.game
        if late and here and loaded is not None and loaded.table.phase is Phase.ARCHIVED:
            raise Refusal("archived") from refusal
        if not late or loaded is None or loaded.table.to_move != request.user:
            raise
    request = replace(request, loaded=loaded)
    above = "" if _continues_half_turn(loaded.table, loaded.row.id, press) else _(GAME_WENT_ON)
    await ROUTES[OpenPanel].handler(call, request, TablePress.on(loaded, OpenPanel()), above)
    return None


def _continues_half_turn(table: Table, game: int, press: Pressed[Any]) -> bool:
    """True for a press on the newest post about a half-done turn."""
    undone = table.undone is not None and table.undone > press.entry
    since = [line for line in table.lines if line.number > press.entry]
    alone = all(line.user == table.to_move and line.is_move for line in since)
    return table.is_mid_turn and game == press.game and alone and not undone


@personal_route(CLOSE)
async def close_question(call: Call, user: int, press: Pressed[str]) -> None:
    await dismiss(call)


async def _refuse(call: Call, user: int, press: Pressed[None]) -> None:
    raise Refusal("late")


REFUSE_ROUTE: Final = Route(_refuse, is_personal=True)
"""The route of a text that is no action."""
