"""Resign a seat, or hand it over: open to all, by invitation, or to a computer opponent."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord_io.sending import NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS
from bot.interactions.button_routes import TablePress, table_answer_route, table_change_route
from bot.interactions.call import Call
from bot.interactions.replies import dismiss
from bot.seats import policy, words
from bot.seats.policy import OpenInvitation
from bot.seats.words import SUBSTITUTE, substitute_question
from bot.services import run_answer, run_change, services_of
from bot.table.checks import check_substitute_choice
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import Outcome
from bot.text.i18n import N_, use_language
from bot.text.message import Message
from bot.text.names import Names
from bot.words.actions import (
    AcceptSeat,
    ConsentToReplace,
    DeclineSeat,
    Substitute,
    TakeSeat,
)


@table_change_route(Substitute, SUBSTITUTE, in_time=True)
async def substitute(
    call: Call, request: Request, press: TablePress[Substitute | str]
) -> Outcome | None:
    """Ask for level and seat first."""
    services = services_of(call)
    loaded = press.loaded
    manager = call.place.permissions.manage_guild
    if isinstance(press.action, Substitute):
        seat, level = press.action.seat, press.action.level
        return await services.table_service.substitute(request, seat, level, manager=manager)
    check_substitute_choice(loaded.table, request.user, manager=manager)
    seats = loaded.table.open_seats
    if not seats:
        raise Refusal("late")
    names = await services.names.of(loaded.table, request.guild)
    await services.sender.answer_privately(call, substitute_question(seats, names), loaded)
    return None


@app_commands.command(
    name="resign", description=N_("Leave the running game for good, or give up your seat")
)
async def resign(interaction: discord.Interaction[Any]) -> None:
    """Ask whether to resign for good or leave the seat to another player."""
    services = services_of(interaction)

    async def ask(call: Call, request: Request) -> None:
        loaded = await services.tables.require_table(request)
        resigned = policy.resigned_game(loaded.table, request.user)
        question = words.leave_question(resigned, cup=bool(loaded.table.settings.cup))
        await services.sender.answer_privately(call, question, loaded)

    await run_answer(interaction, ask)


@app_commands.command(name="replace", description=N_("Ask someone to take over from a player"))
@app_commands.describe(
    old=N_("Who to replace; they or a server manager must agree"),
    new=N_("Who takes over; leave it out for anyone"),
)
async def replace(
    interaction: discord.Interaction[Any], old: discord.User, new: discord.User | None = None
) -> None:
    """Invite a user to a seat, or open it to all."""
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> Outcome | None:
        loaded = await services.tables.require_table(request)
        manager = call.place.permissions.manage_guild
        named = None if new is None else new.id
        seat = policy.check_replace(loaded.table, request.user, old.id, named, manager=manager)
        if new is None:
            return await services.seats.open_seat(
                request, seat, manager=manager, version=loaded.version
            )
        if new.bot:
            raise Refusal("no-bots", user=new.id)
        granted = policy.can_decide_alone(request.user, old.id, manager=manager)
        invitation = await services.invitations.invite(
            loaded.row.id,
            seat,
            holder=old.id,
            invited=new.id,
            inviter=request.user,
            granted=granted,
        )
        await _post_invitation(call, request, loaded, invitation)
        return None

    await run_change(interaction, work)


async def _post_invitation(
    call: Call, request: Request, loaded: LoadedTable, invitation: OpenInvitation
) -> None:
    """Post an invitation, or the question whether the seat's player consents."""
    services = services_of(call)
    names = await services.names.of(loaded.table, request.guild, _invitation_users(invitation))
    with use_language(loaded.table.settings.language):
        message = words.invitation_post(invitation, loaded.table, names)
    nonce = f"seat-{invitation.id}-{int(invitation.granted)}"
    try:
        async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
            out = await services.outbox.post_notice(loaded, message, nonce)
    except TRANSPORT_ERRORS:
        out = None
    if out is None:
        await services.invitations.delete(invitation.id)
        raise Refusal("not-out")
    await dismiss(call)


@table_change_route("resign")
async def resign_now(call: Call, request: Request, press: TablePress[str]) -> Outcome:
    services = services_of(call)
    return await services.table_service.resign(request, version=press.version)


