"""Addresses of databases, with and without their passwords."""

from pathlib import Path

import pytest

from storage.addresses import is_postgres_url, without_password


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("games.sqlite3", "games.sqlite3"),
        ("folder/a@b:c.sqlite3", "folder/a@b:c.sqlite3"),
        ("postgresql://host/games", "postgresql://host/games"),
        ("postgresql://carc@host:5432/games", "postgresql://carc@host:5432/games"),
        ("postgresql://carc:secret@host:5432/games", "postgresql://carc@host:5432/games"),
        ("postgres://carc:se%40cret:x@[::1]/games", "postgres://carc@[::1]/games"),
        ("postgresql://carc:se@cret@host/games", "postgresql://carc@host/games"),
        ("postgresql://carc@/games?host=/run&password=secret", "postgresql://carc@/games"),
        ("postgresql://carc@host/games#secret", "postgresql://carc@host/games"),
    ],
)
def test_shown_address_of_a_database_has_no_password(address: str, shown: str) -> None:
    assert without_password(address) == shown


def test_path_of_a_file_is_shown_as_it_is() -> None:
    path = Path("folder") / "games.sqlite3"
    assert not is_postgres_url(path)
    assert without_password(path) == str(path)
