"""The leaderboard of a game on a server, in words and as a chart."""

from collections.abc import Sequence
from typing import Final

from bot.games.game_texts import game_title
from bot.presenters.private.statistics import plain_user_name
from bot.presenters.words.actions import ShowLeaderboard
from bot.table.ratings import PROVISIONAL_GAMES, Ranked
from bot.text.i18n import _, ngettext
from bot.text.message import NO_TABLE, Button, Illustration, Message
from bot.text.names import Names, isolate_right_to_left
from renderer.requests import Ranking, RankingRow

MAX_RANKED: Final = 12
"""The most people that a leaderboard lists."""


def leaderboard(
    ranked: Sequence[Ranked],
    game: str,
    others: Sequence[str],
    names: Names,
    user: int,
    *,
    complete: bool = True,
) -> Message:
    """The people rated in a game, the best first, with a line for the reader who is not listed.

    ``others`` are the games with a leaderboard of their own.
    """
    title = game_title(game)
    buttons = tuple(
        Button(
            game_title(other), str(ShowLeaderboard(other)), chosen=other == game, target=NO_TABLE
        )
        for other in others
    )
    late = "" if complete else _("-# I'm still loading older games. Look again in a minute.")
    if not ranked:
        text = _(
            "Nobody has a rating in {game} yet. It takes a game of two people here: `/new`.",
            game=title,
        )
        return Message("\n".join(filter(None, (text, late))), buttons=buttons)
    shown = ranked[:MAX_RANKED]
    lines = [_("🏅 **Leaderboard: {game}**", game=title)]
    lines += [_ranked_line(one, names.user_name(one.user)) for one in shown]
    lines += [_ranked_line(one, _("**you**")) for one in ranked[MAX_RANKED:] if one.user == user]
    if (more := len(ranked) - len(shown)) > 0:
        lines.append(ngettext("-# … and {number} more.", "-# … and {number} more.", more))
    lines.append(
        _(
            "-# Two times out of three the true strength is within ±. Everyone begins with "
            "1500 ± 500; below {number} games it is provisional.",
            number=PROVISIONAL_GAMES,
        )
    )
    chart = _ranking_chart(shown, game, names)
    return Message("\n".join(filter(None, (*lines, late))), (chart,), buttons)


def _ranked_line(one: Ranked, who: str) -> str:
    """``1. Ana 1822 ± 130 · 24 games``."""
    rating = one.rating
    games = ngettext("{number} game", "{number} games", rating.games)
    text = f"{who} **{rating.number}** ± {rating.uncertainty} · {games}"
    if one.place is None:
        return _("– {rating}, provisional", rating=text)
    return f"{one.place}\\. {text}"


def _ranking_chart(shown: Sequence[Ranked], game: str, names: Names) -> Illustration:
    rows = tuple(
        RankingRow(
            str(one.place or "–"),
            plain_user_name(names, one.user),
            one.rating.number,
            one.rating.uncertainty,
            one.place is not None,
        )
        for one in shown
    )
    spoken = ", ".join(
        f"{row.place}. {isolate_right_to_left(row.name)} {row.number} ± {row.uncertainty}"
        if row.is_firm
        else f"{isolate_right_to_left(row.name)} {row.number} ± {row.uncertainty}"
        for row in rows
    )
    alt = _("Ratings in {game}: {rows}.", game=game_title(game), rows=spoken)
    return Illustration(Ranking(rows), alt)
