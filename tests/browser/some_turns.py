"""Some turns on the playground's page: ``python -m tests.browser.some_turns URL [FOLDER [GAME…]]``.

FOLDER, if given, receives screenshots. Without Chromium it says so and plays nothing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rules.variants import games
from tests.browser.visitor import NARROW, WIDE, Visitor, find_chromium, visit

NO_CHROMIUM = "no Chromium here (install it, or set CHROMIUM to its path)"
TO_MOVE = re.compile(r"@(\w+), your turn")
HOST = "Ana"


def open_table(visitor: Visitor, game: str) -> None:
    """Ana opens a table by command, Bo sits down and Ana starts by button."""
    visitor.act_as(HOST).command("/new", game=game, seats=2)
    visitor.act_as("Bo").click_button("Join")
    visitor.act_as(HOST).click_button("Start")
    assert player_to_move(visitor) in (HOST, "Bo")


def player_to_move(visitor: Visitor) -> str:
    """Whom the newest public post calls to move."""
    found = TO_MOVE.search(visitor.last_post().inner_text())
    assert found, f"nobody is called to move: {visitor.last_post().inner_text()!r}"
    return found[1]


def turn_by_command(visitor: Visitor) -> None:
    """Lay the tile where the bot first offers it, by typing, and name the figure."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.posts()
    visitor.command_as_offered("/place", "x", "y", "rotation", "figure")
    decide_the_rest(visitor)
    assert visitor.posts() == before + 1, "a turn is one post"


def turn_by_panel(visitor: Visitor, folder: Path | None, name: str) -> None:
    """Choose a place, turn the tile, choose a figure, think again, confirm."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.posts()
    visitor.click_button("Place my tile")
    visitor.choose("Choose a place")
    assert "Nothing is laid until you confirm" in visitor.last_message()
    turned = visitor.labels("↻ rot")
    if turned:
        visitor.click_button(turned[-1])
    figures = visitor.labels("(")
    if figures:
        visitor.click_button(figures[0])
        assert figures[0] in visitor.last_message()
    assert visitor.posts() == before, "nothing is posted before the player confirms"
    look(visitor, folder, f"{name}-panel", private=True)
    visitor.click_button("Confirm")
    decide_the_rest(visitor)
    assert visitor.posts() == before + 1, "a turn is one post"


def decide_the_rest(visitor: Visitor) -> None:
    """Take the first of what is still asked privately: a ferry, another tile, the Ark."""
    for _ in range(8):
        if "Your tile is laid" not in visitor.last_message():
            return
        visitor.press_first_button()
    raise AssertionError(f"there is no end to it: {visitor.last_message()!r}")


def look(visitor: Visitor, folder: Path | None, name: str, *, private: bool = False) -> None:
    """Look at the newest message on a wide and a narrow screen: is all there, within sight?"""
    for size, suffix in ((WIDE, "wide"), (NARROW, "narrow")):
        visitor.resize(size)
        if folder is not None:
            visitor.page.screenshot(path=folder / f"{name}-{suffix}.png")
        message = visitor.messages().last if private else visitor.last_post()
        visitor.within_sight(message, whole=not private)
    visitor.resize(WIDE)


def play(visitor: Visitor, game: str, folder: Path | None = None) -> None:
    """A table of a game, turns typed and by the panel, a question asked, and an early end."""
    open_table(visitor, game)
    turn_by_command(visitor)
    turn_by_panel(visitor, folder, game)
    turn_by_panel(visitor, folder, game)
    look(visitor, folder, game)
    visitor.act_as("Cleo").click_button("What is new?")
    assert "Depuis le début" in visitor.last_message(), "her client is French"
    visitor.act_as("Bo").click_button("What is new?")
    assert "since your last turn" in visitor.last_message().lower()
    visitor.click_button("Scores")
    assert "If the game ended now" in visitor.all_text()
    visitor.act_as(HOST).command("/end")
    visitor.click_button("End without scoring")
    assert "ended the game early" in visitor.last_post().inner_text()
    open_table(visitor, game)
    visitor.act_as("Bo").command("/resign")
    visitor.click_button("Resign")
    assert "🏆" in visitor.last_post().inner_text()
    look(visitor, folder, f"{game}-end")


def main(arguments: list[str]) -> int:
    """Play on the page whose address is given."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    chromium = find_chromium()
    if chromium is None:
        print(f"SKIPPED: {NO_CHROMIUM}")
        return 0
    folder = Path(arguments[1]) if len(arguments) > 1 else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with visit(arguments[0], chromium=chromium) as visitor:
        for game in arguments[2:] or games():
            play(visitor, game, folder)
            print(f"{game}: played")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
