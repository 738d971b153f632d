"""The changes on the board since an event: new tiles, and pieces that scored or left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.game import Game
from rules.geometry import Cell, cell_of
from rules.pieces import Piece
from rules.story import Event, PiecesReturned, Scored, TilePlaced


@dataclass(frozen=True, slots=True)
class PieceNews:
    """A piece that was scored or returned, with its seat's points for the feature.

    Of several pieces of a seat on one feature only the first has the points. ``points`` is None
    for the others, and for a piece that returned without a score. ``gone`` is False for a piece
    that stays on the board, as some do in the final scoring (H-26).
    """

    piece: Piece
    points: int | None
    gone: bool


def tiles_laid_since(game: Game, since: int) -> tuple[tuple[Cell, int], ...]:
    """The filled cells and their seats, oldest first; ``since`` is an event of the story."""
    return tuple(
        (event.cell, event.seat) for event in game.story[since:] if isinstance(event, TilePlaced)
    )


def piece_news(game: Game, since: int) -> tuple[PieceNews, ...]:
    """The pieces scored or returned since an event of the story, oldest first."""
    standing = frozenset(game.board.pieces())
    news: dict[Piece, PieceNews] = {}
    for piece, points in _scored_or_returned(game.story[since:]):
        known = news.get(piece, PieceNews(piece, None, piece not in standing))
        if points is not None:
            known = replace(known, points=points + (known.points or 0))
        news[piece] = known
    return tuple(news.values())


def news_cells(game: Game, since: int) -> tuple[Cell, ...]:
    """The cells with a new tile or with news of a piece, newest first."""
    cells: dict[Cell, None] = {}
    for event in reversed(game.story[since:]):
        match event:
            case TilePlaced(cell=cell):
                cells.setdefault(cell)
            case Scored(pieces=pieces) | PiecesReturned(pieces=pieces):
                for piece in pieces:
                    cells.setdefault(cell_of(piece.spot))
    return tuple(cells)


def _scored_or_returned(events: Sequence[Event]) -> list[tuple[Piece, int | None]]:
    pairs: list[tuple[Piece, int | None]] = []
    for event in events:
        match event:
            case Scored(points=points, pieces=pieces):
                by_seat: dict[int, int | None] = {**dict.fromkeys([p.seat for p in pieces], 0)}
                by_seat |= {seat: gain for seat, gain in points if seat in by_seat}
                for piece in pieces:
                    pairs.append((piece, by_seat[piece.seat]))
                    by_seat[piece.seat] = None
            case PiecesReturned(pieces):
                pairs += [(piece, None) for piece in pieces]
    return pairs
