"""Each dependency has its reason in pyproject.toml, and its version and hash in the locks."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, BUILD = PYPROJECT["project"], PYPROJECT["build-system"]


def named(requirements: list[str]) -> set[str]:
    """The packages of some requirements, our own left out."""
    names: set[str] = {
        canonicalize_name(re.split(r"[\[<>=;! ]", requirement, maxsplit=1)[0])
        for requirement in requirements
    }
    return names - {PROJECT["name"]}


def pinned() -> dict[str, str]:
    """The versions in constraints.txt, by package."""
    lines = re.findall(
        r"^([\w.-]+)==([^;\s]+)", (ROOT / "constraints.txt").read_text("utf-8"), re.M
    )
    return {canonicalize_name(name): version for name, version in lines}


def test_each_package_has_its_reason_beside_it() -> None:
    lines = re.findall(r'^    "[\w.-]+[\[>].*$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    extras = PROJECT["optional-dependencies"].values()
    assert len(lines) == len(PROJECT["dependencies"]) + sum(map(len, extras))
    ours = f'"{PROJECT["name"]}['
    assert not [line for line in lines if not re.search(r", # .{10,}$", line) and ours not in line]


def test_each_package_is_pinned_by_version_without_an_index() -> None:
    assert named(
        [requirement for some in PROJECT["optional-dependencies"].values() for requirement in some]
    ) | (named(PROJECT["dependencies"])) <= set(pinned())
    for path in ("constraints.txt", "pyproject.toml", "Makefile"):
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
            dependency = canonicalize_name(line.name)
            if dependency not in reached:
                reached.add(dependency)
                todo.append((dependency, tuple(line.extras)))
    return reached


def test_lock_has_the_needed_packages_in_the_versions_of_the_constraints() -> None:
    """The needed packages are read from what is installed, not from the lock."""
    constraints = pinned()
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
