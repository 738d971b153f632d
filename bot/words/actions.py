"""Actions of buttons and menus, encoded in custom ids; and buttons that several messages share.

An action without arguments is a word, which its route declares (`bot.interactions.button_routes`);
each other action is a class with its pattern. Any other text is a list of moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias, TypeVar, dataclass_transform

from bot.core.codec import REST, Codec, FieldText, TextError
from bot.table.table import VOTES, Table
from bot.text import emoji as colours
from bot.text.coordinates import coordinates
from bot.text.i18n import _
from bot.text.message import MAX_MENU_LINES, Button, ButtonStyle, MenuLine
from bot.text.names import LEVELS
from rules import notation
from rules.errors import NotationError
from rules.geometry import Cell

A = TypeVar("A")
ACTIONS: Final = Codec[Any]("button")


def one_of(*words: str) -> FieldText[str]:
    """A field that has one of some words."""
    return FieldText("|".join(words), str)


def _read_cell(text: str) -> Cell:
    try:
        return notation.spot(text)
    except NotationError as error:
        raise TextError(str(error)) from error


Rest: TypeAlias = Annotated[str, REST]
"""All that follows."""
Level: TypeAlias = Annotated[str, one_of(*LEVELS)]
Id: TypeAlias = Annotated[int, FieldText("[0-9]{1,18}|[1-8][0-9]{18}", int)]
"""An id of Discord, in 63 bits."""
Ids: TypeAlias = Annotated[
    tuple[int, ...],
    FieldText(
        "[0-9 ]+", lambda ids: tuple(map(int, ids.split())), lambda ids: " ".join(map(str, ids))
    ),
]
Space: TypeAlias = Annotated[Cell, FieldText("-?[0-9]+ -?[0-9]+", _read_cell, coordinates)]
Step: TypeAlias = Annotated[Any, FieldText(REST.regex, ACTIONS.read)]
"""An action of the panel, or moves, at another position than that of a table."""


class ButtonAction:
    """An action that is written by its pattern."""

    __slots__ = ()

    def __str__(self) -> str:
        return ACTIONS.write(self)


@dataclass_transform(frozen_default=True)
def action(*patterns: str) -> Callable[[type[A]], type[A]]:
    """Declare a class's patterns; a bracketed part and those after it are optional."""

    def declare(of: type[A]) -> type[A]:
        made = dataclass(frozen=True, slots=True)(of)
        for pattern in reversed(patterns):
            parts = pattern.replace("]", "").split("[")
            for number in range(len(parts), 0, -1):
                ACTIONS.pattern("".join(parts[:number]))(made)
        return made

    return declare


@action("{moves}")
class MakeMoves(ButtonAction):
    """Make moves, in the notation of records."""

    moves: Rest


# The panel of a move, plans and orders


@action("panel[ {page}]")
class OpenPanel(ButtonAction):
    """Open the panel, at a page of its spaces or where it opens by itself."""

    page: int = 0


@action("show {moves}")
class ShowMoves(ButtonAction):
    moves: Rest


@action("plan {moves}")
class NextStep(ButtonAction):
    moves: Rest


@action("aim[ page {page}]")
class ShowGaps(ButtonAction):
    page: int = 0


@action("aim at {cell}")
class LookAtGap(ButtonAction):
    cell: Space


@action("aim keep {cell}")
class KeepPlan(ButtonAction):
    cell: Space


@action("order[ page {page}]")
class ShowOrders(ButtonAction):
    """Show all orders, which once had pages."""

    page: int = 0


@action("order drop", "order {word} {tile}")
class ChangeOrder(ButtonAction):
    """Show or change the order for a kind of tile, or its whole group."""

    word: Annotated[str, one_of("kind", "master", "drop", "master-group", "drop-group")] = "drop"
    tile: str = ""


@action("order group {tile}[ {page}]")
class ShowOrderGroup(ButtonAction):
    tile: str
    page: int = 0


@action("order do {tile} {step}")
class GiveOrder(ButtonAction):
    """An action of the panel in the order for a kind of tile."""

    tile: str
    step: Step


# The lobby and the seats


@action("table {game}[ {users}]")
class StartTable(ButtonAction):
    """Open and start a table; the user who presses sits first."""

    game: str
    users: Ids = ()


@action("which[ {users}]")
class AskGame(ButtonAction):
    """Ask which game to open; with ``users`` it starts with them at once."""

    users: Ids = ()


@action("new {game}")
class OpenLobby(ButtonAction):
    game: str


@action("against[ {game}]")
class AskOpponent(ButtonAction):
    """Ask which game to play against an opponent, the one named so far, and how strong it is."""

    game: str = ""


