"""Translation of the shared SQL to PostgreSQL."""

from __future__ import annotations

import re
from functools import cache
from itertools import count

_WORDS = re.compile(r"\?|\buser\b")


@cache
def translated(sql: str) -> str:
    """A statement with numbered parameters, and `user`, a reserved word, in quotes."""
    numbers = count(1)
    return _WORDS.sub(lambda word: f"${next(numbers)}" if word[0] == "?" else '"user"', sql)
