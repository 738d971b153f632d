"""What is opened on a server, and what is refused and left as it is."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Callable

import pytest

import storage.postgres.schema
from storage import (
    Database,
    ForeignFile,
    Log,
    NewEntry,
    NewerSchema,
    ReadOnlyFile,
    ServerUnreachable,
    StorageError,
    open_database,
)
from storage.opening import check
from tests.postgres import Server
from tests.storage.conftest import AddMigrations
from tests.storage.raw import PostgresRaw
from tests.storage.test_check import fold

Start = Callable[..., Awaitable[int]]
Python = Callable[..., subprocess.Popen[str]]
PASS = [NewEntry(1, "pass")]


async def test_programs_that_start_together_on_an_empty_database_make_it_once(empty: str) -> None:
    opened = await asyncio.gather(*(open_database(empty) for _ in range(5)))
    try:
        rows = await asyncio.gather(
            *(
                Log(each).begin(guild=9, channel=channel, entries=PASS)
                for channel, each in enumerate(opened)
            )
        )
        assert sorted(row.id for row in rows) == [1, 2, 3, 4, 5]
        versions = await opened[0].read("SELECT version FROM schema_versions ORDER BY version")
        newest = storage.postgres.schema.newest_version()
        assert versions == [(number,) for number in range(1, newest + 1)]
    finally:
        for each in opened:
            await each.close()


async def test_a_database_of_another_program_is_left_as_it_is(empty: str) -> None:
    raw = PostgresRaw(empty)
    await raw.execute("CREATE TABLE letters (text TEXT)")
    with pytest.raises(ForeignFile, match="database of another program"):
        await open_database(empty)
    assert await raw.tables_with("text", "version") == ("letters",)


async def test_a_newer_schema_is_left_to_the_newer_program(address: str) -> None:
    raw = PostgresRaw(address)
    await raw.execute("INSERT INTO schema_versions (version) VALUES (99)")
    with pytest.raises(NewerSchema, match="schema version 99"):
        await open_database(address)
    with pytest.raises(NewerSchema, match="schema version 99"):
        await asyncio.to_thread(lambda: list(check(address, fold)))


async def test_an_older_schema_is_not_looked_over_but_brought_up_to_date_and_then_is(
    address: str, add_migrations: AddMigrations
) -> None:
    async with await open_database(address) as database:
        await Log(database).begin(guild=9, channel=5, entries=PASS)
    add_migrations("ALTER TABLE games ADD COLUMN mood TEXT")
    with pytest.raises(StorageError, match="start the bot once"):
        await asyncio.to_thread(lambda: list(check(address, fold)))
    opened = await asyncio.gather(*(open_database(address) for _ in range(3)))
    assert await opened[0].read("SELECT mood FROM games") == [(None,)]
    for each in opened:
        await each.close()
    found = await asyncio.to_thread(lambda: list(check(address, fold)))
    assert [result.sound for result in found] == [True, True]


async def test_a_migration_that_fails_changes_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch, add_migrations: AddMigrations
) -> None:
    script = "ALTER TABLE games ADD COLUMN mood TEXT; DROP TABLE nonsense"
    version = add_migrations(script)
    with pytest.raises(StorageError, match=f"migration {version} failed, nothing was changed"):
        await open_database(address)
    monkeypatch.undo()
    assert await PostgresRaw(address).tables_with("mood") == ()
    await (await open_database(address)).close()


async def test_a_database_that_takes_no_writes_does_not_start_as_ready(
    address: str, server: Server
) -> None:
    name = address.partition("?")[0].rpartition("/")[2]
    raw = PostgresRaw(server.address("postgres"))
    await raw.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(ReadOnlyFile, match="let the user who runs this write"):
        await open_database(address)


async def test_who_may_not_write_is_told_so(address: str) -> None:
    raw = PostgresRaw(address)
    await raw.execute("CREATE ROLE reader LOGIN")
    try:
        await raw.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        with pytest.raises(ReadOnlyFile, match="permission denied"):
            await open_database(address.replace("carc@", "reader@"))
    finally:
        await raw.execute("DROP OWNED BY reader")
        await raw.execute("DROP ROLE reader")


async def test_an_owner_without_other_rights_and_with_few_connections_can_run_it(
    empty: str, server: Server
) -> None:
    name = empty.partition("?")[0].rpartition("/")[2]
    raw = PostgresRaw(server.address("postgres"))
    await raw.execute("CREATE ROLE owner LOGIN CONNECTION LIMIT 4")
    await raw.execute(f"ALTER DATABASE {name} OWNER TO owner")
    async with await open_database(empty.replace("carc@", "owner@")) as database:
        log = Log(database)
        begun = (log.begin(guild=9, channel=channel, entries=PASS) for channel in range(30))
        assert len(await asyncio.gather(*begun)) == 30
        assert await log.forget(1) == 1
    await PostgresRaw(empty).execute("REASSIGN OWNED BY owner TO carc")
    await raw.execute(f"ALTER DATABASE {name} OWNER TO carc")
    await raw.execute("DROP ROLE owner")


async def test_where_there_is_no_server_or_no_database_that_is_said(
    server: Server, impatient: None
) -> None:
    with pytest.raises(ServerUnreachable, match="see whether it runs"):
        await open_database("postgresql://carc:secret@/games?host=/nowhere")
    with pytest.raises(StorageError, match='database "nowhere" does not exist') as refused:
        await open_database(server.address("nowhere").replace("carc@", "carc:secret@"))
    assert "secret" not in str(refused.value)
    with pytest.raises(ServerUnreachable):
        await asyncio.to_thread(lambda: list(check("postgresql://carc@/games?host=/nowhere", fold)))


async def test_it_is_asked_whether_writes_are_taken_only_after_one_was_not(
    database: Database, log: Log, start: Start
) -> None:
    game = await start()
    raw_sql = "SET default_transaction_read_only = {}"
    for _ in range(8):  # each connection there is
        await database.read(raw_sql.format("on"))
    with pytest.raises(ReadOnlyFile):
        await log.append(game, after=0, entries=PASS)
    with pytest.raises(ReadOnlyFile):
        await database.ping()
    for _ in range(8):
        await database.read(raw_sql.format("off"))
    await database.ping()
    assert await log.append(game, after=0, entries=PASS) == 1


async def test_a_commit_waits_for_the_disk_unless_it_is_told_otherwise(address: str) -> None:
    for synchronous, setting in (("FULL", "on"), ("NORMAL", "off")):
        async with await open_database(address, synchronous=synchronous) as database:  # type: ignore[arg-type]
            assert await database.read("SHOW synchronous_commit") == [(setting,)]
    with pytest.raises(ValueError, match="synchronous is one of"):
        await open_database(address, synchronous="FULLL")  # type: ignore[arg-type]


WITHOUT = """
import asyncio, sys
sys.modules["asyncpg"] = None
from storage import open_database
from storage.opening import check
from storage.errors import StorageError
for call in (
    lambda: asyncio.run(open_database("postgresql:///games")),
    lambda: list(check("postgresql:///games", len)),
):
    try:
        call()
    except StorageError as error:
        print(error)
"""


def test_without_its_package_it_is_said_what_to_install(python: Python) -> None:
    said, errors = python("-c", WITHOUT).communicate()
    assert not errors
    assert said.splitlines() == [storage.errors.ASYNCPG_MISSING] * 2
