"""``carcassonne``: one program for what ``python -m bot``, ``storage``, ``rules`` and so on do."""

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.installation import foreign_files
from rules.closed_output import run_while_read
from rules.version import program_version


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: the module whose ``main`` it calls, and the arguments put before its own."""

    module: str
    before: tuple[str, ...]
    words: str
    program: str = "carcassonne"
    """The program as the help of its ``main`` names it."""


COMMANDS: Final = {
    "run": Command("bot.__main__", ("run",), "join Discord; without a token, the playground"),
    "playground": Command("bot.__main__", ("playground",), "try the bot in a browser"),
    "check": Command("bot.__main__", ("check",), "see whether the bot can run here"),
    "rebuild": Command("bot.__main__", ("rebuild",), "derive statistics from the games anew"),
    "backup": Command("storage.__main__", ("backup",), "copy the database while the bot runs"),
    "nightly": Command("storage.__main__", ("nightly",), "a proved backup for a timer"),
    "restore": Command("storage.__main__", ("restore",), "put a backup in place of the database"),
    "copy": Command("storage.__main__", ("copy",), "copy a database to another, or to PostgreSQL"),
    "arena": Command("tools.arena.__main__", (), "let opponents play", "carcassonne arena"),
}
RECORD: Final = "carcassonne record"
RECORD_COMMANDS: Final = {
    "score": Command(
        "rules.__main__", ("score",), "points and events of a record, as JSON", RECORD
    ),
    "moves": Command("rules.__main__", ("moves",), "legal moves at the end of a record", RECORD),
    "random": Command("rules.__main__", ("random",), "a random game as a record", RECORD),
    "verify": Command(
        "rules.__main__", ("verify",), "check the bags of a record by its seal", RECORD
    ),
    "picture": Command("renderer.__main__", ("board",), "the board of a record as PNG", RECORD),
    "page": Command("bot.page.__main__", (), "a record as one HTML file", f"{RECORD} page"),
    "icon": Command("renderer.__main__", ("icon",), "the icon of the bot", RECORD),
    "banner": Command("renderer.__main__", ("banner",), "the banner of the bot", RECORD),
    "film": Command("renderer.__main__", ("replay",), "a record as an animated WebP", RECORD),
}

SERVING: Final = (["run"], ["playground"])
"""The subcommands in which a broken pipe is one of the network."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand.

    Return its exit status; 2 for a wrong one, SIGPIPE_STATUS if nobody reads its output to the end.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] in SERVING:
        return _run_subcommand(given)
    return run_while_read(lambda: _run_subcommand(given))


def _run_subcommand(given: list[str]) -> int:
    match given:
        case ["--version"]:
            print(f"carcassonne {program_version()}")
            return 0
        case [] | ["-h" | "--help", *_]:
            print(help_text())
            return 0 if given else 2
        case ["record", ("-h" | "--help")] | ["record"]:
            print(help_text())
            return 0 if given[1:] else 2
        case ["record", name, *rest] if name in RECORD_COMMANDS:
            return run(RECORD_COMMANDS[name], rest)
        case [name, *rest] if name in COMMANDS:
            return run(COMMANDS[name], rest)
    print(f"carcassonne: no command {' '.join(given[:2])!r}\n\n{help_text()}", file=sys.stderr)
    return 2


def run(command: Command, arguments: Sequence[str]) -> int:
    """Call the ``main`` of a command's module. Return its exit status."""
    if foreign := foreign_files("rules"):
        print(
            f"Another package has put files into `rules`: {', '.join(foreign[:3])}. Install the "
            "bot into an environment of its own: pipx, uvx, a virtual environment or Docker.",
            file=sys.stderr,
        )
        return 2
    try:
        module = importlib.import_module(command.module)
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("tools"):
            raise
        print(f"{command.program} needs a clone of the project", file=sys.stderr)
        return 2
    status: int = module.main([*command.before, *arguments], command.program)
    return status


def help_text() -> str:
    """The list of commands."""
    lines = [f"  {name:<18}{command.words}" for name, command in COMMANDS.items()]
    lines += [f"  record {name:<11}{command.words}" for name, command in RECORD_COMMANDS.items()]
    return "\n".join(
        [
            "usage: carcassonne COMMAND …      carcassonne COMMAND --help for its options",
            "",
            *lines,
            "",
            "  --version         the version of the program",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
