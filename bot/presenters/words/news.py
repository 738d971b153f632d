"""What a post tells of what has just happened: a few lines, of the rest what it scored."""

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
"""The most lines of news that stand before whose turn it is."""
MOST: Final = 8
"""The same with what opponents have answered."""
_SUMMED: Final = (GameEnded, PiecesReturned, Scored, TilePlaced)
"""What an end is not told of one by one."""


def news(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """What happened in at most LINES, in order; the last of them sums up what is left out.

    The first thing stays, what the table decided, then what scored most; points left out are
    summed up by seat. Each tile that an opponent laid has a line more, up to MOST in all.
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
    """``… and 3 more: 12 for Bo.``: how much is not told, and what of it was scored."""
    number = len(events)
    points = gains(events, seats)
    if not points:
        return ngettext("… and {number} more.", "… and {number} more.", number)
    said = gained(points, names)
    return ngettext(
        "… and {number} more: {gains}.", "… and {number} more: {gains}.", number, gains=said
    )


def ending(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """How a game came to its end, in two lines at most, who won left out: what scored is summed."""
    single = [event for event in events if not isinstance(event, _SUMMED)]
    lines = [line for _event, line in lined(single, game, names)]
    points = gains(events, game.seats)
    if points:
        said = gained(points, names)
        lines = [*lines[:1], _("🏁 The last turn and the final scoring: {gains}.", gains=said)]
    return lines[:2]


def gains(events: Sequence[Event], seats: int) -> dict[int, int]:
    """The points of some events by seat; who got none is left out."""
    return {seat: points for seat, points in enumerate(totals(events, seats)) if points}


def lined(events: Sequence[Event], game: Game, names: Names) -> list[tuple[Event, str]]:
    """The events that have a line of their own, each with it."""
    return [
        (event, line)
        for event, figure in with_figures(events)
        if (line := line_of(event, figure, game, names))
    ]


def _by_opponent(event: Event, names: Names) -> bool:
    """Whether an opponent laid a tile."""
    return isinstance(event, TilePlaced) and is_opponent(names.players[event.seat])


def _weight(event: Event) -> tuple[float, bool]:
    """How much is to be told of an event: why a turn ended, what it scored, least what nothing."""
    if isinstance(event, Resigned | Skipped):
        return inf, True
    if isinstance(event, Scored):
        return sum(points for _seat, points in event.points), False
    return 0, True
