"""`python -m storage`: back up, check, restore or copy a database."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from storage.addresses import is_postgres_url, without_password
from storage.copying.copy import copy as copy_all
from storage.copying.copy import release
from storage.durations import HOUR
from storage.errors import StorageError
from storage.opening import check
from storage.replay import Fold
from storage.schema import newest_version
from storage.sqlite.backups import (
    DEFAULT_KEPT,
    make_backup,
    newest_backup,
    newest_backup_at,
    restore,
)
from storage.sqlite.files import copy
from storage.sqlite.schema import BACKUP_DAYS

FOLD_GROUP = "carcassonne.fold"
_FILES_ONLY = "this is about files; docs/hosting.md says how a server's database is"
POSTGRES_TOOLS = {
    "backup": f"{_FILES_ONLY} backed up: pg_dump",
    "nightly": f"{_FILES_ONLY} backed up each night: pg_dump",
    "restore": f"{_FILES_ONLY} brought back: pg_restore",
}
"""The commands for files only, each with the tool to use for a database on a server."""
STOPPED = {
    "copy": "stopped: no bot opens half a copy, and the same command goes on where this one stopped"
}
STOPPED_ELSE = "stopped"
"""The last line of each command after Ctrl-C."""
BAR_WIDTH = 30
BAR_SECONDS = 0.2
"""The shortest time between two updates of the progress bar."""
_CLEAR_LINE = "\r\x1b[K"


class _NoFold(Exception):
    """An error: the games cannot be replayed, because not exactly one fold is installed."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m storage") -> int:
    """Run a command and return its exit status.

    0 for success, 1 for something wrong, 2 for misuse, 130 after Ctrl-C.
    """
    options = _parser(program).parse_args(arguments)
    if options.command in POSTGRES_TOOLS and is_postgres_url(options.database):
        print(POSTGRES_TOOLS[options.command], file=sys.stderr)
        return 2
    try:
        match options.command:
            case "backup":
                copy(Path(options.database), options.file)
                return 0
            case "nightly":
                database = Path(options.database)
                made_at = newest_backup_at(database, options.folder, doubtful=True)
                if made_at is not None and time.time() - made_at < options.unless_newer * HOUR:
                    return 0
                return _nightly(database, options.folder, options.keep)
            case "restore":
                return _restore(options.copy, Path(options.database))
            case "copy":
                return _copy(options.source, options.target)
            case _:
                return _check(options.database, _fold(), quiet=options.quiet)
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(STOPPED.get(options.command, STOPPED_ELSE), file=sys.stderr)
        return 130
    except _NoFold as error:
        print(error, file=sys.stderr)
        return 2


