"""The River, an expansion (rules R-01 to R-05): twelve tiles that are laid before all others."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.board import Board
from rules.error_facts import Place
from rules.errors import IllegalMove, Reason
from rules.forms import Form
from rules.geometry import ACROSS, CROSS, SLOTS_PER_CELL, Cell, Joint
from rules.i18n import N_
from rules.parts import Part
from rules.ruleset import Limit, Ruleset
from rules.tile_data import TileSchema, read_tiles
from rules.tiles import Terrain, Tile
from rules.variants import base

PILE: Final = "river"
RIVER: Final = Terrain("river")
LAKE: Final = "RIV-L"
"""The tile that ends the river."""

TILE_SCHEMA: Final = base.TILE_SCHEMA | TileSchema(
    terrains=frozenset({RIVER, "lake"}),
    strips=frozenset({RIVER}),
    borders={"rivers": RIVER},
    mutual=frozenset({"rivers"}),
    ends=frozenset({"spring"}),
)

RIVER_ENDS: Final = Reason(
    "river-ends",
    N_("the river wouldn't go on at {cell}: place river tiles at its open end"),
)
RIVER_TURNS_BACK: Final = Reason(
    "river-turns-back",
    N_("the river would turn back at {cell}: the bend before it turns the same way"),
)


@dataclass(frozen=True, slots=True)
class RiverLimit(Limit):
    """A river tile continues the river, which may not turn back on itself (R-02, R-03)."""

    def concerns(self, tile: Tile) -> bool:
        return any(zone.terrain == RIVER for zone in tile.zones)

    def refusal(self, board: Board, cell: Cell, form: Form) -> IllegalMove | None:
        """Refuse a tile without an incoming river, or with the same bend as the one before."""
        ports = _river_ports(form)
        flowing_in = [port for port in ports if cell + CROSS[port // 3] in board.tiles]
        if not flowing_in:
            return IllegalMove(RIVER_ENDS, cell=Place(cell))
        bend = _bend_direction(flowing_in[0], ports)
        if bend and bend == _previous_bend(board, cell + flowing_in[0]):
            return IllegalMove(RIVER_TURNS_BACK, cell=Place(cell))
        return None


def _river_ports(form: Form) -> tuple[int, ...]:
    """The ports where the river crosses the sides of a tile as it lies."""
    return tuple(port for port, zone in form.joints if form.tile.zones[zone].terrain == RIVER)


def _bend_direction(flowing_in: int, ports: tuple[int, ...]) -> int:
    """1 for left, 3 for right, 0 for no bend."""
    out = next((port for port in ports if port != flowing_in), None)
    turned = 0 if out is None else (out - flowing_in) // 3 % 4
    return turned if turned % 2 else 0


def _previous_bend(board: Board, joint: Joint) -> int:
    """The bend on the tile from which the river flows into a joint."""
    port = joint % SLOTS_PER_CELL
    across = joint - port + ACROSS[port]
    facing = across % SLOTS_PER_CELL
    form = board.tiles[across - facing]
    entry = next((port for port in _river_ports(form) if port != facing), None)
    return 0 if entry is None else _bend_direction(entry, _river_ports(form))


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """The spring first; ten tiles and the lake come before the main bag (R-01)."""
    main, *_ = ruleset.bags
    river = replace(read_tiles("river", TILE_SCHEMA), last=LAKE, postpones=True)
    return replace(
        ruleset,
        bags={**ruleset.bags, main: replace(ruleset.bags[main], start=None), PILE: river},
        draws=(PILE, *ruleset.draws),
        limits=(*ruleset.limits, RiverLimit()),
    )


PART: Final = Part(
    "river", make, TILE_SCHEMA, extends="base", reasons=(RIVER_ENDS, RIVER_TURNS_BACK)
)
