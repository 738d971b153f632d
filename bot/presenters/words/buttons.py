"""Buttons that stand under messages of several kinds: what is rarely wanted, and one more game."""

from typing import Final

from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import Button, Tone

RESUME: Final = "resume"
"""Ends a pause."""
REVIEW: Final = "review"
"""Looks a game over that has ended; a number after it is a seat, counted from 1."""
FINISH: Final = "finish"
"""Asks privately how the game shall end."""


def resume() -> Button:
    """The button of those who have paused the game."""
    return Button(_("Resume"), RESUME, Tone.GOOD)


def rare() -> tuple[Button | None, ...]:
    """A row of what is rarely wanted: the log, the record, the seal of the bag, the film."""
    return (
        None,
        Button(_("Log"), "log"),
        Button(_("Record"), "record"),
        Button(_("Seal"), "seal"),
        Button(_("Film"), "replay"),
    )


def one_more(table: Table) -> tuple[Button, ...]:
    """What comes after a game: another one with the same people."""
    return (Button(_("Again"), "again", Tone.GOOD),) if table.ended else ()


def reviewing(table: Table) -> tuple[Button, ...]:
    """What looks over a game that has ended and in which somebody moved."""
    return (Button(_("Review"), REVIEW),) if table.ended and table.lines else ()
