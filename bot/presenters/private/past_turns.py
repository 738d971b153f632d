"""Any turn of a game as its picture was, with what happened in it and the turns beside it."""

from collections.abc import Callable, Sequence

from bot.presenters.private.history import NamesByTurn
from bot.presenters.public.end import poster_picture
from bot.presenters.words import scores
from bot.presenters.words.buttons import PAST_TURN
from bot.presenters.words.events import event_lines
from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import (
    ALT_LIMIT,
    Button,
    Illustration,
    Message,
    PastTurnView,
    Shot,
    truncate,
)
from bot.text.names import Names, strip_markdown
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.history import points_scored
from rules.story import totals


def turns_of(record: str) -> list[GameTurn]:
    """The turns of a table's record, the deal first: they are numbered as in the log."""
    return list(game_turns(record))


def past_turn_message(
    table: Table,
    turns: Sequence[GameTurn],
    number: int,
    names: Names,
    animates: Callable[[int], bool] | None = None,
) -> Message:
    """A turn by its number, the last one for a larger number, with buttons to those beside it.

    Its scores move if ``animates`` is true of their points.
    """
    number = min(max(number, 0), len(turns) - 1)
    turn, last = turns[number], len(turns) - 1
    game = turn.game
    names_then = NamesByTurn(table, names).at(max(number, 1))
    lines = event_lines(turn.events, game, names_then)
    gains = totals(turn.events, game.seats)
    heading = _("**Turn {number} of {last}**", number=number, last=last - turns[-1].final)
    if turn.final:
        heading = _("**Final scoring**")
    elif number == 0:
        heading = _("**Before the first turn**")
    text = "\n".join([heading, *lines, scores.standings(game, names, gains)])
    standing = _("Points: {points}.", points=scores.plain_standings(game, names))
    alt = " ".join([*map(strip_markdown, [heading, *lines]), standing])
    points = points_scored(turn.events)
    about = PastTurnView(
        *(table.record(), number, names_then.players),
        aided=not table.settings.purist,
        animated=animates is not None and animates(points),
    )
    picture = Illustration(Shot.PAST, truncate(alt, ALT_LIMIT), about)
    if game.over:
        picture = poster_picture(table, names)
    buttons = []
    if number > 0:
        buttons.append(Button(_("← Earlier"), f"{PAST_TURN} {number - 1}"))
    if number < last:
        buttons.append(Button(_("Later →"), f"{PAST_TURN} {number + 1}"))
    return Message(text, (picture,), tuple(buttons))
