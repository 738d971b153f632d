"""The command `/undo`: undo at once, or ask the user to confirm, then the other players to vote."""

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.button_routes import TablePress, table_change_route
from bot.interactions.call import Call
from bot.lobby.commands import update_card
from bot.services import run_change, services_of
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome
from bot.text.i18n import N_
from bot.undo import words
from bot.words.actions import AgreeToUndo, RefuseUndo, UndoTile
from bot.words.refusals import refusal_text

OPEN_VOTE_REASONS: Final = ("asking-already", "asked-already", "agreed-already")
"""Refusals of an undo whose vote is open: the user began it, has yet to vote, or has agreed."""


@app_commands.command(
    name="undo", description=N_("Undo your last tile; later, everyone has to agree")
)
async def undo(interaction: discord.Interaction[Any]) -> None:
    await run_change(interaction, take_back)


@table_change_route(UndoTile)
async def take_back(
    call: Call, request: Request, press: TablePress[UndoTile] | None = None
) -> Outcome | None:
    """Undo a tile if that concerns no other player, else ask for confirmation.

    ``press`` is None for the command. A confirming button has the newest entry's number when the
    user was asked, so that a press after a further entry is late.
    """
    services, version = services_of(call), None if press is None else press.version
    try:
        preview = await services.table_service.preview_undo(request, version)
    except Refusal as refusal:
        if refusal.reason not in OPEN_VOTE_REASONS:
            raise
        await _show_vote(call, request, refusal)
        return None
    is_confirmed = press is not None and press.action.confirmed == preview.last
    if preview.needs_no_question or is_confirmed:
        return await services.table_service.undo(request, preview)
    if press is not None and press.action.confirmed:
        raise Refusal("late")
    loaded = await services.tables.require_table(request)
    names = await services.names.of(loaded.table, request.guild)
    await services.sender.answer_privately(call, words.undo_question(preview, names), loaded)
    return None


@table_change_route(AgreeToUndo, RefuseUndo)
async def answer_undo_vote(
    call: Call, request: Request, press: TablePress[AgreeToUndo | RefuseUndo]
) -> Outcome | None:
    services = services_of(call)
    agrees = isinstance(press.action, AgreeToUndo)
    outcome = await services.table_service.answer_undo_vote(
        request, press.action.entry, agrees=agrees
    )
    if outcome.before is not None and outcome.after.version != outcome.before.version:
        return outcome  # All have agreed, and the tile was taken back.
    return await update_card(call, outcome)


async def _show_vote(call: Call, request: Request, refusal: Refusal) -> None:
    services = services_of(call)
    loaded = await services.tables.require_table(request)
    names = await services.names.of(loaded.table, request.guild)
    message = words.question_post(loaded.table, names)
    with_reason = replace(message, text=f"{refusal_text(refusal, names)}\n{message.text}")
    await services.sender.answer_privately(call, with_reason, loaded)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (undo,)
