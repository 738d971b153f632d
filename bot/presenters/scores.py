"""Scores in words: the arithmetic of an event, standings, the final table."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from bot.presenters.cast import Cast
from rules.game import Game
from rules.geometry import xy
from rules.pieces import Kind
from rules.story import Event, Scored, Term

ICONS: Final = {
    **{"forest": "🌲", "river": "🐟", "system": "🛖", "meadow": "🌿", "city": "🏰", "road": "🛤️"},
    **{"monastery": "⛪", "field": "🌾", "temple": "🏛️", "ark": "⛺"},
}
TITLES: Final = {"system": "river system", "ark": "the Ark's walk"}
COUNTED: Final = {
    "sections": ("section", "sections"),
    "fish": ("fish", "fish"),
    "mushrooms": ("mushrooms", "mushrooms"),
    "deer": ("deer", "deer"),
    "mammoth": ("mammoth", "mammoths"),
    "aurochs": ("aurochs", "aurochs"),
    "tiles": ("tile", "tiles"),
    "pennants": ("pennant", "pennants"),
    "scrolls": ("scroll", "scrolls"),
    "oases": ("oasis", "oases"),
    "cities": ("finished city", "finished cities"),
    "followers": ("follower", "followers"),
    "wolves": ("sheep taken by a wolf", "sheep taken by wolves"),
    "tiger": ("deer eaten by a tiger", "deer eaten by tigers"),
}
PIECES: Final = {
    Kind.FOLLOWER: ("follower", "followers"),
    Kind.HUT: ("hut", "huts"),
    Kind.PROPHET: ("prophet", "prophets"),
}


def title(kind: str) -> str:
    """What a feature of a kind is called."""
    return TITLES.get(kind, kind)


def counted(term: Term) -> str:
    """``3 sections``, ``1 mammoth``."""
    one, many = COUNTED.get(term.name, (term.name, term.name))
    return f"{term.number} {one if term.number == 1 else many}"


def arithmetic(terms: Iterable[Term]) -> str:
    """``3 sections × 2 + 1 mushrooms × 2 = 8``; the total alone where nothing counts."""
    found = list(terms)
    total = sum(term.points for term in found)
    if not found:
        return "0"
    text = ""
    for index, term in enumerate(found):
        sign = " − " if term.each < 0 else " + " if index else ""
        each = f" × {abs(term.each)}" if abs(term.each) != 1 else ""
        text += f"{sign}{counted(term)}{each}"
    return f"{text} = {total}"


def where(event: Scored) -> str:
    """``at 3 -1`` or ``at 3 -1, 3 0 and 2 more``: cells of a feature."""
    cells = [f"{x} {y}" for x, y in map(xy, event.cells())]
    if len(cells) > 3:
        return f"at {', '.join(cells[:2])} and {len(cells) - 2} more"
    return f"at {', '.join(cells)}"


def scored(event: Scored, cast: Cast) -> str:
    """A line that says who got what for a feature, and why."""
    icon = ICONS.get(event.kind, "•")
    sums = arithmetic(event.terms)
    name = title(event.kind)
    closed = "" if event.final or event.kind == "ark" else " closed"
    head = f"{icon} {name[0].upper()}{name[1:]}{closed} {where(event)}: {sums}"
    if not event.points:
        there = " and ".join(map(cast.shown, sorted({piece.seat for piece in event.pieces})))
        return f"{head}, so nothing for {there}." if there else f"{head}, and nobody is there."
    same = len({points for _, points in event.points}) == 1
    if same:
        gains = " and ".join(cast.shown(seat) for seat, _ in event.points)
        each = " each" if len(event.points) > 1 else ""
        return f"{head} → **{event.points[0][1]}**{each} for {gains}."
    gains = ", ".join(f"**{points}** for {cast.shown(seat)}" for seat, points in event.points)
    return f"{head} → {gains}."


def standings(game: Game, cast: Cast) -> str:
    """One line of points, in the order of the seats."""
    scores = game.scores
    return " · ".join(f"{cast.shown(seat)} {scores[seat]}" for seat in range(game.seats))


def chart_alt(game: Game, cast: Cast) -> str:
    """The chart of points over turns in words."""
    points = ", ".join(f"{cast.plain(s)} {n}" for s, n in enumerate(game.scores))
    return f"Points over turns, seat by seat. Now: {points}."


def supplies(game: Game, seat: int) -> str:
    """``3 followers, 2 huts``: what a seat has left to deploy."""
    return ", ".join(
        f"{left} {PIECES[kind][left != 1]}" for kind, left in game.supply[seat].items()
    )


def by_kind(story: Iterable[Event], seats: int) -> dict[str, list[int]]:
    """Points of each seat by kind of feature, in the order they first came up."""
    found: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for event in story:
        if isinstance(event, Scored):
            for seat, points in event.points:
                found[event.kind][seat] += points
    return dict(found)


def table(game: Game, cast: Cast) -> str:
    """The points by kind of feature as a table in a code block, narrow enough for a phone."""
    names = [name[:9] for name in cast.all_plain()]
    rows = [("", *names)]
    for kind, points in by_kind(game.story, game.seats).items():
        rows.append((title(kind), *map(str, points)))
    rows.append(("total", *map(str, game.scores)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        row[0].ljust(widths[0])
        + "".join("  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    return "```\n" + "\n".join(line.replace("`", "'").rstrip() for line in lines) + "\n```"
