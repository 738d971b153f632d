"""``carcassonne record page``: a recorded game as one HTML file."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.page import PageRequest, game_page
from bot.text.i18n import LANGUAGES
from bot.text.names import Names, clean_name
from renderer import COLOURS, drawable_name
from rules.errors import RecordError, RulesError
from rules.opponents.review import review_record
from rules.record import MAX_RECORD_CHARACTERS, parse_header, split_record
from rules.text_files import NotUtf8, read_text
from rules.version import program_version

REVIEW_SECONDS = 60.0
"""Seconds after which a review searches no further move."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m bot.page") -> int:
    """Write the page of a record.

    Return 0 on success, 1 for input or output that fails, 2 for a record in another encoding.
    """
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("record", type=Path, help="a file, or - for standard input")
    parser.add_argument("out", type=Path, help="the page to write")
    parser.add_argument("--names", nargs="*", default=(), help="the players, seat by seat")
    colours = f"the colour of each, 0 to {COLOURS - 1}"
    parser.add_argument("--colours", nargs="*", type=int, default=(), help=colours)
    parser.add_argument("--language", choices=LANGUAGES, default="", help="default: the reader's")
    parser.add_argument(
        "--review", action="store_true", help="add the most expensive moves, which takes a minute"
    )
    given = parser.parse_args(arguments)
    try:
        record = read_text(given.record, MAX_RECORD_CHARACTERS + 1)
        seats = parse_header(split_record(record)[0]).seats
        review = review_record(record, REVIEW_SECONDS) if given.review else None
        names = _names(given.names, given.colours, seats)
        page = game_page(PageRequest(record, names, given.language, review)).encode()
        given.out.write_bytes(page)
    except RecordError as error:
        print(f"{given.record}: {error}", file=sys.stderr)
        return 1
    except NotUtf8 as error:
        print(error, file=sys.stderr)
        return 2
    except (RulesError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{given.out}: {len(page) // 2**10} KiB")
    return 0


def _names(named: Sequence[str], colours: Sequence[int], seats: int) -> Names:
    """The names of the seats, as if each were that of a user."""
    users = tuple(range(1, seats + 1))
    drawn = [drawable_name(clean_name(name)) for name in named]
    return Names(users, dict(zip(users, drawn, strict=False)), tuple(colours))


if __name__ == "__main__":
    sys.exit(main())
