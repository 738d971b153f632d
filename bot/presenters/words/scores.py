"""Scores in words: the arithmetic of an event, standings, tables of points."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from bot.games import nouns
from bot.games.game_texts import holding_phrases
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext
from bot.text.message import truncate
from bot.text.names import Names
from bot.text.phrases import coordinates
from rules.analysis.draw_odds import count_undrawn
from rules.analysis.history import bag_of_drawn_tile
from rules.game import Game
from rules.story import Event, Scored, Term

TABLE_WIDTH: Final = 28
MIN_LABEL_WIDTH: Final = 8
MAX_LABEL_WIDTH: Final = 13
MAX_HEAD_WIDTH: Final = 9
MIN_HEAD_WIDTH: Final = 5
"""Widths in characters: of a table on a phone, the least and the greatest of a row's label, the
greatest and the least of a column's head.
"""


def arithmetic(terms: Iterable[Term]) -> str:
    """``3 sections × 2 + 1 mushrooms × 2 = 8``; only the total where nothing counts."""
    terms_list = list(terms)
    total = sum(term.points for term in terms_list)
    if not terms_list:
        return "0"
    text = ""
    for index, term in enumerate(terms_list):
        sign = " − " if term.each < 0 else " + " if index else ""
        factor = f" × {abs(term.each)}" if abs(term.each) != 1 else ""
        text += f"{sign}{nouns.counted_term(term.name, term.number)}{factor}"
    return f"{text} = {total}"


def places_text(event: Scored) -> str:
    """``at 3 -1`` or ``at 3 -1, 3 0 and 2 more``: cells of a feature."""
    cells = list(map(coordinates, event.cells()))
    if len(cells) > 3:
        return _("at {cells} and {more} more", cells=", ".join(cells[:2]), more=len(cells) - 2)
    return _("at {cells}", cells=", ".join(cells))


def score_title(event: Scored) -> str:
    """``Forest closed at 3 -1`` or ``River system at 2 0``."""
    name = nouns.feature_name(event.kind)
    title = name[0].upper() + name[1:]
    if not event.final:
        title = nouns.closed_feature(event.kind) or title
    titles = (nouns.term_title(term.name) for term in event.terms)
    title = next(filter(None, titles), title)
    return f"{title} {places_text(event)}" if event.spots else title


def score_sum(event: Scored) -> str:
    """``Forest closed at 3 -1: 2 sections × 2 = 4``."""
    return _("{feature}: {sum}", feature=score_title(event), sum=arithmetic(event.terms))


def score_line(event: Scored, names: Names) -> str:
    """Return a line with the points that each seat gets for a feature, and their sum.

    Points that a seat gets several times are shown as a product.
    """
    head = f"{nouns.feature_icon(event.kind)} {score_sum(event)}"
    worth = sum(term.points for term in event.terms)
    if not event.points:
        present_players = join_list(
            map(names.bold_name, sorted({piece.seat for piece in event.pieces}))
        )
        if present_players:
            return _("{head}, so nothing for {players}.", head=head, players=present_players)
        return _("{head}, and nobody is there.", head=head)
    [most, *others] = dict.fromkeys(points for _, points in event.points)
    if not others:
        facts = {
            "head": head,
            "points": _points_sum(event, most, worth),
            "players": join_list(names.bold_name(seat) for seat, _ in event.points),
        }
        if len(event.points) > 1:
            return ngettext(
                "{head} → {points} each for {players}.",
                "{head} → {points} each for {players}.",
                most,
                **facts,
            )
        return _("{head} → {points} for {players}.", **facts)
    shares = (
        _(
            "{points} for {players}",
            points=_points_sum(event, points, worth),
            players=names.bold_name(seat),
        )
        for seat, points in event.points
    )
    return f"{head} → {', '.join(shares)}."


def _points_sum(event: Scored, points: int, worth: int) -> str:
    """Return ``**8**``; a multiple of the feature's worth as ``4 × 2 = **8**``, else as a sum.

    A sum reads ``4 + 1 for the bell = **5**``.
    """
    often, rest = divmod(points, worth) if worth > 0 else (1, 0)
    if rest and often:
        return f"{worth} + {nouns.extra_points(event.kind, points - worth)} = **{points}**"
    return f"**{points}**" if often < 2 else f"{worth} × {often} = **{points}**"


def standings(game: Game, names: Names, gains: Sequence[int] = ()) -> str:
    """One line of points in the order of the seats, with the newest gains."""
    news = [f" (+{more})" if more else "" for more in gains] or [""] * game.seats
    return " · ".join(
        f"{names.bold_name(seat)} {points}{news[seat]}" for seat, points in enumerate(game.scores)
    )


def winner_line(winners: Sequence[int], game: Game, names: Names) -> str:
    """The winner or winners, and their points."""
    most = game.scores[winners[0]]
    return ngettext(
        "🏆 {players} wins with {points}.",
        "🏆 {players} share the victory with {points}.",
        len(winners),
        players=join_list(map(names.bold_name, winners)),
        points=ngettext("{most} point", "{most} points", most, most=f"**{most}**"),
    )


def plain_standings(game: Game, names: Names) -> str:
    """The points for an alt text."""
    return ", ".join(
        f"{names.plain_name(seat)} {points}" for seat, points in enumerate(game.scores)
    )


def chart_alt(game: Game, names: Names) -> str:
    """The chart of points over turns in words."""
    points = plain_standings(game, names)
    return _("Points over turns, seat by seat. Now: {points}.", points=points)


def supply_text(game: Game, seat: int) -> str:
    """``3 followers, 2 huts``: the supply of a seat."""
    return ", ".join(nouns.counted_pieces(kind, left) for kind, left in game.supply[seat].items())


def points_by_kind(story: Iterable[Event], seats: int) -> dict[str, list[int]]:
    """Return the points of each seat by kind of feature, in order of first appearance."""
    points_of_kind: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for event in story:
        if isinstance(event, Scored):
            for seat, points in event.points:
                points_of_kind[event.kind][seat] += points
    return dict(points_of_kind)


def kinds_table(game: Game, names: Names) -> str:
    """The points by kind of feature as a table, narrow enough for a phone."""
    rows = [
        (nouns.feature_name(kind), points)
        for kind, points in points_by_kind(game.story, game.seats).items()
    ]
    return points_table([*rows, (_("total"), list(game.scores))], names)


def feature_lines(game: Game, names: Names) -> list[str]:
    """Every feature that earned points as a line, the most points first."""
    events = [event for event in game.story if isinstance(event, Scored) and event.points]
    events.sort(key=lambda event: -max(points for _, points in event.points))
    return [score_line(event, names) for event in events]


def points_table(rows: Iterable[tuple[str, list[int]]], names: Names) -> str:
    """Rows of points, a column a seat, in a code block no wider than a phone."""
    rows, seats = list(rows), len(names.players)
    digits = max(len(str(number)) for _name, points in rows for number in points)
    label = max(MIN_LABEL_WIDTH, min(MAX_LABEL_WIDTH, TABLE_WIDTH - seats * (1 + digits)))
    labelled_rows = [(truncate(name, label), list(map(str, points))) for name, points in rows]
    first = max(len(name) for name, _points in labelled_rows)
    gap = 2 if first + seats * (2 + max(digits, MIN_HEAD_WIDTH)) <= TABLE_WIDTH else 1
    heads = _column_heads(
        names.picture_names(),
        max(digits, min(MAX_HEAD_WIDTH, (TABLE_WIDTH - first) // seats - gap)),
    )
    columns = list(zip(heads, *(points for _name, points in labelled_rows), strict=True))
    widths = [max(map(len, column)) for column in columns]
    lines = [
        title.ljust(first)
        + "".join(" " * gap + cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for title, row in zip(
            ("", *(name for name, _ in labelled_rows)), zip(*columns, strict=True), strict=True
        )
    ]
    return "```\n" + "\n".join(line.replace("`", "'").rstrip() for line in lines) + "\n```"


def _column_heads(names: Sequence[str], room: int) -> list[str]:
    """Names cut to a width; equal ones end in the number of their seat."""
    heads = [name[: max(1, room)] for name in names]
    return [
        head if heads.count(head) == 1 else f"{head[: max(1, room - 1)]}{seat}"
        for seat, head in enumerate(heads, 1)
    ]


def tiles_left(game: Game) -> str:
    """``12 tiles left`` beside the one in hand, or that it is the last."""
    number = count_undrawn(game)
    if number:
        return ngettext("{number} tile left", "{number} tiles left", number)
    last = bag_of_drawn_tile(game) in game.book.ruleset.draws
    return _("the last tile") if last else _("no tile left")


def holdings_lines(game: Game, names: Names) -> list[str]:
    """The things that seats have taken beside points: ``Taken: Ana 2 bells; Bo 1 bell.``."""
    holdings = ((names.bold_name(seat), holding_phrases(game, seat)) for seat in range(game.seats))
    phrases = [f"{who} {join_list(things)}" for who, things in holdings if things]
    return [_("Taken: {things}.", things=join_with_semicolons(phrases))] if phrases else []
