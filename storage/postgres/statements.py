"""Convert a statement from the SQL that both kinds of database share to that of PostgreSQL."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from typing import Final

_PARAMETER_OR_USER: Final = re.compile(r"\?|\buser\b")


@cache
def postgres_statement(sql: str) -> str:
    """Number the parameters, and quote `user`, a reserved word."""
    numbers = count(1)
    return _PARAMETER_OR_USER.sub(
        lambda word: f"${next(numbers)}" if word[0] == "?" else '"user"', sql
    )
