"""``python -m tools.release``: check a release, write its notes, and tag it.

``check`` names what is missing, ``notes`` prints the section of the changelog, ``tag`` checks and
makes the annotated tag. Nothing is pushed.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Return 0 on success, 1 if the release is not ready."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("step", choices=["check", "notes", "tag"])
    step = parser.parse_args(arguments).step
    version = project_version(root)
    text = notes(root, version)
    if step == "notes" and text:
        print(text)
        return 0
    if problems := list(missing(root, version)):
        print(f"{version} cannot be released:", *problems, sep="\n- ", file=sys.stderr)
        return 1
    if step == "tag":
        words = ("--annotate", f"v{version}", "--message", text or "", "--cleanup=verbatim")
        _git(root, "tag", *words)
        print(f"tagged v{version}; now: git push origin v{version}")
    else:
        print(f"{version} can be released")
    return 0


def project_version(root: Path) -> str:
    """The version in pyproject.toml, its only place."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def missing(root: Path, version: str) -> Iterator[str]:
    """Yield what keeps a version from being released."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"the version is {version!r}: it must be three numbers, as 1.0.0"
    if not notes(root, version):
        yield f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD', or an empty one"
    if _git(root, "status", "--porcelain"):
        yield "there are changes that are not committed"
    if _git(root, "tag", "--list", f"v{version}"):
        yield f"v{version} is tagged already: raise the version in pyproject.toml"


def notes(root: Path, version: str) -> str | None:
    """The changelog's section without its heading; None if there is none."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    heading = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}$", text, re.M)
    if heading is None:
        return None
    return re.split(r"^## ", text[heading.end() :], maxsplit=1, flags=re.M)[0].strip()


def _git(root: Path, *words: str) -> str:
    return subprocess.check_output(["git", *words], cwd=root, encoding="utf-8").strip()


if __name__ == "__main__":
    sys.exit(main())
