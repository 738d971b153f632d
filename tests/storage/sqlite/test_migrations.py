"""What migrations of a file make of what is in it."""

from __future__ import annotations

import sqlite3

from storage.sqlite.schema import migrations


def test_the_games_that_run_when_schedules_come_have_theirs() -> None:
    """As after the migration of a file that is older."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    steps = migrations()
    mine = next(n for n, sql in enumerate(steps) if "CREATE TABLE dues" in sql)
    for sql in steps[:mine]:
        connection.executescript(sql)
    connection.executescript(
        "INSERT INTO actors (user) VALUES (1);"
        "INSERT INTO games (guild, channel, started_at) VALUES (9, 5, 100.0), (9, 6, 100.0);"
        "INSERT INTO entries VALUES (1, 0, 1, 'x', 100.0), (2, 0, 1, 'x', 100.0);"
        "INSERT INTO entries VALUES (2, 1, 1, 'x', 300.0);"
        "UPDATE games SET finished = 1 WHERE id = 1;"
    )
    connection.executescript(steps[mine])
    assert connection.execute("SELECT key, at, game FROM dues").fetchall() == [("turn 2", 360.0, 2)]
    connection.close()
