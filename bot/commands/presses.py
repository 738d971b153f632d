"""What the buttons do: the same as the commands, checked against the moment they were made for."""

from typing import Any

import discord

from bot.client.buttons import Press
from bot.client.context import change, context_of, tell
from bot.client.replies import dismiss
from bot.client.sending import NOT_TAKEN
from bot.commands.greeting import deal_table, show_rules
from bot.commands.history import show_log, show_since
from bot.commands.inspect import post_film, show_board, show_score
from bot.commands.panels import open_panel, plan_move, show_draft
from bot.games import moves
from bot.presenters.private import panel, prompts
from bot.presenters.public import greeting
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, Phase, TableVersion


async def press(interaction: discord.Interaction[Any], press: Press) -> None:
    """Carries out a press."""
    match press.action.split()[0]:
        case "board" | "score" | "replay" | "log" | "since":
            await tell(interaction, lambda request: _look(interaction, request, press))
        case panel.PANEL:
            await tell(interaction, lambda request: open_panel(interaction, request, press))
        case panel.SHOW:
            await tell(interaction, lambda request: show_draft(interaction, request, press))
        case prompts.PLAN:
            await tell(interaction, lambda request: plan_move(interaction, request, press))
        case greeting.TABLE:
            await change(interaction, lambda request: deal_table(interaction, request, press))
        case greeting.RULES:
            await tell(interaction, lambda request: show_rules(interaction, request, press))
        case "join" | "leave" | "start":
            await change(interaction, lambda request: _lobby(interaction, request, press))
        case "agree" | "refuse":
            await change(interaction, lambda request: _answer(interaction, request, press))
        case _:
            await change(interaction, lambda request: _table(interaction, request, press))


async def _look(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """A press that shows how the game stands of which the post told."""
    await context_of(interaction).tables.here(request.channel, press.game)
    match press.action.split()[0]:
        case "board":
            await show_board(interaction, request)
        case "score":
            await show_score(interaction, request)
        case "log":
            await show_log(interaction, request, press.number or None)
        case "since":
            await show_since(interaction, request)
        case _:
            await post_film(interaction, request)


async def _lobby(
    interaction: discord.Interaction[Any], request: Request, press: Press
) -> Outcome | None:
    """A press in the lobby: the post it stands on is brought up to date."""
    context = context_of(interaction)
    seen = await context.tables.here(request.channel, press.game)
    if seen.table.phase is not Phase.LOBBY:
        raise Refusal("late")
    match press.action:
        case "join":
            outcome = await context.service.join(request)
        case "leave":
            outcome = await context.service.leave(request)
        case _:
            return await context.service.start(request)
    return await _brought_up_to_date(interaction, outcome)


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
    return await _brought_up_to_date(interaction, outcome)


async def _brought_up_to_date(
    interaction: discord.Interaction[Any], outcome: Outcome
) -> Outcome | None:
    """The public post a button stands on changed; the outcome where that post is gone."""
    try:
        await context_of(interaction).sender.update(interaction, outcome)
    except NOT_TAKEN:
        return outcome
    await dismiss(interaction)
    return None


async def _table(interaction: discord.Interaction[Any], request: Request, press: Press) -> Outcome:
    """A press that moves the game: only valid at the moment it was offered for."""
    context = context_of(interaction)
    await context.tables.here(request.channel, press.game)
    at = TableVersion(press.game, press.entry)
    match press.action:
        case "undo":
            return await context.service.undo(request, at=at)
        case "resign":
            return await context.service.resign(request, at=at)
        case "end":
            manager = interaction.permissions.manage_guild
            return await context.service.end(request, manager=manager, at=at)
        case _:
            return await context.service.play(request, moves.read(press.action), at=at)
