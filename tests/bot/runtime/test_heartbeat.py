"""The heartbeat file: present while Discord and the database answer."""

import asyncio
import os
import stat
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

import bot
from bot.config import Config
from bot.runtime.heartbeat import (
    LOST_AFTER_SECONDS,
    Heartbeat,
    health,
    heartbeat_file,
    seconds_since_heartbeat,
)
from storage import StorageError
from tests.support.clock import NOON
from tests.support.for_each import for_each
from tests.support.world import World

ROOT = Path(bot.__file__).parents[1]


class Life:
    """The reported health, set by the test."""

    def __init__(self) -> None:
        self.well = True
        self.asked = 0

    async def felt(self) -> bool:
        self.asked += 1
        return self.well


async def beats(life: Life, count: int = 3) -> None:
    """Wait for a number of further looks."""
    upto = life.asked + count
    async with asyncio.timeout(10):
        while life.asked < upto:
            await asyncio.sleep(0.005)


async def test_heartbeat_is_written_while_checks_pass_and_stops_when_a_check_fails(
    tmp_path: Path,
) -> None:
    sign, life = tmp_path / "games.sqlite3.alive", Life()
    async with Heartbeat(sign, beat=0.01) as pulse:
        assert seconds_since_heartbeat(sign) is None, "not connected yet"
        pulse.is_alive = life.felt
        await beats(life)
        assert stat.S_IMODE(sign.stat().st_mode) == 0o600
        first = sign.stat().st_mtime_ns
        await beats(life)
        assert sign.stat().st_mtime_ns > first
        life.well = False
        await beats(life)
        last = sign.stat().st_mtime_ns
        await beats(life)
        assert sign.stat().st_mtime_ns == last
        life.well = True
        await beats(life)
        assert sign.stat().st_mtime_ns > last
    assert seconds_since_heartbeat(sign) is None


async def test_heartbeat_of_a_killed_process_does_not_count_for_the_next(tmp_path: Path) -> None:
    sign = tmp_path / "games.sqlite3.alive"
    sign.touch()
    async with Heartbeat(sign):
        assert seconds_since_heartbeat(sign) is None


async def test_heartbeat_check_without_an_answer_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.runtime.heartbeat.ANSWER_TIMEOUT_SECONDS", 0.01)

    async def felt() -> bool:
        await asyncio.sleep(60)
        return True

    def refusals() -> int:
        return sum("heartbeat not written" in record.getMessage() for record in caplog.records)

    async with Heartbeat(tmp_path / "games.sqlite3", beat=0.01) as pulse, asyncio.timeout(10):
        pulse.is_alive = felt
        while refusals() < 2:
            await asyncio.sleep(0.01)


async def test_heartbeat_requires_a_connection_and_an_answering_database(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = world.app

    async def unanswered() -> None:
        raise StorageError("no answer")

    class Shard:
        closed = False

        def is_closed(self) -> bool:
            return self.closed

    shards = {0: Shard(), 1: Shard()}
    monkeypatch.setattr(type(app), "shards", property(lambda _app: shards))
    assert await app.is_alive()
    shards[1].closed = True
    assert not await app.is_alive(), "one of its connections has broken"
    shards[1].closed = False
    with monkeypatch.context() as patch:
        patch.setattr(world.database, "ping", unanswered)
        assert not await app.is_alive(), "the database does not answer"
    assert await app.is_alive()
    shards.clear()
    assert not await app.is_alive(), "never connected"


@for_each(
    ("age", "status", "said"),
    [
        (None, 1, "no sign of life: not connected"),
        (7, 0, "connected to Discord, and the database answered 7 s ago"),
        (-3, 0, "answered 0 s ago"),
        (-LOST_AFTER_SECONDS - 60, 1, "Discord or the database does not answer"),
    ],
)
def test_health_check_answers_with_one_line_and_an_exit_status(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    age: float | None,
    status: int,
    said: str,
) -> None:
    monkeypatch.setenv("CARCASSONNE_DATABASE", str(tmp_path / "games.sqlite3"))
    monkeypatch.setattr("bot.runtime.heartbeat.time.time", lambda: NOON)
    if age is not None:
        sign = heartbeat_file(Config.read(os.environ))
        sign.touch()
        os.utime(sign, (NOON - age,) * 2)
    assert health(Namespace()) == status
    text = capsys.readouterr().out
    assert said in text and text.count("\n") == 1


def test_health_check_loads_next_to_nothing_as_it_runs_every_half_minute(tmp_path: Path) -> None:
    environment = {
        "PYTHONPATH": str(ROOT),
        "CARCASSONNE_DATABASE": str(tmp_path / "games.sqlite3"),
        "PYTHON_DOTENV_DISABLED": "1",
    }
    asked = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", "health"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
    )
    assert asked.returncode == 1 and "no sign of life" in asked.stdout
    assert " discord" not in asked.stderr


def test_each_process_has_its_own_heartbeat_file(tmp_path: Path) -> None:
    server = {"CARCASSONNE_DATABASE": "postgresql://ana:secret@db/games"}
    files = [
        heartbeat_file(Config.read({**settings, "CARCASSONNE_SHARDS": shards}))
        for settings in (server, {"CARCASSONNE_DATABASE": "postgresql://db/others"})
        for shards in ("", "0-1/4", "2-3/4", "2/4")
    ]
    assert len(set(files)) == len(files) and all("secret" not in str(file) for file in files)
    assert all(file.parent.is_dir() for file in files)
    named = tmp_path / "alive"
    assert (
        heartbeat_file(Config.read({**server, "CARCASSONNE_HEARTBEAT_FILE": str(named)})) == named
    )
