"""`python -m storage`: back a database up, check it, bring it back, copy it to another kind."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

from storage.addresses import is_server, without_password
from storage.check import check
from storage.copying import copy as copy_all
from storage.copying import release
from storage.errors import StorageError
from storage.progress import Progress
from storage.replaying import Fold
from storage.sqlite.files import copy
from storage.sqlite.nightly import KEPT, newest, nightly
from storage.sqlite.restoring import restore
from storage.sqlite.schema import COPY_DAYS, newest_version

FOLD_GROUP = "carcassonne.fold"
_SERVERS = "this is about files; docs/scale.md says how a server's database is"
INSTEAD = {
    "backup": f"{_SERVERS} backed up: pg_dump",
    "nightly": f"{_SERVERS} backed up each night: pg_dump",
    "restore": f"{_SERVERS} brought back: pg_restore",
}
"""What to use instead where the database is on a server."""


class _NoFold(Exception):
    """The games cannot be checked because no one program says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 for good, 1 for something wrong, 2 for a call that cannot be served."""
    options = _parser().parse_args(arguments)
    if options.command in INSTEAD and is_server(options.database):
        print(INSTEAD[options.command], file=sys.stderr)
        return 2
    try:
        match options.command:
            case "backup":
                copy(Path(options.database), options.file, newest_version())
                return 0
            case "nightly":
                database = Path(options.database)
                made = newest(database, options.folder, doubtful=True)
                if made is not None and time.time() - made < options.unless_newer * 3_600:
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
    except _NoFold as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
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
        help="copy it into a folder, play the copy again, remove old copies",
    )
    night.add_argument("folder", type=Path, metavar="FOLDER", help="where the copies are kept")
    night.add_argument(
        "--keep",
        type=_nights,
        default=KEPT,
        help=f"how many copies, {KEPT} by default; none for longer than {COPY_DAYS} days",
    )
    night.add_argument(
        "--unless-newer",
        type=float,
        default=0.0,
        metavar="HOURS",
        help="do nothing if there is a copy that is newer",
    )
    back = commands.add_parser(
        "restore", parents=[database], help="bring a copy back, where there is no database"
    )
    back.add_argument("copy", type=Path, metavar="COPY", help="the copy")
    look = commands.add_parser(
        "check", parents=[database], help="look it over and play every game again"
    )
    look.add_argument("-q", "--quiet", action="store_true", help="tell only what is wrong")
    whole = commands.add_parser(
        "copy", help="copy all of it, while the bot is stopped, and play the copy again"
    )
    whole.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    whole.add_argument("target", metavar="TO", help="the same: an empty database, or a new file")
    return parser


def _nights(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= COPY_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {COPY_DAYS}")
    return int(text)


def _check(database: str, fold: Fold, *, quiet: bool) -> int:
    wrong, games = 0, -1
    with Progress(sys.stderr) as progress:
        for finding in check(database, fold, told=progress.told):
            games += 1
            if not (finding.sound and quiet):
                progress.clear()
                print(finding.line)
            wrong += not finding.sound
    if quiet:
        found = "nothing is wrong" if not wrong else f"wrong: {wrong}"
        name = without_password(database)
        print(f"{name}: {max(games, 0)} games played again, {found}")
    return 1 if wrong else 0


def _nightly(database: Path, folder: Path, kept: int) -> int:
    if hasattr(os, "nice"):
        os.nice(10)  # the bot goes first
    night = nightly(database, folder, _fold(), kept)
    for line in night.wrong:
        print(f"{night.copy}: {line}", file=sys.stderr)
    print(
        f"{night.copy}: {night.games} games played again, "
        + (f"wrong: {len(night.wrong)}" if night.wrong else "nothing is wrong")
        + f", older copies removed: {len(night.removed)}"
    )
    return 1 if night.wrong else 0


def _restore(saved: Path, database: Path) -> int:
    fold = _fold()
    version = restore(saved, database)
    if version < newest_version():
        print(
            f"{database}: brought back with schema version {version}; this program would bring it"
            f" to {newest_version()} at its next start"
        )
        return 0
    return _check(str(database), fold, quiet=True)


def _copy(source: str, target: str) -> int:
    fold = _fold()
    with Progress(sys.stderr) as progress:
        games = copy_all(source, target, progress.told)
        found = list(check(target, fold, told=progress.told))
    wrong = [finding.line for finding in found if not finding.sound]
    for line in wrong:
        print(line)
    release(target)
    print(
        f"{without_password(target)}: {games} games copied and played again, "
        + (f"wrong, there as here: {len(wrong)}" if wrong else "nothing is wrong")
    )
    return 1 if wrong else 0


def _fold() -> Fold:
    found = entry_points(group=FOLD_GROUP)
    if len(found) != 1:
        names = ", ".join(sorted(point.value for point in found)) or "none"
        raise _NoFold(
            f"check needs one entry point in the group {FOLD_GROUP}, which folds a log;"
            f" found: {names} (install the bot in this environment)"
        )
    [point] = found
    try:
        fold: Fold = point.load()
    except Exception as error:
        raise _NoFold(f"the fold {point.value} does not load: {error}") from error
    return fold


if __name__ == "__main__":
    sys.exit(main())
