"""A post that newer ones have replaced: the same text without its buttons."""

from dataclasses import replace

from bot.presenters.public import lobby, stalled_turn, turns, undo_vote
from bot.table.post_history import PostedEntries
from bot.text.message import Message
from bot.text.names import Names


def old(retold: PostedEntries, names: Names) -> Message:
    """The post without buttons; a question is replaced by its result."""
    outcome, names = retold.outcome, names.afterwards()
    before, after = outcome.before, outcome.after
    if after.game is None:
        return lobby.closed(after, names)
    if retold.settled is not None:
        settled = stalled_turn.settled if turns.polls(outcome) else undo_vote.settled
        return settled(retold.settled, names)
    asked_before = before is not None and before.vote is not None and after.vote is None
    if before is not None and asked_before and after.version == before.version:
        return undo_vote.refused(outcome.user, names)
    message = turns.present(after, names) if before is after else turns.of_outcome(outcome, names)
    return replace(message, buttons=(), pings=())
