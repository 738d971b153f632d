"""A long list in a menu, page by page: the lines beside those of a page lead to the others."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.text.i18n import _
from bot.text.message import LINES_A_MENU, MenuLine

PLACES_A_PAGE: Final = LINES_A_MENU - 2
"""Places in a menu that has also to lead to the page before and the page after."""


def page_size(number: int) -> int:
    """How many of a number of places stand on a page."""
    return LINES_A_MENU if number <= LINES_A_MENU else PLACES_A_PAGE


def last_page(number: int) -> int:
    """How many pages a number of places takes."""
    return max(1, -(-number // page_size(number)))


def paged(
    lines: Sequence[MenuLine], page: int, leads: Callable[[int], str], *, places: bool = True
) -> tuple[MenuLine, ...]:
    """The lines of a page, the nearest there is; ``leads`` is what does open another.

    ``places`` says that they are places, which the lines that lead on then name.
    """
    size, of = page_size(len(lines)), last_page(len(lines))
    page = min(max(page, 1), of)
    earlier, later = _("← Earlier"), _("Later →")
    if places:
        earlier, later = _("← Previous places"), _("More places →")
    before = [MenuLine(earlier, leads(page - 1))] if page > 1 else []
    after = [MenuLine(later, leads(page + 1))] if page < of else []
    return (*before, *lines[size * (page - 1) :][:size], *after)
