"""Write docs/permissions.md: run ``python -m tests.bot.commands.who_may.page``.

The page contains only what `test_who_may.py` tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from bot.commands import all_menus
from tests.bot.commands.who_may import ANSWERED, DONE_AT_ONCE, WRITES_LOG, by_situation, gathered
from tests.bot.commands.who_may.situations import LOBBY, NO_TABLE, OVER

PAGE: Final = Path(__file__).parents[4] / "docs/permissions.md"
RUNNING: Final[Mapping[str, str]] = {
    "running, to move": "to move",
    "running, another player": "other player",
    "running, the host": "host",
    "running, has just played": "has just played",
    "running, the next has played": "the next has played",
    "running, resigned": "resigned",
    "running, a spectator": "spectator",
    "running, who manages the server": "manages the server",
}
ELSEWHERE: Final[Mapping[str, str]] = {
    "in a thread": "thread",
    "in a forum post": "forum post",
    "in a voice channel": "voice text",
    "in another server": "another server",
    "in a direct message": "direct message",
    "has left the server": "has left the server",
}
SIGNS: Final[Mapping[str, str]] = {WRITES_LOG: "✅", DONE_AT_ONCE: "☑️", ANSWERED: "👁"}
HEAD: Final = """\
# Who may do what

Made by `make permissions` from the table that `tests/bot/commands/test_who_may.py` tries through
discord.py against a simulated Discord, column by column: change it there.

Ana opened the table, Bo and Cleo sit at it; while the game runs it is Bo's turn. What has the same
answers stands in one row.

* ✅ does it: it comes as far as the log of the table, which the test then keeps from being written.
* ☑️ does it at once, beside the log of the table; other tests hold that.
* 👁 is answered, privately, and no game is changed by it: something is shown, asked or set.
* A number is a refusal, in the list at the end of this page. It is private, says what would be
  right, and nothing is changed.

Every request is tried as it is, whether a client would offer it or not.

"""


def page() -> str:
    """The whole page."""
    said: dict[str, int] = {}
    parts = [
        _part("While a game runs", "In the channel of the table:\n\n", RUNNING, said),
        _part(
            "In other places",
            "The player to move. In the first three the table is there; in the others commands\n"
            "are given there, and buttons of the table elsewhere are pressed. Who has left the\n"
            "server presses them in a direct message.\n\n",
            ELSEWHERE,
            said,
        ),
        _part("Before the game", "", _short(LOBBY, "lobby, "), said),
        _part("After the game", "", _short(OVER, "over, "), said),
        _part("Without a table", "", _short(NO_TABLE, ""), said),
    ]
    refusals = "".join(f"{number}. “{text.strip()}”\n" for text, number in said.items())
    end = f"\n## Refusals\n\nThe words by which one knows them:\n\n{refusals}"
    return HEAD + "\n".join(parts) + end


def _short(situations: Iterable[str], prefix: str) -> dict[str, str]:
    return {situation: situation.removeprefix(prefix) for situation in situations}


def _part(title: str, text: str, columns: Mapping[str, str], said: dict[str, int]) -> str:
    """A section: its commands, and its buttons if there is a table to press on."""
    commands = by_situation(columns, "EXPECTED", "EVERYWHERE")
    buttons = by_situation(columns, "PRESSED", "PRESSED_EVERYWHERE")
    rows: dict[str, list[str]] = {}
    for command in sorted(_all(commands)):
        rows.setdefault(_cells(command, commands, said), []).append(_title(command))
    if not set(columns) & set(NO_TABLE):
        labels = gathered("BUTTON_LABELS")
        for word in sorted(_all(buttons), key=lambda word: (labels[word].casefold(), word)):
            rows.setdefault(_cells(word, buttons, said), []).append(f"*{labels[word]}*")
    body = "".join(f"| {', '.join(titles)} | {cells} |\n" for cells, titles in rows.items())
    head = f"| | {' | '.join(columns.values())} |\n|---|{':-:|' * len(columns)}\n"
    return f"## {title}\n\n{text}{head}{body}"


def _title(command: str) -> str:
    """A command as it is typed, or as its context menu names it."""
    menus = {menu.name for menu in all_menus()}
    return f"Apps > {command}" if command in menus else f"`/{command}`"


def _all(answers: Mapping[str, Mapping[str, str]]) -> set[str]:
    return {word for words in answers.values() for word in words}


def _cells(word: str, answers: Mapping[str, Mapping[str, str]], said: dict[str, int]) -> str:
    """The answers of a command or a button, column by column; refusals by number."""
    return " | ".join(
        SIGNS.get(answer[word]) or str(said.setdefault(answer[word], len(said) + 1))
        for answer in answers.values()
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
