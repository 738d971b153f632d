"""Some turns on the playground's page: ``python -m tests.browser.some_turns URL [FOLDER [GAME…]]``.

FOLDER, if given, receives screenshots. Without Chromium it says so and plays nothing.
"""

import re
import sys
from pathlib import Path

from bot.parts import PART_WORDS
from bot.words.moves import SHARED_MOVES
from tests.browser.visitor import NARROW, WIDE, Visitor, find_chromium, visit
from tests.support.game_choices import FOUR, opening_options

NO_CHROMIUM = "no Chromium here (install it, or set CHROMIUM to its path)"
TO_MOVE = re.compile(r"@(\w+), your [\w ]+ in #")
HOST = "Ana"
HUNTERS = "Carcassonne: Hunters and Gatherers"
QUESTIONS = tuple(
    words.laid
    for moves in (SHARED_MOVES, *(part.moves for part in PART_WORDS.values()))
    for words in moves.values()
)
"""The private questions of a turn that goes on, of every kind of move."""


def open_table(visitor: Visitor, game: str) -> None:
    """Ana opens a table by command, Bo sits down and Ana starts by button."""
    visitor.act_as(HOST).command("/new", **opening_options(game), seats=2)
    visitor.act_as("Bo").click_button("Join")
    visitor.act_as(HOST).click_button("Start")
    assert player_to_move(visitor) in (HOST, "Bo")


def start_for_three(visitor: Visitor) -> None:
    """Start a game by the greeting of a channel."""
    visitor.click_button("Start a 3-player game")
    visitor.click_button(HUNTERS)


def player_to_move(visitor: Visitor) -> str:
    """The player to move according to the newest public post."""
    match = TO_MOVE.search(visitor.last_post().inner_text())
    assert match, f"nobody is pinged to move: {visitor.last_post().inner_text()!r}"
    return match[1]


def turn_by_command(visitor: Visitor) -> None:
    """Type the move that the bot offers first, as one types it in Discord, and press Enter."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.posts()
    move = visitor.suggestions("/place", "move", "#1")[0]
    visitor.type_command(f"/place {move}")
    decide_the_rest(visitor)
    assert len(visitor.posts() - before) == 1, "a turn is one post"


def turn_by_panel(visitor: Visitor, folder: Path | None, name: str) -> None:
    """Take a turn by the panel, which makes one post."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.posts()
    place_by_panel(visitor, folder, name)
    assert len(visitor.posts() - before) == 1, "a turn is one post"


def place_by_panel(visitor: Visitor, folder: Path | None, name: str) -> None:
    """Choose the last space shown, turn the tile, put a figure on it or none: that is the move."""
    visitor.act_as(player_to_move(visitor))
    before = visitor.posts()
    visitor.click_button("Place my tile")
    if "Choose a space" in visitor.last_message():
        look(visitor, folder, f"{name}-spaces", private=True)
        choose_space(visitor)
    assert "Your tile at" in visitor.last_message()
    turned = visitor.labels("↻")
    if turned:
        visitor.click_button(turned[-1])
    assert visitor.posts() <= before, "nothing is posted before a figure is chosen"
    look(visitor, folder, f"{name}-panel", private=True)
    ways = ("↻", "…", "Other space", "Hint")
    figures = [label for label in visitor.labels("") if not any(way in label for way in ways)]
    visitor.click_button(figures[0]) if figures else visitor.choose("Choose a meeple")
    decide_the_rest(visitor)
    assert "You can undo for 2 minutes, until another player moves." in visitor.all_text()


def choose_space(visitor: Visitor) -> None:
    """Choose the last numbered space on a button, or the second of the menu, if it is asked."""
    if "Choose a space" not in visitor.last_message():
        return
    numbers = [label for label in visitor.labels("") if label.isdigit()]
    if numbers:
        visitor.click_button(numbers[-1])
        return
    placeholders = ("Choose a space", "Choose a space (1/2)", "Choose a space (1/3)")
    visitor.choose(next(one for one in placeholders if visitor.offers_menu(one)), 1)


def decide_the_rest(visitor: Visitor) -> None:
    """Take the first of what is still asked privately: ferries, another tile, the Ark."""
    for _ in range(8):
        if not any(question in visitor.last_message() for question in QUESTIONS):
            return
        visitor.press_first_button()
    raise AssertionError(f"there is no end to it: {visitor.last_message()!r}")


def try_other_moves(visitor: Visitor, folder: Path | None, name: str) -> None:
    """Leaf to a turn of the ended game, and try another move there."""
    visitor.act_as("Bo").command("/board", turn=2)
    look(visitor, folder, f"{name}-turn-2", private=True)
    visitor.click_button("What if")
    visitor.wait_for_text("nothing is saved")
    look(visitor, folder, f"{name}-what-if", private=True)
    visitor.click_button("Best move")
    visitor.wait_for_text("Try again")
    look(visitor, folder, f"{name}-best-move", private=True)
    visitor.click_button("See turn")
    visitor.wait_for_text("Played: ")


def look(visitor: Visitor, folder: Path | None, name: str, *, private: bool = False) -> None:
    """Look at the newest message on a wide and a narrow screen: is all there, within sight?"""
    for size, suffix in ((WIDE, "wide"), (NARROW, "narrow")):
        visitor.resize(size)
        if folder is not None:
            visitor.page.screenshot(path=folder / f"{name}-{suffix}.png")
        message = visitor.messages().last if private else visitor.last_post()
        visitor.within_sight(message, whole=not private, unscrolled=private and size == NARROW)
    visitor.resize(WIDE)


def play(visitor: Visitor, game: str, folder: Path | None = None) -> None:
    """A table of a game, turns typed and by the panel, a question asked, and an early end."""
    open_table(visitor, game)
    turn_by_command(visitor)
    turn_by_panel(visitor, folder, game)
    turn_by_panel(visitor, folder, game)
    turn_by_command(visitor)
    turn_by_command(visitor)
    look(visitor, folder, game)
    visitor.act_as("Cleo").click_button("What's new")
    assert "Depuis le début" in visitor.last_message(), "her client is French"
    visitor.act_as("Bo").click_button("What's new")
    assert "since your last turn" in visitor.last_message().lower()
    visitor.click_button("Board")
    visitor.click_button("Scores")
    assert "If the game ended now" in visitor.all_text()
    visitor.act_as("Bo").command("/resign")
    visitor.click_button("Resign")
    assert "🏆" in visitor.last_post().inner_text()
    look(visitor, folder, f"{game}-end")
    try_other_moves(visitor, folder, game)
    open_table(visitor, game)
    visitor.act_as(HOST).command("/end")
    visitor.click_button("End without scoring")
    assert "ended the game without final scoring" in visitor.last_post().inner_text()


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
        for game in arguments[2:] or FOUR:
            play(visitor, game, folder)
            print(f"{game}: played")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
