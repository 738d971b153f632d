"""The nightly backup: one a night, made by a separate process."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import bot
from bot.config import Config, ConfigError
from bot.core.durations import DAY
from bot.runtime.backups import (
    BACKUP,
    BACKUP_TIME_SECONDS,
    START_DELAY_SECONDS,
    Backups,
    next_backup_time,
)
from storage import Database, Due, Log, NewEntry, Schedule, open_database
from storage.sqlite.database import SqliteDatabase

DUE = Due(BACKUP, BACKUP, 0.0)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that is started finds this program."""
    monkeypatch.setenv("PYTHONPATH", str(Path(bot.__file__).parents[1]))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path / "games.sqlite3") as database:
        entries = [NewEntry(1, "new hunters 2")]
        await Log(database).begin(guild=1, channel=2, entries=entries)
        yield database


def configured(database: SqliteDatabase, **more: str) -> Config:
    return Config.read(
        {
            "CARCASSONNE_DATABASE": str(database.path),
            "CARCASSONNE_BACKUPS": str(database.path.parent / "nights"),
            **more,
        }
    )


def copies(database: SqliteDatabase) -> list[str]:
    return sorted(path.name for path in (database.path.parent / "nights").glob("*"))


async def done(backups: Backups) -> None:
    """Wait for the copy that is being made."""
    if backups._task is not None:
        await backups._task


async def test_backup_of_the_open_database_is_made_and_logged(
    database: SqliteDatabase, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    caplog.set_level(logging.INFO)
    folder = database.path.parent / "nights"
    folder.mkdir()
    for day in (1, 2, 3):
        past = time.gmtime(time.time() - day * DAY)
        (folder / f"games-{time.strftime('%Y%m%d-%H%M%S', past)}.sqlite3").touch()
    old = copies(database)
    own = configured(database, CARCASSONNE_BACKUPS_KEPT="2")
    backups = Backups(Schedule(database), own, time.time)
    next_due = await backups.handle(DUE)
    assert next_due is not None
    assert 0 < next_due - time.time() <= DAY and next_due % DAY == BACKUP_TIME_SECONDS
    await done(backups)
    [kept, copy] = copies(database)
    assert kept == old[-1] and copy.endswith(".sqlite3"), "the older ones are deleted"
    assert any("1 game played again, nothing is wrong" in r.getMessage() for r in caplog.records)


@pytest.mark.slow
async def test_second_start_on_one_day_makes_no_second_backup(database: SqliteDatabase) -> None:
    for _ in range(2):
        backups = Backups(Schedule(database), configured(database), time.time)
        await backups.handle(DUE)
        await done(backups)
    assert len(copies(database)) == 1


async def test_backup_is_due_soon_after_a_start_if_a_folder_is_configured(
    database: SqliteDatabase,
) -> None:
    schedule = Schedule(database)
    await Backups(schedule, configured(database), lambda: 5000.0).begin()
    due = await schedule.of(BACKUP)
    assert due is not None and due.at == 5000.0 + START_DELAY_SECONDS
    none = configured(database, CARCASSONNE_BACKUPS="")
    backups = Backups(schedule, none, lambda: 5000.0)
    await backups.begin()
    assert await schedule.of(BACKUP) is None
    assert await backups.handle(DUE) is None


async def test_failed_backup_logs_one_line_and_the_next_is_due(
    database: SqliteDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    (database.path.parent / "nights").touch()
    wrong = configured(database, CARCASSONNE_BACKUPS=str(database.path.parent / "nights" / "x"))
    backups = Backups(Schedule(database), wrong, time.time)
    assert await backups.handle(DUE) is not None
    await done(backups)
    [line] = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert "nights/x: Not a directory" in line and "Traceback" not in line
    caplog.clear()


async def test_shutdown_cancels_a_running_backup(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "slow"
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    slow.write_text(f"#!/bin/sh\necho > {begun}\nexec sleep 60\n")
    slow.chmod(0o700)
    monkeypatch.setattr("bot.runtime.backups.sys.executable", str(slow))
    backups = Backups(Schedule(database), configured(database), time.time)
    await backups.handle(DUE)
    await asyncio.to_thread(begun.read_text)
    async with asyncio.timeout(30):
        await backups.close()
    assert not os.path.exists(tmp_path / "nights") or not copies(database)


def test_next_backup_time_is_the_next_night() -> None:
    for hour, hours in ((0, 3), (2, 1), (3, 24), (4, 23), (23, 4)):
        now = 20_000 * DAY + hour * 3600
        assert next_backup_time(now) - now == hours * 3600


def test_kept_backups_are_limited_as_privacy_demands() -> None:
    for kept in ("0", "29", "-1", "all", "²"):
        with pytest.raises(ConfigError, match=r"CARCASSONNE_BACKUPS_KEPT .* from 1 to 28"):
            Config.read({"CARCASSONNE_BACKUPS_KEPT": kept})
