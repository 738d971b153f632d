"""What is still to come: the tiles left by kind, and what fits a gap."""

from collections import Counter
from collections.abc import Mapping

from bot.games import nouns
from bot.text.i18n import _, ngettext, percent
from bot.text.message import Groups, Illustration, Message, Shot
from bot.text.names import Names
from rules.analysis.faces import Face, printed
from rules.analysis.odds import chance, fitting_kinds, kinds_left, rotations
from rules.game import Game
from rules.geometry import Cell, xy
from rules.tiles import Terrain


def tiles(game: Game) -> Message:
    """What is left in each bag, by the sides of the tiles and by what is printed, not by order."""
    lines = []
    groups = []
    for bag, left in kinds_left(game).items():
        name = nouns.bag_name(bag)
        heading = _("{pile} left: {number}", pile=name, number=left.total())
        groups.append((heading, _rows(left)))
        lines.append(f"**{heading}**")
        lines += _by_sides(game, left)
        marks = _printed(game, left)
        if marks:
            lines.append(_("Printed on them: {marks}", marks=marks))
    alt = _("Each kind of tile that is left, with how many there are of it.")
    return Message("\n".join(lines), (Illustration(Shot.KINDS, alt, Groups(tuple(groups))),))


def fits(game: Game, cell: Cell, names: Names) -> Message:
    """Which of the tiles left fit a gap, and the chance of each player to draw one."""
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
    lines = [f"**{heading}**", *_by_sides(game, found), _("The chance to draw at least one:")]
    for seat in range(game.seats):
        if seat not in game.out:
            share = percent(chance(game, seat, cell))
            lines.append(_("{who}: {share}", who=names.shown(seat), share=share))
    if rotations(game, cell):
        lines.append(_("The tile just drawn fits there as well."))
    alt = _("The kinds of tiles that fit at {cell}.", cell=f"{x} {y}")
    groups = Groups(((heading.replace("`", ""), _rows(found)),))
    return Message("\n".join(lines), (Illustration(Shot.KINDS, alt, groups),))


def _rows(kinds: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Kinds of tiles with their numbers, the most frequent first."""
    return tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0])))


def _by_sides(game: Game, kinds: Counter[str]) -> list[str]:
    """``3 × city, road, road, field``: the sides of tiles, alike ones together."""
    found = Counter[str]()
    for tile, number in kinds.items():
        found[_sides(printed(game, tile))] += number
    rows = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [f"{number} × {sides}" for sides, number in rows]


def _printed(game: Game, kinds: Counter[str]) -> str:
    """``12 deer, 3 tigers``: what is printed on tiles, all together, sorted by mark."""
    marks = Counter[str]()
    for tile, number in kinds.items():
        for segment in printed(game, tile).segments:
            for mark, count in segment.marks.items():
                marks[mark] += number * count
    return ", ".join(nouns.mark(mark, count) for mark, count in sorted((+marks).items()))


def _sides(face: Face) -> str:
    """``forest ×2, river, meadow``."""
    found = Counter[Terrain](segment.terrain for segment in face.sides)
    return ", ".join(
        nouns.terrain(terrain) + (f" ×{number}" if number > 1 else "")
        for terrain, number in sorted(found.items())
    )
