"""Private answers about a cup: the whole standings, questions, the file of its games."""

from collections.abc import Mapping
from typing import Final

from bot.presenters.private.history import export_text
from bot.presenters.public.cups import (
    CONFIRMED,
    END,
    LEAVE,
    cup_button,
    fraction,
    result_line,
    standing_line,
)
from bot.table.cups.cup import Cup, Match
from bot.table.cups.standings import standings
from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import CONTENT_LIMIT, ButtonStyle, Message
from bot.text.names import Names, strip_markdown

STANDINGS_LIMIT: Final = 4 * CONTENT_LIMIT
"""Characters of the standings: an answer has five messages, and pages end at line ends."""


def standings_message(cup: Cup, names: Names) -> Message:
    """The standings with their tie-breaks, and the results of the rounds, the newest first.

    Older rounds that do not fit are left to the record, which the message says.
    """
    score_name = "Sonneborn-Berger" if cup.is_round_robin else "Buchholz"
    lines = [
        _(
            "**Standings**: points, wins-draws-losses, {score}, point difference",
            score=score_name,
        )
    ]
    for row in standings(cup):
        score = fraction(row.tie_break if cup.is_round_robin else 2 * row.tie_break)
        lines.append(f"{standing_line(row, names)} · {score} · {row.margin:+}")
    for number, played in reversed([*enumerate(cup.rounds, 1)]):
        more = [_("**Round {number}**", number=number)]
        more += [_any_match(match, names) for match in played.matches]
        if played.bye is not None:
            more.append(_("💤 {player} has a bye.", player=names.bold_name(played.bye)))
        if len("\n".join([*lines, *more])) > STANDINGS_LIMIT:
            lines.append(_("Earlier rounds are in the *Record*."))
            break
        lines += more
    return Message("\n".join(lines))


def leave_question(number: int) -> Message:
    """Ask a player of a running cup whether they want to leave it."""
    text = _("Leave the cup? If your match is not over, you lose it, and you can't come back.")
    return _question(number, text, _("Leave cup"), LEAVE)


def end_question(number: int, cup: Cup) -> Message:
    """Ask the host whether to end a cup."""
    text = (
        _("End the cup now? The standings stay as they are; running matches no longer count.")
        if cup.order
        else _("Cancel this cup? Nobody can join it any more.")
    )
    return _question(number, text, _("End now"), END)


def record_text(cup: Cup, names: Names, tables: Mapping[int, Table]) -> str:
    """The records of all games of a cup as one file, each below the line of its match.

    ``tables`` holds the tables by game. The record of a running game leaves out the undrawn tiles.
    """
    parts = []
    for number, played in enumerate(cup.rounds, 1):
        for match in played.matches:
            if match.game is None or match.game not in tables:
                continue
            players = strip_markdown(_any_match(match, names))
            heading = _("Round {number}", number=number)
            parts.append(f"# {heading}: {players}\n{export_text(tables[match.game])}")
    return "\n".join(parts)


def _any_match(match: Match, names: Names) -> str:
    if match.result is not None:
        return result_line(match, names)
    return f"{names.bold_name(match.first)} – {names.bold_name(match.second)}"


def _question(number: int, text: str, label: str, word: str) -> Message:
    button = cup_button(label, number, word, CONFIRMED, tone=ButtonStyle.DANGER)
    return Message(text, buttons=(button,))
