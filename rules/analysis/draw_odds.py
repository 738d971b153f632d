"""The undrawn tiles, the dead gaps that none of them fits, and the odds of a seat's next draws.

Everything here follows from public knowledge: the set of the undrawn tiles, not their order.
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
    """Undrawn copies of each tile by bag and name; the tile in hand counts as drawn.

    Filled in the order of the names, as a Counter keeps it: no hidden order leaves this function
    (COM-04).
    """
    return {bag: Counter(sorted(tiles)) for bag, tiles in game.bags.items()}


def gaps(game: Game) -> tuple[Cell, ...]:
    return tuple(game.board.gaps)


def dead_gaps(game: Game) -> tuple[Cell, ...]:
    """Gaps that neither an undrawn tile nor the tile in hand fits, in reading order."""
    tiles_left = {tile for bag in game.bags.values() for tile in bag}
    tiles_left |= set() if game.drawn is None else {game.drawn}
    dead = set(game.board.gaps)
    for tile in sorted(tiles_left):
        dead.difference_update(cell for cell, _ in fitting_places(game, tile))
    return tuple(sorted(dead, key=reading_order))


def fitting_kinds(game: Game, cell: Cell) -> Counter[str]:
    """The undrawn tiles of the turn's piles that fit a gap in some rotation.

    Raise IllegalMove for a cell that is no gap.
    """
    if cell not in game.board.gaps:
        raise explain.no_gap(game.board, cell)
    fitting: Counter[str] = Counter()
    kinds = kinds_left(game)
    for bag in game.book.ruleset.draws:
        fitting += Counter({t: n for t, n in kinds[bag].items() if forms_at(game, t, cell)})
    return fitting


def fitting_rotations(game: Game, cell: Cell) -> tuple[int, ...]:
    """The distinct quarter turns in which the tile in hand fits a gap (COM-08)."""
    forms = forms_at(game, game.drawn, cell) if game.drawn is not None else ()
    return tuple(form.rotation for form in forms)


def count_undrawn(game: Game) -> int:
    return sum(len(game.bags[bag]) for bag in game.book.ruleset.draws)


def draw_chance(game: Game, seat: int, cell: Cell) -> float:
    """The chance, from 0 to 1, that a seat draws at least one tile that fits a gap.

    Assumes that every order of the undrawn tiles is equally likely, each draw takes one tile,
    nobody earns a second tile, and gap and players stay. The tile in hand is not counted.
    """
    fitting, places = fitting_kinds(game, cell), _draw_positions(game, seat)
    miss_chance, first = 1.0, 0
    for bag in game.book.ruleset.draws:
        pile = game.bags[bag]
        shuffled = len(pile) - count_known_at_bottom(game, bag)
        own_draws = [place - first for place in places if first <= place < first + len(pile)]
        if any(pile[place] in fitting for place in own_draws if place >= shuffled):
            return 1
        draws = sum(place < shuffled for place in own_draws)
        others = sum(tile not in fitting for tile in pile[:shuffled])
        miss_chance *= comb(others, draws) / comb(shuffled, draws)
        first += len(pile)
    return 1 - miss_chance


def _draw_positions(game: Game, seat: int) -> tuple[int, ...]:
    """Positions of a seat's future draws among the undrawn tiles, from 0, over all piles."""
    if game.over or seat in game.out:
        return ()
    order = [(game.turn + n) % game.seats for n in range(1, game.seats + 1)]
    playing = [other for other in order if other not in game.out]
    total, due = count_undrawn(game), _draws_due(game)
    this_turn = range(due) if seat == game.turn else range(0)
    return (*this_turn, *range(due + playing.index(seat), total, len(playing)))


def _draws_due(game: Game) -> int:
    """Tiles (0 or 1) that the mover still draws in this turn, as far as known."""
    if game.drawn is not None or game.turn in game.out or not count_undrawn(game):
        return 0
    step = next(iter(run_agenda(game, stops_draft).agenda), None)
    return int(isinstance(step, Draw) and not step.bag)


def count_known_at_bottom(game: Game, bag: str) -> int:
    """The number of publicly known tiles at the bottom of a pile.

    Those are its fixed last tile, and above it the postponed tiles (R-03).
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


def kinds_in_box(game: Game) -> tuple[str, ...]:
    """Kinds in the turn's piles, drawn or not, by name."""
    bags = (game.book.ruleset.bags[bag] for bag in game.book.ruleset.draws)
    return tuple(sorted({tile for bag in bags for tile in bag.counts}))


def next_tile_odds(game: Game, seat: int) -> dict[str, float]:
    """The chance of each kind to be a seat's next draw, the likeliest first.

    Assumptions as in `draw_chance`; they add up to 1, or to 0 without a draw to come.
    """
    places, first = _draw_positions(game, seat)[:1], 0
    for bag in game.book.ruleset.draws if places else ():
        pile = game.bags[bag]
        place = places[0] - first
        first += len(pile)
        if place >= len(pile):
            continue
        shuffled = len(pile) - count_known_at_bottom(game, bag)
        if place >= shuffled:
            return {pile[place]: 1.0}
        kinds = sorted(Counter(pile[:shuffled]).items(), key=lambda kind: (-kind[1], kind[0]))
        return {tile: number / shuffled for tile, number in kinds}
    return {}
