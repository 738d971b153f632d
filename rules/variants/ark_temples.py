"""Ark of the Covenant: score temples when surrounded, or less at the end (A-40 to A-43, A-61)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.forecasts import Chances, Forecast, Forecaster
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_of
from rules.layers import Layer
from rules.pieces import Kind, Piece, leaders
from rules.ruleset import Effect
from rules.scoring import return_pieces
from rules.story import PiecesReturned, Scored, Term
from rules.tiles import Terrain

TEMPLE: Final = Layer("temple", frozenset({Terrain("temple")}), CROSS)
PROPHETS: Final = Kind("prophet")

FINISHED_TEMPLE_POINTS: Final = 7
UNFINISHED_TEMPLE_POINTS: Final = 3


def pieces_on_cells(board: Board, cells: set[Cell]) -> tuple[Piece, ...]:
    """The pieces on any feature of some tiles."""
    return tuple(piece for piece in board.pieces() if cell_of(piece.spot) in cells)


def cross_cells(area: Area) -> set[Cell]:
    """A temple's tile and its four neighbours."""
    centre = cell_of(area.spots[0])
    return {centre, *(centre + step for step in CROSS)}


def score_temple(board: Board, area: Area, points: int, *, final: bool = False) -> Scored:
    """All points to the most followers on the temple's cross (A-42, A-61)."""
    won = tuple((seat, points) for seat in leaders(pieces_on_cells(board, cross_cells(area))))
    return Scored(TEMPLE.name, area.spots, (Term("temple", 1, points),), won, final=final)


@dataclass(frozen=True, slots=True)
class ScoreTemples(Effect):
    """Score temples whose four neighbours are placed; their followers stay (A-40 to A-43)."""

    def is_idle(self, game: Game) -> bool:
        return not game.board.newly_closed()

    def run(self, game: Game) -> Game:
        """One event for each closed temple; roads and cities were scored before."""
        for area in game.board.newly_closed():
            if area.layer.name == TEMPLE.name:
                game = game.with_events(score_temple(game.board, area, FINISHED_TEMPLE_POINTS))
        return game


@dataclass(frozen=True, slots=True)
class UnfinishedTemples(Effect, Forecaster):
    """Score 3 points for each unfinished temple, then remove its followers (A-61, X-26)."""

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """Expected points of each temple's leaders, by its chance of being finished."""
        standing: dict[Cell, list[Piece]] = {}
        for piece in game.board.pieces():
            standing.setdefault(cell_of(piece.spot), []).append(piece)
        for area in game.board.areas(TEMPLE.name):
            if area.closed:
                continue
            leading_seats = leaders(
                piece for cell in cross_cells(area) for piece in standing.get(cell, ())
            )
            if leading_seats:
                chance = chances.finishing(game, area)
                points = UNFINISHED_TEMPLE_POINTS + chance * (
                    FINISHED_TEMPLE_POINTS - UNFINISHED_TEMPLE_POINTS
                )
                yield Forecast(TEMPLE.name, tuple((seat, points) for seat in leading_seats), area)

    def run(self, game: Game) -> Game:
        """Score all on the same position before any follower leaves."""
        board = game.board
        unfinished = [area for area in board.areas(TEMPLE.name) if not area.closed]
        leaving = pieces_on_cells(
            board, {cell for area in unfinished for cell in cross_cells(area)}
        )
        for area in unfinished:
            game = game.with_events(score_temple(board, area, UNFINISHED_TEMPLE_POINTS, final=True))
        if not leaving:
            return game
        return game.with_events(
            PiecesReturned(leaving),
            board=board.without_pieces(leaving),
            supply=return_pieces(game.supply, leaving, frozenset({PROPHETS})),
        )
