"""A log that a damaged file has cut short is refused, not played on from its remains."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.table.refusals import Refusal
from bot.table.store import Tables
from storage import Log, NewEntry, open_database
from tests.support.written_logs import BO, NEW


async def test_game_that_lost_posted_entries_at_its_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    async with await open_database(path) as database:
        log = Log(database)
        entries = [NewEntry(*NEW), NewEntry(BO, "join 1")]
        game = (await log.begin(guild=1, channel=2, entries=entries)).id
        await log.mark_posted(game, 1)
        assert await Tables(log).game(game) is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for [trigger] in connection.execute(triggers).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("DELETE FROM entries WHERE number = 1")
    async with await open_database(path) as database:
        with pytest.raises(Refusal) as refused:
            await Tables(Log(database)).game(game)
    assert refused.value.reason == "broken"
