"""Facts of a position that pictures show: legal gaps, letters, points just gained, tokens."""

from collections.abc import Iterator, Mapping, Sequence

from renderer.art.parts import art_of
from rules.analysis.placements import space_numbers, spaces
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of
from rules.story import Scored, TurnBegan, totals


def legal_cells(game: Game) -> tuple[Cell, ...]:
    """The gaps where the tile in hand fits in some rotation."""
    return tuple(spaces(game))


def space_labels(game: Game) -> dict[Cell, str]:
    """The numbers of the spaces where the tile in hand fits."""
    return {cell: str(number) for cell, number in space_numbers(game).items()}


def link_letters(game: Game) -> dict[Spot, str]:
    """The letters of the zones that links may join now, and of the zones they join.

    The tile just placed is left out, as its letters are shown beside the board.
    """
    links = game.board.links
    spots = (
        {spot for spot in _pointed_spots(game) if cell_of(spot) != game.placed} if links else set()
    )
    cells = set(map(cell_of, spots))
    spots |= {end for link in links for end in link if cell_of(end) in cells}
    return {spot: game.board.zone(spot).letter for spot in sorted(spots)}


def choosable_letters(game: Game) -> frozenset[str]:
    """The letters of the tile just placed that a legal move can name."""
    spots = (spot for spot in _pointed_spots(game) if cell_of(spot) == game.placed)
    return frozenset(game.board.zone(spot).letter for spot in spots)


def points_gained(game: Game, since: int | None = None) -> tuple[int, ...]:
    """Each seat's points since an event of the story, by default since the last full turn began."""
    if since is not None:
        return totals(game.story[since:], game.seats)
    points = [0] * game.seats
    turns = 0
    for event in reversed(game.story):
        match event:
            case Scored():
                for seat, gain in event.points:
                    points[seat] += gain
            case TurnBegan():
                turns += 1
                if turns == (1 if game.over else 2):
                    break
    return tuple(points)


def tokens_held(game: Game) -> Mapping[str, Sequence[int]]:
    """The tokens of seats besides their pieces: the numbers by name and seat."""
    return {name: count(game) for name, count in art_of(game.book).held.items()}


def _pointed_spots(game: Game) -> Iterator[Spot]:
    """The spots that legal moves point at."""
    art = art_of(game.book)
    return (spot for move in game.legal_moves() for spot in art.move_targets(game, move).spots)
