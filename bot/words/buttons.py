"""Show all orders; earlier versions had pages."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import MAX_MENU_LINES, Button, ButtonStyle, MenuLine
from bot.words.actions import Learn, ShowLog, ShowReview, ShowSettings

LINES_PER_PAGE: Final = MAX_MENU_LINES - 2
"""Lines of a page, in addition to one for the previous page and one for the next."""


def page_size(number: int) -> int:
    return MAX_MENU_LINES if number <= MAX_MENU_LINES else LINES_PER_PAGE


def last_page(number: int) -> int:
    return max(1, -(-number // page_size(number)))


def page_lines(
    lines: Sequence[MenuLine], page: int, leads: Callable[[int], str], *, places: bool = True
) -> tuple[MenuLine, ...]:
    """The nearest existing page; ``leads`` makes the action that opens another.

    With ``places``, lines to other pages call the lines places.
    """
    size, of = page_size(len(lines)), last_page(len(lines))
    page = min(max(page, 1), of)
    earlier, later = _("← Previous"), _("More →")
    if places:
        earlier, later = _("← Previous spaces"), _("More spaces →")
    before = [MenuLine(earlier, leads(page - 1))] if page > 1 else []
    after = [MenuLine(later, leads(page + 1))] if page < of else []
    return (*before, *lines[size * (page - 1) :][:size], *after)


RESUME: Final = "resume"
"""The button that ends a pause."""
HINT: Final = "hint"
"""The button that asks for suggested moves."""
PAGE: Final = "page"
"""The button that gives an ended game as a file for a browser."""
PRINT: Final = "print"
"""The button that gives the poster of an ended game as a file for printing."""
FINISH: Final = "finish"
"""The button that asks privately how the game shall end."""


def settings_button() -> Button:
    return Button(_("Settings"), str(ShowSettings()))


def learn_button() -> Button:
    return Button(_("Learn"), str(Learn()))


def resume_button() -> Button:
    return Button(_("Resume"), RESUME, ButtonStyle.SUCCESS)


def record_buttons() -> tuple[Button | None, ...]:
    """Rarely used buttons: the log, the record, the seal of the bag, the replay."""
    return (
        None,
        Button(_("Log"), str(ShowLog())),
        Button(_("Record"), "record"),
        seal_button(),
        Button(_("Film"), "replay"),
    )


def seal_button() -> Button:
    """A button to show privately that the tiles were shuffled before the first move."""
    return Button(_("Fair shuffle ✓"), "seal")


def page_buttons(table: Table) -> tuple[Button, ...]:
    """A button for an ended game as a file for a browser."""
    return (Button(_("Page"), PAGE),) if table.ended and table.game is not None else ()


def print_buttons(table: Table) -> tuple[Button, ...]:
    """A button for the poster, if any, as a file for printing."""
    return (Button(_("Print"), PRINT),) if table.has_poster else ()


def again_buttons(table: Table) -> tuple[Button, ...]:
    return (Button(_("Again"), "again", ButtonStyle.SUCCESS),) if table.ended else ()


def review_buttons(table: Table) -> tuple[Button, ...]:
    """A button to review an ended game in which a tile was placed."""
    return (
        (Button(_("Review"), str(ShowReview())),) if table.ended and table.placed_tile_count else ()
    )
