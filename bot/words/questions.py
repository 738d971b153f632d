"""Private questions before an action: leave, pause, undo; pick a colour."""

from collections.abc import Iterable
from typing import Final

from bot.core.durations import DAY, HOUR
from bot.statistics.policy import is_too_short
from bot.table.checks import UndoPreview
from bot.table.settings import ALL, FREE_SECONDS
from bot.table.table import Table
from bot.text import emoji as colours
from bot.text.i18n import N_, _, join_list, ngettext
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message
from bot.text.names import Names
from bot.words.actions import ChooseColour, UndoTile, VoteForPause
from rules.game import Game

PAUSE_LENGTHS: Final = {3 * DAY: N_("3 days"), 7 * DAY: N_("A week"), 14 * DAY: N_("Two weeks")}
"""The lengths of a pause that ends by itself, in seconds."""


def pause_question(table: Table, now: float, post: int | None) -> Message:
    """``post``, if any, is edited with the answer."""
    # A pause ends at a whole hour.
    ends = {(int(now) + length) // HOUR * HOUR: label for length, label in PAUSE_LENGTHS.items()}
    if table.settings.votes == ALL:
        text = _(
            "Pause this game for everyone? Clocks and reminders stop. All players must agree, and "
            "any of them can end the pause. Until when?"
        )
    else:
        text = _(
            "Pause this game for everyone? Clocks and reminders stop. More than half of the "
            "players must agree, and any of them can end the pause. Until when?"
        )
    return Message(
        text,
        buttons=(
            *(Button(_(label), str(VoteForPause(end, post))) for end, label in ends.items()),
            Button(_("No end"), str(VoteForPause(0, post))),
        ),
    )


LEAVE_OPEN: Final = "open"
"""The button that leaves one's own seat open for others."""


def leave_question(resigned: Game, *, cup: bool) -> Message:
    """Resign, or leave the seat to another player? ``resigned`` is the game after the first."""
    lines = [
        _("Leave the game?"),
        _(
            "*Give up seat*: whoever takes it keeps your meeples and points. You can take it "
            "back while it's empty."
        ),
        _resign_line(resigned, cup=cup),
    ]
    buttons = (
        Button(_("Give up seat"), LEAVE_OPEN, ButtonStyle.PRIMARY),
        Button(_("Resign"), "resign", ButtonStyle.DANGER),
    )
    return Message("\n".join(lines), buttons=buttons)


def _resign_line(resigned: Game, *, cup: bool) -> str:
    if not resigned.over:
        return _(
            "*Resign*: you come last, your meeples stay on the board and your turns are skipped. "
            "You can't undo this."
        )
    if cup:
        return _("*Resign*: the game ends, and you lose this match. You can't undo this.")
    if is_too_short(resigned):
        return _(
            "*Resign*: the game ends. With less than three quarters of its tiles placed, it "
            "doesn't count for `/stats` and ratings. You can't undo this."
        )
    return _("*Resign*: the game ends and counts, with you last. You can't undo this.")


CLOSE: Final = "close"
"""The button that deletes the private message it stands on."""


def undo_question(preview: UndoPreview, names: Names) -> Message:
    """The reasons why an undo needs consent, and what it would undo."""
    undone = ngettext(
        "This would undo {number} tile.",
        "This would undo {number} tiles.",
        preview.tiles,
    )
    lines = [*_consent_reasons(preview, names), undone]
    really = ngettext("Undo {number} tile", "Undo {number} tiles", preview.tiles)
    if preview.users_to_ask:
        asked = join_list(map(names.user_name, preview.users_to_ask))
        lines.append(_("{players} would have to agree. Ask them?", players=asked))
        really = _("Ask them")
        if len(preview.users_to_ask) == 1:
            really = _(
                "Ask {who}", who=names.plain_name(names.players.index(preview.users_to_ask[0]))
            )
    buttons = (
        Button(really, str(UndoTile(preview.last)), ButtonStyle.PRIMARY),
        Button(_("Cancel"), CLOSE),
    )
    return Message(" ".join(lines), buttons=buttons)


def _consent_reasons(preview: UndoPreview, names: Names) -> list[str]:
    if preview.played_on:
        players = join_list(map(names.user_name, preview.played_on))
        number = len(preview.played_on)
        return [
            ngettext(
                "{players} has played since.",
                "{players} have played since.",
                number,
                players=players,
            )
        ]
    if preview.has_shown_undrawn_tiles:
        return [_("The end of the game showed the remaining tiles.")]
    if preview.seconds <= FREE_SECONDS:
        return [_("The game has moved on.")]
    return [_move_age(int(preview.seconds))]


def _move_age(seconds: int) -> str:
    if seconds < 2 * HOUR:
        return ngettext(
            "You moved {number} minute ago, and the next tile is already shown.",
            "You moved {number} minutes ago, and the next tile is already shown.",
            seconds // 60,
        )
    if seconds < 2 * DAY:
        return ngettext(
            "You moved {number} hour ago, and the next tile is already shown.",
            "You moved {number} hours ago, and the next tile is already shown.",
            seconds // HOUR,
        )
    return ngettext(
        "You moved {number} day ago, and the next tile is already shown.",
        "You moved {number} days ago, and the next tile is already shown.",
        seconds // DAY,
    )


def colour_menu(free: Iterable[int], card: int | None, *, seated: bool) -> Message:
    """Free colours; for a person without a seat, choosing takes one too."""
    lines = tuple(
        MenuLine(
            f"{colours.emblem(colour)} {colours.name(colour)}",
            str(ChooseColour(colour, card)),
        )
        for colour in free
    )
    text = _("Which colour do you want?") if seated else _("Which colour do you want to join with?")
    return Message(text, buttons=(Menu(_("Choose a colour"), lines),))
