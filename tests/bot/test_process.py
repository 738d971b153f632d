"""The program as a process: without a token it opens the playground, and SIGTERM ends it."""

import asyncio
import importlib.util
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.cli import WAITS_TO_BE_STOPPED
from bot.installation import PLAYGROUND_MODULES
from storage import Log, NewEntry, open_database
from tests.support import shell_lines

SECONDS = 240.0
"""Seconds in which a program must start, on a busy machine."""
LOCKED = "database is locked; end the other program that uses it"

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in PLAYGROUND_MODULES),
    reason="simcord[preview] is not installed",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which no token is to be found, whatever lies around on this machine."""
    # An empty token counts as none, and a .env file does not replace what is set.
    database, port = str(tmp_path / "games.sqlite3"), str(free_port())
    return shell_lines.environment(
        DISCORD_TOKEN="", CARCASSONNE_DATABASE=database, CARCASSONNE_PORT=port
    )


@contextmanager
def started(
    environment: dict[str, str], folder: Path, *options: str
) -> Iterator[subprocess.Popen[str]]:
    """The program, whose output goes to a file ``log`` of a folder."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "run", *options],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.fixture
def process(environment: dict[str, str], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with started(environment, tmp_path) as running:
        yield running


def address(process: subprocess.Popen[str], log: Path) -> str:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        match = re.search(r"^Playground: (http\S+)", log.read_text(), re.M)
        if match:
            return match[1]
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    raise AssertionError(log.read_text())


@pytest.mark.slow
def test_playground_reports_a_taken_port_and_uses_the_next_port(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        with started({**environment, "CARCASSONNE_PORT": str(taken)}, tmp_path) as process:
            url = address(process, tmp_path / "log")
            text = (tmp_path / "log").read_text().splitlines()[0]
    match = re.search(r":(\d+)/", url)
    assert match and match[1] != str(taken)
    assert f"Port {taken} is taken" in text


@pytest.mark.slow
def test_playground_starts_with_unreadable_games_and_reports_them(
    environment: dict[str, str], tmp_path: Path
) -> None:
    async def write_unreadable(games: int) -> None:
        lines = [NewEntry(5, "new hunters 2"), NewEntry(6, "join"), NewEntry(6, "nonsense")]
        path = environment["CARCASSONNE_DATABASE"]
        async with await open_database(path, synchronous="OFF") as database:
            for channel in range(games):
                await Log(database).begin(guild=7, channel=10_000 + channel, entries=lines)

    asyncio.run(write_unreadable(40))
    with started(environment, tmp_path) as process:
        with urllib.request.urlopen(address(process, tmp_path / "log"), timeout=SECONDS) as page:
            assert page.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "40 games of the database cannot be read: `carcassonne verify`" in log
    assert log.count("cannot rebuild the summary of game") == 10 and "of 30 more games" in log


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_playground_runs_without_a_token_and_ends_cleanly_on_a_signal(
    process: subprocess.Popen[str],
    tmp_path: Path,
    environment: dict[str, str],
    number: signal.Signals,
) -> None:
    url = address(process, tmp_path / "log")
    assert f":{environment['CARCASSONNE_PORT']}" in url
    with urllib.request.urlopen(url, timeout=SECONDS) as page:
        assert page.status == 200
        assert b"<html" in page.read().lower()
    process.send_signal(number)
    assert process.wait(timeout=10) == 0, (tmp_path / "log").read_text()
    assert "Traceback" not in (tmp_path / "log").read_text()
    # The file was closed well: all of it is in the database, nothing in the write-ahead log.
    path = Path(environment["CARCASSONNE_DATABASE"])
    wal = path.with_name(path.name + "-wal")
    assert not wal.exists() or wal.stat().st_size == 0
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
def test_fatal_error_under_docker_leaves_the_program_waiting_for_its_end(
    environment: dict[str, str], tmp_path: Path
) -> None:
    setting = {"CARCASSONNE_PORT": "high"}
    with started({**environment, **setting}, tmp_path, "--wait-on-fatal-error") as process:
        until = time.monotonic() + SECONDS
        while WAITS_TO_BE_STOPPED not in (tmp_path / "log").read_text():
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 2
    first, second = (tmp_path / "log").read_text().splitlines()
    assert "CARCASSONNE_PORT" in first and second == WAITS_TO_BE_STOPPED


@pytest.mark.slow
def test_locked_database_prints_one_line_and_ends_the_program(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with closing(sqlite3.connect(environment["CARCASSONNE_DATABASE"])) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("BEGIN IMMEDIATE")
        with started(environment, tmp_path) as process:
            assert process.wait(timeout=60) == 1
    [line] = (tmp_path / "log").read_text().splitlines()
    assert line == f"{environment['CARCASSONNE_DATABASE']}: {LOCKED}"
    assert line.endswith("database is locked; end the other program that uses it")
