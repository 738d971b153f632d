"""The tiles still to come, and the chance that a seat draws one for a gap.

Everything here follows from what all players know: which tiles have not been drawn, not their
order.
"""

from collections import Counter
from collections.abc import Mapping
from math import comb

from rules import explain
from rules.analysis.history import bag_of_drawn_tile
from rules.game import Game, run_agenda, stops_draft
from rules.geometry import Cell, reading_order
from rules.story import TileDiscarded, TilePlaced, TilePostponed
from rules.tile_fitting import fitting_places, forms_at
from rules.turn import Draw


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
        dead.difference_update(cell for cell, _ in fitting_places(game, tile))
    return tuple(sorted(dead, key=reading_order))


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


def fitting_rotations(game: Game, cell: Cell) -> tuple[int, ...]:
    """The quarter turns in which the tile in hand fits a gap and looks different (COM-08)."""
    forms = forms_at(game, game.drawn, cell) if game.drawn is not None else ()
    return tuple(form.rotation for form in forms)


def count_undrawn(game: Game) -> int:
    """How many tiles are left in the piles that turns draw from."""
    return sum(len(game.bags[bag]) for bag in game.book.ruleset.draws)


def draw_chance(game: Game, seat: int, cell: Cell) -> float:
    """How likely a seat is to draw at least one tile that fits a gap, from 0 to 1.

    The undrawn tiles are taken to be in any order that can be, each as likely; each draw to take
    one, nobody to earn another in a turn to come; and the gap and the players to stay as they are.
    The tile in hand is not counted.
    """
    fitting, places = fitting_kinds(game, cell), _draw_positions(game, seat)
    missed, first = 1.0, 0
    for bag in game.book.ruleset.draws:
        pile = game.bags[bag]
        shuffled = len(pile) - count_known_at_bottom(game, bag)
        own = [place - first for place in places if first <= place < first + len(pile)]
        if any(pile[place] in fitting for place in own if place >= shuffled):
            return 1
        draws = sum(place < shuffled for place in own)
        others = sum(tile not in fitting for tile in pile[:shuffled])
        missed *= comb(others, draws) / comb(shuffled, draws)
        first += len(pile)
    return 1 - missed


def _draw_positions(game: Game, seat: int) -> tuple[int, ...]:
    """Which of the undrawn tiles a seat is to draw, the first being 0, one pile after the other."""
    if game.over or seat in game.out:
        return ()
    order = [(game.turn + n) % game.seats for n in range(1, game.seats + 1)]
    playing = [other for other in order if other not in game.out]
    left, due = count_undrawn(game), _draws_due(game)
    within = range(due) if seat == game.turn else range(0)
    return (*within, *range(due + playing.index(seat), left, len(playing)))


def _draws_due(game: Game) -> int:
    """How many tiles the seat to move is still to draw in this turn: 1 or 0, as far as is known."""
    if game.drawn is not None or game.turn in game.out or not count_undrawn(game):
        return 0
    step = next(iter(run_agenda(game, stops_draft).agenda), None)
    return int(isinstance(step, Draw) and not step.bag)


def count_known_at_bottom(game: Game, bag: str) -> int:
    """How many tiles at the bottom of a pile everybody has seen there.

    Those are its last one, where it has such, and above it those that were postponed (R-03).
    """
    box, pile = game.book.ruleset.bags[bag], game.bags[bag]
    last = box.last is not None
    if not box.postpones:
        return int(last and bool(pile))
    dealt = len(box.pile()) - last
    passed = sum(
        event.tile in box.counts if isinstance(event, TilePlaced) else event.bag == bag
        for event in game.story
        if isinstance(event, TilePlaced | TileDiscarded | TilePostponed)
    )
    passed += bag_of_drawn_tile(game) == bag
    return min(len(pile), len(pile) - max(0, dealt - passed))
