"""Scores in words: arithmetic, standings, tables, costs of mistakes; pieces, tokens, tiles left."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.parts import PART_WORDS, part_words
from bot.text.coordinates import coordinates
from bot.text.emoji import mark_sign
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext
from bot.text.names import Names
from bot.words import nouns
from rules.analysis.draw_odds import count_undrawn
from rules.analysis.history import bag_of_drawn_tile, final_ranking, winners
from rules.game import Game
from rules.story import Event, Scored, Term, totals

MEDALS: Final = ("🥇", "🥈", "🥉")
"""The signs of the first places."""
RESIGNED_SIGN: Final = "🏳️"


def arithmetic(
    terms: Iterable[Term], *, with_signs: bool = False, is_total_bold: bool = False
) -> str:
    """``3 sections × 2 + 1 mushrooms × 2 = 8``; only the total where nothing counts.

    With signs, a counted mark has its emoji.
    """
    terms_list = list(terms)
    total = sum(term.points for term in terms_list)
    if not terms_list:
        return "0"
    text = ""
    for index, term in enumerate(terms_list):
        sign = " − " if term.each < 0 else " + " if index else ""
        factor = f" × {abs(term.each)}" if abs(term.each) != 1 else ""
        mark = mark_sign(term.name) if with_signs else ""
        text += f"{sign}{mark}{nouns.counted_term(term.name, term.number)}{factor}"
    return f"{text} = **{total}**" if is_total_bold else f"{text} = {total}"


def places_text(event: Scored) -> str:
    """``at 3 -1`` or ``at 3 -1, 3 0 and 2 more``: cells of a feature."""
    cells = list(map(coordinates, event.cells()))
    if len(cells) > 3:
        return _("at {cells} and {more} more", cells=", ".join(cells[:2]), more=len(cells) - 2)
    return _("at {cells}", cells=", ".join(cells))


def score_title(event: Scored, *, with_places: bool = True) -> str:
    """``Forest finished at 3 -1`` or ``River system at 2 0``."""
    name = nouns.feature_name(event.kind)
    title = name[0].upper() + name[1:]
    if not event.final:
        title = nouns.closed_feature(event.kind) or title
    titles = (nouns.term_title(term.name) for term in event.terms)
    title = next(filter(None, titles), title)
    return f"{title} {places_text(event)}" if event.spots and with_places else title


def score_sum(
    event: Scored,
    *,
    with_places: bool = True,
    with_signs: bool = False,
    is_total_bold: bool = False,
) -> str:
    """``Forest finished at 3 -1: 2 sections × 2 = 4``."""
    worth = arithmetic(event.terms, with_signs=with_signs, is_total_bold=is_total_bold)
    return _("{feature}: {sum}", feature=score_title(event, with_places=with_places), sum=worth)


def score_line(
    event: Scored, names: Names, *, with_places: bool = True, with_signs: bool = False
) -> str:
    """Each seat's points for a feature, and their sum.

    Points got several times are a product. With signs, counted marks have their emoji.
    """
    worth = sum(term.points for term in event.terms)
    is_worth = bool(event.terms) and {points for _, points in event.points} == {worth}
    sum_text = score_sum(
        event, with_places=with_places, with_signs=with_signs, is_total_bold=is_worth
    )
    head = f"{nouns.feature_icon(event.kind)} {sum_text}"
    if not event.points:
        present_players = join_list(
            map(names.bold_name, sorted({piece.seat for piece in event.pieces}))
        )
        if present_players:
            return _("{head}, so nothing for {players}.", head=head, players=present_players)
        return _("{head}, no one scores.", head=head)
    [most, *others] = dict.fromkeys(points for _, points in event.points)
    if not others:
        # Where each seat gets what the feature is worth, the sum says the points already.
        facts = {
            "head": head,
            "points": _points_sum(event, most, worth),
            "players": join_list(names.bold_name(seat) for seat, _ in event.points),
        }
        if is_worth and len(event.points) > 1:
            return _("{head} each for {players}.", **facts)
        if is_worth:
            return _("{head} for {players}.", **facts)
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
    """``**8**``; a multiple of the feature's worth as ``4 × 2 = **8**``, else as a sum.

    A sum reads ``4 + 1 for the bell = **5**``.
    """
    often, rest = divmod(points, worth) if worth > 0 else (1, 0)
    if rest and often:
        return f"{worth} + {nouns.extra_points(event.kind, points - worth)} = **{points}**"
    return f"**{points}**" if often < 2 else f"{worth} × {often} = **{points}**"


def standings(game: Game, names: Names, gains: Sequence[int] = ()) -> str:
    """Points in seat order, with the newest gains."""
    news = [f" (+{more})" if more else "" for more in gains] or [""] * game.seats
    return " · ".join(
        f"{names.bold_name(seat)} {points}{news[seat]}" for seat, points in enumerate(game.scores)
    )


def winner_line(best: Sequence[int], game: Game, names: Names) -> str:
    most = game.scores[best[0]]
    return ngettext(
        "🏆 {players} wins with {points}.",
        "🏆 {players} share the victory with {points}.",
        len(best),
        players=join_list(map(names.bold_name, best)),
        points=ngettext("{most} point", "{most} points", most, most=f"**{most}**"),
    )


def plain_standings(game: Game, names: Names) -> str:
    return ", ".join(
        f"{names.plain_name(seat)} {points}" for seat, points in enumerate(game.scores)
    )


def chart_alt(game: Game, names: Names) -> str:
    points = plain_standings(game, names)
    return _("Points over turns, player by player. Now: {points}.", points=points)


def other_places(game: Game, names: Names) -> str:
    """``🥈 Bo 98 · 🥉 Cleo 76``: everybody but the winners."""
    best = winners(game)
    others = [(place, seat) for place, seat in final_ranking(game) if seat not in best]
    return " · ".join(
        " ".join(
            (
                _place_sign(place, resigned=seat in game.out),
                names.bold_name(seat),
                str(game.scores[seat]),
            )
        )
        for place, seat in others
    )


def _place_sign(place: int, *, resigned: bool) -> str:
    if resigned:
        return RESIGNED_SIGN
    return MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."


def supply_text(game: Game, seat: int) -> str:
    """``3 followers, 2 huts``."""
    return ", ".join(nouns.counted_pieces(kind, left) for kind, left in game.supply[seat].items())


def plain_supplies(game: Game, names: Names) -> str:
    """``Ana meeple 3, hut 2; Bo meeple 0``, as in the picture."""
    phrases = []
    for seat, supply in enumerate(game.supply):
        kinds = [(kind, left) for kind, left in supply.items() if left] or [*supply.items()][:1]
        counted = ", ".join(f"{nouns.piece_kind_name(kind)} {left}" for kind, left in kinds)
        phrases.append(f"{names.plain_name(seat)} {counted}")
    return join_with_semicolons(phrases)


def points_by_kind(story: Iterable[Event], seats: int) -> dict[str, list[int]]:
    """Points by kind of feature, in order of first appearance."""
    points_of_kind: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for event in story:
        if isinstance(event, Scored):
            for seat, points in event.points:
                points_of_kind[event.kind][seat] += points
    return dict(points_of_kind)


def result_lines(game: Game, names: Names) -> list[str]:
    """A line a seat, most points first: name, points, points by kind; medals at the end."""
    kinds = points_by_kind(game.story, game.seats)
    lines = []
    staying = [points for seat, points in enumerate(game.scores) if seat not in game.out]
    for seat in sorted(range(game.seats), key=lambda seat: (seat in game.out, -game.scores[seat])):
        place = sum(points > game.scores[seat] for points in staying)
        total = f"{names.bold_name(seat)} {game.scores[seat]}"
        if game.over:
            total = f"{_place_sign(place + 1, resigned=seat in game.out)} {total}"
        lines.append(" · ".join([total, *kind_phrases(kinds, seat)]))
    return lines


def kind_phrases(kinds: Mapping[str, Sequence[int]], seat: int) -> list[str]:
    """``🏰 40``, without kinds that brought none."""
    return [
        f"{nouns.feature_icon(kind)} {points[seat]}"
        for kind, points in kinds.items()
        if points[seat]
    ]


def ledger_lines(game: Game, names: Names) -> list[str]:
    """Every score of an ended game: during play, then in the final scoring.

    Each part has a heading with its points; together they are the points on the board.
    """
    earning = [event for event in game.story if isinstance(event, Scored) and event.points]
    lines: list[str] = []
    for heading, final in ((_("During the game"), False), (_("Final scoring"), True)):
        events = [event for event in earning if event.final is final]
        if not events:
            continue
        points = enumerate(totals(events, game.seats))
        subtotals = " · ".join(f"{names.bold_name(seat)} {number}" for seat, number in points)
        lines += ["", f"**{heading}** · {subtotals}"]
        lines += [score_line(event, names) for event in events]
    return lines


def tiles_left(game: Game) -> str:
    """``12 tiles left`` besides the one in hand, or that it is the last."""
    number = count_undrawn(game)
    if number:
        return ngettext("{number} tile left", "{number} tiles left", number)
    last = bag_of_drawn_tile(game) in game.book.ruleset.draws
    return _("the last tile") if last else _("no tile left")


def holdings_lines(game: Game, names: Names) -> list[str]:
    """``Taken: Ana 2 bells; Bo 1 bell.``."""
    holdings = ((names.bold_name(seat), holding_phrases(game, seat)) for seat in range(game.seats))
    phrases = [f"{who} {join_list(things)}" for who, things in holdings if things]
    return [_("Taken: {things}.", things=join_with_semicolons(phrases))] if phrases else []


def token_sentences(game: Game) -> list[str]:
    """The place of each token that is no piece."""
    return [
        sentence
        for part in PART_WORDS.values()
        if part.tokens is not None
        for sentence in part.tokens(game)
    ]


def holding_phrases(game: Game, seat: int) -> list[str]:
    return [
        phrase
        for part in part_words(game.book.ruleset.name)
        if part.holdings is not None
        for phrase in part.holdings(game, seat)
    ]


def shortfall_text(lost: float, *, searched: bool = True) -> str:
    """``About 4 points short of the best move.``, marked as an estimate unless searched."""
    points = round(lost)
    if searched:
        return ngettext(
            "About {number} point short of the best move.",
            "About {number} points short of the best move.",
            points,
        )
    return ngettext(
        "≈ {number} point short of the best move.",
        "≈ {number} points short of the best move.",
        points,
    )


def loss_number(lost: float, *, searched: bool) -> str:
    """``−4``: points lost by a move, marked as an estimate unless searched."""
    number = f"−{round(lost)}"
    return number if searched else f"≈ {number}"
