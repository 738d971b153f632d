"""What SQLite finds wrong with a file, in words that say which part of it."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

WHOLE: Final = "a page of it is not as it was written"
# In the order in which they are tried; what is matched fills the words.
WORDS: Final[tuple[tuple[str, str], ...]] = (
    (r"On tree page (\d+)|Tree (\d+)\b", "a page of {part} is damaged"),
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
    (r"disk image is malformed()", WHOLE),
    (r"not a database()", "this is no database, or its first page is damaged"),
)
TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
HEADING: Final = "*** in database"


def in_words(verdict: str, parts: Mapping[int, str]) -> str:
    """One line of SQLite's in words; `parts` names what begins at which page."""
    line = " ".join(verdict.split())
    for pattern, words in WORDS:
        if found := re.search(pattern, line):
            first = next((group for group in found.groups() if group), "")
            part = parts.get(int(first), f"page {first}") if first.isdecimal() else first
            index = f"the index {first} does not fit its table"
            return words.format(first, part=part, index=index)
    return line


def damage(connection: sqlite3.Connection, *checks: str) -> Iterator[str]:
    """What some checks of SQLite find, by the statements that ask for them; each thing once."""
    try:
        parts = _parts(connection)
        found = Counter(
            in_words(line, parts)
            for check in checks
            for [verdict] in connection.execute(check)
            for line in _lines(verdict)
        )
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # SQLite quotes what it cannot read, and then cannot be read itself.
        yield from list(_unreadable(connection)) or [in_words(str(error), {})]
        return
    for words, times in found.items():
        yield words if times == 1 else f"{words} ({times} times)"


def _parts(connection: sqlite3.Connection) -> dict[int, str]:
    rows = connection.execute("SELECT rootpage, type, name FROM sqlite_schema WHERE rootpage > 0")
    return {page: f"the {kind} {name}" for page, kind, name in rows}


def _unreadable(connection: sqlite3.Connection) -> Iterator[str]:
    """The tables that cannot be gone through from end to end, where a whole check has given up."""
    try:
        tables = [table for [table] in connection.execute(TABLES)]
    except UNREADABLE:
        return
    for table in tables:
        try:
            for [verdict] in connection.execute(f"PRAGMA integrity_check('{table}')"):
                if verdict != "ok":
                    yield f"the table {table} is damaged"
                    break
        except UNREADABLE:
            yield f"the table {table} is damaged"


def _lines(verdict: str) -> Iterator[str]:
    for line in verdict.splitlines():
        if line != "ok" and not line.startswith(HEADING):
            yield line
