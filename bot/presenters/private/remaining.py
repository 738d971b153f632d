"""The tiles still to come: by kind, and those that fit a gap."""

from collections import Counter
from collections.abc import Iterator, Mapping

from bot.games import nouns
from bot.text.i18n import _, listed, ngettext, percent, strung
from bot.text.message import Group, Groups, Illustration, Message, Shot
from bot.text.names import Names
from rules.analysis.faces import Face, printed
from rules.analysis.kinds import Sort, sorts
from rules.analysis.odds import chance, fitting_kinds, kinds_left, rotations
from rules.game import Game
from rules.geometry import Cell, xy
from rules.tiles import Terrain


def tiles(game: Game) -> Message:
    """The tiles left in each bag by kind, as text and picture."""
    lines = []
    groups: list[Group] = []
    spent = [bag for bag in game.book.ruleset.draws if not game.bags[bag]]
    for bag, left in kinds_left(game).items():
        if bag in spent and bag != game.book.main_bag:
            continue
        name = nouns.bag_name(bag)
        heading = _("{pile} left: {number}", pile=name, number=left.total())
        groups += [(heading, ()), *_groups(game, left)]
        lines += [f"**{heading}**", *_lines(game, left)]
    alt = _("Each kind of tile that is left, with how many there are of it.")
    return Message("\n".join(lines), (Illustration(Shot.KINDS, alt, Groups(tuple(groups))),))


def fits(game: Game, cell: Cell, names: Names) -> Message:
    """The tiles left that fit a gap, and each player's chance to draw one."""
    x, y = xy(cell)
    found = fitting_kinds(game, cell)
    if not found:
        return Message(_("No tile that is left fits at `{cell}`.", cell=f"{x} {y}"))
    heading = ngettext(
        "{number} tile that is left fits at {cell}",
        "{number} tiles that are left fit at {cell}",
        found.total(),
        cell=f"`{x} {y}`",
    )
    lines = [f"**{heading}**", *_lines(game, found), _("The chance to draw at least one:")]
    for seat in range(game.seats):
        if seat not in game.out:
            share = percent(chance(game, seat, cell))
            lines.append(_("{who}: {share}", who=names.shown(seat), share=share))
    if rotations(game, cell):
        lines.append(_("The tile just drawn fits there as well."))
    alt = _("The kinds of tiles that fit at {cell}.", cell=f"{x} {y}")
    groups = Groups(((heading.replace("`", ""), ()), *_groups(game, found)))
    return Message("\n".join(lines), (Illustration(Shot.KINDS, alt, groups),))


def _groups(game: Game, kinds: Mapping[str, int]) -> Iterator[Group]:
    """Kinds of tiles grouped by their terrains, each with its number."""
    for sort in sorts(game, kinds):
        yield _title(sort), sort.kinds


def _lines(game: Game, kinds: Mapping[str, int]) -> Iterator[str]:
    """The groups in words: the sides of the tiles, and their marks."""
    for sort in sorts(game, kinds):
        line = _("- **{title}**: {sides}", title=_title(sort), sides=_sides(game, sort))
        marks = _printed(game, sort)
        yield _("{kinds} ({marks})", kinds=line, marks=marks) if marks else line


def _title(sort: Sort) -> str:
    """``8 with a city and 2 roads``."""
    segments = listed(nouns.segments(terrain, number) for terrain, number in sort.segments)
    if sort.bare:
        return _("{number} with nothing but {segments}", number=sort.number, segments=segments)
    return _("{number} with {segments}", number=sort.number, segments=segments)


def _sides(game: Game, sort: Sort) -> str:
    """``3 × city, road ×2, field; 1 × …``: the sides of tiles, equal ones together."""
    found = Counter[str]()
    for tile, number in sort.kinds:
        found[_side_by_side(printed(game, tile))] += number
    rows = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    if len(rows) == 1:
        return rows[0][0]
    return strung(f"{number} × {sides}" for sides, number in rows)


def _printed(game: Game, sort: Sort) -> str:
    """``12 deer, 3 tigers``: the marks of tiles, all together, sorted."""
    marks = Counter[str]()
    for tile, number in sort.kinds:
        for segment in printed(game, tile).segments:
            for mark, count in segment.marks.items():
                marks[mark] += number * count
    return ", ".join(nouns.mark(mark, count) for mark, count in sorted((+marks).items()))


def _side_by_side(face: Face) -> str:
    """``forest ×2, river, meadow``."""
    found = Counter[Terrain](segment.terrain for segment in face.sides)
    return ", ".join(
        nouns.terrain(terrain) + (f" ×{number}" if number > 1 else "")
        for terrain, number in sorted(found.items())
    )
