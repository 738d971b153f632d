"""Buttons of a stalled turn: votes, pauses, nudges, snoozes, and archived games."""

from functools import partial

from bot.interactions.button_routes import (
    Pressed,
    TablePress,
    change_route,
    table_answer_route,
    table_change_route,
)
from bot.interactions.call import Call
from bot.lobby.commands import update_card
from bot.reminders.policy import NUDGE_COOLDOWN_SECONDS
from bot.runtime.notifier import Delivery
from bot.services import services_of
from bot.table import votes
from bot.table.store import Request
from bot.table.table import Outcome
from bot.votes import words
from bot.votes.words import BRING_BACK
from bot.words.actions import RESUME, CastVote, Snooze, VoteElsewhere, VoteForPause


@change_route(BRING_BACK)
async def unarchive(call: Call, request: Request, press: Pressed[str]) -> Outcome:
    """Restore an archived game, for players and server managers."""
    council = services_of(call).seats
    manager = call.place.permissions.manage_guild
    return await council.unarchive(request, press.game, manager=manager)


@table_answer_route(words.NUDGE)
async def nudge(call: Call, request: Request, press: TablePress[str]) -> None:
    """Nudge in the channel; offer to ask the table."""
    services = services_of(call)
    loaded = press.loaded
    services.replies.check_bot_permissions(call)
    nudged = await services.nudges.nudge(loaded, request.user, request.id)
    names, table = await services.names.of(loaded.table, request.guild), loaded.table
    can_ask = nudged.can_ask
    match nudged.delivery:
        case Delivery.SENT:
            message = words.nudge_confirmation(
                table, names, loud=not nudged.is_silent, can_ask=can_ask
            )
        case Delivery.DAILY_LIMIT:
            message = words.daily_limit_notice(table, names, can_ask=can_ask)
        case Delivery.UNSENT:
            message = words.not_sent_notice(table, names)
        case Delivery.QUEUED:
            message = words.queued_confirmation()
        case _:
            last = nudged.last if nudged.last is not None else services.clock()
            message = words.too_soon_notice(last, NUDGE_COOLDOWN_SECONDS, can_ask=can_ask)
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(words.ASK_TABLE)
async def ask_table(call: Call, request: Request, press: TablePress[str]) -> None:
    """Ask about a turn that has waited for a day."""
    services = services_of(call)
    services.replies.check_bot_permissions(call)
    delivery = await services.nudges.ask(press.loaded, request.user, request.id)
    is_out = delivery is Delivery.SENT
    message = words.asked_confirmation() if is_out else words.queued_confirmation()
    await services.replies.show(call, message)


@table_answer_route(Snooze)
async def snooze(call: Call, request: Request, press: TablePress[Snooze]) -> None:
    services = services_of(call)
    until = await services.reminders.snooze(press.loaded, request.user)
    await services.replies.show(call, words.snooze_confirmation(until))


@table_change_route(CastVote, VoteForPause, VoteElsewhere, in_time=True)
async def vote(
    call: Call, request: Request, press: TablePress[CastVote | VoteForPause]
) -> Outcome | None:
    """Post a decision, else update the post of the votes."""
    services = services_of(call)
    word, until, post = words.PAUSE, None, None
    if isinstance(press.action, VoteForPause):
        until, post = press.action.until or None, press.action.post
    else:
        word = press.action.word
    outcome = await services.seats.vote(request, word, until, version=press.version)
    anew = isinstance(press.action, VoteElsewhere)
    if outcome.after.ballots:
        return outcome if anew else await update_card(call, outcome, post)
    if not anew:
        # A question without an earlier answer is in no list of posts yet.
        settled = partial(words.settled_post, outcome)
        await services.sender.rewrite(call, outcome.game, outcome.after, settled, [outcome.user])
    return outcome


@table_answer_route(words.PAUSE)
async def offer_pause(call: Call, request: Request, press: TablePress[str]) -> None:
    """Ask for a pause's end; the answer is shown on the pressed post."""
    services = services_of(call)
    loaded = press.loaded
    now = services.clock()
    votes.check_pause(loaded.table, request.user, now)
    pressed = call.message
    post = pressed.id if pressed is not None and not pressed.flags.ephemeral else None
    message = words.pause_question(loaded.table, now, post)
    await services.sender.answer_privately(call, message, loaded)


@table_change_route(RESUME, in_time=True)
async def resume(call: Call, request: Request, press: TablePress[str]) -> Outcome:
    services = services_of(call)
    return await services.seats.resume(request)