@action("against {game} {level}")
class PlayOpponent(ButtonAction):
    """Start a game against an opponent."""

    game: str
    level: Level


@action("challenge {game} {user}")
class Challenge(ButtonAction):
    """Open a game for two, and challenge a user to it."""

    game: str
    user: Id


@action("set {part} {wanted}")
class ChooseSet(ButtonAction):
    part: str
    wanted: Annotated[str, one_of("on", "off")]


@action("change {key}[ {value}[ {card}]]")
class ChangeSetting(ButtonAction):
    """Change a setting of the lobby; ``card`` is the post to edit."""

    key: str
    value: str = ""
    card: Id | None = None


@action("lobby-settings {page}[ {card}]")
class ShowLobbySettings(ButtonAction):
    """Show a page of the settings of a lobby, whose post is ``card``."""

    page: int
    card: Id | None = None


@action("wear {colour}[ {card}]")
class ChooseColour(ButtonAction):
    """Choose a colour; ``card`` is the post to edit."""

    colour: Annotated[int, FieldText(f"[0-{len(colours.NAMES) - 1}]", int)]
    card: Id | None = None


@action("opponent {level}")
class AddOpponent(ButtonAction):
    level: Level


@action("opponent away {seat}")
class RemovePlayer(ButtonAction):
    """Remove an opponent from the lobby, or a player who has not confirmed a change."""

    seat: int


@action("substitute {seat} {level}")
class Substitute(ButtonAction):
    """Let an opponent play an open seat."""

    seat: int
    level: Level


@action("take {seat}")
class TakeSeat(ButtonAction):
    seat: int


@action("accept {invitation}")
class AcceptSeat(ButtonAction):
    invitation: int


@action("consent {invitation}")
class ConsentToReplace(ButtonAction):
    invitation: int


@action("decline {invitation}")
class DeclineSeat(ButtonAction):
    invitation: int


# Votes, undo, the end


@action("vote {word}")
class CastVote(ButtonAction):
    """Vote about a stalled turn; the post with the button shows the votes."""

    word: Annotated[str, one_of(*VOTES)]


@action("vote pause {until}[ {post}]")
class VoteForPause(ButtonAction):
    """Vote for a pause until a time, or without an end for 0; ``post`` shows the votes."""

    until: int
    post: Id | None = None


@action("poll {word}")
class VoteElsewhere(CastVote):
    """Vote by a button on another post; the votes are shown in a post of their own."""


@action("snooze[ {reminder}]")
class Snooze(ButtonAction):
    reminder: Rest = ""


@action("undo[ {confirmed}]")
class UndoTile(ButtonAction):
    """Take a tile back; ``confirmed`` is the newest entry when the user was asked."""

    confirmed: int = 0


@action("agree {entry}")
class AgreeToUndo(ButtonAction):
    """Agree to an undo that was asked for in an entry."""

    entry: int


@action("refuse {entry}")
class RefuseUndo(ButtonAction):
    """Refuse an undo that was asked for in an entry."""

    entry: int


# Views of a game


@action("board[ {view}]")
class ShowBoard(ButtonAction):
    view: str = ""


@action("log[ {page}]")
class ShowLog(ButtonAction):
    """Show a page of the log, by default the newest."""

    page: int = 0


@action("past {turn}")
class ShowTurn(ButtonAction):
    turn: int


@action("review[ {seat}]")
class ShowReview(ButtonAction):
    """Review an ended game for a seat, counted from 1, by default the user's own."""

    seat: int = 0


@action("before {line}")
class BeforeMove(ButtonAction):
    """Show an ended game before a move; ``line`` counts the earlier lines."""

    line: int


@action("if {line}[ {step}]")
class TryMoves(ButtonAction):
    """Try other moves in an ended game; ``line`` counts the earlier lines."""

    line: int
    step: Step = OpenPanel()


@action("note[ {word}]")
class ShowNote(ButtonAction):
    """Show the private note of a game, or delete it."""

    word: Annotated[str, one_of("delete")] = ""


@action("follow[ {wanted}]")
class Follow(ButtonAction):
    """Show what a user gets of a game by direct messages, after changing it."""

    wanted: str = ""


# Servers and users


@action("cup {cup} {word}[ {argument}]")
class RunCup(ButtonAction):
    """Carry out a word about a cup; the argument may confirm it."""

    cup: int
    word: str
    argument: Rest = ""


@action("puzzle {day}[ {step}]")
class TryPuzzle(ButtonAction):
    """Open the puzzle of a day, or carry out an action of its panel."""

    day: str
    step: Step = OpenPanel()


