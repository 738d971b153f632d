"""Opening a database on a server, and databases that are refused."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable

import pytest

import storage.schema
from storage import (
    Database,
    DatabaseUnreachable,
    ForeignFile,
    Log,
    NewEntry,
    NewerSchema,
    ReadOnlyFile,
    StorageError,
    open_database,
)
from storage.opening import check
from storage.postgres.database import POOL_SIZE
from tests.storage.conftest import AddMigrations
from tests.storage.test_check import fold
from tests.support.postgres_server import Server
from tests.support.raw_connection import PostgresRaw

Start = Callable[..., Awaitable[int]]
Python = Callable[..., subprocess.Popen[str]]
PASS = [NewEntry(1, "pass")]


async def test_processes_that_start_together_create_the_schema_once(empty: str) -> None:
    opened = await asyncio.gather(*(open_database(empty) for _ in range(5)))
    try:
        rows = await asyncio.gather(
            *(
                Log(database).begin(guild=9, channel=channel, entries=PASS)
                for channel, database in enumerate(opened)
            )
        )
        assert sorted(row.id for row in rows) == [1, 2, 3, 4, 5]
        versions = await opened[0].read("SELECT version FROM schema_versions ORDER BY version")
        newest = storage.schema.newest_version()
        assert versions == [(number,) for number in range(1, newest + 1)]
    finally:
        for database in opened:
            await database.close()


async def test_a_database_of_another_program_is_not_changed(empty: str) -> None:
    raw = PostgresRaw(empty)
    await raw.execute("CREATE TABLE letters (text TEXT)")
    with pytest.raises(ForeignFile, match=r": this is a database of another program$"):
        await open_database(empty)
    assert await raw.tables_with("text", "version") == ("letters",)


async def test_a_database_of_another_encoding_is_refused(server: Server) -> None:
    address = server.address("latin")
    await PostgresRaw(server.address("postgres")).execute(
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"
    )
    with pytest.raises(StorageError, match=r": its encoding is LATIN1; make a database of UTF8$"):
        await open_database(address)
    await server.drop(address)


async def test_a_newer_schema_is_refused(address: str) -> None:
    raw = PostgresRaw(address)
    await raw.execute("INSERT INTO schema_versions (version) VALUES (99)")
    with pytest.raises(
        NewerSchema, match=r"schema version 99, this program knows \d+; use the newer program$"
    ):
        await open_database(address)
    with pytest.raises(
        NewerSchema, match=r"schema version 99, this program knows \d+; use the newer program$"
    ):
        await asyncio.to_thread(lambda: list(check(address, fold)))


async def test_an_older_schema_is_not_checked_until_it_is_migrated(
    address: str, add_migrations: AddMigrations
) -> None:
    async with await open_database(address) as database:
        await Log(database).begin(guild=9, channel=5, entries=PASS)
    add_migrations("ALTER TABLE games ADD COLUMN mood TEXT")
    with pytest.raises(
        StorageError,
        match=r"schema version \d+, older than \d+; start the bot once to bring it up to date$",
    ):
        await asyncio.to_thread(lambda: list(check(address, fold)))
    opened = await asyncio.gather(*(open_database(address) for _ in range(3)))
    assert await opened[0].read("SELECT mood FROM games") == [(None,)]
    for opened_database in opened:
        await opened_database.close()
    results = await asyncio.to_thread(lambda: list(check(address, fold)))
    assert [result.sound for result in results] == [True, True]


async def test_a_migration_that_fails_changes_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch, add_migrations: AddMigrations
) -> None:
    script = "ALTER TABLE games ADD COLUMN mood TEXT; DROP TABLE nonsense"
    version = add_migrations(script)
    with pytest.raises(
        StorageError,
        match=f': migration {version} failed, nothing was changed: table "nonsense" does not exist',
    ):
        await open_database(address)
    monkeypatch.undo()
    assert await PostgresRaw(address).tables_with("mood") == ()
    await (await open_database(address)).close()


async def test_a_read_only_database_is_refused_at_the_start(address: str, server: Server) -> None:
    name = address.partition("?")[0].rpartition("/")[2]
    raw = PostgresRaw(server.address("postgres"))
    await raw.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(
        ReadOnlyFile, match=r"let this user write to the database, on a server that takes writes$"
    ):
        await open_database(address)


async def test_a_user_without_write_permission_is_refused(address: str) -> None:
    raw = PostgresRaw(address)
    await raw.execute("CREATE ROLE reader LOGIN")
    try:
        await raw.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        with pytest.raises(ReadOnlyFile, match="permission denied"):
            await open_database(address.replace("carc@", "reader@"))
    finally:
        await raw.execute("DROP OWNED BY reader")
        await raw.execute("DROP ROLE reader")


async def test_database_owner_with_four_connections_needs_no_other_rights(
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
        assert await log.erase(1) == 1
    await PostgresRaw(empty).execute("REASSIGN OWNED BY owner TO carc")
    await raw.execute(f"ALTER DATABASE {name} OWNER TO carc")
    await raw.execute("DROP ROLE owner")


async def test_a_missing_server_or_database_is_named_without_the_password(
    server: Server, impatient: None
) -> None:
    with pytest.raises(DatabaseUnreachable, match="see whether it runs"):
        await open_database("postgresql://carc:secret@/games?host=/nowhere")
    with pytest.raises(StorageError, match='database "nowhere" does not exist') as refused:
        await open_database(server.address("nowhere").replace("carc@", "carc:secret@"))
    assert "secret" not in str(refused.value)
    with pytest.raises(DatabaseUnreachable):
        await asyncio.to_thread(lambda: list(check("postgresql://carc@/games?host=/nowhere", fold)))


async def test_ping_writes_only_after_a_failed_write(
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


async def test_close_waits_for_reads_that_wait_for_a_connection(address: str) -> None:
    database = await open_database(address)
    reads = [
        asyncio.create_task(database.read("SELECT 1 FROM pg_sleep(0.05)"))
        for _ in range(3 * POOL_SIZE)
    ]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*reads) == [[(1,)]] * len(reads)


async def test_a_commit_waits_for_the_disk_with_synchronous_full(address: str) -> None:
    for synchronous, setting in (("FULL", "on"), ("NORMAL", "off")):
        async with await open_database(address, synchronous=synchronous) as database:  # type: ignore[arg-type]
            assert await database.read("SHOW synchronous_commit") == [(setting,)]
    with pytest.raises(ValueError, match=r"^synchronous is one of .*FULL.*OFF"):
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


def test_a_missing_asyncpg_package_is_named(python: Python) -> None:
    said, errors = python("-c", WITHOUT).communicate()
    assert not errors
    assert said.splitlines() == [storage.errors.ASYNCPG_MISSING] * 2
