"""Inns and Cathedrals, an expansion (rules I-01 to I-09): inns, cathedrals, the big follower."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.parts import Part, merge_tiles
from rules.pieces import FOLLOWER, Kind, Role
from rules.ruleset import Ruleset
from rules.scoring import Scorer, Terms, Valuation, count_marks, total_points
from rules.story import Term
from rules.tile_data import TileSchema, read_tiles
from rules.variants import base

INNS: Final = "inns"
CATHEDRALS: Final = "cathedrals"

BIG_FOLLOWER: Final = Kind("big follower", weight=2)
"""A follower that counts as two in a majority (I-06)."""

TILE_SCHEMA: Final = base.TILE_SCHEMA | TileSchema(terrains=frozenset(), marks=(INNS, CATHEDRALS))


@dataclass(frozen=True, slots=True)
class ExtraPointPerUnit(Valuation):
    """One more point per counted unit of a finished feature with a mark.

    The number of marks does not matter (I-02, I-04). ``also``: marks that count like tiles.
    """

    otherwise: Scorer
    mark: str
    also: tuple[str, ...] = ()

    def __call__(self, board: Board, area: Area) -> Terms:
        terms = self.otherwise.valuation(board, area)
        if not count_marks(board, area.spots, self.mark):
            return terms
        counted = sum(count_marks(board, area.spots, mark) for mark in self.also)
        return (*terms, Term(self.mark, len(area.cells()) + counted, 1))


@dataclass(frozen=True, slots=True)
class AllOrNothing(Valuation):
    """No points for an unfinished feature with a mark (I-03, I-05)."""

    otherwise: Scorer
    mark: str

    def __call__(self, board: Board, area: Area) -> Terms:
        """The terms without the mark; with it, a term cancels them."""
        terms = self.otherwise.valuation(board, area)
        if not count_marks(board, area.spots, self.mark):
            return terms
        return (*terms, Term(self.mark, total_points(terms), -1))


def big_role(role: Role) -> Role:
    """The big follower's role for a follower's role."""
    return replace(role, name=f"big {role.name}", kind=BIG_FOLLOWER)


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """18 tiles, a big follower for each seat, and a sixth seat (I-01)."""
    main, *_ = ruleset.bags
    road, city = base.ROAD.name, base.CITY.name
    finished, final = ruleset.scorers, ruleset.final_scorers
    finished_valuations = {
        road: ExtraPointPerUnit(finished[road], INNS),
        city: ExtraPointPerUnit(finished[city], CATHEDRALS, ("pennants",)),
    }
    final_valuations = {
        road: AllOrNothing(final[road], INNS),
        city: AllOrNothing(final[city], CATHEDRALS),
    }
    return replace(
        ruleset,
        seats=range(ruleset.seats.start, 7),
        bags={
            **ruleset.bags,
            main: merge_tiles(ruleset.bags[main], read_tiles("inns", TILE_SCHEMA)),
        },
        roles=(
            *ruleset.roles,
            *(big_role(role) for role in ruleset.roles if role.kind == FOLLOWER),
        ),
        supply={**ruleset.supply, BIG_FOLLOWER: 1},
        scorers={
            **finished,
            **{
                name: replace(finished[name], valuation=value)
                for name, value in finished_valuations.items()
            },
        },
        final_scorers={
            **final,
            **{
                name: replace(final[name], valuation=value)
                for name, value in final_valuations.items()
            },
        },
    )


PART: Final = Part("inns", make, TILE_SCHEMA, extends="base")
