"""Any turn of a game as its picture was, with what happened in it and the turns beside it."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from bot.presenters.private.history import NamesByTurn
from bot.presenters.public.end import poster_picture
from bot.presenters.words import scores
from bot.presenters.words.actions import ShowTurn, TryMoves
from bot.presenters.words.events import event_lines
from bot.presenters.words.moves import moves_text
from bot.presenters.words.state import turn_legend
from bot.presenters.words.tile_descriptions import drawn_tile_text
from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import (
    ALT_LIMIT,
    Button,
    ButtonStyle,
    Illustration,
    Message,
    truncate,
)
from bot.text.names import Names, strip_markdown
from renderer.requests import PastTurn
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.history import points_scored, tile_number_in_turn
from rules.opponents.review import TileDecision, tile_decisions
from rules.story import TurnBegan, totals


def turns_of(record: str) -> list[GameTurn]:
    """The turns of a table's record, the deal first: they are numbered as in the log."""
    return list(game_turns(record))


def turn_at(table: Table, entry: int) -> int:
    """The number of the turn in which a table is after an entry of its log; 0 before the first."""
    lines = tuple(line for line in table.lines if line.number <= entry)
    return len(turns_of(table.replace(lines=lines).record())) - 1


def decisions_of(record: str) -> list[TileDecision]:
    """The decisions about each tile of a table's record."""
    return list(tile_decisions(record))


def past_turn_message(
    table: Table,
    turns: Sequence[GameTurn],
    number: int,
    names: Names,
    *,
    animates: Callable[[int], bool] | None = None,
    decisions: Sequence[TileDecision] = (),
) -> Message:
    """A turn by its number, the last one for a larger number, with buttons to those beside it.

    Its scores move if ``animates`` is true of their points. Where one of the ``decisions`` was made
    on the board shown, other moves can be tried.
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
    animated = animates is not None and animates(points)
    shown = PastTurn(table.record(), number, turn_legend(game), animated)
    picture = Illustration(shown, truncate(alt, ALT_LIMIT), players=names_then.players)
    if game.over and table.has_poster:
        picture = poster_picture(table, names)
    buttons = []
    if number > 0:
        buttons.append(Button(_("← Earlier"), str(ShowTurn(number - 1))))
    if number < last:
        buttons.append(Button(_("Later →"), str(ShowTurn(number + 1))))
    for decision in decisions:
        if len(decision.game.story) == len(game.story):
            buttons.append(what_if_button(decision))
            who = names_then.bold_name(decision.game.turn)
            text = "\n".join([text, _("-# Next is {who}: *What if* tries other moves.", who=who)])
    return Message(text, (picture,), tuple(buttons))


def what_if_button(decision: TileDecision) -> Button:
    """The button that tries other moves than those of a decision."""
    return Button(_("What if"), str(TryMoves(decision.line)), ButtonStyle.SUCCESS)


def decision_message(
    table: Table,
    turns: Sequence[GameTurn],
    decision: TileDecision,
    names: Names,
) -> Message:
    """An ended game before a decision, as its picture was, with the moves really played."""
    number = turn_of(turns, decision)
    names_then = NamesByTurn(table, names).at(number)
    heading = _(
        "**Turn {number} of {last}**, before {who}'s move",
        number=number,
        last=len(turns) - 1 - turns[-1].final,
        who=names_then.bold_name(decision.game.turn),
    )
    moves = moves_text(decision.game, decision.moves)
    text = "\n".join([heading, _("Played: {moves}.", moves=moves)])
    tile = drawn_tile_text(decision.game)
    points = _("Points: {points}.", points=scores.plain_standings(decision.game, names))
    plain_text = strip_markdown(text).replace("\n", ". ", 1)
    alt = f"{plain_text} {tile[0].upper()}{tile[1:]}. {points}"
    before = table.replace(lines=table.lines[: decision.line]).record()
    # The last turn of such a record is the one before, or the begun one for its second tile.
    shown = number - (tile_number_in_turn(decision.game) == 1)
    request = PastTurn(before, shown, turn_legend(decision.game))
    buttons = (
        Button(_("← Earlier"), str(ShowTurn(number - 1))),
        Button(_("Later →"), str(ShowTurn(number))),
        what_if_button(decision),
    )
    picture = Illustration(request, truncate(alt, ALT_LIMIT), players=names_then.players)
    return Message(text, (picture,), buttons)


def turn_of(turns: Sequence[GameTurn], decision: TileDecision) -> int:
    """The number of the turn to which a decision belongs."""
    story = decision.game.story
    begun = max(n for n, event in enumerate(story) if isinstance(event, TurnBegan))
    ends = accumulate(len(turn.events) for turn in turns)
    return next(number for number, end in enumerate(ends) if begun < end)
