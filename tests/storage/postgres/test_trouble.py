"""A server that is too slow, or whose disk is full: nothing is lost, doubled or stuck."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import pytest

from storage import (
    DamagedFile,
    Database,
    DatabaseBusy,
    DiskFull,
    Log,
    NewEntry,
    StorageError,
    StorageUnavailable,
    open_database,
)
from storage.postgres import connections
from storage.postgres.error_mapping import storage_error
from tests.support.small_disk import fill_disk, small_disk

if TYPE_CHECKING:
    from tests.support.postgres_server import Server

LINE = "place 1 0 rot90 " + "x" * 2_000


@pytest.mark.parametrize("code", ["53100", "25006", "42501", "58030", "XX001", "55P03", "57P01"])
def test_an_error_of_a_server_speaks_of_no_file(code: str) -> None:
    error = asyncpg.PostgresError.new({"C": code, "M": "it failed"})
    mapped = storage_error(error, "game 1")
    assert isinstance(mapped, StorageUnavailable | DamagedFile)
    assert str(mapped).startswith("game 1: it failed; ") and "file" not in str(mapped)


@pytest.fixture
async def hasty(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A database whose server gives locks and statements less than a second."""
    monkeypatch.setitem(connections.SETTINGS, "lock_timeout", "300ms")
    monkeypatch.setitem(connections.SETTINGS, "statement_timeout", "900ms")
    async with await open_database(address) as opened:
        yield opened


async def test_write_behind_a_lock_fails_with_one_line_and_succeeds_later(
    hasty: Database, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log(hasty)
    game = (await log.begin(guild=1, channel=2, entries=[NewEntry(3, "bag")])).id
    other = await asyncpg.connect(address)
    async with other.transaction():
        await other.execute("SELECT * FROM games FOR UPDATE")
        with pytest.raises(DatabaseBusy) as error:
            await log.append(game, after=0, entries=[NewEntry(3, "one")], request=7)
        assert str(error.value) == (
            f"game {game}, entry 1: canceling statement due to lock timeout; see in"
            " pg_stat_activity what holds it up"
        )
    await other.close()
    await hasty.ping()
    assert await log.append(game, after=0, entries=[NewEntry(3, "one")], request=7) == 1
    assert [entry.text for entry in await log.read(game)] == ["bag", "one"]


async def test_statement_over_the_time_limit_fails_with_one_line_and_nothing_is_written(
    hasty: Database,
) -> None:
    log = Log(hasty)
    game = (await log.begin(guild=1, channel=2, entries=[NewEntry(3, "bag")])).id

    async def slow(execute: object) -> None:
        await execute("UPDATE games SET finished = TRUE")  # type: ignore[operator]
        await execute("SELECT pg_sleep(5)")  # type: ignore[operator]

    with pytest.raises(DatabaseBusy, match="due to statement timeout; see in pg_stat_activity"):
        await hasty.write(slow, "a slow write")
    with pytest.raises(DatabaseBusy, match="due to statement timeout"):
        await hasty.read("SELECT pg_sleep(5)")
    assert not (await log.row(game)).finished
    await hasty.ping()


async def test_full_disk_of_the_server_loses_and_repeats_nothing(
    server: Server, tmp_path: Path
) -> None:
    """The tables are on a small disk; the log of the server is on another one."""
    with small_disk(server.folder / f"small-{tmp_path.name}", megabytes=32) as disk:
        if server.owner is not None:
            shutil.chown(disk, server.owner)
        disk.chmod(0o700)
        admin = await asyncpg.connect(server.address("postgres"))
        name = f"small_{tmp_path.name.replace('-', '_')}".lower()
        try:
            await admin.execute(f"CREATE TABLESPACE {name} LOCATION '{disk}'")
            await admin.execute(f"CREATE DATABASE {name} TABLESPACE {name}")
            async with await open_database(server.address(name)) as database:
                await fill_and_recover(database, disk)
            await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
            await admin.execute(f"DROP TABLESPACE {name}")
        finally:
            await admin.close()


async def fill_and_recover(database: Database, disk: Path) -> None:
    log = Log(database)
    game = (await log.begin(guild=1, channel=2, entries=[NewEntry(3, "bag")])).id
    ballast = fill_disk(disk)
    kept, failed = 0, None
    while failed is None:
        try:
            kept = await log.append(game, after=kept, entries=[NewEntry(3, LINE)], request=kept + 1)
        except StorageError as error:
            failed = error
    assert isinstance(failed, DiskFull)
    assert str(failed).startswith(f"game {game}, entry {kept + 1}: could not extend file")
    assert "\n" not in str(failed) and str(failed).endswith("; make room on the disk of the server")
    assert len(await log.read(game)) == kept + 1, "what was saved can be read"
    ballast.unlink()
    await database.ping()
    assert await log.append(game, after=kept, entries=[NewEntry(3, LINE)], request=kept + 1)
    entries = await log.read(game)
    assert [entry.number for entry in entries] == list(range(kept + 2))
    assert all(entry.sound for entry in entries)
