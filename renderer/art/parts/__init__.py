"""The registry of drawings by part, and the merged art of a rulebook's parts."""

from functools import cache
from typing import Final

from renderer.art.drawing import Drawing
from renderer.art.look import Art
from renderer.art.parts import ark, base, ferries, hunters, inns, river, traders
from rules.ruleset import Rulebook

DRAWINGS: Final[dict[str, Drawing]] = {
    "base": base.DRAWING,
    "ferries": ferries.DRAWING,
    "inns": inns.DRAWING,
    "traders": traders.DRAWING,
    "river": river.DRAWING,
    "hunters": hunters.DRAWING,
    "ark": ark.DRAWING,
}


def drawings_of(book: Rulebook) -> tuple[Drawing, ...]:
    return tuple(DRAWINGS[part] for part in book.ruleset.parts if part in DRAWINGS)


def art_of(book: Rulebook) -> Art:
    return _joined(drawings_of(book))


@cache  # as many as there are sets of parts, a table of references each
def _joined(drawings: tuple[Drawing, ...]) -> Art:
    return Art.of(drawings)
