"""The `/hint` command, and the button that reviews an ended game."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.channel_seat.policy import acting_user
from bot.hints import words
from bot.interactions.button_routes import TablePress, table_answer_route
from bot.interactions.call import Call
from bot.services import run_answer, services_of
from bot.table import checks
from bot.table.store import LoadedTable, Request, Tables, run_in_log_thread
from bot.text.i18n import N_, _
from bot.words.actions import HINT, ShowReview


@app_commands.command(name="hint", description=N_("See suggested moves and why; only you see them"))
async def hint(interaction: discord.Interaction[Any]) -> None:
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> None:
        await _show_hint(call, request, await services.tables.require_table(request))

    await run_answer(interaction, work)


@table_answer_route(HINT, in_time=True)
async def press_hint(call: Call, request: Request, press: TablePress[str]) -> None:
    await _show_hint(call, request, press.loaded)


async def _show_hint(call: Call, request: Request, loaded: LoadedTable) -> None:
    services = services_of(call)
    game = checks.check_hint(loaded.table, acting_user(loaded.table, request.user))
    names = await services.names.of(loaded.table, request.guild)
    message = words.hint_message(game, await services.hints.hint(request, loaded), names)
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(ShowReview, find=Tables.require_game_here)
async def show_review(call: Call, request: Request, press: TablePress[ShowReview]) -> None:
    """The cost of a player's moves in an ended game.

    The user's own first. It may be an earlier game of the channel.
    """
    services = services_of(call)
    loaded = press.loaded
    checks.check_review(loaded.table)
    if not services.hints.is_reviewed(loaded):
        await services.replies.say(call, _(words.REVIEW_STARTED))
    review = await services.hints.review(request, loaded)
    services.end_reviews.after_review(loaded, review)
    players = loaded.table.players
    own = players.index(request.user) if request.user in players else 0
    seat = press.action.seat - 1 if 0 < press.action.seat <= len(players) else own
    names = await services.names.of(loaded.table, request.guild)
    positions = await run_in_log_thread(
        words.positions_before, loaded.table.record(), review.mistakes[seat]
    )
    message = words.review_message(loaded.table, review, seat, positions, names)
    await services.sender.answer_privately(call, message, loaded)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (hint,)
