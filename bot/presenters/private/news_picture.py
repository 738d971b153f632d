"""The picture of the news in words: the numbered tiles, and the pieces that scored or left."""

from collections.abc import Iterator, Sequence
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
LABEL_CHARACTERS: Final = 60
"""The characters left for the words around each list of an alt text."""


def picture_lines(game: Game, since: int, names: Names, max_characters: int) -> Iterator[str]:
    """The tiles and pieces in the picture as sentences, for its alt text.

    All of them have at most ``max_characters``: the newest that fit are named.
    """
    max_characters = max(0, max_characters - 3 * LABEL_CHARACTERS)
    laid = [
        f"{number} {names.plain_name(seat)} {coordinates(cell)}"
        for number, (cell, seat) in enumerate(tiles_laid_since(game, since), 1)
    ]
    tiles, earlier = _newest_within(laid, max_characters // 2)
    if earlier:
        yield _("New tiles, numbered: {tiles}; {number} before.", tiles=tiles, number=earlier)
    else:
        yield _("New tiles, numbered: {tiles}.", tiles=tiles)
    news = piece_news(game, since)
    for gone in (True, False):
        some = [_piece_text(each, names) for each in news if each.gone is gone]
        pieces, earlier = _newest_within(some, max_characters // 4)
        if earlier:
            facts = {"pieces": pieces, "number": earlier}
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


def _newest_within(phrases: Sequence[str], limit: int) -> tuple[str, int]:
    """Join the last phrases, at least one, within a limit. Return how many were left out, too."""
    joined, left = "", len(phrases)
    while left and (not joined or len(phrases[left - 1]) + 2 + len(joined) <= limit):
        left -= 1
        joined = ", ".join(filter(None, (phrases[left], joined)))
    return joined, left


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
