"""The legal placements of a tile: matching gaps, within the limits of the game's parts."""

from rules.errors import IllegalMove
from rules.forms import Form
from rules.geometry import Cell
from rules.ruleset import Game


def fitting_places(game: Game, tile: str) -> list[tuple[Cell, Form]]:
    """Each gap with each fitting rotation (COM-06 to COM-08)."""
    fitting = game.book.forms[tile].fitting
    matching = [(cell, form) for cell, gap in game.board.gaps.items() for form in fitting[gap]]
    if tile not in game.book.limits:
        return matching
    return [(cell, form) for cell, form in matching if limit_refusal(game, cell, form) is None]


def forms_at(game: Game, tile: str, cell: Cell) -> tuple[Form, ...]:
    """Empty if the cell is no gap."""
    gap = game.board.gaps.get(cell)
    if gap is None:
        return ()
    forms = game.book.forms[tile].fitting[gap]
    if tile not in game.book.limits:
        return forms
    return tuple(form for form in forms if limit_refusal(game, cell, form) is None)


def fits_somewhere(game: Game, tile: str) -> bool:
    if tile in game.book.limits:
        return bool(fitting_places(game, tile))
    return any(map(game.book.forms[tile].fitting.__getitem__, game.board.gaps.values()))


def limit_refusal(game: Game, cell: Cell, form: Form) -> IllegalMove | None:
    """The error of the first limit that a matching placement breaks."""
    for limit in game.book.limits.get(form.tile.id, ()):
        error = limit.refusal(game.board, cell, form)
        if error is not None:
            return error
    return None
