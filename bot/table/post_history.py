"""The content of a post, found again in the log long after it was posted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.table.fold import fold
from bot.table.log_line import LogLine
from bot.table.table import Outcome, Table
from bot.text.opponents import is_opponent
from rules.analysis.chronicle import last_placed
from rules.story import Event, Resigned


@dataclass(frozen=True, slots=True)
class PostedEntries:
    """The outcome that a post told; ``settled`` is the result of its question to the players.

    Where it told how a table stood, nothing has changed in its outcome.
    """

    outcome: Outcome
    settled: Outcome | None = None


def retell(entries: Sequence[LogLine], game: int, after: int, number: int) -> PostedEntries:
    """The outcome of the entries of a game after ``after`` up to ``number``.

    BrokenLog where they mean nothing.
    """
    known = [line for line in entries if line.number <= after]
    news = [line for line in entries if after < line.number <= number]
    before = fold(known) if known else None
    told = fold(news, before) if news or before is None else before
    # Where opponents have played on, it is told of who did something before.
    user = next((each.user for each in reversed(news) if not is_opponent(each.user)), None)
    user = (news or known)[-1].user if user is None else user
    outcome = Outcome(game, before, told, user)
    known_poll = before.poll if before is not None else {}
    if news and told.poll and told.poll != known_poll:
        return PostedEntries(outcome, _settled(entries, game, told, lambda table: not table.poll))
    if news and told.vote is not None:
        return PostedEntries(
            outcome, _settled(entries, game, told, lambda table: table.vote is None)
        )
    return PostedEntries(outcome)


def missed(
    entries: Sequence[LogLine], game: int, posted: int, newest: Outcome | None = None
) -> Outcome:
    """The outcome for a channel that has seen a game up to entry ``posted``.

    All that happened since, up to the ``newest`` outcome, where it can be told in one; else that
    outcome alone, or how the table stands, as one in which nothing has changed. BrokenLog where
    the entries mean nothing.
    """
    number = entries[-1].number if newest is None else newest.number
    outcome = retell(entries, game, posted, number).outcome
    if number == posted + 1 or _tellable(outcome):
        return outcome
    return newest or replace(outcome, before=outcome.after)


def happened(outcome: Outcome) -> tuple[Event, ...]:
    """The events of an outcome in a running game; empty where a move was taken back.

    A tile laid, something about it still to be seen to, was not posted: the turn is told whole.
    """
    before, after, start = outcome.before, outcome.after, began(outcome)
    if start is None or before is None or before.game is None or after.game is None:
        return ()
    known = len(before.game.story)
    return tuple(
        event
        for number, event in enumerate(after.game.story[start:], start)
        if number >= known or not isinstance(event, Resigned)
    )


def began(outcome: Outcome) -> int | None:
    """The index in the story where an outcome begins; None where it has no events."""
    before, after = outcome.before, outcome.after
    if before is None or before.game is None or after.game is None:
        return None
    if not set(before.lines) <= set(after.lines):
        return None
    if len(after.game.story) == len(before.game.story):
        return None
    return last_placed(before.game) if before.half_way else len(before.game.story)


def first_unseen(seen: Sequence[Event], story: Sequence[Event]) -> int:
    """The index in a story of the first event unknown to a reader of an earlier story.

    What was taken back and played otherwise is new.
    """
    pairs = enumerate(zip(seen, story, strict=False))
    return next((n for n, (old, new) in pairs if old != new), min(len(seen), len(story)))


def _tellable(outcome: Outcome) -> bool:
    """Return True if the changes of several commands read as one: no question, no undo."""
    before, after = outcome.before, outcome.after
    if after.vote is not None or after.poll:
        return False
    if before is None or before.game is None:
        return not after.ended
    return before.vote is None and set(before.lines) <= set(after.lines)


def _settled(
    entries: Sequence[LogLine], game: int, asked: Table, over: Callable[[Table], bool]
) -> Outcome | None:
    """The outcome that settled a question: a refusal, consent, a move; None while it is open."""
    for line in entries:
        if line.number > asked.last:
            after = fold([line], asked)
            if over(after):
                return Outcome(game, asked, after, line.user)
            asked = after
    return None
