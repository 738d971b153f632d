"""What has happened so far: the arithmetic of the scores, the log by pages, what is new."""

from itertools import pairwise
from typing import Final

from bot.games import nouns
from bot.presenters.words import scores
from bot.presenters.words.events import line_of, told
from bot.presenters.words.state import status
from bot.table.table import Phase, Table
from bot.text.i18n import _, ngettext
from bot.text.message import CONTENT_LIMIT, Button, Message, pages
from bot.text.names import Names
from rules.analysis.chronicle import last_turn_of, touches, turns
from rules.analysis.projection import ended_now
from rules.game import Game
from rules.story import Scored, TilePlaced, totals

LOG_PAGE: Final = CONTENT_LIMIT - 200
"""Characters of a page of the log, its heading not counted."""


def score_text(table: Table, names: Names) -> str:
    """Points by kind, what is left to each, what an end now would add, and every score so far."""
    game = table.running_game
    lines = [scores.kinds_table(game, names)]
    if table.phase is Phase.PLAYING:
        for seat in range(game.seats):
            who, pieces = names.shown(seat), scores.supplies(game, seat)
            lines.append(_("{who}: {pieces} left", who=who, pieces=pieces))
    if table.phase is not Phase.OVER and table.aided:
        lines += ["", *_projection(game, names)]
    if table.phase is Phase.OVER:
        lines += ["", _("**By feature**"), *scores.by_feature(game, names)]
        return "\n".join(lines)
    events = [event for event in game.story if isinstance(event, Scored) and event.points]
    lines += ["", _("**So far**")]
    lines += [scores.scored(event, names) for event in events] or [
        _("Nothing has been scored yet.")
    ]
    return "\n".join(lines)


def _projection(game: Game, names: Names) -> list[str]:
    """What the open features would give if the game ended now."""
    events = [event for event in ended_now(game) if isinstance(event, Scored)]
    more = totals(events, game.seats)
    kinds = scores.by_kind(events, game.seats)
    rows = [(nouns.feature(kind), points) for kind, points in kinds.items()]
    together = [now + then for now, then in zip(game.scores, more, strict=True)]
    rows += [(_("so far"), list(game.scores)), (_("total"), together)]
    earning = [event for event in events if event.points]
    return [
        _("**If the game ended now**"),
        scores.points_table(rows, names),
        *(scores.scored(event, names) for event in earning),
    ]


def log_page(table: Table, names: Names, page: int | None) -> Message:
    """A page of the log, the newest if none is named, with buttons to the pages beside it."""
    game = table.running_game
    lines = [
        f"`{number}` " + "\n".join(said)
        for number, events in enumerate(turns(game.story), 1)
        if (said := told(events, game, names))
    ]
    found = pages("\n".join(lines) or _("Nothing has happened yet."), LOG_PAGE)
    number = min(max(page or len(found), 1), len(found))
    heading = _("**Log**, page {page} of {pages}", page=number, pages=len(found))
    buttons = []
    if number > 1:
        buttons.append(Button(_("← Earlier"), f"log {number - 1}"))
    if number < len(found):
        buttons.append(Button(_("Later →"), f"log {number + 1}"))
    return Message(f"{heading}\n{found[number - 1]}", buttons=tuple(buttons))


def since(table: Table, names: Names, seat: int) -> str:
    """What has happened since a seat's last turn, what touches that seat first."""
    game = table.running_game
    start = last_turn_of(game, seat)
    events = game.story[start:]
    mine: list[str] = []
    other: list[str] = []
    for event, following in pairwise((*events, None)):
        assert event is not None
        line = line_of(event, following, game, names)
        if line:
            (mine if touches(event, game, seat) else other).append(line)
    tiles = sum(isinstance(event, TilePlaced) for event in events)
    if start and not tiles:
        heading = _("Nothing is new since your last turn.")
    elif start:
        heading = ngettext(
            "**Since your last turn** {number} tile has been laid.",
            "**Since your last turn** {number} tiles have been laid.",
            tiles,
        )
    else:
        heading = ngettext(
            "**Since the start** {number} tile has been laid; you have not had a turn yet.",
            "**Since the start** {number} tiles have been laid; you have not had a turn yet.",
            tiles,
        )
    lines = [heading]
    gains = {s: p for s, p in enumerate(totals(events, game.seats)) if p}
    if gains:
        lines.append(_("Points: {gains}.", gains=scores.gained(gains, names)))
    if mine:
        lines += ["", _("**What touches you**"), *mine]
    if other:
        lines += ["", _("**What else happened**"), *other]
    return "\n".join([*lines, "", status(table, names)])
