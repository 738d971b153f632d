"""Opponents: who has one sit down, sends it away, or lets it play on for somebody."""

from collections.abc import Mapping
from typing import Final

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.client.interactions.runner import ChangingPress
from bot.commands.lobby import card_updated
from bot.presenters.words.opponents import (
    OPPONENT,
    SUBSTITUTE,
    added,
    sent_away,
    substituted,
    to_substitute,
)
from bot.table.opponents import may_choose
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, Phase, TableVersion


async def change_lobby(call: Call, request: Request, press: Press) -> Outcome | None:
    """An opponent sits down, or leaves."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    if seen.table.phase is not Phase.LOBBY:
        raise Refusal("late")
    level, seat = added(press.action), sent_away(press.action)
    if level is not None:
        outcome = await context.service.add_opponent(request, level)
    elif seat is not None:
        # The seats may have moved up since.
        at = TableVersion(press.game, press.entry)
        outcome = await context.service.send_away(request, seat, at=at)
    else:
        raise Refusal("late")
    return await card_updated(call, outcome)


async def substitute(call: Call, request: Request, press: Press) -> Outcome | None:
    """An opponent plays on for an open seat; asks how well, and for which, where that is open."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    manager = call.place.permissions.manage_guild
    chosen = substituted(press.action)
    if chosen is not None:
        return await context.service.substitute(request, *chosen, manager=manager)
    may_choose(seen.table, request.user, manager=manager)
    seats = seen.table.open_seats
    if press.action != SUBSTITUTE or not seats:
        raise Refusal("late")
    names = await context.names.of(seen.table, request.guild)
    await context.sender.answer(call, to_substitute(seats, names), seen.row.id, seen.table)
    return None


CHANGING: Final[Mapping[str, ChangingPress]] = {OPPONENT: change_lobby, SUBSTITUTE: substitute}
"""What each first word of a button does."""
