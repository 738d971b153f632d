"""`python -m storage`: back a database up, or check it, while the bot runs or not."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

from storage.check import Fold, check
from storage.errors import StorageError
from storage.files import copy
from storage.schema import newest_version

FOLD_GROUP = "carcassonne.fold"


class _NoFold(Exception):
    """The games cannot be checked because no one program says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 for good, 1 for something wrong, 2 for a call that cannot be served."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "backup":
            copy(options.database, options.file, newest_version())
            return 0
        return _check(options.database)
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
        type=Path,
        default=Path(os.environ.get("CARCASSONNE_DATABASE") or "carcassonne.sqlite3"),
        help="the database; by default $CARCASSONNE_DATABASE, else carcassonne.sqlite3 here",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", parents=[database], help="copy it to a new file")
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file")
    commands.add_parser("check", parents=[database], help="look it over and play every game again")
    return parser


def _check(database: Path) -> int:
    wrong = 0
    for finding in check(database, _fold()):
        print(finding.line)
        wrong += not finding.sound
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
