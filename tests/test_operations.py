"""The claims of docs/hosting.md: its commands run, and its files for deployment fit together."""

import configparser
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from storage import Log, open_database
from tests.support import postgres_server
from tests.support.finished_tables import finished_game, store_games
from tests.support.shell_lines import GUIDE, PROGRAMS, ROOT, lines_of, run_line

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
CLUSTER = (ROOT / "compose.cluster.yaml").read_text("utf-8")
UNIT = (ROOT / "deploy/carcassonne.service").read_text("utf-8")
METRICS_PAGE = "http://127.0.0.1:9100/metrics"


async def store_file(path: Path) -> None:
    async with await open_database(path, synchronous="NORMAL") as database:
        await store_games(Log(database), 4, [finished_game(number) for number in range(4)])


@pytest.mark.slow
async def test_backup_is_restored_as_documented(tmp_path: Path) -> None:
    await store_file(tmp_path / "carcassonne.sqlite3")
    [backup] = [line for line in lines_of("4. Back up every night") if line.startswith(PROGRAMS)]
    restore = [line for line in lines_of("5. Restore") if not line.startswith("docker ")]
    said = [run_line(line, tmp_path) for line in (backup, *restore)]
    assert len(said) == 4
    text = "4 games played again, nothing is wrong"
    assert text in said[0] and text in said[2] and text in said[3]


async def test_downgrade_after_an_upgrade_works_as_documented(tmp_path: Path) -> None:
    path = tmp_path / "carcassonne.sqlite3"
    await (await open_database(path)).close()
    # As the migration of a later version leaves it beside the file.
    shutil.copy(path, f"{path}.before-v2")
    said = [run_line(line, tmp_path) for line in lines_of("6. Update")[1:]]
    assert said[-1].count("nothing is wrong")
    assert (tmp_path / "newer" / "carcassonne.sqlite3").exists() and path.exists()


async def test_file_is_moved_to_a_server_dumped_and_restored_as_documented(
    tmp_path: Path, server: postgres_server.Server
) -> None:
    await store_file(tmp_path / "carcassonne.sqlite3")
    settings = {
        "CARCASSONNE_DATABASE": await server.create("template0"),
        "NEW_DATABASE": await server.create("template0"),
        "PATH": f"{server.programs}:{os.environ['PATH']}",
    }
    commands = [*lines_of("Moving to PostgreSQL, and back"), *lines_of("Backups of PostgreSQL")]
    assert [line.split()[0] for line in commands] == [
        *(".venv/bin/carcassonne", "pg_dump", "pg_restore", ".venv/bin/carcassonne")
    ]
    *_, checked = [run_line(line, tmp_path, **settings) for line in commands]
    assert "4 games played again, nothing is wrong" in checked


def test_image_runs_as_an_unprivileged_user_with_a_health_check() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert DOCKERFILE.count("\nFROM ") == 2
    assert re.search(r"^USER 10001:10001$", last, re.M)
    assert re.search(r'^HEALTHCHECK .*CMD \["carcassonne", "health"\]$', last, re.M)
    assert "playground" not in last and "[dev]" not in DOCKERFILE
    for folder in re.findall(r"^COPY (\w+) \./\w+$", DOCKERFILE, re.M):
        assert (ROOT / folder).is_dir() and f"!{folder}" in (ROOT / ".dockerignore").read_text()


def test_containers_wait_after_an_error_that_no_restart_can_fix() -> None:
    """Docker knows no status after which it does not start again, and 2 must not be repeated."""
    command = DOCKERFILE.rpartition("\nCMD ")[2].splitlines()[0]
    assert json.loads(command) == ["carcassonne", "run", "--wait-on-fatal-error"]
    for compose in (COMPOSE, CLUSTER):
        bot = compose.partition("image: carcassonne-discord")[2].partition("\n\n")[0]
        assert "restart: unless-stopped" in bot and "command:" not in bot


def test_container_can_write_to_its_volumes_only_and_makes_backups() -> None:
    service = COMPOSE.partition("\nvolumes:")[0]
    assert "read_only: true" in service and "no-new-privileges:true" in service
    assert "- ALL" in service and "restart: unless-stopped" in service
    assert "games:/data" in service and "backups:/backups" in service
    assert "CARCASSONNE_BACKUPS: /backups" in service


def test_processes_of_the_cluster_hold_each_shard_once_without_privileges() -> None:
    held = re.findall(r"CARCASSONNE_SHARDS: (\d+)-(\d+)/(\d+)", CLUSTER)
    [count] = {int(of) for _first, _last, of in held}
    shards = [shard for first, last, _of in held for shard in range(int(first), int(last) + 1)]
    assert sorted(shards) == list(range(count)) and len(held) == 2
    services = CLUSTER.partition("\nservices:")[2].partition("\nvolumes:")[0]
    assert len(re.findall(r"^  [\w-]+:$", services, re.M)) == 4
    assert "no-new-privileges:true" in CLUSTER and "read_only: true" in CLUSTER


def test_systemd_unit_drops_privileges_and_never_restarts_after_status_2() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(UNIT)
    service = dict(unit["Service"])
    assert service["RestartPreventExitStatus"] == "2"
    assert service["ProtectSystem"] == "strict" and service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == "" and service["UMask"] == "0077"


@pytest.mark.parametrize("text", [DOCKERFILE, COMPOSE, CLUSTER, UNIT, GUIDE])
def test_deployment_files_and_guide_name_no_registry(text: str) -> None:
    text = text.replace(METRICS_PAGE, "")
    assert not re.search(r"https?://|index-url|\b[\w-]+\.(?:io|com|dev)/", text)


def test_every_setting_is_in_the_example_file() -> None:
    named = set(re.findall(r'"(CARCASSONNE_[A-Z_]+)"', (ROOT / "bot/config.py").read_text("utf-8")))
    example = (ROOT / ".env.example").read_text("utf-8")
    assert not {name for name in named if f"{name}=" not in example}
    assert not {name for name in named if f"| `{name}` |" not in GUIDE}


def test_summary_of_the_portal_kit_fits_into_the_portal() -> None:
    [summary] = re.findall(r"^\| summary \| (.+) \|$", GUIDE, re.M)
    assert len(summary) <= 200
