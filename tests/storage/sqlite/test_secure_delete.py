"""No byte of an erased user or a deleted game stays in the files."""

import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from storage import Database, Departures, Invitations, KeyValues, Log, open_database
from storage.copying import sqlite_endpoint
from storage.key_values import PLAYER_NOTES, PREFERENCES
from tests.storage.test_departures import HERE, THERE, begun

ANA, BO = 0x0123456789ABCDEF, 0x0FEDCBA987654321
Start = Callable[..., Awaitable[int]]


def on_disk(path: Path) -> bytes:
    # Not read here: closing such a handle would drop the locks of this process.
    files = [str(path), f"{path}-wal"]
    return subprocess.run(["cat", *files], check=True, capture_output=True).stdout


async def test_no_byte_of_an_erased_user_id_stays_in_the_files(
    log: Log, start: Start, path: Path
) -> None:
    for user in range(ANA - 200, ANA + 1):
        await start(channel=user - ANA, user=user)
    assert ANA.to_bytes(8, "big") in on_disk(path)
    await log.erase(ANA)
    assert ANA.to_bytes(8, "big") not in on_disk(path)
    assert (ANA - 1).to_bytes(8, "big") in on_disk(path)


async def test_no_byte_of_a_deleted_game_stays_in_the_files(
    database: Database, log: Log, path: Path
) -> None:
    departures = Departures(database)
    for channel in range(1000, 1200):
        await begun(log, HERE if channel % 2 else THERE, channel, ANA + channel)
    assert b"bag of 1001" in on_disk(path)
    await departures.mark_gone("server", HERE)
    assert len(await departures.delete("server", HERE, "gone")) == 100
    left = on_disk(path)
    assert b"bag of 1000" in left and b"bag of 1198" in left
    for channel in range(1001, 1200, 2):
        assert f"bag of {channel}".encode() not in left
        assert (ANA + channel).to_bytes(8, "big") not in left


async def test_no_byte_of_an_erased_users_rows_stays_in_the_files(
    database: Database, log: Log, start: Start, path: Path
) -> None:
    game = await start(user=BO)
    for user, name in ((ANA, "Ana"), (BO, "Bo")):
        await KeyValues(database, PREFERENCES).save("confirms", f"a wish of {name}'s", user=user)
        await KeyValues(database, PLAYER_NOTES).save(
            "note", f"a secret of {name}'s", user=user, game=game
        )
        await Invitations(database).invite(
            game, 1, holder=user, invited=user, inviter=user, granted=False
        )
    assert ANA.to_bytes(8, "big") in on_disk(path)
    await log.erase(ANA)
    left = on_disk(path)
    assert ANA.to_bytes(8, "big") not in left and b"of Ana's" not in left
    assert b"a secret of Bo's" in left and b"a wish of Bo's" in left


async def test_rows_are_overwritten_where_sqlite_would_not_do_so_by_itself(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_without(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_without)
    query = "PRAGMA secure_delete"
    async with await open_database(path) as database:
        assert await database.write(lambda execute: execute(query), "") == [(1,)]
    with sqlite_endpoint.target(tmp_path / "copy") as target:
        assert target.read(query) == [(1,)]
        assert target.read("PRAGMA foreign_keys") == [(1,)]
        assert target.read("PRAGMA synchronous") == [(2,)]
