"""Rebuild the content of an old post from the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.table.entries import LogLine
from bot.table.fold import fold
from bot.table.table import Outcome, Table
from bot.text.names import is_impersonal
from rules.analysis.history import index_of_last_tile
from rules.story import Event, Resigned


@dataclass(frozen=True, slots=True)
class PostedEntries:
    """A post's outcome; ``settled`` is the result of its question to the players.

    A post of a table's state has an outcome without changes.
    """

    outcome: Outcome
    settled: Outcome | None = None


def posted_entries(entries: Sequence[LogLine], game: int, after: int, number: int) -> PostedEntries:
    """The outcome of entries after ``after`` up to ``number``.

    Raise BrokenLog for impossible entries.
    """
    known = [line for line in entries if line.number <= after]
    news = [line for line in entries if after < line.number <= number]
    before = fold(known) if known else None
    after_news = fold(news, before) if news or before is None else before
    # Where opponents have played on, show the user who acted before them.
    user = next((line.user for line in reversed(news) if not is_impersonal(line.user)), None)
    user = (news or known)[-1].user if user is None else user
    outcome = Outcome(game, before, after_news, user)
    known_poll = before.ballots if before is not None else {}
    if news and after_news.ballots and after_news.ballots != known_poll:
        return PostedEntries(
            outcome, _settling_outcome(entries, game, after_news, lambda table: not table.ballots)
        )
    if news and after_news.undo_vote is not None:
        return PostedEntries(
            outcome,
            _settling_outcome(entries, game, after_news, lambda table: table.undo_vote is None),
        )
    return PostedEntries(outcome)


def missed_outcome(
    entries: Sequence[LogLine], game: int, posted: int, newest: Outcome | None = None
) -> Outcome:
    """The outcome for a channel that has seen a game up to entry ``posted``.

    It covers everything up to the ``newest`` outcome if one post can show that, else only the
    newest outcome, or the state of the table without changes. Raise BrokenLog for impossible
    entries.
    """
    number = entries[-1].number if newest is None else newest.number
    outcome = posted_entries(entries, game, posted, number).outcome
    if number == posted + 1 or _fits_one_post(outcome):
        return outcome
    return newest or replace(outcome, before=outcome.after)


def outcome_events(outcome: Outcome) -> tuple[Event, ...]:
    """The events of an outcome in a running game; empty after an undo.

    An unfinished turn's events are included, as they were not posted.
    """
    before, after, start = outcome.before, outcome.after, first_event_index(outcome)
    if start is None or before is None or before.game is None or after.game is None:
        return ()
    known = len(before.game.story)
    return tuple(
        event
        for number, event in enumerate(after.game.story[start:], start)
        if number >= known or not isinstance(event, Resigned)
    )


def first_event_index(outcome: Outcome) -> int | None:
    """The story index where an outcome begins; None without events."""
    before, after = outcome.before, outcome.after
    if before is None or before.game is None or after.game is None:
        return None
    if not set(before.lines) <= set(after.lines):
        return None
    if len(after.game.story) == len(before.game.story):
        return None
    return index_of_last_tile(before.game) if before.is_mid_turn else len(before.game.story)


def first_unseen_index(seen: Sequence[Event], story: Sequence[Event]) -> int:
    """The first event that a reader of ``seen`` does not know.

    Events undone and played differently are new.
    """
    pairs = enumerate(zip(seen, story, strict=False))
    return next((n for n, (old, new) in pairs if old != new), min(len(seen), len(story)))


def _fits_one_post(outcome: Outcome) -> bool:
    """True if several commands can be shown as one: no question, no undo."""
    before, after = outcome.before, outcome.after
    if after.undo_vote is not None or after.ballots:
        return False
    if before is None or before.game is None:
        return not after.ended
    return before.undo_vote is None and set(before.lines) <= set(after.lines)


def _settling_outcome(
    entries: Sequence[LogLine], game: int, asked: Table, over: Callable[[Table], bool]
) -> Outcome | None:
    for line in entries:
        if line.number > asked.last:
            after = fold([line], asked)
            if over(after):
                return Outcome(game, asked, after, line.user)
            asked = after
    return None
