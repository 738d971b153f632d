"""The handler of each button, checked against the version of the table it was made for."""

from collections.abc import Awaitable, Callable, Mapping
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
from bot.commands import home as homes
from bot.commands import lobby, seats, votes, what_if
from bot.commands.absences import press_away
from bot.commands.boards import show_board
from bot.commands.challenges import open_challenge
from bot.commands.cups import press_cup
from bot.commands.help import press_help
from bot.commands.hints import press_hint, show_review
from bot.commands.history import (
    post_replay,
    press_past_turn,
    show_log,
    show_page,
    show_print,
    show_record,
    show_seal,
    show_since,
)
from bot.commands.lessons import press_learn
from bot.commands.notes import show_note
from bot.commands.panels import open_panel, press_orders, press_plan, show_draft, show_next_step
from bot.commands.preferences import follow, show_settings, unfollow
from bot.commands.privacy import press_privacy
from bot.commands.puzzles import press_puzzle
from bot.commands.server_settings import press_setup
from bot.commands.statistics import press_leaderboard, press_statistics
from bot.commands.tables import ask_end_of_post, deal_against, deal_table, show_rules
from bot.commands.undo import take_back
from bot.commands.votes import ask_table, nudge, snooze, unarchive
from bot.games import moves
from bot.presenters.private import (
    absences,
    boards,
    following,
    help,
    home,
    notes,
    nudges,
    orders,
    plans,
    privacy,
    prompts,
    questions,
)
from bot.presenters.private.colours import CHOOSE_COLOUR
from bot.presenters.private.leaderboards import LEADERBOARD
from bot.presenters.private.server_settings import SETUP
from bot.presenters.private.statistics import STATISTICS
from bot.presenters.public import archiving, challenges, cups, greeting, stalled_turn
from bot.presenters.public.lobby import SET
from bot.presenters.public.puzzles import PUZZLE
from bot.presenters.public.reminders import SNOOZE
from bot.presenters.words.buttons import (
    BEFORE_MOVE,
    FINISH,
    HINT,
    LEARN,
    PAGE,
    PAST_TURN,
    PRINT,
    REVIEW,
    SETTINGS,
    WHAT_IF,
)
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, Phase, Table, TableVersion
from bot.text.i18n import N_, _
from bot.text.message import NO_TABLE

T = TypeVar("T")
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
    await open_panel(call, replace(request, loaded=loaded), now, above)
    return None


def _continues_half_turn(table: Table, game: int, press: Press) -> bool:
    """Return True for a press on the newest post about a turn that is half done."""
    undone = table.undone is not None and table.undone > press.entry
    since = [line for line in table.lines if line.number > press.entry]
    alone = all(line.user == table.to_move and line.is_move for line in since)
    return table.is_mid_turn and game == press.game and alone and not undone


def _answer_route(handler: AnswerPressHandler, *, in_time: bool = False) -> Route:
    return Route(RouteKind.ANSWERS, handler, in_time)


def _change_route(handler: ChangePressHandler, *, in_time: bool = False) -> Route:
    return Route(RouteKind.POSTS_OUTCOME, handler, in_time)


def _personal_route(handler: PersonalPressHandler) -> Route:
    return Route(RouteKind.PERSONAL, handler)


async def _show_view(call: Call, request: Request, press: Press) -> None:
    """Show a view of the game that the pressed post is about."""
    await services_of(call).tables.require_game(request.channel, press.game)
    match press.parsed_action.word:
        case "board":
            view = press.parsed_action.argument(0)
            await show_board(call, request, view if view in boards.VIEWS else "whole")
        case "score":
            await show_board(call, request, boards.SCORES)
        case "log":
            await show_log(call, request, press.parsed_action.number or None)
        case "since":
            await show_since(call, request)
        case "record":
            await show_record(call, request)
        case "seal":
            await show_seal(call, request)
        case _:
            await post_replay(call, request)


async def _answer_undo_vote(call: Call, request: Request, press: Press) -> Outcome | None:
    """Agree to or refuse a requested undo."""
    services = services_of(call)
    await services.tables.require_game(request.channel, press.game)
    agrees = press.parsed_action.word == "agree"
    outcome = await services.table_service.answer_undo_vote(
        request, press.parsed_action.number, agrees=agrees
    )
    if outcome.before is not None and outcome.after.version != outcome.before.version:
        return outcome  # All have agreed, and the tile was taken back.
    return await lobby.update_card(call, outcome)


