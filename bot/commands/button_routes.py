"""What the buttons do: the same as the commands, checked against the moment they were made for."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import discord

from bot.client.context import change, context_of, personal, tell
from bot.client.discord_io.buttons import Press
from bot.client.interactions.replies import dismiss
from bot.commands import home as homes
from bot.commands import lobby, opponents, seats, votes
from bot.commands.absences import press_away
from bot.commands.archiving import bring_back
from bot.commands.following import follow, unfollow
from bot.commands.greeting import deal_against, deal_table, show_rules
from bot.commands.hints import show_review
from bot.commands.history import show_log, show_since
from bot.commands.inspect import show_board
from bot.commands.notes import show_note
from bot.commands.nudges import ask_table, nudge, put_off
from bot.commands.panels import open_panel, plan_move, plan_tile, show_draft
from bot.commands.preferences import show_habits
from bot.commands.press_kinds import Changing, Telling
from bot.commands.privacy import press_privacy
from bot.commands.records import post_film, show_record, show_seal
from bot.commands.server_settings import change_setup
from bot.commands.stale_press import in_time
from bot.commands.tables import finish
from bot.commands.undo import take_back
from bot.games import moves
from bot.presenters.private import (
    absences,
    boards,
    following,
    home,
    notes,
    nudges,
    plans,
    preferences,
    privacy,
    prompts,
    questions,
)
from bot.presenters.private.colours import WEAR
from bot.presenters.private.server_settings import SETUP
from bot.presenters.public import archiving, greeting, stalled_turn
from bot.presenters.public.lobby import SET
from bot.presenters.public.reminders import SNOOZE
from bot.presenters.words.buttons import FINISH, REVIEW
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, TableVersion
from bot.text.message import ABOUT_NOTHING

Personal: TypeAlias = Callable[[discord.Interaction[Any], int, Press], Awaitable[None]]
Carried: TypeAlias = Callable[[discord.Interaction[Any], Press], Awaitable[None]]


async def press(interaction: discord.Interaction[Any], press: Press) -> None:
    """Carries out a press in the channel of its table, wherever it was pressed.

    It does what its first word says, else the moves it names.
    """
    there: discord.Interaction[Any] | None = interaction
    if (press.game, press.entry) != ABOUT_NOTHING:
        there = await context_of(interaction).requests.at_table(interaction, press.game)
    if there is not None:
        await PRESSES.get(press.action.split()[0], _changing_in_time(_move))(there, press)


def _anywhere(work: Personal) -> Carried:
    async def carried(interaction: discord.Interaction[Any], press: Press) -> None:
        await personal(interaction, lambda user: work(interaction, user, press))

    return carried


def _telling(work: Telling) -> Carried:
    async def carried(interaction: discord.Interaction[Any], press: Press) -> None:
        await tell(interaction, lambda request: work(interaction, request, press))

    return carried


def _changing(work: Changing) -> Carried:
    async def carried(interaction: discord.Interaction[Any], press: Press) -> None:
        await change(interaction, lambda request: work(interaction, request, press))

    return carried


def _telling_in_time(work: Telling) -> Carried:
    async def carried(interaction: discord.Interaction[Any], press: Press) -> None:
        await tell(interaction, in_time(interaction, press, work))

    return carried


def _changing_in_time(work: Changing) -> Carried:
    async def carried(interaction: discord.Interaction[Any], press: Press) -> None:
        await change(interaction, in_time(interaction, press, work))

    return carried


async def _look(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """A press that shows how the game stands of which the post told."""
    await context_of(interaction).tables.here(request.channel, press.game)
    match press.action.split()[0]:
        case "board":
            await show_board(interaction, request)
        case "score":
            await show_board(interaction, request, boards.SCORES)
        case "log":
            await show_log(interaction, request, press.number or None)
        case "since":
            await show_since(interaction, request)
        case "record":
            await show_record(interaction, request)
        case "seal":
            await show_seal(interaction, request)
        case _:
            await post_film(interaction, request)


async def _answer(
    interaction: discord.Interaction[Any], request: Request, press: Press
) -> Outcome | None:
    """Yes or no to taking back what others have played on."""
    context = context_of(interaction)
    await context.tables.here(request.channel, press.game)
    agrees = press.action.startswith("agree")
    outcome = await context.service.answer(request, press.number, agrees=agrees)
    if outcome.before is not None and outcome.after.version != outcome.before.version:
        return outcome  # all have agreed: the tile is back
    return await lobby.card_updated(interaction, outcome)


async def _table(interaction: discord.Interaction[Any], request: Request, press: Press) -> Outcome:
    """A press that leaves or ends a game: only valid at the moment it was offered for."""
    context = context_of(interaction)
    await context.tables.here(request.channel, press.game)
    at = TableVersion(press.game, press.entry)
    manager = interaction.permissions.manage_guild
    match press.action:
        case "resign":
            return await context.service.resign(request, at=at)
        case "end" | "end score" as ending:
            scored = ending != "end"
            return await context.service.end(request, manager=manager, scored=scored, at=at)
    # A game is never ended by a button that none of ours is.
    raise Refusal("late")


async def _move(interaction: discord.Interaction[Any], request: Request, press: Press) -> Outcome:
    """A press that makes a move: only valid at the moment it was offered for."""
    context = context_of(interaction)
    await context.tables.here(request.channel, press.game)
    at = TableVersion(press.game, press.entry)
    return await context.service.play(request, moves.read(press.action), at=at)


async def _close(interaction: discord.Interaction[Any], user: int, press: Press) -> None:
    """A press that takes a private question away."""
    await dismiss(interaction)


LOOKS: Final = ("board", "score", "log", "since", "record", "seal", "replay")
PRESSES: Final[Mapping[str, Carried]] = {
    **dict.fromkeys(LOOKS, _telling(_look)),
    prompts.PANEL: _telling_in_time(open_panel),
    prompts.SHOW: _telling_in_time(show_draft),
    prompts.PLAN: _telling_in_time(plan_move),
    absences.AWAY: _anywhere(press_away),
    notes.NOTE: _telling(show_note),
    REVIEW: _telling(show_review),
    following.FOLLOW: _telling(follow),
    following.UNFOLLOW: _anywhere(unfollow),
    plans.AIM: _telling_in_time(plan_tile),
    preferences.HABITS: _anywhere(show_habits),
    home.HOME: _anywhere(homes.press_home),
    home.OPEN: _anywhere(homes.press_open_tables),
    SETUP: _telling(change_setup),
    privacy.PRIVACY: _anywhere(press_privacy),
    greeting.TABLE: _changing(deal_table),
    greeting.AGAINST: _changing(deal_against),
    greeting.RULES: _anywhere(show_rules),
    "join": _changing_in_time(lobby.sit_down),
    "leave": _changing_in_time(lobby.stand_up),
    "start": _changing_in_time(lobby.begin),
    "colour": _telling_in_time(lobby.offer_colours),
    WEAR: _changing_in_time(lobby.wear),
    SET: _changing_in_time(lobby.choose_set),
    "again": _changing(lobby.again),
    SNOOZE: _telling(put_off),
    nudges.NUDGE: _telling(nudge),
    nudges.ASK: _telling(ask_table),
    archiving.BRING_BACK: _changing(bring_back),
    questions.UNDO: _changing(take_back),
    questions.CLOSE: _anywhere(_close),
    **dict.fromkeys(("agree", "refuse"), _changing(_answer)),
    **dict.fromkeys(("resign", "end"), _changing(_table)),
    FINISH: _telling(finish),
    stalled_turn.PAUSE: _telling(votes.offer_pause),
    **{word: _changing_in_time(work) for word, work in votes.CHANGING.items()},
    **{word: _changing_in_time(work) for word, work in opponents.CHANGING.items()},
    **{word: _changing_in_time(work) for word, work in seats.CHANGING.items()},
    **{word: _telling(work) for word, work in seats.TELLING.items()},
}
"""What each first word of a button does; any other begins moves."""
