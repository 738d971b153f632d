"""The news of a post: a few lines, and a summary of the points left out."""

from collections.abc import Sequence
from math import inf
from typing import Final

from bot.presenters.words.events import line_of, with_figures
from bot.text.i18n import _, ngettext
from bot.text.names import Names
from bot.text.opponents import is_opponent
from bot.text.phrases import gained
from rules.game import Game
from rules.story import (
    Event,
    GameEnded,
    PiecesReturned,
    Resigned,
    Scored,
    Skipped,
    TilePlaced,
    totals,
)

LINES: Final = 4
"""The most lines of news above the turn."""
MOST: Final = 8
"""The most lines of news with the moves of opponents."""
_SUMMED: Final = (GameEnded, PiecesReturned, Scored, TilePlaced)
"""Events that the end sums up."""


def news(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The events in at most LINES, in order; the last line sums up what is left out.

    The table's decision comes first, then the highest scores; points left out are summed up by
    seat. Each tile laid by an opponent adds a line, up to MOST in all.
    """
    told = lined(events, game, names)
    limit = min(LINES + sum(_by_opponent(event, names) for event in events), MOST)
    if len(told) <= limit:
        return [line for _event, line in told]
    first, *others = range(len(told))
    others.sort(key=lambda number: _weight(told[number][0]), reverse=True)
    kept = {first, *others[: limit - 2]}
    left = [event for number, (event, _line) in enumerate(told) if number not in kept]
    lines = [told[number][1] for number in sorted(kept)]
    return [*lines, left_out(left, game.seats, names)]


def left_out(events: Sequence[Event], seats: int, names: Names) -> str:
    """``… and 3 more: 12 for Bo.``: the number of events left out, and their points."""
    number = len(events)
    points = gains(events, seats)
    if not points:
        return ngettext("… and {number} more.", "… and {number} more.", number)
    said = gained(points, names)
    return ngettext(
        "… and {number} more: {gains}.", "… and {number} more: {gains}.", number, gains=said
    )


def ending(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The end of a game in two lines at most, without the winner; scores are summed up."""
    single = [event for event in events if not isinstance(event, _SUMMED)]
    lines = [line for _event, line in lined(single, game, names)]
    points = gains(events, game.seats)
    if points:
        said = gained(points, names)
        lines = [*lines[:1], _("🏁 The last turn and the final scoring: {gains}.", gains=said)]
    return lines[:2]


def gains(events: Sequence[Event], seats: int) -> dict[int, int]:
    """The points of events by seat, without seats that got none."""
    return {seat: points for seat, points in enumerate(totals(events, seats)) if points}


def lined(events: Sequence[Event], game: Game, names: Names) -> list[tuple[Event, str]]:
    """The events that have a line of their own, with it."""
    return [
        (event, line)
        for event, figure in with_figures(events)
        if (line := line_of(event, figure, game, names))
    ]


def _by_opponent(event: Event, names: Names) -> bool:
    """Return True if an opponent laid a tile."""
    return isinstance(event, TilePlaced) and is_opponent(names.players[event.seat])


def _weight(event: Event) -> tuple[float, bool]:
    """The rank of an event: why a turn ended, then its points, then the rest."""
    if isinstance(event, Resigned | Skipped):
        return inf, True
    if isinstance(event, Scored):
        return sum(points for _seat, points in event.points), False
    return 0, True
