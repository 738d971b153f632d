"""The news, the log, the record, the page, the poster, the seal and the replay of a game."""

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.client.discord_io.call import Call
from bot.client.interactions.replies import dismiss
from bot.client.services import run_answer, services_of
from bot.commands.button_routes import TablePress, table_answer_route
from bot.presenters.private import following, history, past_turns
from bot.presenters.public import end
from bot.presenters.words.actions import ShowLog, ShowTurn
from bot.presenters.words.buttons import PAGE, PRINT
from bot.table import checks
from bot.table.entries import Start, Undo
from bot.table.post_history import first_unseen_index
from bot.table.refusals import Refusal
from bot.table.settings import ANIMATES
from bot.table.store import LoadedTable, Request, Tables, run_in_log_thread
from bot.text.i18n import N_, _
from rules.opponents.review import CostlyTurn, TileDecision, costliest_turns

PAGE_GIVEN: Final = N_(
    "The whole game in one file. Save it and open it in a browser, on a phone or a computer: "
    "leaf through the turns and tap a feature to see who holds it. It needs no internet."
)
PAGE_STARTED: Final = N_("Making the page. A few seconds.")


@table_answer_route("record")
async def show_record(call: Call, request: Request, press: TablePress[str]) -> None:
    """Send the record as a private file."""
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    data = io.BytesIO(history.export_text(loaded.table).encode())
    name = f"{loaded.table.name}-{loaded.row.id}.record"
    text = _("The whole game as a text file, yours to keep.")
    await services.replies.give(call, text, discord.File(data, filename=name))


@table_answer_route(PAGE, find=Tables.require_game_here)
async def show_page(call: Call, request: Request, press: TablePress[str]) -> None:
    """Send an ended game privately as a file for a browser, with its review if there is one.

    The game may be an earlier one of the channel.
    """
    services = services_of(call)
    loaded = press.loaded
    checks.check_page(loaded.table)
    await services.replies.say(call, _(PAGE_STARTED))
    review = services.hints.known_review(loaded)
    data = await services.pages.page(request, loaded, review)
    name = f"{loaded.table.name}-{loaded.row.id}.html"
    file = discord.File(io.BytesIO(data), filename=name)
    await services.replies.give(call, _(PAGE_GIVEN), file)


@table_answer_route(PRINT, find=Tables.require_game_here)
async def show_print(call: Call, request: Request, press: TablePress[str]) -> None:
    """Send the poster of a scored game privately as a file for printing.

    The game may be an earlier one of the channel.
    """
    services = services_of(call)
    loaded = press.loaded
    checks.check_print(loaded.table)
    review = services.hints.known_review(loaded)
    turns: tuple[CostlyTurn, ...] = ()
    if review is not None:
        turns = await run_in_log_thread(costliest_turns, review, loaded.table.record())
    names = await services.names.of(loaded.table, request.guild)
    message = end.print_message(loaded.table, names, end.turning_points_of(turns))
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(ShowTurn, find=Tables.require_game_here)
async def press_past_turn(call: Call, request: Request, press: TablePress[ShowTurn]) -> None:
    """Show a turn of the game that a pressed message is about."""
    await show_past_turn(call, request, press.loaded, press.action.turn)


async def show_turn_of_post(
    interaction: discord.Interaction[Any], message: discord.Message
) -> None:
    """Show the turn that a post shows, privately; refuse any other message."""

    async def work(call: Call, request: Request) -> None:
        store = services_of(call).tables
        posted = await store.of_post(message.id)
        if posted is None:
            raise Refusal("no-turn-post")
        loaded, post = posted
        if loaded.row.channel != request.channel or loaded.table.game is None:
            raise Refusal("no-turn-post")
        newer = await store.entries_after(post)
        if any(isinstance(entry, Start) for entry in newer):
            raise Refusal("no-turn-post")
        if any(isinstance(entry, Undo) and entry.number <= post.number for entry in newer):
            raise Refusal("turn-undone")
        number = await run_in_log_thread(past_turns.turn_at, loaded.table, post.number)
        await show_past_turn(call, request, loaded, number)

    await run_answer(interaction, work)


async def show_past_turn(call: Call, request: Request, loaded: LoadedTable, number: int) -> None:
    """Show a past turn privately: its picture and its events."""
    services = services_of(call)
    checks.require_begun(loaded.table)
    names = await services.names.of(loaded.table, request.guild)
    turns = await run_in_log_thread(past_turns.turns_of, loaded.table.record())
    server = await services.server_settings.of(request.guild)
    animates = server.animates if await services.preferences.wants(request.user, ANIMATES) else None
    decisions: Sequence[TileDecision] = ()
    if checks.can_try_moves(loaded.table):
        decisions = await run_in_log_thread(past_turns.decisions_of, loaded.table.record())
    message = past_turns.past_turn_message(
        loaded.table, turns, number, names, animates=animates, decisions=decisions
    )
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route("seal")
async def show_seal(call: Call, request: Request, press: TablePress[str]) -> None:
    """Explain the seal of the bag privately, and open it after the end of the game."""
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    await services.replies.say(call, history.verify_text(loaded.table))


@table_answer_route("replay")
async def post_replay(call: Call, request: Request, press: TablePress[str]) -> None:
    """Post an animation of the game so far for everybody."""
    services = services_of(call)
    services.replies.check_bot_permissions(call)
    loaded = await services.tables.require_begun(request.channel)
    if await services.replays.post(call, request, loaded):
        await dismiss(call)


@table_answer_route("since")
async def press_since(call: Call, request: Request, press: TablePress[str]) -> None:
    """Show the news of the game that the pressed post is about."""
    await show_since(call, request)


async def show_since(call: Call, request: Request) -> None:
    """Show the events since the user's last turn; for a spectator, since their last look."""
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    names = await services.names.of(loaded.table, request.guild)
    seat = loaded.table.seat_of(request.user)
    if seat is None:
        message = history.news_since_look(
            loaded.table, names, await _mark_looked(call, request, loaded)
        )
    else:
        message = history.news_since_turn(loaded.table, names, seat)
    message = replace(message, buttons=(*message.buttons, *following.follow_buttons(loaded.table)))
    await services.sender.answer_privately(call, message, loaded)


async def _mark_looked(call: Call, request: Request, loaded: LoadedTable) -> int | None:
    """Record that a user looks now; return the index in the story of the first event new to them.

    Return None for a first look.
    """
    services, game = services_of(call), loaded.row.id
    story = loaded.table.running_game.story
    number = await services.notes.mark_seen(request.user, game, loaded.table.last)
    if number is None:
        return None
    if number == loaded.table.last:
        return len(story)
    return first_unseen_index(await services.tables.story_until(game, number), story)


@table_answer_route(ShowLog)
async def show_log(call: Call, request: Request, press: TablePress[ShowLog]) -> None:
    """Show a page of the log, by default the newest."""
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    names = await services.names.of(loaded.table, request.guild)
    message = history.log_page(loaded.table, names, press.action.page or None)
    await services.sender.answer_privately(call, message, loaded)


MENUS: Final[tuple[app_commands.ContextMenu, ...]] = (
    app_commands.ContextMenu(name=N_("Show this turn"), callback=show_turn_of_post),
)
