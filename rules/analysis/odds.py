"""What is still to come, and how likely it is that somebody gets a tile for a gap.

Everything here follows from what all players know: which tiles have not been drawn, not their
order.
"""

from collections import Counter
from collections.abc import Mapping
from math import comb

from rules import explain
from rules.fitting import forms_at, places
from rules.game import Game
from rules.geometry import Cell, reading


def kinds_left(game: Game) -> Mapping[str, Counter[str]]:
    """For each bag how many of each tile are undrawn, by name; the tile in hand is drawn.

    A Counter remembers in which order it was filled, so it is filled in the order of the names:
    the hidden order of a bag ends here (COM-04).
    """
    return {bag: Counter(sorted(tiles)) for bag, tiles in game.bags.items()}


def gaps(game: Game) -> tuple[Cell, ...]:
    """The empty cells beside a tile."""
    return tuple(game.board.gaps)


def dead_gaps(game: Game) -> tuple[Cell, ...]:
    """The gaps that none of the tiles left fits, the one in hand included, as one reads."""
    left = {tile for bag in game.bags.values() for tile in bag}
    left |= set() if game.drawn is None else {game.drawn}
    dead = set(game.board.gaps)
    for tile in sorted(left):
        dead.difference_update(cell for cell, _ in places(game, tile))
    return tuple(sorted(dead, key=reading))


def fitting_kinds(game: Game, cell: Cell) -> Counter[str]:
    """The undrawn tiles of a turn's piles that fit a gap in some rotation.

    IllegalMove, saying why, where there is no gap.
    """
    if cell not in game.board.gaps:
        raise explain.no_gap(game.board, cell)
    fitting: Counter[str] = Counter()
    kinds = kinds_left(game)
    for bag in game.book.ruleset.draws:
        fitting += Counter({t: n for t, n in kinds[bag].items() if forms_at(game, t, cell)})
    return fitting


def rotations(game: Game, cell: Cell) -> tuple[int, ...]:
    """The quarter turns in which the tile in hand fits a gap and looks different (COM-08)."""
    forms = forms_at(game, game.drawn, cell) if game.drawn is not None else ()
    return tuple(form.rotation for form in forms)


def draws_left(game: Game, seat: int) -> int:
    """How many tiles of the main bag a seat is still to draw if none is discarded.

    Each turn takes one, clockwise from the seat after the one to move, until the bag is empty.
    """
    if game.over or seat in game.out:
        return 0
    order = [(game.turn + n) % game.seats for n in range(1, game.seats + 1)]
    playing = [other for other in order if other not in game.out]
    undrawn = len(game.bags[game.book.main_bag])
    return len(range(playing.index(seat), undrawn, len(playing)))


def chance(game: Game, seat: int, cell: Cell) -> float:
    """How likely a seat is to draw at least one tile that fits a gap, from 0 to 1.

    The undrawn tiles are taken to be in any order, each as likely; no tile to be discarded; and
    the gap and the players to stay as they are. The tile in hand is not counted.
    """
    undrawn = len(game.bags[game.book.main_bag])
    fitting = fitting_kinds(game, cell).total()
    draws = draws_left(game, seat)
    return 1 - comb(undrawn - fitting, draws) / comb(undrawn, draws)
