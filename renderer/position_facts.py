"""Facts of a position that pictures show: legal gaps, letters, points just gained, tokens."""

from collections.abc import Iterator, Mapping, Sequence

from renderer.art.parts import art_of
from rules.analysis.placements import space_numbers, spaces
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of
from rules.story import Scored, TurnBegan, totals


def legal_cells(game: Game) -> tuple[Cell, ...]:
    return tuple(spaces(game))


def space_labels(game: Game) -> dict[Cell, str]:
    return {cell: str(number) for cell, number in space_numbers(game).items()}


def link_letters(game: Game) -> dict[Spot, str]:
    """Letters of zones that links may join now, and of those they join.

    Without the tile just placed, whose letters are beside the board.
    """
    links = game.board.links
    spots = (
        {spot for spot in _pointed_spots(game) if cell_of(spot) != game.placed} if links else set()
    )
    cells = set(map(cell_of, spots))
    spots |= {end for link in links for end in link if cell_of(end) in cells}
    return {spot: game.board.zone(spot).letter for spot in sorted(spots)}


def choosable_letters(game: Game) -> frozenset[str]:
    """Letters of the placed tile that a legal move can name."""
    spots = (spot for spot in _pointed_spots(game) if cell_of(spot) == game.placed)
    return frozenset(game.board.zone(spot).letter for spot in spots)


def points_gained(game: Game, since: int | None = None) -> tuple[int, ...]:
    """Points by seat since an event, by default since the last full turn began."""
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
    """Numbers by name and seat, besides pieces."""
    return {name: count(game) for name, count in art_of(game.book).held.items()}


def _pointed_spots(game: Game) -> Iterator[Spot]:
    art = art_of(game.book)
    return (spot for move in game.legal_moves() for spot in art.move_targets(game, move).spots)
