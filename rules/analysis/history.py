"""Queries on a game's story: its turns, the latest tiles, paid scores, winners, final ranking."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rules.game import Game
from rules.geometry import Cell, cell_of
from rules.pieces import Piece
from rules.scoring import total_points
from rules.story import (
    EndedEarly,
    Event,
    GameEnded,
    PiecesReturned,
    Resigned,
    Scored,
    Skipped,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)


def split_turns(story: Sequence[Event]) -> Iterator[Sequence[Event]]:
    starts = [n for n, event in enumerate(story) if isinstance(event, TurnBegan)]
    for start, end in pairwise((*starts, len(story))):
        yield story[start:end]


def index_after_last_turn(game: Game, seat: int) -> int:
    """The index after a seat's last turn; 0 without one."""
    index = 0
    is_own_turn = False
    for position, event in enumerate(game.story):
        if isinstance(event, TurnBegan):
            if is_own_turn:
                index = position
            is_own_turn = False
        elif isinstance(event, TilePlaced) and event.seat == seat:
            is_own_turn = True
        elif isinstance(event, Skipped) and is_own_turn:
            # An absent seat has not seen a turn that others ended for it.
            index, is_own_turn = position, False
    return len(game.story) if is_own_turn else index


def index_of_last_tile(game: Game) -> int:
    """0 before the first."""
    story = game.story
    return next((n for n in reversed(range(len(story))) if isinstance(story[n], TilePlaced)), 0)


def tile_number_in_turn(game: Game, cell: Cell | None = None) -> int:
    """The number, from 1, of a cell's tile within its turn; by default of the next tile."""
    number = 0
    for event in game.story:
        if isinstance(event, TurnBegan):
            number = 0
        elif isinstance(event, TilePlaced):
            number += 1
            if event.cell == cell:
                return number
    return number + 1 if cell is None else 1


def recent_placements(game: Game, since: int | None = None) -> tuple[tuple[Cell, int], ...]:
    """Cells filled since the mover's previous turn and their seats, oldest first.

    The mover's own tiles count from the event ``since`` on.
    """
    placements: list[tuple[Cell, int]] = []
    this_turn, reached_own_turn = True, False
    for number in reversed(range(len(game.story))):
        match game.story[number]:
            case TilePlaced(seat=seat, cell=cell):
                reached_own_turn = reached_own_turn or (seat == game.turn and not this_turn)
                if reached_own_turn and (since is None or number < since):
                    break
                placements.append((cell, seat))
            case TurnBegan():
                this_turn = False
    return tuple(reversed(placements))


def cells_laid_since(game: Game, since: int | None) -> tuple[Cell, ...]:
    """The cells, oldest first; none if ``since`` is None."""
    news = game.story[since:] if since is not None else ()
    return tuple(event.cell for event in news if isinstance(event, TilePlaced))


def last_scored_feature(game: Game, cell: Cell | None = None) -> tuple[int, Scored] | None:
    """The newest score with countable tiles, and its index in the story.

    One with points comes before one without. With ``cell``, only features there count.
    """
    candidates = [
        (number, event)
        for number, event in enumerate(game.story)
        if isinstance(event, Scored) and event.spots and (cell is None or cell in event.cells())
    ]
    return max(
        candidates, key=lambda numbered: (bool(numbered[1].points), numbered[0]), default=None
    )


def paid_scores(events: Iterable[Event]) -> tuple[Scored, ...]:
    """Scores of play that give points to a seat."""
    return tuple(
        event for event in events if isinstance(event, Scored) and event.points and not event.final
    )


def points_scored(events: Iterable[Event]) -> int:
    """Points of all features scored in play, each counted once."""
    return sum(total_points(event.terms) for event in paid_scores(events))


def spent_pieces(game: Game, event: Scored) -> tuple[Piece, ...]:
    """Pieces that leave the game instead of going home (A-24)."""
    scorer = game.book.ruleset.scorers.get(event.kind)
    if scorer is None:
        return ()
    return tuple(piece for piece in event.pieces if piece.role.kind in scorer.spent)


def winners(game: Game) -> tuple[int, ...]:
    """The seats that share the victory (COM-21); none while the game runs."""
    ended = (event.winners for event in reversed(game.story) if isinstance(event, GameEnded))
    return next(ended, ())


def final_ranking(game: Game) -> tuple[tuple[int, int], ...]:
    """Place and seat of each player, best first; equal players share a place.

    Winners come before a player who resigned with more points.
    """
    best = winners(game)
    ranks = [(seat in best, points) for seat, points in enumerate(game.scores)]
    order = sorted(range(game.seats), key=lambda seat: (*map(int.__neg__, ranks[seat]), seat))
    return tuple((1 + sum(rank > ranks[seat] for rank in ranks), seat) for seat in order)


def bag_of_drawn_tile(game: Game) -> str | None:
    if game.drawn is None:
        return None
    drawn = (event.bag for event in reversed(game.story) if isinstance(event, TileDrawn))
    return next(drawn, None)


def concerns_seat(event: Event, game: Game, seat: int) -> bool:
    """True for points or pieces of the seat, or a tile in its areas."""
    match event:
        case PiecesReturned(pieces):
            return any(piece.seat == seat for piece in pieces)
        case Scored(points=points, pieces=pieces):
            return seat in dict(points) or any(piece.seat == seat for piece in pieces)
        case TilePlaced(cell=cell):
            return any(
                cell_of(spot) == cell
                for layer in game.board.layers
                for area in game.board.areas(layer)
                if any(piece.seat == seat for piece in area.pieces)
                for spot in area.spots
            )
        case Resigned() | EndedEarly():
            return True
        case Skipped(seat=skipped):
            return seat == skipped
        case _other:
            return False
