"""A real PgBouncer before the server: refused if it hands connections on after a transaction."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage import open_database
from storage.errors import PoolerRefused
from tests.bot.test_process import free_port
from tests.support.postgres_server import Server

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
IGNORED = ",".join(
    (
        "application_name",
        "jit",
        "tcp_keepalives_idle",
        "tcp_keepalives_interval",
        "tcp_keepalives_count",
        "idle_in_transaction_session_timeout",
        "lock_timeout",
        "synchronous_commit",
    )
)

pytestmark = pytest.mark.skipif(PGBOUNCER is None, reason="pgbouncer is not installed")


@contextmanager
def pooler(server: Server, mode: str, ignored: str = IGNORED) -> Iterator[str]:
    """Run PgBouncer in a pool mode, and return the beginning of its addresses."""
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="carc-pool-"))
    folder.chmod(0o755)
    (folder / "users").write_text('"carc" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={server.folder} user=carc\n[pgbouncer]\npool_mode = {mode}\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = trust\n"
        f"auth_file = {folder}/users\nignore_startup_parameters = {ignored}\n"
    )
    assert PGBOUNCER is not None
    process = subprocess.Popen(
        [PGBOUNCER, folder / "pgbouncer.ini"],
        user=server.owner,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        until = time.monotonic() + 20
        while "process up" not in (line := process.stderr.readline()):
            assert line and time.monotonic() < until, line
        yield f"postgresql://carc@127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate()
        shutil.rmtree(folder)


@pytest.mark.parametrize("ignored", [IGNORED, "jit"])
async def test_pooler_by_transaction_is_refused_at_the_start_and_by_check(
    server: Server, empty: str, ignored: str, tmp_path: Path
) -> None:
    name = empty.partition("?")[0].rpartition("/")[2]
    with pooler(server, "transaction", ignored) as before:
        address = f"{before}/{name}"
        with pytest.raises(PoolerRefused, match="keeps no connection and no settings for the bot"):
            await open_database(address)
        for command in ("playground", "check"):
            ended = subprocess.run(
                [sys.executable, "-m", "bot", command],
                env={
                    "CARCASSONNE_DATABASE": address,
                    "PYTHON_DOTENV_DISABLED": "1",
                    "PYTHONPATH": str(Path(__file__).parents[3]),
                },
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert ended.returncode == 2, ended
            [line] = ended.stderr.splitlines()
            assert line.startswith(f"{address}: a pooler stands")


async def test_pooler_by_session_is_taken(server: Server, empty: str) -> None:
    name = empty.partition("?")[0].rpartition("/")[2]
    with pooler(server, "session") as before:
        async with await open_database(f"{before}/{name}") as database:
            assert await database.read("SELECT count(*) FROM games") == [(0,)]
