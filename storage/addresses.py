"""Where a database is: the path of a file, or the address of a PostgreSQL server."""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import urlsplit, urlunsplit

SCHEMES: Final = ("postgresql://", "postgres://")


def is_server(address: str | os.PathLike[str]) -> bool:
    """Whether an address is that of a server, and not the path of a file."""
    return str(address).startswith(SCHEMES)


def without_password(address: str | os.PathLike[str]) -> str:
    """An address as it may be shown."""
    if not is_server(address):
        return str(address)
    parts = urlsplit(str(address))
    user, at, host = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}{at}{host}"
    # What stands behind the name of the database may be a password too.
    return urlunsplit((parts.scheme, netloc, parts.path, "", ""))
