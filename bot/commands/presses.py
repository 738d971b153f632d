"""What the buttons do: the same as the commands, checked against the moment they were made for."""

from typing import TYPE_CHECKING

import discord

from bot.client.buttons import Press
from bot.client.replies import dismiss
from bot.client.sender import NOT_TAKEN
from bot.commands.history import show_log, show_since
from bot.commands.inspect import post_replay, show_board, show_score
from bot.commands.panels import open_panel, plan_walk, show_draft
from bot.presenters.private import panel, prompts
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Moment, Outcome, Phase
from rules import notation

if TYPE_CHECKING:
    from bot.client.app import App


async def press(interaction: "discord.Interaction[App]", press: Press) -> None:
    """Carries out a press."""
    app = interaction.client
    match press.action.split()[0]:
        case "board" | "score" | "replay" | "log" | "since":
            await app.tell(interaction, lambda request: _look(interaction, request, press))
        case panel.PANEL:
            await app.tell(interaction, lambda request: open_panel(interaction, request, press))
        case panel.SHOW:
            await app.tell(interaction, lambda request: show_draft(interaction, request, press))
        case prompts.PLAN:
            await app.tell(interaction, lambda request: plan_walk(interaction, request, press))
        case "join" | "leave" | "start":
            await app.change(interaction, lambda request: _lobby(interaction, request, press))
        case "agree" | "refuse":
            await app.change(interaction, lambda request: _answer(interaction, request, press))
        case _:
            await app.change(interaction, lambda request: _table(interaction, request, press))


async def _look(interaction: "discord.Interaction[App]", request: Request, press: Press) -> None:
    """A press that shows how the game stands of which the post told."""
    await interaction.client.tables.here(request.channel, press.game)
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
            await post_replay(interaction, request)


async def _lobby(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> Outcome | None:
    """A press in the lobby: the post it stands on is brought up to date."""
    app = interaction.client
    seen = await app.tables.here(request.channel, press.game)
    if seen.table.phase is not Phase.LOBBY:
        raise Refusal("late")
    match press.action:
        case "join":
            outcome = await app.service.join(request)
        case "leave":
            outcome = await app.service.leave(request)
        case _:
            return await app.service.start(request)
    return await _brought_up_to_date(interaction, outcome)


async def _answer(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> Outcome | None:
    """Yes or no to taking back what others have played on."""
    app = interaction.client
    await app.tables.here(request.channel, press.game)
    agrees = press.action.startswith("agree")
    outcome = await app.service.answer(request, press.number, agrees=agrees)
    if outcome.before is not None and outcome.after.version != outcome.before.version:
        return outcome  # all have agreed: the tile is back
    return await _brought_up_to_date(interaction, outcome)


async def _brought_up_to_date(
    interaction: "discord.Interaction[App]", outcome: Outcome
) -> Outcome | None:
    """The public post a button stands on changed; the outcome where that post is gone."""
    try:
        await interaction.client.sender.update(interaction, outcome)
    except NOT_TAKEN:
        return outcome
    await dismiss(interaction)
    return None


async def _table(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> Outcome:
    """A press that moves the game: only valid at the moment it was offered for."""
    app = interaction.client
    await app.tables.here(request.channel, press.game)
    at = Moment(press.game, press.entry)
    match press.action:
        case "undo":
            return await app.service.undo(request, at=at)
        case "resign":
            return await app.service.resign(request, at=at)
        case "end":
            manager = interaction.permissions.manage_guild
            return await app.service.end(request, manager=manager, at=at)
        case _:
            return await app.service.play(request, notation.read(press.action), at=at)
