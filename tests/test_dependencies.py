"""Each dependency has its reason in docs/dependencies.md, and the audit reports its failures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.support.for_each import for_each
from tools import audit

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, BUILD = PYPROJECT["project"], PYPROJECT["build-system"]
LIST = (ROOT / "docs/dependencies.md").read_text("utf-8")
SECTIONS = {
    "What the bot needs": None,
    "For PostgreSQL": "postgres",
    "For the playground": "playground",
    "For working on it": "dev",
}


def named(requirements: list[str]) -> set[str]:
    """The packages of some requirements, our own left out."""
    names = {
        audit.plain(re.split(r"[\[<>=;! ]", requirement, maxsplit=1)[0])
        for requirement in requirements
    }
    return names - {PROJECT["name"]}


@for_each("title", SECTIONS)
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
    assert named(
        [requirement for some in PROJECT["optional-dependencies"].values() for requirement in some]
    ) | (named(PROJECT["dependencies"])) <= set(audit.pinned(text))
    for path in ("constraints.txt", "pyproject.toml", "Makefile", "tools/audit.py"):
        assert "://" not in (ROOT / path).read_text("utf-8"), path


LOCKS = ("requirements.txt", "requirements-build.txt")
HASHES = r"((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
LOCKED = re.compile(r"([a-z0-9-]+)==([\w.]+)((?: ; [^\\\n]+)?)" + HASHES)
"""A package of a lock: its name, its version, its marker and its hashes."""


def locked(path: str) -> dict[str, str]:
    """The versions by the names of a lock, in which nothing else stands: no address, no path."""
    text = (ROOT / path).read_text("utf-8")
    assert LOCKED.sub("", text) == "", path
    return {name: version for name, version, _marker, _hashes in LOCKED.findall(text)}


def needed(name: str, *extras: str, anywhere: bool) -> set[str]:
    """The packages that an installed package needs, with those that they need.

    ``anywhere`` counts those of other systems and Pythons too.
    """
    reached, todo = set[str](), [(name, extras)]
    while todo:
        package, wanted = todo.pop()
        try:
            lines = metadata.requires(package) or []
        except metadata.PackageNotFoundError:
            continue  # It is for another system or Python.
        for line in map(Requirement, lines):
            environments = [{"extra": extra} for extra in ("", *wanted)]
            marker = line.marker
            is_extra = marker is not None and "extra" in str(marker)
            counts = marker is None or any(map(marker.evaluate, environments))
            if not (counts or (anywhere and not is_extra)):
                continue
            dependency = audit.plain(line.name)
            if dependency not in reached:
                reached.add(dependency)
                todo.append((dependency, tuple(line.extras)))
    return reached


def test_lock_has_the_needed_packages_in_the_versions_of_the_constraints() -> None:
    """The needed packages are read from what is installed, not from the lock."""
    versions = dict(
        re.findall(r"^([\w.-]+)==([^;\s]+)", (ROOT / "constraints.txt").read_text("utf-8"), re.M)
    )
    constraints = {audit.plain(name): version for name, version in versions.items()}
    for path in LOCKS:
        assert locked(path).items() <= constraints.items(), "make lock"
    extras = ("postgres",)
    here = needed(PROJECT["name"], *extras, anywhere=False)
    everywhere = needed(PROJECT["name"], *extras, anywhere=True)
    assert here <= locked(LOCKS[0]).keys() <= everywhere, "make lock"
    assert named(PROJECT["dependencies"]) <= here
    assert named(BUILD["requires"]) <= locked(LOCKS[1]).keys(), "make lock"


def test_image_installs_only_files_whose_hash_is_locked() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    installs = re.findall(r"^RUN (.*\bpip\b.* (?:install|wheel|download) .*)$", text, re.M)
    hashed = [line for line in installs if "--require-hashes" in line]
    assert [line.rpartition(" -r ")[2] for line in hashed] == list(LOCKS)
    assert all("--only-binary :all:" in line for line in hashed)
    for line in set(installs) - set(hashed):  # What is made here, of what is here.
        assert "--no-index --no-deps" in line, line
    sent = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {f"!{path}" for path in LOCKS} <= set(sent)


def test_make_lock_writes_no_address_and_no_path_into_the_locks() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in LOCKS:
        assert re.search(rf"^\t@.*\$\(LOCK\) .*-o {re.escape(path)}\b", makefile, re.M), path
    for word in ("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url"):
        assert word in makefile


FOUND = {"name": "Pillow", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}
FINE = {"name": "aiohttp", "version": "1", "vulns": []}
SKIPPED = {"name": "babel", "skip_reason": "not found there"}


@for_each(
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
    names = [audit.plain(str(package["name"])) for package in said]
    is_sound, lines = audit.verdict(names, audit.read(json.dumps({"dependencies": said})))
    assert is_sound == status and line in lines


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
