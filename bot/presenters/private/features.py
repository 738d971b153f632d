"""The features of a position in words: owners, worth, and open ends."""

from collections.abc import Iterable, Iterator, Sequence

from bot.games import nouns
from bot.text.i18n import _, join_list, ngettext
from bot.text.names import Names
from rules.analysis.features import Feature
from rules.geometry import Cell, Spot, cell_of, reading_order, xy


def feature_text(feature: Feature, names: Names, *, aided: bool = True) -> str:
    """Describe a feature; without ``aided``, leave its worth out."""
    line = feature_line(feature, names, feature_code(feature))
    return f"{line} {feature_details(feature, aided=aided)}".rstrip()


def feature_title(feature: Feature, names: Names) -> str:
    """``Meadow · nobody's · 3 tiles, 1 tiger``: the kind, owners and counts of a feature."""
    noun = nouns.feature_name(feature.kind)
    owners = _owners_text(feature, names) if feature.owners else _("nobody's")
    counts = ", ".join(_counts(feature))
    return " · ".join(part for part in (noun[0].upper() + noun[1:], owners, counts) if part)


def feature_line(feature: Feature, names: Names, place: str) -> str:
    """``No one at `3 -1`: 3 tiles and 1 tiger.``: the owners and the counts at a place."""
    facts = {"owners": _owners_text(feature, names), "place": place}
    if counts := _counts(feature):
        return _("{owners} at {place}: {counts}.", counts=join_list(counts), **facts)
    return _("{owners} at {place}.", **facts)


def feature_details(feature: Feature, *, aided: bool = True) -> str:
    """The worth and the open ends of a feature; without ``aided``, leave its worth out."""
    return " ".join(part for part in _details(feature, aided) if part)


def trifling_summary(trifling: Sequence[Feature], *, letters: bool = True) -> str:
    """Sum up features of one kind that need no line of their own.

    Without ``letters``, name the tiles of the features only.
    """
    if letters:
        places = ", ".join(map(feature_code, trifling))
    else:
        places = cell_codes({cell_of(feature.place) for feature in trifling})
    if trifling[0].closing:
        return ngettext(
            "{number} of one tile, unclaimed: {places}.",
            "{number} of one tile each, unclaimed: {places}.",
            len(trifling),
            places=places,
        )
    return ngettext(
        "{number} unclaimed, nothing to score yet: {places}.",
        "{number} unclaimed, nothing to score yet: {places}.",
        len(trifling),
        places=places,
    )


def _counts(feature: Feature) -> list[str]:
    """``3 tiles`` and ``1 tiger``: the counts of a feature, then the marks printed on it."""
    counts = [nouns.counted_term(name, number) for name, number in feature.counts]
    return counts + [nouns.counted_marks(name, number) for name, number in feature.marks]


def _details(feature: Feature, aided: bool) -> Iterator[str]:
    if aided:
        yield _worth_text(feature)
    missing, fitting = feature.missing, feature.fitting
    if feature.around and missing:
        yield ngettext(
            "{number} tile is missing around it, at {cells}.",
            "{number} tiles are missing around it, at {cells}.",
            len(missing),
            cells=cell_codes(missing),
        )
    elif feature.closing and missing:
        yield _("Open at {cells}.", cells=cell_codes(missing))
    elif not missing and not feature.closing:
        yield _("Closed.")
    if feature.closing and fitting:
        if fitting == missing and len(missing) > 1:
            yield _("The current tile fits at each of them.")
        else:
            yield _("The current tile fits at {cells}.", cells=cell_codes(fitting))


def _worth_text(feature: Feature) -> str:
    """The points that a feature would score now."""
    if feature.now is not None:
        return _("Worth {points}.", points=feature.now) if feature.now else ""
    finished, final = feature.when_finished, feature.at_the_end
    if finished == final:
        return _("Worth {points}, finished or not.", points=finished)
    if not final:
        return _("Worth {points} if finished, otherwise nothing.", points=finished)
    return _("Worth {points} if finished, {final} if not.", points=finished, final=final)


def _owners_text(feature: Feature, names: Names) -> str:
    """``**Ana** (2 hunters) and **Bo** (1 hunter)``, the majority first."""
    if not feature.owners:
        return _("No one")
    return join_list(
        _(
            "{who} ({pieces})",
            who=names.bold_name(seat),
            pieces=join_list(nouns.counted_figures(role, number) for role, number in pieces),
        )
        for seat, pieces in feature.owners
    )


def cell_code(spot: Spot) -> str:
    """Return ``3 -1``, as code."""
    x, y = xy(spot)
    return f"`{x} {y}`"


def feature_code(feature: Feature) -> str:
    """Return ``3 -1 b``, as code."""
    x, y = xy(feature.place)
    return f"`{x} {y} {feature.letter}`"


def cell_codes(cells: Iterable[Cell]) -> str:
    """Return cells in reading order, as code."""
    return ", ".join(cell_code(cell) for cell in sorted(cells, key=reading_order))
