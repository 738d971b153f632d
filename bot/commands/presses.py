"""What the buttons do: the same as the commands, checked against the moment they were made for."""

from typing import TYPE_CHECKING

import discord

from bot import checks
from bot.buttons import Press
from bot.commands.looking import post_replay, show_board, show_score
from bot.posting import NOT_TAKEN
from bot.presenters import prompts
from bot.refusals import Refusal
from bot.replies import dismiss
from bot.service import Request
from bot.table import Outcome, Phase
from rules import notation
from rules.moves import PlaceTile
from rules.variants.ark import ARK

if TYPE_CHECKING:
    from bot.app import App


async def press(interaction: "discord.Interaction[App]", press: Press) -> None:
    """Carries out a press."""
    app = interaction.client
    match press.does:
        case "board" | "score" | "replay":
            await app.tell(interaction, lambda request: _look(interaction, request, press))
        case does if does.startswith(prompts.PLAN):
            await app.tell(interaction, lambda request: _plan(interaction, request, press))
        case "join" | "leave" | "start":
            await app.change(interaction, lambda request: _lobby(interaction, request, press))
        case _:
            await app.change(interaction, lambda request: _table(interaction, request, press))


async def _look(interaction: "discord.Interaction[App]", request: Request, press: Press) -> None:
    """A press that shows how the game stands of which the post told."""
    await interaction.client.service.here(request.channel, press.game)
    match press.does:
        case "board":
            await show_board(interaction, request)
        case "score":
            await show_score(interaction, request)
        case _:
            await post_replay(interaction, request)


async def _plan(interaction: "discord.Interaction[App]", request: Request, press: Press) -> None:
    """A press that shows a walk of the Ark one step further; nothing is committed."""
    app = interaction.client
    seen = await app.service.here(request.channel, press.game)
    game = checks.may_move(seen.table, request.user)
    if seen.at != (press.game, press.entry) or ARK not in game.tokens:
        raise Refusal("late")
    words = press.does.removeprefix(prompts.PLAN).strip()
    before, _, steps = words.rpartition("walk")
    laid = next(iter(notation.read(before)), None) if before else None
    walked = notation.walk(steps).steps if steps.strip() else ()
    cast = await app.people.cast(seen.table, request.guild)
    assert laid is None or isinstance(laid, PlaceTile)
    post = prompts.walk(game, laid, walked, cast)
    await app.posting.answer(interaction, post, seen.row.id, seen.table, laid=laid)


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
    try:
        await app.posting.update_lobby(interaction, outcome)
    except NOT_TAKEN:
        return outcome  # the post the button stands on is gone: there will be a new one
    await dismiss(interaction)
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
