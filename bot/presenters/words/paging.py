"""A long list in a menu, page by page, with menu lines that lead to the other pages."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.text.i18n import _
from bot.text.message import MAX_MENU_LINES, MenuLine

LINES_PER_PAGE: Final = MAX_MENU_LINES - 2
"""Lines of a page, beside one line to the page before and one to the page after."""


def page_size(number: int) -> int:
    """The number of lines on a page."""
    return MAX_MENU_LINES if number <= MAX_MENU_LINES else LINES_PER_PAGE


def last_page(number: int) -> int:
    """The last page of a list."""
    return max(1, -(-number // page_size(number)))


def page_lines(
    lines: Sequence[MenuLine], page: int, leads: Callable[[int], str], *, places: bool = True
) -> tuple[MenuLine, ...]:
    """The lines of the nearest existing page; ``leads`` makes the action that opens another.

    With ``places``, the lines to other pages call the lines places.
    """
    size, of = page_size(len(lines)), last_page(len(lines))
    page = min(max(page, 1), of)
    earlier, later = _("← Earlier"), _("Later →")
    if places:
        earlier, later = _("← Previous spaces"), _("More spaces →")
    before = [MenuLine(earlier, leads(page - 1))] if page > 1 else []
    after = [MenuLine(later, leads(page + 1))] if page < of else []
    return (*before, *lines[size * (page - 1) :][:size], *after)
