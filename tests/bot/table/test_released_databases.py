"""Databases of released versions replay to the same tables; a log cut short is refused."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.database_commands import log_line
from bot.statistics.policy import leaderboard, rated_games
from bot.statistics.results import game_result
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.store import Request, Tables
from bot.table.table import Phase
from storage import Log, NewEntry, open_database
from storage.opening import check, prepare
from tests.fixtures.databases.table_summary import table_summary
from tests.support.schema_text import sqlite_schema
from tests.support.written_logs import BO, NEW

STRANGER = 99
FOLDER = Path(__file__).parents[2] / "fixtures" / "databases"
SUMMARIES: dict[str, dict[str, dict[str, Any]]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")
}


@pytest.fixture(params=SUMMARIES)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the database of a released version."""
    return Path(shutil.copy(FOLDER / f"{request.param}.sqlite3", tmp_path))


def differences(got: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    for key, value in expected.items():
        if isinstance(value, dict) and isinstance(got[key], dict):
            yield from (f"{key}.{line}" for line in differences(got[key], value))
        elif got[key] != value:
            yield f"{key}: {got[key]!r}, was {value!r}"


async def assert_replays(address: str | Path, expected: dict[str, dict[str, Any]]) -> None:
    """Fold each log of a database and compare the table with its summary."""
    async with await open_database(address) as database:
        log = Log(database)
        rows = await log.games()
        assert {str(row.id) for row in rows} == set(expected) and len(rows) > 10
        for row in rows:
            summary = {**expected[str(row.id)]}
            about, finished = summary.pop("about", row.id), summary.pop("finished")
            table = fold(await log.read(row.id))
            got = json.loads(json.dumps(table_summary(table)))
            assert list(differences(got, summary)) == [], about
            assert row.finished is finished is table.ended, about


async def test_every_game_of_a_released_database_replays_to_the_same_table(released: Path) -> None:
    await assert_replays(released, SUMMARIES[released.stem])


async def test_a_released_database_is_migrated_to_the_schema_of_a_new_one(
    released: Path, tmp_path: Path
) -> None:
    schemas = []
    for path in (released, tmp_path / "new.sqlite3"):
        await prepare(path)
        with closing(sqlite3.connect(path)) as connection:
            schemas.append(sqlite_schema(connection))
    assert schemas[0] == schemas[1]


async def test_the_tables_of_a_released_database_can_be_played_on(released: Path) -> None:
    """A stranger joins each lobby and changes colour; in each running game a move is made."""
    played_on = 0
    async with await open_database(released, synchronous="OFF") as database:
        log = Log(database)
        tables = Tables(log)
        service = TableService(tables, Random(1))
        for row in await log.games():
            loaded = await tables.latest(row.channel)
            assert loaded is not None and loaded.row == row
            table = loaded.table
            if table.phase is Phase.LOBBY and not table.full:
                request = Request(STRANGER, row.guild, row.channel)
                await service.join(request)
                outcome = await service.join(request, table.free_colour())
            elif table.to_move is not None:
                request = Request(table.to_move, row.guild, row.channel)
                outcome = await service.play(
                    request, table.running_game.legal_moves()[:1], version=loaded.version
                )
            else:
                continue
            assert fold(await log.read(row.id)) == outcome.after
            played_on += 1
    assert played_on > 5


async def test_the_check_finds_every_game_of_a_released_database_sound(released: Path) -> None:
    # To open it brings the schema up to date, as a start of the bot does.
    await (await open_database(released)).close()
    findings = list(check(released, log_line))
    assert len(findings) == 1 + len(SUMMARIES[released.stem])
    assert [finding.line for finding in findings if not finding.sound] == []


async def test_leaderboard_of_a_released_database_is_as_before_games_logged_their_aids(
    released: Path,
) -> None:
    async with await open_database(released) as database:
        log = Log(database)
        logs = [await log.read(row.id) for row in await log.games()]
    results = list(filter(None, (game_result(lines) for lines in logs)))
    assert {result.aids for result in results} <= {"", "no"}
    unlogged = [replace(result, aids="") for result in results]
    [game, *_others] = rated_games(results)
    assert rated_games(unlogged)[0] == game and leaderboard(results, game)
    assert leaderboard(results, game) == leaderboard(unlogged, game)


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
