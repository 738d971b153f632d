"""The request for a page."""

from dataclasses import dataclass

from bot.text.names import Names
from rules.opponents.review import Review


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A record, the names of its seats, and its review if there is one.

    ``language`` is the language in which the page opens; "" leaves it to the reader's browser.
    ``ended`` is true for a game that was ended without final scoring, whose seal may be opened.
    """

    record: str
    names: Names
    language: str = ""
    review: Review | None = None
    ended: bool = False
