"""The news on the board: new tiles in order, and the pieces that scored or left, with points."""

import random
from collections import Counter

from rules.analysis.board_news import news_cells, piece_news, tiles_laid_since
from rules.game import Game
from rules.geometry import cell_of
from rules.story import PieceDeployed, PiecesReturned, Scored, TilePlaced
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT
from tests.support.random_games import positions


def some(name: str, seed: int) -> list[Game]:
    """Every fifth position of a random game, and its end."""
    games = list(positions(name, 3, seed))
    return [*games[::5], games[-1]]


@for_each("name", EIGHT, fast=2)
def test_news_are_exactly_the_tiles_and_pieces_of_the_story(name: str) -> None:
    chance = random.Random(3)
    seen = Counter[str]()
    for game in some(name, 7):
        since = chance.randrange(len(game.story))
        events = game.story[since:]
        placed = [event for event in events if isinstance(event, TilePlaced)]
        assert tiles_laid_since(game, since) == tuple((e.cell, e.seat) for e in placed)
        news = {each.piece: each for each in piece_news(game, since)}
        scored = [event for event in events if isinstance(event, Scored)]
        left = [event for event in events if isinstance(event, Scored | PiecesReturned)]
        assert set(news) == {piece for event in left for piece in event.pieces}
        cells = news_cells(game, since)
        assert set(cells) == {e.cell for e in placed} | {cell_of(piece.spot) for piece in news}
        spots = (
            {event.cell} if event in placed else {cell_of(piece.spot) for piece in event.pieces}
            for event in reversed(events)
            if isinstance(event, TilePlaced | Scored | PiecesReturned)
        )
        assert not cells or cells[0] in next(filter(None, spots)), "the newest first"
        points = Counter[int]()
        for event in scored:
            holders = {piece.seat for piece in event.pieces}
            points.update({seat: gain for seat, gain in event.points if seat in holders})
        shown = Counter[int]()
        for each in news.values():
            shown[each.piece.seat] += each.points or 0
        assert +shown == +points, "the points on the board are those of the scores there"
        gone = {piece for piece, each in news.items() if each.gone}
        assert gone == set(news) - set(game.board.pieces())
        deployed = {e.piece for e in game.story[:since] if isinstance(e, PieceDeployed)}
        seen["gone"] += len(gone & deployed)
        seen["tiles"] += len(placed)
    assert seen["gone"] and seen["tiles"]
