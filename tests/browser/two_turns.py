"""Two turns played on the playground's page: ``python -m tests.browser.two_turns URL [FOLDER]``.

FOLDER, if given, receives screenshots. Without Chromium it says so and plays nothing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.browser.visitor import NARROW, Visitor, find_chromium, visit

NO_CHROMIUM = "no Chromium here (install it, or set CHROMIUM to its path)"
TO_MOVE = re.compile(r"@(\w+), your turn")


def open_table(visitor: Visitor) -> None:
    """Ana opens a table by command, Bo sits down and Ana starts by button."""
    visitor.act_as("Ana").command("/new", game="hunters", seats=2)
    visitor.act_as("Bo").click_button("Join")
    visitor.act_as("Ana").click_button("Start")
    visitor.wait_for_text("your turn")


def player_to_move(visitor: Visitor) -> str:
    """Whom the newest post calls to move."""
    found = TO_MOVE.search(visitor.last_message())
    assert found, f"nobody is called to move: {visitor.last_message()!r}"
    return found[1]


def take_turn(visitor: Visitor, *, by_button: bool) -> None:
    """Lay the tile where the bot first offers it; name the figure, or wait to be asked for it."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.alt_texts()
    figure = () if by_button else ("figure",)
    visitor.command_as_offered("/place", "x", "y", "rotation", *figure)
    if visitor.offers_button("No figure"):
        visitor.click_button("No figure")
    new = visitor.alt_texts()[len(before) :]
    assert new and all(new), f"a turn needs a picture with a description: {new}"


def play(visitor: Visitor, folder: Path | None = None) -> None:
    """A table, a turn by command, a turn by button."""
    open_table(visitor)
    take_turn(visitor, by_button=False)
    take_turn(visitor, by_button=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        visitor.screenshot(folder / "wide.png")
        visitor.screenshot(folder / "narrow.png", NARROW)


def main(arguments: list[str]) -> int:
    """Play on the page whose address is given."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    chromium = find_chromium()
    if chromium is None:
        print(f"SKIPPED: {NO_CHROMIUM}")
        return 0
    with visit(arguments[0], chromium=chromium) as visitor:
        play(visitor, Path(arguments[1]) if len(arguments) > 1 else None)
    print("two turns played")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
