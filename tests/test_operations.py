"""The claims of docs/hosting.md: its commands run, and every log line is explained in it."""

import ast
import configparser
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import open_database
from tests.support.finished_games import make

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/hosting.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
UNIT = (ROOT / "deploy/carcassonne.service").read_text("utf-8")
PROGRAMS = ".venv/bin/"
METRICS_PAGE = "http://127.0.0.1:9100/metrics"
LEVELS = ("warning", "error", "exception", "critical")


def lines(heading: str) -> list[str]:
    """The commands of a section, in order."""
    section = GUIDE.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return "".join(re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)).splitlines()


def run(line: str, folder: Path) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CARCASSONNE_", "DISCORD_"))}
    ran = subprocess.run(
        line.replace(PROGRAMS, f"{Path(sys.executable).parent}/"),
        shell=True,
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "PYTHON_DOTENV_DISABLED": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0 and not ran.stderr, f"{line}: {ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.mark.slow
async def test_backup_is_restored_as_documented(tmp_path: Path) -> None:
    await make(tmp_path / "carcassonne.sqlite3", 4)
    [backup] = [line for line in lines("4. Back it up every night") if line.startswith(PROGRAMS)]
    elsewhere = ("systemctl ", "sudo ", "docker ")
    restore = [line for line in lines("5. Bring a backup back") if not line.startswith(elsewhere)]
    said = [run(line, tmp_path) for line in (backup, *restore)]
    assert len(said) == 4
    text = "4 games played again, nothing is wrong"
    assert text in said[0] and text in said[2] and text in said[3]


async def test_downgrade_after_an_upgrade_works_as_documented(tmp_path: Path) -> None:
    path = tmp_path / "carcassonne.sqlite3"
    async with await open_database(path) as database:
        # As the migration of a later version leaves it beside the file.
        await database.backup(f"{path}.before-v2")
    said = [run(line, tmp_path) for line in lines("6. Upgrade, and go back")]
    assert said[-1].count("nothing is wrong")
    assert (tmp_path / "newer.sqlite3").exists() and path.exists()


def logged() -> Iterator[tuple[str, str]]:
    """Yield the calls that log for the operator, with their lines."""
    for path in sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "storage").rglob("*.py")]):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "log." in source else ():
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "log"
                and node.func.attr in (*LEVELS, "log")
                # `log.log` has its level before the text.
                and isinstance(said := node.args[node.func.attr == "log"], ast.Constant)
                and said.value != "%s"
            ):
                text = str(said.value)
                yield f"{path.relative_to(ROOT)}:{node.lineno}", re.sub(r"%[sdr]", "…", text)


def test_every_warning_and_error_is_explained_in_the_guide() -> None:
    """docs/hosting.md says what to do about it."""
    calls = list(logged())
    assert len(calls) > 50
    assert [f"{where}: {text}" for where, text in calls if f"`{text}`" not in GUIDE] == []


def test_image_runs_as_an_unprivileged_user_with_a_health_check() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert DOCKERFILE.count("\nFROM ") == 2
    assert re.search(r"^USER 10001:10001$", last, re.M)
    assert re.search(r'^HEALTHCHECK .*CMD \["carcassonne", "health"\]$', last, re.M)
    assert "playground" not in last and "[dev]" not in DOCKERFILE
    for folder in re.findall(r"^COPY (\w+) \./\w+$", DOCKERFILE, re.M):
        assert (ROOT / folder).is_dir() and f"!{folder}" in (ROOT / ".dockerignore").read_text()


def test_container_that_works_on_a_stopped_bots_file_does_not_start_the_bot() -> None:
    """`docker compose run` starts what a service depends on unless it is told not to."""
    assert "depends_on:\n      - bot" in COMPOSE
    given = re.findall(r"docker compose run (.*)", GUIDE)
    assert len(given) >= 4 and all(options.startswith("--rm --no-deps ") for options in given)


def test_containers_wait_after_an_error_that_no_restart_can_fix() -> None:
    """Docker knows no status after which it does not start again, and 2 must not be repeated."""
    command = DOCKERFILE.rpartition("\nCMD ")[2].splitlines()[0]
    assert json.loads(command) == ["carcassonne", "run", "--wait-on-fatal-error"]
    for compose in (COMPOSE, (ROOT / "compose.cluster.yaml").read_text("utf-8")):
        bot = compose.partition("image: carcassonne-discord")[2].partition("\n\n")[0]
        assert "restart: unless-stopped" in bot and "command:" not in bot


def test_both_services_can_write_to_their_volumes_only() -> None:
    for service in COMPOSE.partition("\nvolumes:")[0].split("\n  bot:")[1].split("\n  backup:"):
        assert "read_only: true" in service and "no-new-privileges:true" in service
        assert "- ALL" in service and "restart: unless-stopped" in service
        assert "games:/data" in service


def test_systemd_unit_drops_privileges_and_never_restarts_after_status_2() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(UNIT)
    service = dict(unit["Service"])
    assert service["RestartPreventExitStatus"] == "2"
    assert service["ProtectSystem"] == "strict" and service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == "" and service["UMask"] == "0077"


@pytest.mark.parametrize("text", [DOCKERFILE, COMPOSE, UNIT, GUIDE])
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
