"""A second process on the same database file is noticed."""

from pathlib import Path

import pytest

from bot.serve import hold_process_lock


def test_second_holder_is_told_until_the_first_has_ended(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    database = tmp_path / "games.sqlite3"
    lock = hold_process_lock
    with lock(database) as first, lock(database) as second, lock(tmp_path / "b") as other:
        assert (first, second, other) == (True, False, True)
    with hold_process_lock(database) as again:
        assert again


def test_folder_that_is_missing_is_left_to_the_database(tmp_path: Path) -> None:
    with hold_process_lock(tmp_path / "nowhere" / "games.sqlite3") as first:
        assert first
