"""``python -m tools.rehearse``: performs the steps of the Dockerfile in an empty folder.

For where there is no Docker. It says what it did, measures what was installed, and then has the
image's own commands run as its user, with nothing to write to but its folders of data: a database
is made, copied, proved, lost, brought back and checked; a picture is drawn; the bot is asked for
its health. 0 if all of that is as it should be.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from bot.__main__ import WAITS_TO_BE_STOPPED
from tools.dockerfile_steps import Mistake, Stage, context, performed

ROOT: Final = Path(__file__).parents[1]
MOST: Final = 150_000_000
"""Bytes that may be installed."""
MAKE: Final = """
import asyncio
from storage import Log, NewEntry, open_database
async def make():
    async with await open_database("/data/carcassonne.sqlite3") as database:
        entries = [NewEntry(1, "new hunters 2"), NewEntry(2, "join")]
        await Log(database).begin(guild=1, channel=2, entries=entries)
asyncio.run(make())
"""


def main() -> int:
    """Performs, measures, tries; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, help="what stands for the base image")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="image-") as name:
        work = Path(name)
        work.chmod(0o755)
        try:
            context(ROOT, (ROOT / ".dockerignore").read_text("utf-8"), work / "context")
            python = given.python or base(work)
            print(f"the steps, with {python} in place of the base image:")
            dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
            stage = performed(dockerfile, work / "context", work, python)
            measured(stage)
            Trial(stage).run()
        except Mistake as mistake:
            print(f"WRONG: {mistake}")
            return 1
    print("The image's steps can be performed, and what they make works.")
    return 0


def base(work: Path) -> Path:
    """A Python that the image's user may run, too."""
    for program in (Path(sys.base_prefix) / "bin/python3", Path("/usr/bin/python3")):
        # By way of a shell: what setpriv itself begins still has root's ways.
        question = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
        asked = ["sh", "-c", f"'{program}' -c '{question}'"]
        if program.exists() and not subprocess.run(as_user(asked), capture_output=True).returncode:
            return program
    raise Mistake("no Python from 3.11 on with pip that everybody may run: name one by --python")


def as_user(command: list[str], user: str = "10001:10001") -> list[str]:
    """A command as the user of the image, where that can be had."""
    if os.geteuid() != 0:
        return command
    uid, gid = user.split(":")
    return ["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups", "--", *command]


def measured(stage: Stage) -> None:
    """Print the bytes installed. Raise Mistake if they are too many, or a package is unwanted."""
    installed = stage.inside("/opt/bot")
    files = [path for path in installed.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    print(f"installed: {size / 1e6:.1f} MB in {len(files)} files")
    if size > MOST:
        raise Mistake(f"more than {MOST / 1e6:.0f} MB are installed")
    names = {path.name for path in installed.glob("lib/python*/site-packages/*")}
    if unwanted := names & {"simcord", "pytest", "mypy", "playwright", "pip"}:
        raise Mistake(f"nobody needs {', '.join(sorted(unwanted))} in the image")


class Trial:
    """The image's commands, as its user."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.data = stage.inside("/data")

    def run(self) -> None:
        """Everything that is tried; Mistake says what is not as it should be."""
        user = self.stage.user
        if user.split(":")[0] in ("", "0", "root"):
            raise Mistake("the image runs as root")
        print(f"as user {user}{'' if os.geteuid() == 0 else ' (in truth: who you are)'}:")
        if os.geteuid() == 0:
            self._says(1, ["sh", "-c", "touch /opt/bot/mine"], "denied")
        self._says(0, ["python", "-c", MAKE.replace("/data/", f"{self.data}/")])
        health = json.loads(self.stage.said["HEALTHCHECK"].partition("CMD ")[2])
        self._says(1, health, "no sign of life")
        self._says(1, ["python", "-m", "bot", "check"], "WRONG  token")
        self._says(0, ["python", "-m", "storage", "nightly", "/backups"], "nothing is wrong")
        self._says(1, ["sh", "-c", "python -m storage restore /backups/*"], "is not overwritten")
        self._says(0, ["sh", "-c", "mkdir lost && mv carcassonne.sqlite3* lost"])
        self._says(0, ["sh", "-c", "python -m storage restore /backups/*"], "nothing is wrong")
        self._says(0, ["python", "-m", "storage", "check"], "file: ok")
        self._says(
            0, ["sh", "-c", "python -m rules random --game hunters --seats 3 --seed 7 > game"]
        )
        self._says(0, ["python", "-m", "renderer", "turn", "game", "turn.png"])
        if (self.data / "turn.png").stat().st_size < 10_000:
            raise Mistake("the picture is none")
        # Docker would start it again for ever: it waits, here for SIGTERM, before it ends.
        start = ["timeout", "--preserve-status", "30", *json.loads(self.stage.said["CMD"])]
        self._says(2, start, f"installs it.\n{WAITS_TO_BE_STOPPED}")
        self._says(2, ["env", "CARCASSONNE_PORT=no", *start], WAITS_TO_BE_STOPPED)

    def _says(self, status: int, command: list[str], text: str = "") -> None:
        led = [self.stage.led(f" {word}")[1:] for word in command]
        ran = subprocess.run(
            as_user(["env", "-i", *self._environment(), *led], self.stage.user),
            cwd=self.data,
            capture_output=True,
            text=True,
            timeout=300,
        )
        said = ran.stdout + ran.stderr
        shown = " ".join(command) if len(command[-1]) < 80 else f"{command[0]} (a game is stored)"
        print(f"  {shown}: {ran.returncode}", flush=True)
        if ran.returncode != status or text not in said or "Traceback" in said:
            raise Mistake(f"{shown} ended with {ran.returncode} in place of {status}: {said}")

    def _environment(self) -> list[str]:
        return [f"{name}={value}" for name, value in self.stage.environment.items()]


if __name__ == "__main__":
    sys.exit(main())
