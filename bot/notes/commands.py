"""The `/note` command: a private note at a table."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.button_routes import Pressed, answer_route
from bot.interactions.call import Call
from bot.notes import words
from bot.services import run_answer, services_of
from bot.table.store import Request
from bot.text.i18n import N_
from bot.words.actions import ShowNote


@app_commands.command(name="note", description=N_("Keep a private note; you see it on your turn"))
@app_commands.describe(text=N_("Your note; leave it out to read it"))
async def note(
    interaction: discord.Interaction[Any],
    text: app_commands.Range[str, 1, words.MAX_NOTE_LENGTH] | None = None,
) -> None:
    """Save the note, or show it."""
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> None:
        loaded = await services.tables.require_table(request)
        if text is not None:
            await services.notes.write(request.user, loaded.row.id, text.strip())
        await _show_note(call, request.user, loaded.row.id, new=text is not None)

    await run_answer(interaction, work)


@answer_route(ShowNote)
async def show_note(call: Call, request: Request, press: Pressed[ShowNote]) -> None:
    services = services_of(call)
    if press.action.word == words.DELETE:
        await services.notes.write(request.user, press.game, "")
        await services.replies.show(call, words.deleted_notice())
        return
    await _show_note(call, request.user, press.game)


async def _show_note(call: Call, user: int, game: int, *, new: bool = False) -> None:
    services = services_of(call)
    message = words.note_message(await services.notes.note(user, game), new=new)
    await services.replies.show(call, message, game)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (note,)
