"""Command line: ``carcassonne backup``, `nightly`, `restore`, `copy`, `verify`, `rebuild`."""

import asyncio
import os
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TextIO

from bot.config import ConfigError, read_database
from bot.cups.policy import cup_line
from bot.table.entries import LogLine
from bot.table.fold import game_line
from storage.addresses import without_password
from storage.copying.copy import copy as copy_database
from storage.copying.copy import release
from storage.durations import HOUR
from storage.opening import check, open_database
from storage.records import CUP, LogKind
from storage.schema import newest_version
from storage.sqlite.backups import make_backup, newest_backup, newest_backup_at
from storage.sqlite.backups import restore as restore_file
from storage.sqlite.files import copy as copy_file

_FILES_ONLY: Final = "this is about files; docs/hosting-more.md says how a server's database is"
POSTGRES_TOOLS: Final = {
    "backup": f"{_FILES_ONLY} backed up: pg_dump",
    "nightly": f"{_FILES_ONLY} backed up each night: pg_dump",
    "restore": f"{_FILES_ONLY} brought back: pg_restore",
}
"""The commands for files only, each with the tool to use for a database on a server."""
BAR_WIDTH = 30
BAR_SECONDS = 0.2
"""The shortest time between two updates of the progress bar."""
_CLEAR_LINE = "\r\x1b[K"


def log_line(kind: LogKind, entries: Sequence[LogLine]) -> str:
    """A log in one line. Raise the error of an entry that does not fit."""
    return cup_line(entries) if kind == CUP else game_line(entries)


def _address(given: Namespace) -> Path | str:
    name: str | None = given.database
    return read_database(os.environ if name is None else {"CARCASSONNE_DATABASE": name})


def _file(given: Namespace) -> Path:
    """Raise ConfigError for a server."""
    address = _address(given)
    if not isinstance(address, Path):
        raise ConfigError(POSTGRES_TOOLS[given.command])
    return address


def backup(given: Namespace) -> int:
    copy_file(_file(given), given.file)
    return 0


def nightly(given: Namespace) -> int:
    database, folder = _file(given), given.folder
    made_at = newest_backup_at(database, folder, doubtful=True)
    if made_at is not None and time.time() - made_at < given.unless_newer * HOUR:
        return 0
    if hasattr(os, "nice"):
        os.nice(10)  # the bot has precedence
    backup = make_backup(database, folder, log_line, given.keep)
    for line in backup.wrong:
        print(f"{backup.copy}: {line}", file=sys.stderr)
    print(
        f"{backup.copy}: {_games(backup.games)} played again, "
        + (f"wrong: {len(backup.wrong)}" if backup.wrong else "nothing is wrong")
        + f", older copies removed: {len(backup.removed)}"
    )
    return 1 if backup.wrong else 0


def restore(given: Namespace) -> int:
    database, named = _file(given), given.copy
    backup = newest_backup(database, named) if named.is_dir() else named
    version = restore_file(backup, database)
    if backup != named:
        print(f"{database}: restored from {backup}")
    if version < newest_version():
        print(
            f"{database}: brought back with schema version {version}; this program would bring it"
            f" to {newest_version()} at its next start"
        )
        return 0
    return _verify(database, quiet=True)


def copy(given: Namespace) -> int:
    with ProgressBar(sys.stderr) as bar:
        games = copy_database(given.source, given.target, bar.update)
        results = list(check(given.target, log_line, on_progress=bar.update))
    wrong = [result.line for result in results if not result.sound]
    for line in wrong:
        print(line)
    release(given.target)
    print(
        f"{without_password(given.target)}: {_games(games)} copied and played again, "
        + (f"wrong, there as here: {len(wrong)}" if wrong else "nothing is wrong")
    )
    return 1 if wrong else 0


def verify(given: Namespace) -> int:
    return _verify(_address(given), quiet=given.quiet)


def _verify(database: Path | str, *, quiet: bool) -> int:
    wrong = games = 0
    with ProgressBar(sys.stderr) as bar:
        for result in check(database, log_line, on_progress=bar.update):
            games += result.line.startswith("game ")
            if not (result.sound and quiet):
                bar.clear()
                print(result.line)
            wrong += not result.sound
    if quiet:
        verdict = "nothing is wrong" if not wrong else f"wrong: {wrong}"
        name = without_password(str(database))
        print(f"{name}: {_games(games)} played again, {verdict}")
    return 1 if wrong else 0


def rebuild(given: Namespace) -> int:
    return asyncio.run(_rebuild(_address(given)))


async def _rebuild(address: Path | str) -> int:
    from bot.statistics.service import ResultIndex  # imports discord.py, which takes long
    from storage.log import Log

    if isinstance(address, Path) and not address.exists():
        print(f"{address}: there is no such file", file=sys.stderr)
        return 1
    async with await open_database(address) as database:
        with ProgressBar(sys.stderr) as bar:
            games, changed = await ResultIndex(database, Log(database)).rebuild(bar.update)
    print(f"{without_password(str(address))}: {games} games read, {changed} results changed")
    return 0


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


class ProgressBar:
    """A progress bar on a terminal only; `with` clears it at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._updated_at = 0.0
        self._is_shown = False

    def update(self, done: int, games: int) -> None:
        now = time.monotonic()
        is_recent = now - self._updated_at < BAR_SECONDS and done < games
        if not self._is_terminal or is_recent:
            return
        self._updated_at, self._is_shown = now, True
        bar = "#" * (BAR_WIDTH * done // max(games, 1))
        self._stream.write(f"{_CLEAR_LINE}[{bar:<{BAR_WIDTH}}] {done:,} of {games:,} games")
        self._stream.flush()

    def clear(self) -> None:
        if self._is_shown:
            self._stream.write(_CLEAR_LINE)
            self._stream.flush()
            self._is_shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()
