"""What the buttons do: the same as the commands, checked against the moment they were made for."""

from typing import TYPE_CHECKING

import discord

from bot.buttons import Press
from bot.commands.looking import show_board, show_score
from bot.refusals import Refusal
from bot.service import Request
from bot.table import Outcome, Phase
from rules import notation

if TYPE_CHECKING:
    from bot.app import App


async def press(interaction: "discord.Interaction[App]", press: Press) -> None:
    """Carries out a press."""
    app = interaction.client
    match press.does:
        case "board":
            await app.tell(interaction, lambda request: show_board(interaction, request))
        case "score":
            await app.tell(interaction, lambda request: show_score(interaction, request))
        case "join" | "leave" | "start":
            await app.change(interaction, lambda request: _lobby(interaction, request, press))
        case _:
            await app.change(interaction, lambda request: _table(interaction, request, press))


async def _lobby(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> Outcome | None:
    """A press in the lobby: the post it stands on is brought up to date."""
    app = interaction.client
    seen = await app.service.here(request.channel, press.game)
    if seen.table.phase is not Phase.LOBBY:
        raise Refusal("late")
    match press.does:
        case "join":
            outcome = await app.service.join(request)
        case "leave":
            outcome = await app.service.leave(request)
        case _:
            return await app.service.start(request)
    await app.posting.update_lobby(interaction, outcome)
    return None


async def _table(
    interaction: "discord.Interaction[App]", request: Request, press: Press
) -> Outcome:
    """A press that moves the game: only valid at the moment it was offered for."""
    app = interaction.client
    await app.service.here(request.channel, press.game)
    at = (press.game, press.entry)
    match press.does:
        case "undo":
            return await app.service.undo(request, at=at)
        case "resign":
            return await app.service.resign(request, at=at)
        case "end":
            manager = interaction.permissions.manage_guild
            return await app.service.end(request, manager=manager, at=at)
        case _:
            return await app.service.play(request, notation.read(press.does), at=at)
