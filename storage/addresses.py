"""Tell a PostgreSQL URL from a SQLite path, and write an address without its password."""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import urlsplit, urlunsplit

SCHEMES: Final = ("postgresql://", "postgres://")


def is_postgres_url(address: str | os.PathLike[str]) -> bool:
    return str(address).startswith(SCHEMES)


def without_password(address: str | os.PathLike[str]) -> str:
    """The address for logs and error messages."""
    if not is_postgres_url(address):
        return str(address)
    parts = urlsplit(str(address))
    user, at, host = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}{at}{host}"
    # The query may hold a password too.
    return urlunsplit((parts.scheme, netloc, parts.path, "", ""))