async def _resign_or_end(call: Call, request: Request, press: Press) -> Outcome:
    """Resign or end the game; refuse a late press."""
    services = services_of(call)
    await services.tables.require_game(request.channel, press.game)
    version = TableVersion(press.game, press.entry)
    manager = call.place.permissions.manage_guild
    match press.action:
        case "resign":
            return await services.table_service.resign(request, version=version)
        case "end" | "end score" as ending:
            scored = ending != "end"
            return await services.table_service.end(
                request, manager=manager, scored=scored, version=version
            )
    # An unknown action (a forged button) must not end the game.
    raise Refusal("late")


async def _make_move(call: Call, request: Request, press: Press) -> Outcome:
    """Make the moves of a button; refuse a late press."""
    services = services_of(call)
    await services.tables.require_game(request.channel, press.game)
    version = TableVersion(press.game, press.entry)
    return await services.table_service.play(
        request, moves.read_moves(press.action), version=version
    )


async def _close_question(call: Call, user: int, press: Press) -> None:
    """Delete the private question that the button stands on."""
    await dismiss(call)


VIEW_WORDS: Final = ("board", "score", "log", "since", "record", "seal", "replay")
MOVE_ROUTE: Final = _change_route(_make_move, in_time=True)
"""The route of all moves."""
ROUTES: Final[Mapping[str, Route]] = {
    **dict.fromkeys(VIEW_WORDS, _answer_route(_show_view)),
    prompts.PANEL: _answer_route(open_panel, in_time=True),
    prompts.SHOW: _answer_route(show_draft, in_time=True),
    prompts.NEXT_STEP: _answer_route(show_next_step, in_time=True),
    absences.AWAY: _personal_route(press_away),
    notes.NOTE: _answer_route(show_note),
    HINT: _answer_route(press_hint, in_time=True),
    REVIEW: _answer_route(show_review),
    PAGE: _answer_route(show_page),
    PRINT: _answer_route(show_print),
    PAST_TURN: _answer_route(press_past_turn),
    BEFORE_MOVE: _answer_route(what_if.show_decision),
    WHAT_IF: _answer_route(what_if.try_moves),
    following.FOLLOW: _answer_route(follow),
    following.UNFOLLOW: _personal_route(unfollow),
    plans.PLAN: _answer_route(press_plan, in_time=True),
    orders.ORDER: _answer_route(press_orders, in_time=True),
    SETTINGS: _personal_route(show_settings),
    home.HOME: _personal_route(homes.press_skip),
    home.OPEN_TABLES: _personal_route(homes.press_open_tables),
    SETUP: _answer_route(press_setup),
    STATISTICS: _personal_route(press_statistics),
    LEADERBOARD: _answer_route(press_leaderboard),
    cups.CUP: _answer_route(press_cup),
    privacy.PRIVACY: _personal_route(press_privacy),
    greeting.START_TABLE: _change_route(deal_table),
    greeting.PLAY_OPPONENT: _change_route(deal_against),
    challenges.CHALLENGE: _answer_route(open_challenge),
    greeting.RULES: _personal_route(show_rules),
    LEARN: _personal_route(press_learn),
    help.HELP: _personal_route(press_help),
    "join": _change_route(lobby.join, in_time=True),
    "leave": _change_route(lobby.leave, in_time=True),
    "start": _change_route(lobby.start, in_time=True),
    "colour": _answer_route(lobby.offer_colours, in_time=True),
    CHOOSE_COLOUR: _change_route(lobby.choose_colour, in_time=True),
    SET: _change_route(lobby.choose_set, in_time=True),
    "again": _change_route(lobby.play_again),
    SNOOZE: _answer_route(snooze),
    nudges.NUDGE: _answer_route(nudge),
    nudges.ASK_TABLE: _answer_route(ask_table),
    archiving.BRING_BACK: _change_route(unarchive),
    PUZZLE: _answer_route(press_puzzle),
    questions.UNDO: _change_route(take_back),
    questions.CLOSE: _personal_route(_close_question),
    **dict.fromkeys(("agree", "refuse"), _change_route(_answer_undo_vote)),
    **dict.fromkeys(("resign", "end"), _change_route(_resign_or_end)),
    FINISH: _answer_route(ask_end_of_post),
    stalled_turn.PAUSE: _answer_route(votes.offer_pause),
    **{word: _change_route(work, in_time=True) for word, work in votes.VOTE_BUTTONS.items()},
    **{word: _change_route(work, in_time=True) for word, work in seats.OPPONENT_BUTTONS.items()},
    **{word: _change_route(work, in_time=True) for word, work in seats.SEAT_BUTTONS.items()},
    **{word: _answer_route(work) for word, work in seats.INVITATION_BUTTONS.items()},
}
"""The route of each first word; any other word begins moves."""