@action("learn[ {lesson}[ {step}]]")
class Learn(ButtonAction):
    """Open a lesson, by default where the user left off, or carry out an action of its panel."""

    lesson: str = ""
    step: Step | None = None


@action("help[ {game}[ {topic}]]")
class ShowHelp(ButtonAction):
    """Show a topic of the help, or the overview."""

    game: str = ""
    topic: str = ""


@action("rules[ {game}[ {topic}]]")
class ShowRules(ButtonAction):
    """Show the rules of a game, or one topic of them."""

    game: str = ""
    topic: str | None = None


@action("home[ {first}]")
class ShowHome(ButtonAction):
    """Show the user's games, beginning with a waiting one."""

    first: int = 0


@action("habits[ {key}[ {value}]]")
class ShowSettings(ButtonAction):
    """Show a player's settings, after changing one; written ``habits``, its older name."""

    key: str = ""
    value: str = ""


@action("setup[ {option}[ {values}]]")
class SetUpServer(ButtonAction):
    """Show a server's settings, after changing one."""

    option: str = ""
    values: Rest = ""


@action("away[ {wanted}]")
class ChangeAbsence(ButtonAction):
    """Change the user's absence by a word or a day, and show it."""

    wanted: Rest = ""


@action("privacy[ {wanted}]")
class ShowData(ButtonAction):
    """Show the stored data of a user, or do something with it."""

    wanted: str = ""


@action("stats[ {scope}]")
class ShowStatistics(ButtonAction):
    scope: str = ""


@action("leaderboard {game}")
class ShowLeaderboard(ButtonAction):
    game: str


LINES_PER_PAGE: Final = MAX_MENU_LINES - 2
"""Lines of a page, in addition to one for the previous page and one for the next."""


def page_size(number: int) -> int:
    return MAX_MENU_LINES if number <= MAX_MENU_LINES else LINES_PER_PAGE


def last_page(number: int) -> int:
    return max(1, -(-number // page_size(number)))


def page_lines(
    lines: Sequence[MenuLine], page: int, leads: Callable[[int], str], *, places: bool = True
) -> tuple[MenuLine, ...]:
    """The nearest existing page; ``leads`` makes the action that opens another.

    With ``places``, lines to other pages call the lines places.
    """
    size, of = page_size(len(lines)), last_page(len(lines))
    page = min(max(page, 1), of)
    earlier, later = _("← Previous"), _("More →")
    if places:
        earlier, later = _("← Previous spaces"), _("More spaces →")
    before = [MenuLine(earlier, leads(page - 1))] if page > 1 else []
    after = [MenuLine(later, leads(page + 1))] if page < of else []
    return (*before, *lines[size * (page - 1) :][:size], *after)


RESUME: Final = "resume"
"""The button that ends a pause."""
HINT: Final = "hint"
"""The button that asks for suggested moves."""
PAGE: Final = "page"
"""The button that gives an ended game as a file for a browser."""
PRINT: Final = "print"
"""The button that gives the poster of an ended game as a file for printing."""
CLOSE: Final = "close"
"""The button that deletes the private message it stands on."""
FINISH: Final = "finish"
"""The button that asks privately how the game shall end."""


def settings_button() -> Button:
    return Button(_("Settings"), str(ShowSettings()))


def learn_button() -> Button:
    return Button(_("Learn"), str(Learn()))


def resume_button() -> Button:
    return Button(_("Resume"), RESUME, ButtonStyle.SUCCESS)


def record_buttons() -> tuple[Button | None, ...]:
    """Rarely used buttons: the log, the record, the seal of the bag, the replay."""
    return (
        None,
        Button(_("Log"), str(ShowLog())),
        Button(_("Record"), "record"),
        seal_button(),
        Button(_("Film"), "replay"),
    )


def seal_button() -> Button:
    """A button to show privately that the tiles were shuffled before the first move."""
    return Button(_("Fair shuffle ✓"), "seal")


def page_buttons(table: Table) -> tuple[Button, ...]:
    """A button for an ended game as a file for a browser."""
    return (Button(_("Page"), PAGE),) if table.ended and table.game is not None else ()


def print_buttons(table: Table) -> tuple[Button, ...]:
    """A button for the poster, if any, as a file for printing."""
    return (Button(_("Print"), PRINT),) if table.has_poster else ()


def again_buttons(table: Table) -> tuple[Button, ...]:
    return (Button(_("Again"), "again", ButtonStyle.SUCCESS),) if table.ended else ()


def review_buttons(table: Table) -> tuple[Button, ...]:
    """A button to review an ended game in which a tile was placed."""
    return (
        (Button(_("Review"), str(ShowReview())),) if table.ended and table.placed_tile_count else ()
    )
