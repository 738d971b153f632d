"""Texts that no database can store: refused before one sees them."""

from __future__ import annotations

from collections.abc import Iterable

from storage.errors import UnstorableText


def is_storable(text: str) -> bool:
    """True if both kinds of database store the text unchanged.

    PostgreSQL takes no NUL, and neither takes half of a surrogate pair.
    """
    if "\0" in text:
        return False
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        return False
    return True


def require_storable(parameters: Iterable[object]) -> None:
    """Raise UnstorableText if a parameter is a text that cannot be stored."""
    for parameter in parameters:
        if isinstance(parameter, str) and not is_storable(parameter):
            shown = ascii(parameter)
            raise UnstorableText(
                f"a text with NUL or with half of a surrogate pair is not stored: {shown[:60]}"
            )
