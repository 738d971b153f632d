"""Convert errors of PostgreSQL to storage errors, by SQLSTATE code and constraint name."""

from __future__ import annotations

from typing import Final

import asyncpg

from storage.errors import (
    Conflict,
    DamagedFile,
    DatabaseBusy,
    DatabaseUnreachable,
    DiskFailed,
    DiskFull,
    Duplicate,
    GameFinished,
    NoSuchGame,
    ReadOnlyFile,
    StorageError,
    StorageUnavailable,
)

# Codes raised by the triggers in migrations/, and names of constraints.
_CONSTRAINTS: Final[dict[str, tuple[type[StorageError], str]]] = {
    "CC001": (NoSuchGame, "there is no such game"),
    "CC002": (Conflict, "somebody else wrote this entry first"),
    "CC003": (GameFinished, "the game is finished"),
    "requests_pkey": (Duplicate, "this request has been written before"),
    "entries_pkey": (Conflict, "somebody else wrote this entry first"),
    "posted_follows_the_entries": (
        StorageError,
        "posted never decreases, and never exceeds the last entry",
    ),
}
_CODES: Final[dict[str, type[DamagedFile | StorageUnavailable]]] = {
    "08": DatabaseUnreachable,  # connection exceptions
    "57": DatabaseUnreachable,  # operator intervention: shut down, starting up, timed out
    "53": DatabaseUnreachable,  # insufficient resources: too many connections, no memory
    "53100": DiskFull,
    "55P03": DatabaseBusy,
    "57014": DatabaseBusy,  # statement_timeout, or an administrator
    "25006": ReadOnlyFile,
    "42501": ReadOnlyFile,
    "58030": DiskFailed,
    "XX001": DamagedFile,
    "XX002": DamagedFile,
}
_REMEDIES: Final[dict[type[DamagedFile | StorageUnavailable], str]] = {
    DiskFull: "make room on the disk of the server",
    ReadOnlyFile: "let this user write to the database, on a server that takes writes",
    DiskFailed: "see the server's log, and whether its disk is there and whole",
    DamagedFile: "see the server's log; bring back a dump: docs/hosting-more.md says how",
}
"""Remedies that differ from those for a file."""
CONFLICT_CODES: Final = (
    *("40001", "40P01"),  # serialization failures, deadlocks
    *("23503", "23505"),  # a row was deleted or inserted meanwhile
)
"""Codes of errors that two concurrent writes may cause: the write is tried again."""
_CONNECTION_ERRORS: Final = (
    *(asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(ConnectionError, OSError, TimeoutError),
)
"""Other exceptions that asyncpg raises when the server is down, shuts down, or does not answer."""
CLIENT_ERRORS: Final = (asyncpg.PostgresError, *_CONNECTION_ERRORS)
"""All exceptions of a statement or a connection."""


def code_of(error: BaseException) -> str:
    """The SQLSTATE code, "" if the error is not from the server."""
    return str(getattr(error, "sqlstate", None) or "")


def constraint_of(error: BaseException) -> str:
    """The constraint that failed, "" for none."""
    return str(getattr(error, "constraint_name", None) or "")


def is_conflict(error: BaseException) -> bool:
    """True if a concurrent write caused the error: a retry may succeed."""
    return code_of(error) in CONFLICT_CODES and constraint_of(error) not in _CONSTRAINTS


def is_unreachable(error: BaseException) -> bool:
    """True if the server is down, out of connections, or closed the connection."""
    if isinstance(error, ValueError):
        return False  # asyncpg also raises it for a parameter of the wrong type
    code = code_of(error)
    return isinstance(error, _CONNECTION_ERRORS) or code[:2] == "08" or code[:3] in ("57P", "533")


def storage_error(error: BaseException, subject: str) -> StorageError:
    """Convert an error of PostgreSQL; the message begins with `subject`.

    It ends with a remedy, where an operator can do something.
    """
    code = code_of(error)
    if constraint := _CONSTRAINTS.get(code) or _CONSTRAINTS.get(constraint_of(error)):
        kind, words = constraint
        return kind(f"{subject}: {words}")
    # One line: a server error's text goes on with details and hints.
    message = str(getattr(error, "message", None) or error).partition("\n")[0]
    message = message or type(error).__name__
    known = _CODES.get(code) or _CODES.get(code[:2])
    if known is None and is_unreachable(error):
        known = DatabaseUnreachable
    if known is None:
        return StorageError(f"{subject}: {message}")
    return known(f"{subject}: {message}; {remedy_of(known)}")


def remedy_of(kind: type[DamagedFile | StorageUnavailable]) -> str:
    return _REMEDIES.get(kind, kind.remedy)
