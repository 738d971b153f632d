"""How the refusals of PostgreSQL become errors with a name: by their codes and constraints."""

from __future__ import annotations

from typing import Final

import asyncpg

from storage.errors import (
    Conflict,
    DamagedFile,
    DiskFailed,
    DiskFull,
    Duplicate,
    GameFinished,
    NoSuchGame,
    OutOfReach,
    ReadOnlyFile,
    ServerAway,
    StorageError,
)

# Codes that the laws in migrations/ give, and constraints that are laws themselves.
_LAWS: Final[dict[str, tuple[type[StorageError], str]]] = {
    "CC001": (NoSuchGame, "there is no such game"),
    "CC002": (Conflict, "somebody else wrote this entry first"),
    "CC003": (GameFinished, "the game is finished"),
    "requests_pkey": (Duplicate, "this request has been written before"),
    "entries_pkey": (Conflict, "somebody else wrote this entry first"),
    "posted_follows_the_entries": (
        StorageError,
        "posted goes forward, and no further than the last entry",
    ),
}
_KINDS: Final[dict[str, type[DamagedFile | OutOfReach]]] = {
    "08": ServerAway,  # connection exceptions
    "57": ServerAway,  # operator intervention: shut down, starting up, timed out
    "53": ServerAway,  # insufficient resources: too many connections, no memory
    "53100": DiskFull,
    "25006": ReadOnlyFile,
    "42501": ReadOnlyFile,
    "58030": DiskFailed,
    "XX001": DamagedFile,
    "XX002": DamagedFile,
}
AGAIN: Final = (
    *("40001", "40P01"),  # serialization failures, deadlocks
    *("23503", "23505"),  # what was looked for has gone, or come to be, since it was looked for
)
"""Codes of what may only have come of two writes at once: the same is tried again."""
GONE: Final = (
    *(asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(ConnectionError, OSError, TimeoutError),
)
"""What else asyncpg raises when the server is not there, says goodbye, or does not answer."""


def code_of(error: BaseException) -> str:
    """The SQLSTATE of an error, empty if it is none of the server's."""
    return str(getattr(error, "sqlstate", None) or "")


def constraint_of(error: BaseException) -> str:
    """The constraint that refused something, empty for none."""
    return str(getattr(error, "constraint_name", None) or "")


def is_race(error: BaseException) -> bool:
    """Whether trying the same again may well succeed, and nothing has been written."""
    return code_of(error) in AGAIN and constraint_of(error) not in _LAWS


def is_away(error: BaseException) -> bool:
    """Whether the server cannot be reached, takes nobody else now, or ended the connection."""
    if isinstance(error, ValueError):
        return False  # asyncpg's word for a parameter that cannot be sent
    code = code_of(error)
    return isinstance(error, GONE) or code[:2] == "08" or code[:3] in ("57P", "533")


def refusal(error: BaseException, subject: str) -> StorageError:
    """The storage error that `error` means, its message beginning with `subject`.

    Where somebody can do something about it, the message ends with what.
    """
    code = code_of(error)
    if law := _LAWS.get(code) or _LAWS.get(constraint_of(error)):
        kind, words = law
        return kind(f"{subject}: {words}")
    said = str(error) or type(error).__name__
    trouble = _KINDS.get(code) or _KINDS.get(code[:2])
    if trouble is None and is_away(error):
        trouble = ServerAway
    if trouble is None:
        return StorageError(f"{subject}: {said}")
    return trouble(f"{subject}: {said}; {trouble.remedy}")
