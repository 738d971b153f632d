"""The private panel of a move by buttons: choose a gap, turn the tile, choose a figure, confirm.

All that has been chosen so far is in what the buttons do, so a panel outlives a restart; nothing is
committed before *Confirm*.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.figures import figure_name
from bot.games.moves import words
from bot.presenters.private import places
from bot.presenters.private.prompts import offer
from bot.presenters.words.events import told
from bot.presenters.words.state import describe
from bot.text.i18n import _, ngettext
from bot.text.message import (
    BUTTONS_A_ROW,
    LINES_A_MENU,
    Button,
    Illustration,
    Menu,
    MenuLine,
    Message,
    Shot,
    Tone,
    Unaided,
)
from bot.text.names import Names
from bot.text.phrases import gained
from rules import notation
from rules.analysis.drafts import complete, drafted, gains
from rules.analysis.faces import last_laid
from rules.analysis.odds import rotations
from rules.game import Game
from rules.geometry import xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.story import TilePlaced

PANEL: Final = "panel"
"""What a button does that opens the panel; a number after it is the page of its menu."""
SHOW: Final = "show"
"""What a button does that shows moves without making them."""
FIGURE_ROWS: Final = 3
"""Rows of a panel for figures: one is for the rotations, the last for *Confirm*."""


def gaps(game: Game, names: Names, page: int = 1, *, aided: bool) -> Message:
    """The first question: in which gap? As many as a menu takes, the best first if ``aided``."""
    options = places.ranked(game, names, aided=aided)
    of = -(-len(options) // LINES_A_MENU)
    page = min(max(page, 1), of)
    shown = options[LINES_A_MENU * (page - 1) :][:LINES_A_MENU]
    lines = []
    for option in shown:
        best = notation.write(PlaceTile(option.cell, option.rotations[0]))
        x, y = xy(option.cell)
        lines.append(MenuLine(f"{x} {y}", f"{SHOW} {best}", option.words))
    text = ngettext(
        "Your {tile}. It fits in {number} place. Where does it go?",
        "Your {tile}. It fits in {number} places. Where does it go?",
        len(options),
        tile=describe(game),
    )
    if aided and len(options) > 1:
        text = _("{text} The best come first.", text=text)
    buttons = []
    if page > 1:
        buttons.append(Button(_("← Previous places"), f"{PANEL} {page - 1}"))
    if page < of:
        buttons.append(Button(_("More places →"), f"{PANEL} {page + 1}"))
    placeholder = _("Choose a place")
    if of > 1:
        placeholder = _("Choose a place (page {page} of {pages})", page=page, pages=of)
    alt = _("The board, the gaps your tile fits marked, and the tile in its rotations.")
    return Message(
        text,
        (Illustration(Shot.PLACES, alt, None if aided else Unaided()),),
        tuple(buttons),
        menu=Menu(placeholder, tuple(lines)),
    )


def draft(game: Game, moves: Sequence[Move], names: Names, *, aided: bool) -> Message:
    """The move so far: its picture, its points at once if ``aided``, and how to change it."""
    laid = moves[0]
    assert isinstance(laid, PlaceTile)
    bare = drafted(game, [laid])
    moves = meant(game, moves)
    after = drafted(game, moves)
    x, y = xy(laid.cell)
    where = f"`{x} {y} rot{90 * laid.rotation}`"
    figure = next((move for move in moves if isinstance(move, Deploy)), None)
    if figure is None and not _openings(bare):
        said = _("**Your tile at {where}**. No figure of yours can stand on it.", where=where)
    elif figure is None:
        said = _("**Your tile at {where}**, without a figure.", where=where)
    else:
        named = figure_name(figure, last_laid(bare))
        said = _("**Your tile at {where}**, {figure}.", where=where, figure=named)
    lines = [said]
    if aided:
        news = after.story[len(game.story) :]
        lines += told([e for e in news if not isinstance(e, TilePlaced)], after, names)
        points = gains(game, after)
        if points:
            lines.append(_("At once: {gains}.", gains=gained(points, names)))
        elif complete(after):
            # Where something is still to be decided, points may hang on that.
            lines.append(_("No points at once."))
    lines.append(_("Nothing is laid until you confirm."))
    buttons = [*_rotations(game, laid), None, *_figures(bare, laid, moves[1:]), None]
    buttons += [
        Button(_("Confirm"), " ".join(map(notation.write, moves)), Tone.GOOD),
        Button(_("Another place"), PANEL),
    ]
    alt = " ".join(lines[:-1]).replace("*", "").replace("`", "")
    return Message("\n".join(lines), (Illustration(Shot.PREVIEW, alt),), tuple(buttons))


def meant(game: Game, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Moves as they would be confirmed: no figure is a choice too, where there is one to make.

    Only then is the turn run to its end, and what it scores known.
    """
    bare = drafted(game, moves[:1])
    none = (Pass(),) if len(moves) == 1 and Pass() in _openings(bare) else ()
    return (*moves, *none)


def _rotations(game: Game, laid: PlaceTile) -> list[Button]:
    """The ways to turn the tile in its gap, if there are several."""
    ways = rotations(game, laid.cell)
    return [
        Button(
            f"↻ rot{90 * rotation}",
            f"{SHOW} {notation.write(PlaceTile(laid.cell, rotation))}",
            chosen=rotation == laid.rotation,
        )
        for rotation in ways
        if len(ways) > 1
    ]


def _figures(bare: Game, laid: PlaceTile, chosen: Sequence[Move]) -> list[Button]:
    """What may go onto the tile, or nothing; a move made step by step has a panel of its own."""
    text = notation.write(laid)
    openings = _openings(bare)
    buttons = []
    for move in openings:
        offered = offer(move, last_laid(bare), f"{text} ")
        if words(type(move)).stepwise is None:
            action = f"{SHOW} {offered.action}"
            offered = replace(offered, action=action, chosen=move in chosen)
        buttons.append(offered)
    return buttons[-BUTTONS_A_ROW * FIGURE_ROWS :]


def _openings(bare: Game) -> tuple[Move, ...]:
    """What is asked once the tile lies, of what can be said together with it."""
    if complete(bare):
        return ()
    openings = bare.decision.openings(bare)
    return openings if any(words(type(move)).with_tile for move in openings) else ()
