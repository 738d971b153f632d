"""The program ``carcassonne``: every subcommand with its options.

What a subcommand needs is imported when it runs: a health check needs no Discord.
"""

import argparse
import pkgutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.config import ConfigError, load_env_file
from bot.installation import foreign_files
from rules.text_files import run_while_read
from rules.version import program_version
from storage.errors import PoolerRefused, ShardsTaken, StorageError
from storage.sqlite.backups import DEFAULT_KEPT
from storage.sqlite.schema import BACKUP_DAYS

SERVING: Final = ("run", "playground")
"""The subcommands in which a broken pipe is one of the network."""
STOPPED: Final = {
    "copy": "stopped: no bot opens half a copy, and the same command goes on where this one stopped"
}
"""The last line of commands after Ctrl-C, where it says more than that."""
WAITS_TO_BE_STOPPED: Final = (
    "No new start can fix that. The bot is not connected, and waits to be stopped."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status.

    0 is success, 1 a failure, 2 a wrong command line or setting, after which a service manager
    should not restart the bot; 130 means Ctrl-C, SIGPIPE_STATUS that nobody reads the output.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] and words[0] in SERVING:
        return _run(words)
    return run_while_read(lambda: _run(words))


def _run(words: list[str]) -> int:
    if foreign := foreign_files("rules"):
        print(
            f"Another package has put files into `rules`: {', '.join(foreign[:3])}. Install the "
            "bot into an environment of its own: pipx, uvx, a virtual environment or Docker.",
            file=sys.stderr,
        )
        return 2
    given = build_parser(with_records="record" in words).parse_args(words)
    try:
        given.env_file = load_env_file()
        status: int = given.run(given)
    except (ConfigError, PoolerRefused, ShardsTaken) as error:
        print(error, file=sys.stderr)
        if given.wait_on_fatal_error:
            print(WAITS_TO_BE_STOPPED, file=sys.stderr, flush=True)
            _later("bot.serve:wait_to_be_stopped")(given)
        return 1 if given.command == "health" else 2  # Docker reserves 2.
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(STOPPED.get(given.command, "stopped"), file=sys.stderr)
        return 130
    return status


def build_parser(*, with_records: bool) -> ArgumentParser:
    """Build the parser; the subcommands of `record` take long to import."""
    parser = ArgumentParser(
        prog="carcassonne", description="The Carcassonne family in a Discord channel."
    )
    parser.add_argument("--version", action="version", version=f"carcassonne {program_version()}")
    parser.set_defaults(wait_on_fatal_error=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, run: str, words: str, *parents: ArgumentParser) -> ArgumentParser:
        command = commands.add_parser(name, help=words, description=words, parents=parents)
        command.set_defaults(run=_later(run))
        return command

    words = "ask for the token, test it, write .env and a unit of systemd"
    setup = add("setup", "bot.setup:setup", words)
    setup.add_argument(
        "--yes",
        action="store_true",
        help="ask nothing: DISCORD_TOKEN and CARCASSONNE_OPERATOR are set",
    )
    run = add("run", "bot.serve:run", "join Discord; without a token, open the playground")
    run.add_argument(
        "--wait-on-fatal-error",
        action="store_true",
        help="after an error that no new start can fix, wait to be stopped instead of ending",
    )
    playground = add("playground", "bot.serve:playground", "try the bot in a browser")
    playground.add_argument("--language", default="", help="of all players, as in fr")
    add("check", "bot.serve:check", "see whether the bot can run here")
    add("health", "bot.runtime.heartbeat:health", "see whether the bot is connected")

    database = ArgumentParser(add_help=False)
    database.add_argument(
        "--database",
        help="the database; by default $CARCASSONNE_DATABASE, else carcassonne.sqlite3 here",
    )
    words = "check the database and replay every game"
    verify = add("verify", "bot.database_commands:verify", words, database)
    verify.add_argument("-q", "--quiet", action="store_true", help="print only what is wrong")
    words = "copy the database to a new file while the bot runs"
    backup = add("backup", "bot.database_commands:backup", words, database)
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file")
    words = "copy the database into a folder, replay the copy, delete old copies"
    nightly = add("nightly", "bot.database_commands:nightly", words, database)
    nightly.add_argument("folder", type=Path, metavar="FOLDER", help="where the copies are kept")
    nightly.add_argument(
        "--keep",
        type=_nights,
        default=DEFAULT_KEPT,
        help=f"how many copies, {DEFAULT_KEPT} by default; none for longer than {BACKUP_DAYS} days",
    )
    nightly.add_argument(
        "--unless-newer",
        type=float,
        default=0.0,
        metavar="HOURS",
        help="do nothing if there is a copy newer than this",
    )
    words = "restore a copy to a place without a database"
    restore = add("restore", "bot.database_commands:restore", words, database)
    restore.add_argument(
        "copy", type=Path, metavar="COPY", help="the copy, or a folder: its newest sound backup"
    )
    words = "copy a database to another kind while the bot is stopped, and replay the copy"
    copy = add("copy", "bot.database_commands:copy", words)
    copy.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    copy.add_argument("target", metavar="TO", help="the same: an empty database, or a new file")
    words = "derive the statistics from the games"
    add("rebuild", "bot.database_commands:rebuild", words, database)

    words = "score, check or draw a recorded game"
    record = commands.add_parser("record", help=words, description=words)
    if with_records:
        _add_record_commands(record)
    return parser


def _add_record_commands(parser: ArgumentParser) -> None:
    import bot.page.command
    import renderer.cli
    import rules.cli

    add = parser.add_subparsers(metavar="COMMAND", required=True).add_parser
    for module in (rules.cli, renderer.cli, bot.page.command):
        module.add_commands(add)


def _later(name: str) -> Callable[[Namespace], int]:
    """``module:name``, imported when called."""

    def run(given: Namespace) -> int:
        status: int = pkgutil.resolve_name(name)(given)
        return status

    return run


def _nights(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= BACKUP_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {BACKUP_DAYS}")
    return int(text)
