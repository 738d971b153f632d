"""Cells of the board as they are typed and suggested: ``2 0``."""

from collections.abc import Iterable, Iterator

from bot.games.moves import normalise_move
from bot.text.message import MAX_SUGGESTIONS
from bot.text.phrases import coordinates
from bot.text.suggestions import Suggestion
from rules import notation
from rules.analysis import draw_odds
from rules.game import Game
from rules.geometry import Cell
from rules.story import TilePlaced


def tile_cells(game: Game) -> Iterator[Cell]:
    """The cells with tiles, the newest first."""
    return (event.cell for event in reversed(game.story) if isinstance(event, TilePlaced))


def gap_cells(game: Game) -> Iterable[Cell]:
    """The empty cells beside a tile."""
    return draw_odds.gaps(game)


def read_cell(typed: str) -> Cell:
    """Read a typed cell. Raise NotationError if it is none."""
    return notation.spot(normalise_move(typed))


def suggested_cells(cells: Iterable[Cell], typed: str) -> list[Suggestion]:
    """Return the cells that complete the typed text."""
    start = normalise_move(typed)
    texts = [text for text in map(coordinates, cells) if text.startswith(start)]
    return [Suggestion(text, text) for text in texts[:MAX_SUGGESTIONS]]