def _version() -> str:
    """The version of the installed program; "unknown" where the folder is not installed."""
    try:
        return version("carcassonne-discord")
    except PackageNotFoundError:
        return "unknown"


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--version", action="version", version=_version())
    database = argparse.ArgumentParser(add_help=False)
    database.add_argument(
        "--database",
        default=os.environ.get("CARCASSONNE_DATABASE") or "carcassonne.sqlite3",
        help="the database; by default $CARCASSONNE_DATABASE, else carcassonne.sqlite3 here",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", parents=[database], help="copy it to a new file")
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file")
    night = commands.add_parser(
        "nightly",
        parents=[database],
        help="copy it into a folder, replay the copy, delete old copies",
    )
    night.add_argument("folder", type=Path, metavar="FOLDER", help="where the copies are kept")
    night.add_argument(
        "--keep",
        type=_nights,
        default=DEFAULT_KEPT,
        help=f"how many copies, {DEFAULT_KEPT} by default; none for longer than {BACKUP_DAYS} days",
    )
    night.add_argument(
        "--unless-newer",
        type=float,
        default=0.0,
        metavar="HOURS",
        help="do nothing if there is a copy newer than this",
    )
    restoring = commands.add_parser(
        "restore", parents=[database], help="restore a copy to a place without a database"
    )
    restoring.add_argument(
        "copy", type=Path, metavar="COPY", help="the copy, or a folder: its newest sound backup"
    )
    checking = commands.add_parser(
        "check", parents=[database], help="check the database and replay every game"
    )
    checking.add_argument("-q", "--quiet", action="store_true", help="print only what is wrong")
    copying = commands.add_parser(
        "copy",
        help="copy it to another kind while the bot is stopped, and replay the copy",
    )
    copying.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    copying.add_argument("target", metavar="TO", help="the same: an empty database, or a new file")
    return parser


def _nights(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= BACKUP_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {BACKUP_DAYS}")
    return int(text)


def _check(database: str, fold: Fold, *, quiet: bool) -> int:
    wrong, games = 0, -1
    with ProgressBar(sys.stderr) as bar:
        for result in check(database, fold, on_progress=bar.update):
            games += 1
            if not (result.sound and quiet):
                bar.clear()
                print(result.line)
            wrong += not result.sound
    if quiet:
        verdict = "nothing is wrong" if not wrong else f"wrong: {wrong}"
        name = without_password(database)
        print(f"{name}: {_games(max(games, 0))} played again, {verdict}")
    return 1 if wrong else 0


def _nightly(database: Path, folder: Path, kept: int) -> int:
    if hasattr(os, "nice"):
        os.nice(10)  # the bot has precedence
    backup = make_backup(database, folder, _fold(), kept)
    for line in backup.wrong:
        print(f"{backup.copy}: {line}", file=sys.stderr)
    print(
        f"{backup.copy}: {_games(backup.games)} played again, "
        + (f"wrong: {len(backup.wrong)}" if backup.wrong else "nothing is wrong")
        + f", older copies removed: {len(backup.removed)}"
    )
    return 1 if backup.wrong else 0


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _restore(backup: Path, database: Path) -> int:
    fold = _fold()
    if backup.is_dir():
        backup = newest_backup(database, backup)
    version = restore(backup, database)
    if version < newest_version():
        print(
            f"{database}: brought back with schema version {version}; this program would bring it"
            f" to {newest_version()} at its next start"
        )
        return 0
    return _check(str(database), fold, quiet=True)


def _copy(source: str, target: str) -> int:
    fold = _fold()
    with ProgressBar(sys.stderr) as bar:
        games = copy_all(source, target, bar.update)
        results = list(check(target, fold, on_progress=bar.update))
    wrong = [result.line for result in results if not result.sound]
    for line in wrong:
        print(line)
    release(target)
    print(
        f"{without_password(target)}: {_games(games)} copied and played again, "
        + (f"wrong, there as here: {len(wrong)}" if wrong else "nothing is wrong")
    )
    return 1 if wrong else 0


def _fold() -> Fold:
    points = entry_points(group=FOLD_GROUP)
    if len(points) != 1:
        names = ", ".join(sorted(point.value for point in points)) or "none"
        raise _NoFold(
            f"check needs one entry point in the group {FOLD_GROUP}, which folds a log;"
            f" found: {names} (install the bot in this environment)"
        )
    [point] = points
    try:
        fold: Fold = point.load()
    except Exception as error:
        raise _NoFold(f"the fold {point.value} does not load: {error}") from error
    return fold


class ProgressBar:
    """A progress bar on a terminal, nothing elsewhere; `with` clears it at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._updated_at = 0.0
        self._is_shown = False

    def update(self, done: int, games: int) -> None:
        """Show how many games are done."""
        now = time.monotonic()
        is_recent = now - self._updated_at < BAR_SECONDS and done < games
        if not self._is_terminal or is_recent:
            return
        self._updated_at, self._is_shown = now, True
        bar = "#" * (BAR_WIDTH * done // max(games, 1))
        self._stream.write(f"{_CLEAR_LINE}[{bar:<{BAR_WIDTH}}] {done:,} of {games:,} games")
        self._stream.flush()

    def clear(self) -> None:
        """Clear the bar, so that another line can be printed."""
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


if __name__ == "__main__":
    sys.exit(main())
