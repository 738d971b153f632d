"""The panel of a move by buttons; nothing of it is committed before the player confirms."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.client.buttons import Press
from bot.presenters.private import panel, prompts
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request, Seen
from bot.table.table import Moment
from bot.text.i18n import _
from rules import notation
from rules.game import Game
from rules.moves import Move, PlaceTile
from rules.variants.ark import ARK

if TYPE_CHECKING:
    from bot.client.app import App


async def open_panel(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> None:
    """Asks for a gap, or for what is still to be decided about a tile that lies."""
    app = interaction.client
    seen, game = await _asked(interaction, request, press)
    if game.drawn is None:
        message = prompts.next_decision(game)
        await app.sender.answer(interaction, message, seen.row.id, seen.table)
        return
    names = await app.people.names(seen.table, request.guild)
    message = panel.gaps(game, names, press.number or 1, aided=seen.table.aided)
    anew = interaction.message is None or not interaction.message.flags.ephemeral
    if anew and app.drafts.opened(request.channel, request.user, seen.at):
        twice = _("You have opened this panel before. Either of them works, until you confirm one.")
        message = replace(message, text=f"{message.text}\n{twice}")
    await app.sender.answer(interaction, message, seen.row.id, seen.table)


async def show_draft(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> None:
    """Shows what moves would come to."""
    app = interaction.client
    seen, game = await _asked(interaction, request, press)
    moves = notation.read(press.action.removeprefix(panel.SHOW))
    laid = _laid(moves)
    names = await app.people.names(seen.table, request.guild)
    message = panel.draft(game, moves, names, aided=seen.table.aided)
    app.drafts.keep(request.channel, request.user, seen.at, laid)
    await app.sender.answer(interaction, message, seen.row.id, seen.table, draft=moves)


async def plan_walk(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> None:
    """Shows a walk of the Ark one step further."""
    app = interaction.client
    seen, game = await _asked(interaction, request, press)
    if ARK not in game.tokens:
        raise Refusal("late")
    words = press.action.removeprefix(prompts.PLAN).strip()
    before, _word, steps = words.rpartition("walk")
    laid = _laid(notation.read(before)) if before else None
    walked = notation.walk(steps).steps if steps.strip() else ()
    names = await app.people.names(seen.table, request.guild)
    message = prompts.walk(game, laid, walked, names, aided=seen.table.aided)
    draft = [laid] if laid is not None else []
    await app.sender.answer(interaction, message, seen.row.id, seen.table, draft=draft)


def _laid(moves: Sequence[Move]) -> PlaceTile:
    """The tile that moves begin with; a button of ours never says anything else."""
    laid = moves[0]
    if not isinstance(laid, PlaceTile):
        raise Refusal("late")
    return laid


async def _asked(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> tuple[Seen, Game]:
    """The table and game of a panel, which must be as they were when it was made."""
    seen = await interaction.client.tables.here(request.channel, press.game)
    # First whether it is late: who has just moved otherwise is not told to wait for their turn.
    if seen.at != Moment(press.game, press.entry):
        raise Refusal("late")
    return seen, checks.may_move(seen.table, request.user)
