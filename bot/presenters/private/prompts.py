"""Private questions in the middle of a turn: a figure, and the decisions of the parts."""

from collections.abc import Iterator
from typing import Final

from bot.games import moves
from bot.presenters.words.actions import NextStep, ShowMoves
from bot.presenters.words.tile_descriptions import your_extra_tile
from bot.text.i18n import _, ngettext
from bot.text.message import (
    MAX_MENU_LINES,
    Button,
    ButtonStyle,
    Illustration,
    Menu,
    MenuLine,
    Message,
)
from bot.text.names import Names, strip_markdown
from bot.text.phrases import coordinates
from renderer.requests import Path
from rules import notation
from rules.analysis.history import tile_number_in_turn
from rules.analysis.tile_faces import Face, last_laid_face
from rules.game import Game, play_to_next_decision
from rules.geometry import Cell
from rules.moves import Move, PlaceTile

SHOW: Final = "show"
"""The button that shows moves without making them."""
NEXT_STEP: Final = "plan"
"""The button that shows a move one step further instead of making it."""
MAX_CHOICE_BUTTONS: Final = 25
STEPWISE_ROWS: Final = 5
"""The rows that the menu and buttons of a move made step by step take on a phone."""


def next_decision(game: Game) -> Message:
    """The decision still to be made about the tile just laid."""
    options = game.decision.opening_moves(game)
    buttons = tuple(
        move_button(option, last_laid_face(game), "") for option in options[:MAX_CHOICE_BUTTONS]
    )
    words = moves.words_of(type(options[0]))
    text = _with_extra_tile_heading(_(words.laid), game)
    if len(options) > MAX_CHOICE_BUTTONS:
        more = ngettext(
            "The buttons show {shown} of {number} choice; you can type any.",
            "The buttons show {shown} of {number} choices; you can type any.",
            len(options),
            shown=MAX_CHOICE_BUTTONS,
        )
        text = f"{text} {more}"
    choices = ", ".join(map(notation.write, options[:MAX_CHOICE_BUTTONS]))
    offered = _("Choices: {choices}.", choices=choices)
    alt = f"{text} {offered}"
    return Message(text, (Illustration(words.picture(), alt),), buttons)


def _with_extra_tile_heading(text: str, game: Game) -> str:
    """Return a text about the tile just laid, under a heading if the turn has had one before."""
    if tile_number_in_turn(game, game.placed) == 1:
        return text
    yours = your_extra_tile(game)
    return f"**{yours[0].upper()}{yours[1:]}.** {text}"


def with_view_below(question: Message, shown: Message) -> Message:
    """Return a question with its picture and buttons, and a requested view below the question."""
    text = f"{question.text}\n{shown.text}"
    return Message(text, (*question.pictures, *shown.pictures), question.buttons)


def stepwise_message(
    game: Game,
    laid: PlaceTile | None,
    move: Move,
    names: Names,
    *,
    confirming: bool = False,
) -> Message:
    """A move made step by step so far: its points, and the ways to continue.

    With ``confirming``, a whole move is only shown and a button of its own makes it.
    """
    after = play_to_next_decision(game, laid) if laid is not None else game
    before = f"{notation.write(laid)} " if laid is not None else ""
    steps = moves.words_of(type(move)).stepwise
    assert steps is not None
    text = steps.text(after, move, names)
    buttons: list[Button | Menu] = [*_whole_move_menus(after, before, move, names, confirming)]
    buttons += [
        Button(label, str(NextStep(f"{before}{notation.write(longer)}")))
        for label, longer in steps.more(after, move)
    ]
    if move != steps.start:
        back = notation.write(steps.back(move))
        buttons.append(Button(_("Go"), f"{before}{notation.write(move)}", ButtonStyle.SUCCESS))
        buttons.append(Button(_("Back"), str(NextStep(f"{before}{back}"))))
    elif laid is not None:
        buttons.append(Button(_("Back"), str(ShowMoves(notation.write(laid)))))
    alt = strip_markdown(text)
    picture = Illustration(Path(steps.path(after, move), rows=STEPWISE_ROWS), alt)
    return Message(text, (picture,), tuple(buttons))


def _whole_move_menus(
    after: Game, before: str, move: Move, names: Names, confirming: bool
) -> Iterator[Menu]:
    """The continuations that are whole moves, one for each place they lead to."""
    shown = f"{NEXT_STEP} {before}" if confirming else before
    steps = moves.words_of(type(move)).stepwise
    assert steps is not None
    moves_by_cell: dict[Cell, Move] = {}
    for longer in steps.whole(after, move):
        if longer != move:
            moves_by_cell.setdefault(steps.path(after, longer)[-1], longer)
    lines = [
        MenuLine(
            _(
                "To {cell}: {way}",
                cell=coordinates(cell),
                way=steps.way(longer),
            ),
            f"{shown}{notation.write(longer)}",
            steps.brief(after, longer, names),
        )
        for cell, longer in list(moves_by_cell.items())[:MAX_MENU_LINES]
    ]
    if lines:
        yield Menu(_("Go straight to …"), tuple(lines), name="whole")


def move_button(move: Move, face: Face, before: str) -> Button:
    """The button of a move; ``before`` is the text of the moves made with it."""
    words = moves.words_of(type(move))
    action = before + notation.write(move)
    if words.stepwise is not None:
        action = str(NextStep(action))
    return Button(words.label(move, face, bool(before)), action, words.tone)
