"""``carcassonne record page``: a recorded game as one HTML file."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bot.page import PageRequest, game_page
from bot.text.i18n import LANGUAGES
from bot.text.names import Names, clean_name
from renderer.cli import add_players, players
from renderer.text import drawable_name
from rules.cli import AddParser, add_record, reports_errors
from rules.opponents.review import review_record
from rules.record import MAX_RECORD_CHARACTERS, parse_header, split_record
from rules.text_files import read_text

REVIEW_CPU_SECONDS = 60.0
"""Seconds after which a review searches no further move."""


def add_commands(add: AddParser) -> None:
    page = add("page", help="a record as one HTML file")
    add_record(page)
    page.add_argument("out", type=Path, help="the page to write")
    add_players(page)
    page.add_argument(
        "--language",
        choices=LANGUAGES,
        default="",
        metavar="LANGUAGE",
        help="as in fr; default: the reader's",
    )
    page.add_argument(
        "--review", action="store_true", help="add the most expensive moves, which takes a minute"
    )
    page.set_defaults(run=_write_page)


@reports_errors
def _write_page(given: Namespace) -> int:
    players(given)  # Refuse a colour that there is not.
    record = read_text(given.record, MAX_RECORD_CHARACTERS + 1)
    seats = parse_header(split_record(record)[0]).seats
    review = review_record(record, REVIEW_CPU_SECONDS) if given.review else None
    names = _names(given.names, given.colours, seats)
    page = game_page(PageRequest(record, names, given.language, review)).encode()
    given.out.write_bytes(page)
    print(f"{given.out}: {len(page) // 2**10} KiB")
    return 0


def _names(named: Sequence[str], colours: Sequence[int], seats: int) -> Names:
    users = tuple(range(1, seats + 1))
    drawn = [drawable_name(clean_name(name)) for name in named]
    return Names(users, dict(zip(users, drawn, strict=False)), tuple(colours))
