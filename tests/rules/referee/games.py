"""A game is a set of parts, of one class each; a record goes through it line by line.

``python -m tests.rules.referee.games FILE`` writes the scores of a record, as they are kept beside
the recorded games.
"""

import sys
from pathlib import Path

from tests.rules.referee.ark import Ark
from tests.rules.referee.base import Base
from tests.rules.referee.ferries import Ferries
from tests.rules.referee.hunters import Hunters
from tests.rules.referee.inns import Inns
from tests.rules.referee.river import River
from tests.rules.referee.table import Table
from tests.rules.referee.traders import Traders

PARTS: dict[str, type[Table]] = {
    "hunters": Hunters,
    "base": Base,
    "ferries": Ferries,
    "inns": Inns,
    "traders": Traders,
    "river": River,
    "ark": Ark,
}


def divided(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The header of a record by its keys, and its numbered lines, without remarks."""
    head: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            head[key] = value.strip()
        elif key.strip():
            body.append((number, key.strip()))
    return head, body


def new_table(head: dict[str, str]) -> Table:
    """The table at the start of a game; a later part comes before the parts that it adds to."""
    parts = tuple(PARTS[part] for part in reversed(head["game"].split("+")))
    table: Table = type(head["game"], parts, {})(head)
    return table


def judged(text: str) -> Table:
    head, body = divided(text)
    table = new_table(head)
    for table.line, line in body:
        table.play(line)
    return table


def report(text: str) -> str:
    """The totals, the winners and every score with points of a record."""
    table = judged(text)
    winners = [event[1:] for event in table.story if event[0] == "winners"]
    head = [("scores", *table.scores), *(("winners", *seats) for seats in winners)]
    return "\n".join([*(" ".join(map(str, words)) for words in head), *table.report, ""])


if __name__ == "__main__":
    print(report(Path(sys.argv[1]).read_text("utf-8")), end="")
