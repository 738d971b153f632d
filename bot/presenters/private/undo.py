"""What a player is asked before others are asked to let a tile be taken back."""

from typing import Final

from bot.table.undo import TakingBack
from bot.table.undo_policy import FREE_SECONDS
from bot.text.i18n import _, listed, ngettext
from bot.text.message import Button, Message, Tone
from bot.text.names import Names

HOUR: Final = 3600
DAY: Final = 24 * HOUR
UNDO: Final = "undo"
"""What a button does that takes a tile back; with a number, that this is really meant."""
LEAVE: Final = "close"
"""What a button does that takes the private answer away on which it stands."""


def question(wanted: TakingBack, names: Names) -> Message:
    """Whether it is meant, with why it is a question at all and what it would undo."""
    undone = ngettext(
        "Taking it back would undo {number} tile.",
        "Taking it back would undo {number} tiles.",
        wanted.tiles,
    )
    lines = [*_why(wanted, names), undone]
    really = ngettext("Take back {number} tile", "Take back {number} tiles", wanted.tiles)
    if wanted.asked:
        asked = listed(map(names.user, wanted.asked))
        lines.append(_("That takes the consent of {players}. Shall I ask?", players=asked))
        really = _("Ask them")
        if len(wanted.asked) == 1:
            really = _("Ask {who}", who=names.plain(names.players.index(wanted.asked[0])))
    buttons = (
        Button(really, f"{UNDO} {wanted.last}", Tone.MAIN),
        Button(_("Leave it"), LEAVE),
    )
    return Message(" ".join(lines), buttons=buttons)


def _why(wanted: TakingBack, names: Names) -> list[str]:
    """What has come since the move, so that it is no longer the player's matter alone."""
    if wanted.played_on:
        players = listed(map(names.user, wanted.played_on))
        number = len(wanted.played_on)
        return [
            ngettext(
                "{players} has played on since.",
                "{players} have played on since.",
                number,
                players=players,
            )
        ]
    if wanted.told:
        return [_("The end of the game has shown which tiles were left.")]
    if wanted.seconds <= FREE_SECONDS:
        return [_("The game has gone on since.")]
    return [_long_ago(int(wanted.seconds))]


def _long_ago(seconds: int) -> str:
    """How long ago the move was, and what that means: minutes, hours or days, whole ones."""
    if seconds < 2 * HOUR:
        return ngettext(
            "Your move was {number} minute ago, and the next tile is known by now.",
            "Your move was {number} minutes ago, and the next tile is known by now.",
            seconds // 60,
        )
    if seconds < 2 * DAY:
        return ngettext(
            "Your move was {number} hour ago, and the next tile is known by now.",
            "Your move was {number} hours ago, and the next tile is known by now.",
            seconds // HOUR,
        )
    return ngettext(
        "Your move was {number} day ago, and the next tile is known by now.",
        "Your move was {number} days ago, and the next tile is known by now.",
        seconds // DAY,
    )
