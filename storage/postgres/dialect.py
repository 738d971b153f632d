"""Translation of the shared SQL to PostgreSQL."""

from __future__ import annotations

import re
from functools import cache
from itertools import count

_WORDS = re.compile(r"\?|\buser\b")


@cache
def translated(sql: str) -> str:
    """Number the parameters, and quote `user`, a reserved word."""
    numbers = count(1)
    return _WORDS.sub(lambda word: f"${next(numbers)}" if word[0] == "?" else '"user"', sql)
