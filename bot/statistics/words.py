"""Messages of `/stats` and `/leaderboard`: statistics of users, pairs and servers, with charts."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.statistics.policy import (
    PROVISIONAL_GAMES,
    BestMove,
    KindAverage,
    LongestGame,
    PairStatistics,
    PersonStatistics,
    Ranked,
    ServerStatistics,
    TableTally,
)
from bot.text.dates import format_duration
from bot.text.i18n import (
    _,
    date_timestamp,
    decimal,
    join_list,
    join_with_semicolons,
    ngettext,
    pgettext,
)
from bot.text.message import NO_TABLE, Button, Illustration, Message
from bot.text.names import Names, isolate_right_to_left, strip_markdown
from bot.words import nouns
from bot.words.actions import ShowLeaderboard, ShowStatistics
from bot.words.nouns import game_title
from renderer.requests import BarRow, Bars, Ranking, RankingRow

OWN, EVERYWHERE, SERVER = "own", "everywhere", "server"
"""A user's own here, a user's own in all servers, the server's."""
MAX_TABLES: Final = 4
"""The most kinds of tables that are listed."""
MAX_WINNERS: Final = 5
"""The most people that are listed with their victories."""


def own_statistics(
    statistics: PersonStatistics, *, in_server: bool, here: bool, complete: bool
) -> Message:
    """``here`` on a server, else in all servers.

    ``in_server``: read on a server; ``complete``: every game is counted.
    """
    head = _("📊 **Your games on this server**") if here else _("📊 **Your games in all servers**")
    shown = OWN if here else EVERYWHERE
    if not statistics.games and not statistics.solo_games:
        text = (
            _("You haven't finished a game on this server. Start one with `/new`.")
            if here
            else _("You haven't finished a game. Start one with `/new` in a server's channel.")
        )
        return Message(_with_gap(text, complete), buttons=_buttons(shown) if in_server else ())
    lines = [head, *_person_lines(statistics), _footnote()]
    chart = _comparison_chart(statistics.kinds, _("You"), _("The others"))
    buttons = _buttons(shown) if in_server else ()
    return Message(_with_gap("\n".join(lines), complete), chart, buttons)


def person_statistics(
    statistics: PersonStatistics, user: int, names: Names, *, complete: bool
) -> Message:
    who = names.user_name(user)
    if not statistics.games and not statistics.solo_games:
        text = _(
            "{who} has no finished game that counts here. `/stats` shows your own games.", who=who
        )
        return Message(_with_gap(text, complete))
    head = _("📊 **The games of** {who} **on this server**", who=who)
    lines = [head, *_person_lines(statistics), _footnote()]
    chart = _comparison_chart(statistics.kinds, names.plain_user_name(user), _("The others"))
    return Message(_with_gap("\n".join(lines), complete), chart)


def pair_statistics(
    statistics: PairStatistics | None,
    pair: tuple[int, int],
    names: Names,
    *,
    own: bool,
    complete: bool,
) -> Message:
    """Two people's games; with ``own`` the first of the pair reads it."""
    second = names.user_name(pair[1])
    first = _("You") if own else names.user_name(pair[0])
    if statistics is None:
        text = (
            _(
                "You and {second} haven't finished a game here. Start one with `/new`.",
                second=second,
            )
            if own
            else _(
                "{first} and {second} haven't finished a game here. `/stats` shows your own games.",
                first=first,
                second=second,
            )
        )
        return Message(_with_gap(text, complete))
    lines = [
        _pair_line(statistics, first, second, own=own),
        _(
            "- Points on average: {one}, {other} for {second}",
            one=decimal(statistics.points[0]),
            other=decimal(statistics.points[1]),
            second=second,
        ),
        *_kind_lines(statistics.kinds, second),
        _("- Last game: {day}", day=date_timestamp(statistics.last)),
        _footnote(),
    ]
    plain = _("You") if own else names.plain_user_name(pair[0])
    chart = _comparison_chart(statistics.kinds, plain, names.plain_user_name(pair[1]))
    return Message(_with_gap("\n".join(lines), complete), chart)


def server_statistics(statistics: ServerStatistics, names: Names, *, complete: bool) -> Message:
    if not statistics.games:
        text = _("No game has been finished on this server. Start one with `/new`.")
        return Message(_with_gap(text, complete), buttons=_buttons(SERVER))
    games = ngettext("{number} game", "{number} games", statistics.games)
    people = ngettext("{number} person", "{number} people", statistics.people)
    lines = [
        _("📊 **This server's games**"),
        _("- {games} finished, by {people}", games=games, people=people),
        *_table_lines(statistics.tables),
    ]
    if statistics.wins:
        won = join_list(
            f"{names.user_name(user)} {number}" for user, number in statistics.wins[:MAX_WINNERS]
        )
        lines.append(_("- Most victories: {won}", won=won))
    lines += _kind_lines(statistics.kinds)
    lines += _record_lines(statistics.figure, statistics.best, statistics.longest, names)
    lines.append(_footnote())
    chart = _comparison_chart(statistics.kinds, _("Points in a game, on average"))
    return Message(_with_gap("\n".join(lines), complete), chart, _buttons(SERVER))


