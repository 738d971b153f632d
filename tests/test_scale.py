"""Claims of docs/hosting.md: a dump is restored, and compose names each shard once."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support import postgres_server
from tests.support.finished_games import make

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/hosting.md").read_text("utf-8")
COMPOSE = (ROOT / "compose.cluster.yaml").read_text("utf-8")


def lines(heading: str) -> list[str]:
    """The commands of a section, in order."""
    section = GUIDE.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return "".join(re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)).splitlines()


def run(line: str, folder: Path, programs: Path, **settings: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CARCASSONNE_", "DISCORD_"))}
    ran = subprocess.run(
        line.replace(".venv/bin/", f"{Path(sys.executable).parent}/"),
        shell=True,
        cwd=folder,
        env={
            **kept,
            **settings,
            "PATH": f"{programs}:{kept['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHON_DOTENV_DISABLED": "1",
        },
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0 and not ran.stderr, f"{line}: {ran.stdout}{ran.stderr}"
    return ran.stdout


async def test_file_is_moved_to_a_server_dumped_and_restored_as_documented(
    tmp_path: Path, server: postgres_server.Server
) -> None:
    await make(tmp_path / "carcassonne.sqlite3", 4)
    settings = {
        "CARCASSONNE_DATABASE": await server.create("template0"),
        "NEW_DATABASE": await server.create("template0"),
    }
    commands = [*lines("Moving to PostgreSQL, and back"), *lines("Backups of PostgreSQL")]
    assert [line.split()[0] for line in commands] == [
        *(".venv/bin/carcassonne", "pg_dump", "pg_restore", ".venv/bin/carcassonne")
    ]
    *_, checked = [run(line, tmp_path, server.programs, **settings) for line in commands]
    assert "4 games played again, nothing is wrong" in checked


def test_compose_processes_hold_each_shard_once() -> None:
    held = re.findall(r"CARCASSONNE_SHARDS: (\d+)-(\d+)/(\d+)", COMPOSE)
    [count] = {int(of) for _first, _last, of in held}
    shards = [shard for first, last, _of in held for shard in range(int(first), int(last) + 1)]
    assert sorted(shards) == list(range(count)) and len(held) == 2


def test_each_compose_service_restarts_and_names_no_registry() -> None:
    services = COMPOSE.partition("\nservices:")[2].partition("\nvolumes:")[0]
    assert len(re.findall(r"^  [\w-]+:$", services, re.M)) == 4
    assert "no-new-privileges:true" in COMPOSE and "read_only: true" in COMPOSE
    for text in (COMPOSE, GUIDE):
        text = text.replace("http://127.0.0.1:9100/metrics", "")
        assert not re.search(r"https?://|index-url|\b[\w-]+\.(?:io|com|dev)/", text)
