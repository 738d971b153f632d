"""Run the steps of a Dockerfile without Docker, one folder for each stage.

What is the same as in Docker: the order, the context, the commands, the environment, what is copied
from where. What is not: the base images, which are this machine's Python, and absolute paths, which
are led into the folder of the stage.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias


class Mistake(Exception):
    """A step that cannot be performed."""


@dataclass(slots=True)
class Stage:
    """A stage as it stands: its folder in place of `/`, and what has been said of it."""

    root: Path
    base: str
    folder: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    user: str = "0"
    said: dict[str, str] = field(default_factory=dict)

    def inside(self, path: str) -> Path:
        """The path on this machine of a path inside the stage."""
        return self.root / os.path.normpath(os.path.join(self.folder, path)).lstrip("/")

    def led(self, text: str) -> str:
        """A command or a setting whose absolute paths are led into the folder of the stage."""
        tops = sorted(path.name for path in self.root.iterdir())
        made = re.findall(r"(?<=\s)/(\w+)(?=/|\s|$)", text)
        names = "|".join(map(re.escape, {*tops, *made}))
        return re.sub(rf"(?<![\w.])/(?=(?:{names})\b)", f"{self.root}/", text) if names else text


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction of a Dockerfile and what follows it, in order."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = lines.replace("\\\n", " ").splitlines()
    return [
        (word.upper(), rest) for word, _, rest in (j.strip().partition(" ") for j in joined if j)
    ]


def context(folder: Path, ignored: str, target: Path) -> None:
    """Copy the part of a folder that is sent to Docker, by its `.dockerignore`."""
    rules = [line.strip() for line in ignored.splitlines() if line.strip() and line[0] != "#"]
    kept = [rule[1:] for rule in rules if rule.startswith("!")]
    if "*" not in rules:
        raise Mistake("only a list of what goes into the image is understood here")
    dropped = [rule.removeprefix("**/") for rule in rules if rule.startswith("**/")]

    def left_out(_: str, names: list[str]) -> list[str]:
        return [name for name in names for rule in dropped if fnmatch.fnmatch(name, rule)]

    target.mkdir()
    for name in kept:
        copied(folder / name, target / name, left_out)


LeftOut: TypeAlias = Callable[[str, list[str]], Iterable[str]]


def copied(source: Path, target: Path, left_out: LeftOut | None = None) -> None:
    """A file, or a folder with what is in it."""
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True, ignore=left_out)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def performed(dockerfile: str, sent: Path, work: Path, python: Path) -> Stage:
    """Performs all steps; the last stage, which is what the image holds."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for word, rest in instructions(dockerfile):
        print(f"  {word} {rest}", flush=True)
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            name = name or str(len(stages))
            stage = stages[name] = Stage(work / name, base)
            stage.root.mkdir()
            tools = stage.root / "bin"
            tools.mkdir()
            (tools / "python").symlink_to(python)
            stage.environment["PATH"] = f"{tools}:/usr/bin:/bin"
            continue
        if stage is None:
            raise Mistake("the first instruction is FROM")
        match word:
            case "WORKDIR":
                stage.folder = os.path.join(stage.folder, rest)
                stage.inside(".").mkdir(parents=True, exist_ok=True)
            case "ENV":
                name, _, value = rest.partition("=")
                value = re.sub(r"\$(\w+)", partial(_known, stage.environment), stage.led(value))
                stage.environment[name] = value
            case "COPY":
                _copy(stage, stages, sent, rest)
            case "RUN":
                _run(stage, rest)
            case "USER":
                stage.user = rest
            case "VOLUME" | "STOPSIGNAL" | "HEALTHCHECK" | "CMD":
                stage.said[word] = rest
            case _:
                raise Mistake(f"nobody has said here how {word} is done")
    if stage is None:
        raise Mistake("there is no step")
    return stage


def _known(environment: dict[str, str], name: re.Match[str]) -> str:
    return environment.get(name[1], "")


def _copy(stage: Stage, stages: dict[str, Stage], sent: Path, rest: str) -> None:
    words = shlex.split(rest)
    options = dict(word[2:].split("=", 1) for word in words if word.startswith("--"))
    *sources, target = [word for word in words if not word.startswith("--")]
    for source in sources:
        there = stages[options["from"]].inside(source) if "from" in options else sent / source
        here = stage.inside(target)
        if target.endswith("/") and there.is_file():
            here = here / there.name
        copied(there, here)
        if "chown" in options and os.geteuid() == 0:
            user, group = map(int, options["chown"].split(":"))
            os.chown(here, user, group)


def _run(stage: Stage, command: str) -> None:
    kept = {k: v for k, v in os.environ.items() if k.startswith("PIP_") or k in ("HOME", "LANG")}
    ran = subprocess.run(
        ["/bin/sh", "-ec", stage.led(command)],
        cwd=stage.inside("."),
        env={**kept, **stage.environment},
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        raise Mistake(f"{command}: {ran.stdout}{ran.stderr}")
