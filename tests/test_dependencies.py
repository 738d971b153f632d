"""Each dependency has its reason in docs/dependencies.md, and the audit reports its failures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import audit

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LIST = (ROOT / "docs/dependencies.md").read_text("utf-8")
SECTIONS = {
    "What the bot needs": None,
    "For PostgreSQL": "postgres",
    "For the playground": "playground",
    "For working on it": "dev",
}


def named(requirements: list[str]) -> set[str]:
    """The packages of some requirements, our own left out."""
    found = {audit.plain(re.split(r"[\[<>=;! ]", each, maxsplit=1)[0]) for each in requirements}
    return found - {PROJECT["name"]}


@pytest.mark.parametrize("title", SECTIONS)
def test_dependency_list_has_exactly_the_packages_with_their_reasons(title: str) -> None:
    section = LIST.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([\w.-]+) \| (.+?) \| (.+?) \|$", section, re.M)
    listed = {audit.plain(name) for name, _does, _why in rows} - {"package"}
    extra = SECTIONS[title]
    wanted = PROJECT["dependencies"] if extra is None else PROJECT["optional-dependencies"][extra]
    assert listed == named(wanted)
    assert all(len(does) > 10 and len(why) > 10 for _name, does, why in rows if _name != "package")
    assert set(SECTIONS.values()) == {None, *PROJECT["optional-dependencies"]}


def test_each_package_is_pinned_by_version_without_an_index() -> None:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    assert named([each for some in PROJECT["optional-dependencies"].values() for each in some]) | (
        named(PROJECT["dependencies"])
    ) <= set(audit.pinned(text))
    for path in ("constraints.txt", "pyproject.toml", "Makefile", "tools/audit.py"):
        assert "://" not in (ROOT / path).read_text("utf-8"), path


FOUND = {"name": "Pillow", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}
FINE = {"name": "aiohttp", "version": "1", "vulns": []}
SKIPPED = {"name": "babel", "skip_reason": "not found there"}


@pytest.mark.parametrize(
    ("said", "status", "line"),
    [
        ([FINE], 0, "1 packages were looked up; nothing is known against them."),
        ([FINE, SKIPPED], 3, "NOT AUDITED: 1 of 2 packages: babel"),
        ([FINE, SKIPPED, FOUND], 1, "WEAK: pillow: X-1, mended by 2"),
    ],
)
def test_package_skipped_by_the_audit_is_not_reported_as_sound(
    said: list[dict[str, object]], status: int, line: str
) -> None:
    names = [audit.plain(str(each["name"])) for each in said]
    found, lines = audit.verdict(names, audit.read(json.dumps({"dependencies": said})))
    assert found == status and line in lines


def test_unreachable_audit_service_is_reported_with_status_3(
    tmp_path: Path,
) -> None:
    """A failing pip-audit, and one that skips everything and reports success."""
    for body in ("raise SystemExit('no way out')", "print('{\"dependencies\": []}')"):
        (tmp_path / "pip_audit.py").write_text(body, "utf-8")
        ran = subprocess.run(
            [sys.executable, str(ROOT / "tools/audit.py")],
            capture_output=True,
            text=True,
            timeout=60,
            env={"PYTHONPATH": str(tmp_path)},
        )
        assert ran.returncode == 3 and "NOT AUDITED: " in ran.stdout
