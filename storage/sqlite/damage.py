"""Find damage in a SQLite file, and reword SQLite's reports to name the damaged table or index."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

UNKNOWN_PAGE: Final = "a page of it is not as it was written"
_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    (r"On tree page (\d+)|Tree (\d+)\b", "a page of {owner} is damaged"),
    (r"(?:row \d+ missing from|wrong # of entries in|non-unique entry in) index (\S+)", "{index}"),
    (r"row \d+ values differ from index (\S+)|(?:rowid .* in|missing from) index (\S+)", "{index}"),
    (r"row not in PRIMARY KEY order for (\S+)", "the rows of {0} are out of order"),
    (r"Rowid \d+ out of order()", "rows are out of order"),
    (r"(?:NULL|non-\w+|numeric) value in (\w+)\.\w+", "a row of {0} is damaged"),
    (r"CHECK constraint failed in (\w+)", "a row of {0} is damaged"),
    (r"malformed database schema \((.*?)\)", "what describes {0} is damaged"),
    (r"(?i)(?:ptrmap|max rootpage|header)()", "the map of its pages is damaged"),
    (r"(?i)freelist()", "the list of free pages is damaged"),
    (r"Page (\d+)(?: is|:) never used", "page {0} belongs to no part of the file"),
    (r"(?i)page (\d+)", "page {0} is damaged"),
    (r"disk image is malformed()", UNKNOWN_PAGE),
    (r"not a database()", "this is no database, or its first page is damaged"),
)
"""Messages of SQLite and plain words for them; the first pattern that matches counts.

{0} stands for the first group, {owner} for the table or index of a page with that number.
"""
TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
HEADING: Final = "*** in database"


def in_plain_words(message: str, owners: Mapping[int, str]) -> str:
    """Reword a message of SQLite; `owners` maps root pages to tables or indexes."""
    line = " ".join(message.split())
    for pattern, words in _PATTERNS:
        if match := re.search(pattern, line):
            first = next((group for group in match.groups() if group), "")
            owner = owners.get(int(first), f"page {first}") if first.isdecimal() else first
            index = f"the index {first} does not fit its table"
            return words.format(first, owner=owner, index=index)
    return line


def find_damage(connection: sqlite3.Connection, *checks: str) -> Iterator[str]:
    """Yield the damage reported by statements like `PRAGMA integrity_check`, each kind once."""
    try:
        owners = _owners(connection)
        counts = Counter(
            in_plain_words(line, owners)
            for check in checks
            for [report] in connection.execute(check)
            for line in _lines(report)
        )
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # SQLite quotes damaged text in its report, which then cannot be decoded.
        yield from list(_unreadable_tables(connection)) or [in_plain_words(str(error), {})]
        return
    for words, times in counts.items():
        yield words if times == 1 else f"{words} ({times} times)"


def _owners(connection: sqlite3.Connection) -> dict[int, str]:
    rows = connection.execute("SELECT rootpage, type, name FROM sqlite_schema WHERE rootpage > 0")
    return {page: f"the {kind} {name}" for page, kind, name in rows}


def _unreadable_tables(connection: sqlite3.Connection) -> Iterator[str]:
    """Tables that cannot be read to the end, after a check of the whole file failed."""
    try:
        tables = [table for [table] in connection.execute(TABLES)]
    except UNREADABLE:
        return
    for table in tables:
        try:
            for [report] in connection.execute(f"PRAGMA integrity_check('{table}')"):
                if report != "ok":
                    yield f"the table {table} is damaged"
                    break
        except UNREADABLE:
            yield f"the table {table} is damaged"


def _lines(report: str) -> Iterator[str]:
    for line in report.splitlines():
        if line != "ok" and not line.startswith(HEADING):
            yield line
