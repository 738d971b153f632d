"""``make audit``: check the packages in constraints.txt for known vulnerabilities.

It runs pip-audit, which asks a remote service. Exit status 0: all packages were looked up and none
has a known vulnerability; 1: one has; 3: none is known, but not all packages were looked up.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

SOUND, WEAK, UNKNOWN = 0, 1, 3
PINNED: Final = Path(__file__).parents[1] / "constraints.txt"
SERVICES: Final = ("pypi", "osv")
"""Those that pip-audit knows, each asked in turn for what the others do not tell."""
SECONDS: Final = 300.0
Told: TypeAlias = dict[str, tuple[str, ...]]
"""By package what is known against it: nothing, or lines with what would mend it."""


def read(output: str) -> Told:
    """Read the JSON of pip-audit; a package that it did not look up is left out."""
    try:
        dependencies: Iterable[dict[str, Any]] = json.loads(output)["dependencies"]
        return {
            plain(dependency["name"]): tuple(map(_line, dependency["vulns"]))
            for dependency in dependencies
            if "vulns" in dependency
        }
    except (ValueError, KeyError, TypeError):
        return {}  # It says why it could not on its other output.


def _line(known: dict[str, Any]) -> str:
    fixed = ", ".join(known.get("fix_versions") or ()) or "no version yet"
    return f"{known['id']}, mended by {fixed}"


def pinned(text: str) -> list[str]:
    """The packages of a file of constraints."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return sorted({plain(line.partition("==")[0]) for line in lines if line})


def plain(name: str) -> str:
    """The name of a package in the one way that all agree on."""
    return re.sub("[-_.]+", "-", name).casefold()


def verdict(packages: Iterable[str], answers: Told) -> tuple[int, list[str]]:
    """The exit status and what is to be said."""
    packages = list(packages)
    lines = [f"WEAK: {name}: {line}" for name in packages for line in answers.get(name, ())]
    unknown = [name for name in packages if name not in answers]
    if unknown:
        some = ", ".join(unknown[:5]) + (" …" if len(unknown) > 5 else "")
        lines.append(f"NOT AUDITED: {len(unknown)} of {len(packages)} packages: {some}")
        lines.append("Nothing is known of them either way. Try again where a service is in reach.")
    if any(answers.values()):
        return WEAK, lines
    if unknown:
        return UNKNOWN, lines
    return SOUND, [f"{len(packages)} packages were looked up; nothing is known against them."]


def asked(service: str) -> Told:
    """Ask a service about the packages, by pip-audit."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINNED)]
    command += ["--no-deps", "--disable-pip", "--progress-spinner", "off"]
    command += ["--format", "json", "--vulnerability-service", service]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        print(f"{service} did not answer in {SECONDS:.0f} s")
        return {}
    answers = read(ran.stdout)
    if not answers:
        last = (ran.stderr.strip().splitlines() or ["nothing was said"])[-1]
        why = "it knows none of the packages" if ran.stdout.startswith("{") else last[:160]
        print(f"{service} told nothing: {why}")
    return answers


def main() -> int:
    """Asks, and says what is known."""
    packages, answers = pinned(PINNED.read_text("utf-8")), Told()
    for service in SERVICES:
        if set(packages) - set(answers):
            answers = {**asked(service), **answers}
    status, lines = verdict(packages, answers)
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
