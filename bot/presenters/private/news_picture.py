"""The picture of the news in words: the numbered tiles, and the pieces that scored or left."""

from collections.abc import Iterator
from typing import Final

from bot.games import nouns
from bot.text.i18n import _
from bot.text.names import Names
from bot.text.phrases import coordinates
from rules.analysis.board_news import PieceNews, news_cells, piece_news, tiles_laid_since
from rules.analysis.viewport import news_window
from rules.game import Game
from rules.geometry import cell_of

MAX_NAMED_OUTSIDE: Final = 6
"""The newest of what lies outside the picture that are named one by one."""
MAX_TILES_DESCRIBED: Final = 24
MAX_PIECES_DESCRIBED: Final = 10
"""The newest tiles and pieces that an alt text describes; a longer one would be cut off."""


def picture_lines(game: Game, since: int, names: Names) -> Iterator[str]:
    """The tiles and pieces in the picture as sentences, for its alt text; the newest if many."""
    laid = [
        f"{number} {names.plain_name(seat)} {coordinates(cell)}"
        for number, (cell, seat) in enumerate(tiles_laid_since(game, since), 1)
    ]
    tiles = ", ".join(laid[-MAX_TILES_DESCRIBED:])
    if len(laid) > MAX_TILES_DESCRIBED:
        earlier = len(laid) - MAX_TILES_DESCRIBED
        yield _("New tiles, numbered: {tiles}; {number} before.", tiles=tiles, number=earlier)
    else:
        yield _("New tiles, numbered: {tiles}.", tiles=tiles)
    news = piece_news(game, since)
    for gone in (True, False):
        some = [_piece_text(each, names) for each in news if each.gone is gone]
        pieces = ", ".join(some[-MAX_PIECES_DESCRIBED:])
        if len(some) > MAX_PIECES_DESCRIBED:
            facts = {"pieces": pieces, "number": len(some) - MAX_PIECES_DESCRIBED}
            yield (
                _("Off the board: {pieces}; {number} before.", **facts)
                if gone
                else _("Scored and still there: {pieces}; {number} before.", **facts)
            )
        elif some:
            yield (
                _("Off the board: {pieces}.", pieces=pieces)
                if gone
                else _("Scored and still there: {pieces}.", pieces=pieces)
            )


def _piece_text(news: PieceNews, names: Names) -> str:
    """``Ana's knight at 3 -1 (+8)``."""
    piece = news.piece
    text = _(
        "{who}'s {figure} at {cell}",
        who=names.plain_name(piece.seat),
        figure=nouns.role_name(piece.role.name),
        cell=coordinates(cell_of(piece.spot)),
    )
    return text if news.points is None else f"{text} (+{news.points})"


def outside_lines(game: Game, since: int, names: Names) -> list[str]:
    """A line about new tiles and points outside the picture; empty if it shows them all."""
    window = news_window(game, news_cells(game, since))
    outside = [
        f"{number} {names.bold_name(seat)} `{coordinates(cell)}`"
        for number, (cell, seat) in enumerate(tiles_laid_since(game, since), 1)
        if not window.has(cell)
    ]
    outside += [
        f"{names.bold_name(each.piece.seat)} `{coordinates(cell_of(each.piece.spot))}`"
        f" +{each.points}"
        for each in piece_news(game, since)
        if each.points and not window.has(cell_of(each.piece.spot))
    ]
    tiles = ", ".join(outside[-MAX_NAMED_OUTSIDE:])
    if len(outside) > MAX_NAMED_OUTSIDE:
        more = len(outside) - MAX_NAMED_OUTSIDE
        return [_("-# Outside the picture: {tiles}, and {number} more.", tiles=tiles, number=more)]
    return [_("-# Outside the picture: {tiles}.", tiles=tiles)] if outside else []