@table_change_route(TakeSeat, in_time=True)
async def take(call: Call, request: Request, press: TablePress[TakeSeat]) -> Outcome:
    services = services_of(call)
    outcome = await services.seats.take_seat(request, press.action.seat)
    await services.absences.end_by_action(request.user)
    return outcome


@table_change_route(words.LEAVE_OPEN, in_time=True)
async def leave_open(call: Call, request: Request, press: TablePress[str]) -> Outcome:
    services = services_of(call)
    version = press.version
    return await services.seats.open_seat(request, version=version)


@table_change_route(AcceptSeat, in_time=True)
async def accept(call: Call, request: Request, press: TablePress[AcceptSeat]) -> Outcome:
    services = services_of(call)
    loaded, invitation = press.loaded, await _current_invitation(call, press)
    if request.user != invitation.invited:
        raise Refusal("not-invited", user=invitation.invited)
    if not policy.is_granted(
        loaded.table, invitation, await services.seats.waited_seconds(loaded.table)
    ):
        raise Refusal("not-granted", user=invitation.holder)
    outcome = await services.seats.take_seat(
        request, invitation.seat, invited=True, version=loaded.version
    )
    await services.absences.end_by_action(request.user)
    await services.invitations.delete_for_seat(invitation.game, invitation.seat)
    await _rewrite_post(call, loaded, invitation, partial(words.accepted_notice, invitation))
    return outcome


@table_answer_route(ConsentToReplace)
async def consent(call: Call, request: Request, press: TablePress[ConsentToReplace]) -> None:
    """Consent to a replacement; the seat's own player decides alone."""
    services = services_of(call)
    services.replies.check_bot_permissions(call)
    loaded, invitation = press.loaded, await _current_invitation(call, press)
    manager = call.place.permissions.manage_guild
    if loaded.table.seat_of(request.user) is None and not manager:
        raise Refusal("resigned" if request.user in loaded.table.players else "not-seated")
    granted = policy.can_decide_alone(request.user, invitation.holder, manager=manager)
    if invitation.granted or (request.user in invitation.consents and not granted):
        raise Refusal("agreed-already")
    updated = await services.invitations.add_consent(invitation.id, request.user, granted=granted)
    if updated is None:
        raise Refusal("no-invitation")
    if granted:
        await _post_invitation(call, request, loaded, updated)
        await _rewrite_post(call, loaded, updated, partial(words.consent_notice, updated))
        return
    await _rewrite_post(
        call, loaded, updated, partial(words.invitation_post, updated, loaded.table)
    )
    await dismiss(call)


@table_answer_route(DeclineSeat)
async def decline(call: Call, request: Request, press: TablePress[DeclineSeat]) -> None:
    """Decline for the invited user, the inviter, the seat's player and managers."""
    services = services_of(call)
    loaded, invitation = press.loaded, await _current_invitation(call, press)
    concerned = (invitation.invited, invitation.holder, invitation.inviter)
    if request.user not in concerned and not call.place.permissions.manage_guild:
        raise Refusal("not-invited", user=invitation.invited)
    await services.invitations.delete(invitation.id)
    await _rewrite_post(call, loaded, invitation, partial(words.declined_notice, invitation))
    await dismiss(call)


async def _current_invitation(
    call: Call, press: TablePress[AcceptSeat | ConsentToReplace | DeclineSeat]
) -> OpenInvitation:
    """The button's invitation; refuse a void one."""
    invitation = await services_of(call).invitations.get(press.action.invitation)
    if invitation is None or invitation.game != press.game:
        raise Refusal("no-invitation")
    policy.require_current(press.loaded.table, invitation)
    return invitation


async def _rewrite_post(
    call: Call,
    loaded: LoadedTable,
    invitation: OpenInvitation,
    make_message: Callable[[Names], Message],
) -> None:
    """Edit the pressed post to show the result."""
    await services_of(call).sender.rewrite(
        call, loaded.row.id, loaded.table, make_message, _invitation_users(invitation)
    )


def _invitation_users(invitation: OpenInvitation) -> tuple[int, ...]:
    return (invitation.invited, invitation.holder, invitation.inviter)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (resign, replace)
