"""A copy of the project in which mistakes are made; nothing is changed in the project itself."""

import hashlib
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.mutants.scope import Scope

MEMORY: Final = 4 << 30
WALL, ALIVE = 900.0, 10.0
"""The seconds by the clock after which something is stopped that only waits: that used less than so
many seconds of processor time in them. On a busy machine what works may take as long."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A folder with all files of the project, and the texts of the modules that are mutated.

    ``scope`` names these modules and their tests.
    """

    folder: Path
    sources: Mapping[str, str]
    scope: Scope

    @classmethod
    def of(cls, project: Path, folder: Path, scope: Scope) -> "Copy":
        """A copy of what git knows or would know, in a new folder."""
        words = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(words, cwd=project, check=True, capture_output=True, text=True)
        for name in filter(None, listed.stdout.split("\0")):
            if (project / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(project / name, folder / name)
        return cls(folder, dict(_texts(folder, scope.package, ".py")), scope)

    def twin(self, folder: Path) -> "Copy":
        """Another, with all that was compiled in this one, in a new folder."""
        shutil.copytree(self.folder, folder)
        return Copy(folder, self.sources, self.scope)

    def texts(self, under: str) -> dict[str, str]:
        """The texts of the files in a folder, by their paths."""
        return dict(_texts(self.folder, under, ""))

    @contextmanager
    def wrong(self, path: str, text: str) -> Iterator[None]:
        """With another text of a module for a while."""
        file = self.folder / path
        written = file.stat()
        try:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (0, 0))  # so that what was compiled of the right one is not taken
            yield
        finally:
            file.write_text(self.sources[path], encoding="utf-8")
            os.utime(file, ns=(written.st_atime_ns, written.st_mtime_ns))

    def run(
        self, words: Iterable[str], more: Mapping[str, str], limit: int | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Python in the copy, with more of an environment; TimeoutExpired where it only waits.

        With a limit it gets so many seconds of processor time, and not all memory.
        """

        def limited() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        command = [sys.executable, *words]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env={**here, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limited,
        ) as process:
            used = 0.0
            while True:
                try:
                    printed, errors = process.communicate(timeout=None if limit is None else WALL)
                except subprocess.TimeoutExpired:
                    before, used = used, _processor_seconds(process.pid)
                    if used - before < ALIVE:
                        process.kill()
                        raise
                else:
                    return subprocess.CompletedProcess(command, process.returncode, printed, errors)


def _processor_seconds(process: int) -> float:
    """The processor time of a process and of those that it started and that have ended."""
    # Behind the name in brackets; user and system time, then those of its children.
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def digest(texts: Iterable[str]) -> str:
    """A short name for some texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _texts(folder: Path, under: str, ending: str) -> Iterator[tuple[str, str]]:
    for file in sorted((folder / under).rglob(f"*{ending}")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(folder).as_posix(), file.read_text(encoding="utf-8")
