"""The state of a database on a server, read without changing it."""

import pytest

from storage import DatabaseUnreachable, ForeignFile, Log, NewEntry, ReadOnlyFile, open_database
from storage.postgres.diagnostics import DatabaseState, read_state
from storage.schema import newest_version
from tests.support.postgres_server import Server
from tests.support.raw_connection import PostgresRaw


async def test_the_state_has_the_games_and_settings(address: str) -> None:
    async with await open_database(address) as database:
        log = Log(database)
        for channel in range(3):
            row = await log.begin(guild=9, channel=channel, entries=[NewEntry(1, "bag")])
        await log.append(row.id, after=0, entries=[NewEntry(1, "end")], finish=True)
        await log.set_setting("commands", "a1")
    state = await read_state(address)
    newest = newest_version()
    assert (state.version, state.newest, state.games, state.unfinished) == (newest, newest, 3, 2)
    assert state.settings is not None and state.settings["commands"] == "a1"


async def test_reading_the_state_leaves_an_empty_database_empty(empty: str) -> None:
    state = await read_state(empty)
    assert state == DatabaseState(state.name, 0, newest_version())
    assert await PostgresRaw(empty).tables_with("version", "id") == ()


async def test_reading_the_state_raises_the_errors_of_opening(empty: str, server: Server) -> None:
    await PostgresRaw(empty).execute("CREATE TABLE letters (text TEXT)")
    with pytest.raises(ForeignFile):
        await read_state(empty)
    with pytest.raises(DatabaseUnreachable):
        await read_state("postgresql://carc@/games?host=/nowhere")


async def test_the_state_of_a_read_only_database_is_refused(address: str, server: Server) -> None:
    name = address.partition("?")[0].rpartition("/")[2]
    raw = PostgresRaw(server.address("postgres"))
    await raw.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(ReadOnlyFile, match="takes no writes"):
        await read_state(address)
