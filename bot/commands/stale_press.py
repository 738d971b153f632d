"""A press that comes too late: the player to move is led to the turn as it is now."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.commands.panels import open_panel
from bot.presenters.private import prompts
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Phase, Table
from bot.text.i18n import N_, _

T = TypeVar("T")
GONE_ON: Final = N_("The game has gone on since that was shown. This is your turn as it is now.")
Work = Callable[[discord.Interaction[Any], Request, Press], Awaitable[T]]


def in_time(
    interaction: discord.Interaction[Any], press: Press, work: Work[T]
) -> Callable[[Request], Awaitable[T | None]]:
    """Work on a press; one that is late opens the present panel for the player to move.

    For everybody else the refusal stays, which tells them how the table stands.
    """

    async def worked(request: Request) -> T | None:
        try:
            return await work(interaction, request, press)
        except Refusal as refusal:
            seen = await context_of(interaction).tables.seen(request.channel)
            late = refusal.reason == "late"
            here = seen is not None and seen.row.id == press.game
            if late and here and seen is not None and seen.table.phase is Phase.ARCHIVED:
                raise Refusal("archived") from refusal
            if not late or seen is None or seen.table.to_move != request.user:
                raise
        now = Press(seen.row.id, seen.table.version, prompts.PANEL)
        above = "" if _goes_on(seen.table, seen.row.id, press) else _(GONE_ON)
        await open_panel(interaction, request, now, above)
        return None

    return worked


def _goes_on(table: Table, game: int, press: Press) -> bool:
    """Whether what was pressed is the newest post's, and the turn it is about is half done."""
    undone = table.undone is not None and table.undone > press.entry
    since = [line for line in table.lines if line.number > press.entry]
    alone = all(line.user == table.to_move and line.moves for line in since)
    return table.half_way and game == press.game and alone and not undone
