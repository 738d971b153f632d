"""What players say shall be done about a turn that waits; pauses."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.client.interactions.runner import ChangingPress
from bot.commands.lobby import card_updated
from bot.presenters.private import questions
from bot.presenters.public import stalled_turn
from bot.presenters.words.buttons import RESUME
from bot.table import votes
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, TableVersion


async def vote(call: Call, request: Request, press: Press) -> Outcome | None:
    """Notes what somebody wants; what that decides is posted, all else shown on the note."""
    context = context_of(call)
    await context.tables.here(request.channel, press.game)
    said = stalled_turn.read(press.action)
    if said is None:
        raise Refusal("late")
    at = TableVersion(press.game, press.entry)
    outcome = await context.council.vote(request, said.word, said.until, at=at)
    anew = press.action.startswith(stalled_turn.POLL)
    if outcome.after.poll:
        return outcome if anew else await card_updated(call, outcome, said.post)
    if not anew:
        # A note to which this is the first answer is in no list of posts yet.
        settled = partial(stalled_turn.settled, outcome)
        await context.sender.rewrite(call, outcome.game, outcome.after, settled, [outcome.user])
    return outcome


async def offer_pause(call: Call, request: Request, press: Press) -> None:
    """Asks until when; the answer is shown on the note, if it was pressed there."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    now = context.clock()
    votes.may_pause(seen.table, request.user, now)
    pressed = call.message
    post = pressed.id if pressed is not None and not pressed.flags.ephemeral else None
    message = questions.pause_question(now, post)
    await context.sender.answer(call, message, seen.row.id, seen.table)


async def resume(call: Call, request: Request, press: Press) -> Outcome:
    """Ends a pause."""
    context = context_of(call)
    await context.tables.here(request.channel, press.game)
    return await context.council.resume(request)


CHANGING: Final[Mapping[str, ChangingPress]] = {
    stalled_turn.VOTE: vote,
    stalled_turn.POLL: vote,
    RESUME: resume,
}
"""What each first word of a button does that changes a table."""