def _pair_line(statistics: PairStatistics, first: str, second: str, *, own: bool) -> str:
    """``**You** and **Bo**: 12 games, 7 to you, 4 to Bo, 1 tied.``."""
    games = ngettext("{number} game", "{number} games", statistics.games)
    facts = {
        "first": first,
        "second": second,
        "games": games,
        "one": statistics.ahead[0] or pgettext("games", "none"),
        "other": statistics.ahead[1] or pgettext("games", "none"),
        "level": statistics.level,
    }
    if own and statistics.level:
        return _(
            "📊 **You and** {second}: {games}, **{one} to you**, {other} to {second}, "
            "{level} tied.",
            **facts,
        )
    if own:
        return _(
            "📊 **You and** {second}: {games}, **{one} to you**, {other} to {second}.", **facts
        )
    if statistics.level:
        return _(
            "📊 {first} and {second}: {games}, {one} to {first}, {other} to {second}, "
            "{level} tied.",
            **facts,
        )
    return _("📊 {first} and {second}: {games}, {one} to {first}, {other} to {second}.", **facts)


def _person_lines(statistics: PersonStatistics) -> Iterator[str]:
    if statistics.games:
        games = ngettext("{number} game", "{number} games", statistics.games)
        wins = statistics.wins
        yield (
            ngettext(
                "- {games} with others, **{number} won**",
                "- {games} with others, **{number} won**",
                wins,
                games=games,
            )
            if wins
            else _("- {games} with others, no win yet", games=games)
        )
    if statistics.solo_games:
        games = ngettext("{number} game", "{number} games", statistics.solo_games)
        wins = statistics.solo_wins
        yield (
            ngettext(
                "- {games} against opponents only, {number} won",
                "- {games} against opponents only, {number} won",
                wins,
                games=games,
            )
            if wins
            else _("- {games} against opponents only, no win yet", games=games)
        )
    yield from _table_lines(statistics.tables)
    yield from _kind_lines(statistics.kinds)
    yield from _record_lines(statistics.figure, statistics.best, statistics.longest)


def _table_lines(tables: Sequence[TableTally]) -> Iterator[str]:
    for tally in tables[:MAX_TABLES]:
        yield _(
            "- {game}, {seats}: {games}, {points} points on average",
            game=game_title(tally.name),
            seats=ngettext("{number} player", "{number} players", tally.seats),
            games=ngettext("{number} game", "{number} games", tally.games),
            points=decimal(tally.points),
        )
    if (more := len(tables) - MAX_TABLES) > 0:
        yield ngettext(
            "-# … and {number} other combination.", "-# … and {number} other combinations.", more
        )


def _kind_lines(kinds: Sequence[KindAverage], others: str = "") -> Iterator[str]:
    """Average points by kind of feature, those of ``others`` in brackets."""
    phrases = [
        f"{nouns.feature_icon(one.kind)} {nouns.feature_heading(one.kind)} {decimal(one.own)}"
        + (f" ({decimal(one.others)})" if one.others is not None else "")
        for one in kinds
    ]
    if not phrases:
        return
    compared = any(one.others is not None for one in kinds)
    points = " · ".join(phrases)
    yield (
        _(
            "- Points in a game (in brackets: {others}): {points}",
            others=others or _("the other players"),
            points=points,
        )
        if compared
        else _("- Points in a game: {points}", points=points)
    )


def _record_lines(
    figure: tuple[str, int] | None,
    best: BestMove | None,
    longest: LongestGame | None,
    names: Names | None = None,
) -> Iterator[str]:
    """Favourite figure, best move, longest game; with ``names`` the mover is named."""
    if figure is not None:
        role, number = figure
        yield ngettext(
            "- Favourite meeple: {role}, placed {number} time",
            "- Favourite meeple: {role}, placed {number} times",
            number,
            role=nouns.role_name(role),
        )
    if best is not None:
        facts = {"day": date_timestamp(best.ended_at)}
        points = ngettext("{number} point", "{number} points", best.points)
        if names is None:
            yield _("- Best move: **{points}**, in the game of {day}", points=points, **facts)
        else:
            yield _(
                "- Best move: **{points}** by {who}, in the game of {day}",
                points=points,
                who=names.user_name(best.user),
                **facts,
            )
    if longest is not None:
        yield _(
            "- Longest game: {time}, until {day}",
            time=format_duration(longest.seconds),
            day=date_timestamp(longest.ended_at),
        )


def _footnote() -> str:
    return _(
        "-# Games ended with more than a quarter of the tiles left don't count. `/privacy` lets "
        "you leave these numbers."
    )


def _with_gap(text: str, complete: bool) -> str:
    if complete:
        return text
    return text + "\n" + _("-# I'm still loading older games. Look again in a minute.")


def _comparison_chart(kinds: Sequence[KindAverage], *series: str) -> tuple[Illustration, ...]:
    """Averages by kind as bars, and in the alt text; no chart of one bar."""
    if len(kinds) < 2:
        return ()
    rows = tuple(
        BarRow(
            nouns.feature_heading(one.kind),
            (one.own, one.others)[: len(series)],
            (decimal(one.own), decimal(one.others) if one.others is not None else "")[
                : len(series)
            ],
        )
        for one in kinds
    )
    spoken = join_with_semicolons(
        _(
            "{feature}: {sum}",
            feature=row.label,
            sum=", ".join(
                f"{isolate_right_to_left(name)} {words}" if row.texts[1:] else words
                for name, words in zip(series, row.texts, strict=True)
                if words
            ),
        )
        for row in rows
    )
    alt = _("Average points in a game. {rows}.", rows=spoken)
    return (Illustration(Bars(series, rows), strip_markdown(alt)),)


def _buttons(shown: str) -> tuple[Button, ...]:
    labels = {OWN: _("My games here"), EVERYWHERE: _("In all servers"), SERVER: _("This server")}
    return tuple(
        Button(label, str(ShowStatistics(word)), chosen=word == shown, target=NO_TABLE)
        for word, label in labels.items()
    )


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
    """The best first, with a line for an unlisted reader.

    ``others``: games with their own leaderboard.
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
            names.plain_user_name(one.user),
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
