"""The Ark of the Covenant (rules A-01 to A-64): its ruleset, the scoring of prophets and flocks.

Its tiles are a labelled reconstruction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.final_scoring import GameEnd, ScoreAll
from rules.forecasts import Chances, Forecast, Forecaster
from rules.game import Game
from rules.layers import Layer
from rules.parts import Part
from rules.pieces import FOLLOWER, Role, lead, leaders
from rules.ruleset import Ruleset
from rules.scoring import PerMark, PerTile, Scorer, Sum, Terms, count_marks, nonzero_terms
from rules.story import Share, Term
from rules.tile_data import TileSchema, read_tiles
from rules.tiles import Terrain
from rules.turn import Draw, Placement, Scoring, TurnEnd
from rules.variants.ark_temples import PROPHETS, TEMPLE, ScoreTemples, UnfinishedTemples
from rules.variants.ark_walk import (
    REASONS,
    ArkSet,
    ArkSetting,
    ArkWalk,
    ArkWalked,
    SetArk,
    Walk,
)

CITY: Final = Layer("city", frozenset({Terrain("city")}))
ROAD: Final = Layer("road", frozenset({Terrain("road")}))
FIELD: Final = Layer("field", frozenset({Terrain("field")}))

KNIGHT: Final = Role("knight", FOLLOWER, CITY.name)
THIEF: Final = Role("thief", FOLLOWER, ROAD.name)
SHEPHERD: Final = Role("shepherd", FOLLOWER, FIELD.name, lies=True)
PROPHET: Final = Role("prophet", PROPHETS, CITY.name)

FLOCK_POINTS_PER_TILE: Final = 0.7
"""The points of a tile's sheep in one field; a little under the average, as wolves take some."""

TILE_SCHEMA: Final = TileSchema(
    terrains=frozenset({"city", "road", "field", "temple"}),
    strips=frozenset({"road"}),
    marks=("scrolls", "oases", "sheep", "wolves"),
    borders={"cities": "city"},
    ends=frozenset({"crossing", "city", "temple"}),
)


def award_prophets(board: Board, area: Area, points: int) -> tuple[Share, ...]:
    """The majority gets the points; twice for a prophet in the city (A-23)."""
    prophets = {piece.seat for piece in area.pieces if piece.role.kind == PROPHETS}
    return tuple((seat, points * (1 + (seat in prophets))) for seat in leaders(area.pieces))


def flock_terms(board: Board, area: Area) -> Terms:
    """2 points for each sheep not taken by a wolf (A-63)."""
    sheep = count_marks(board, area.spots, "sheep")
    wolves = count_marks(board, area.spots, "wolves")
    return nonzero_terms(Term("sheep", sheep, 2), Term("wolves", min(sheep, wolves), -2))


@dataclass(frozen=True, slots=True)
class ScoreFlocks(ScoreAll, Forecaster):
    """Score the sheep of each field at the end; its shepherds stay (A-63, A-50)."""

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """Expected points of sheep on tiles to come, for each field's leaders."""
        for field in game.board.held(FIELD.name):
            points = FLOCK_POINTS_PER_TILE * chances.growing(game, field)
            points *= chances.keeping(game, (field,), lead(field.pieces))
            if points:
                shares = tuple([(seat, points) for seat in leaders(field.pieces)])
                yield Forecast(FIELD.name, shares, field)


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """72 tiles; seven followers and a prophet a seat, one Ark for all (A-01, A-02)."""
    spent = frozenset({PROPHETS})
    road = Scorer(ROAD.name, Sum((PerTile(1), PerMark("oases", 1))))
    city = Sum((PerTile(2), PerMark("scrolls", 2)))
    unfinished_city = Sum((PerTile(1), PerMark("scrolls", 1)))
    return replace(
        ruleset,
        seats=range(2, 6),
        bags={"bag": read_tiles("ark", TILE_SCHEMA)},
        draws=("bag",),
        layers=(CITY, ROAD, FIELD, TEMPLE),
        roles=(KNIGHT, THIEF, SHEPHERD, PROPHET),
        supply={FOLLOWER: 7, PROPHETS: 1},
        scorers={ROAD.name: road, CITY.name: Scorer(CITY.name, city, award_prophets, spent)},
        final_scorers={
            CITY.name: Scorer(CITY.name, unfinished_city, spent=spent),
            ROAD.name: road,
            FIELD.name: Scorer(FIELD.name, flock_terms),
        },
        tile=(
            Placement(),
            Deployment((ArkWalk(),)),
            Scoring(),
            ArkSetting(CITY.name),
            ScoreTemples(),
        ),
        turn=(Draw(), TurnEnd()),
        finale=(
            UnfinishedTemples(),
            ScoreAll((CITY.name, ROAD.name)),
            ScoreFlocks((FIELD.name,), stay=True),
            GameEnd(),
        ),
    )


PART: Final = Part(
    "ark",
    make,
    TILE_SCHEMA,
    moves=(SetArk, Walk),
    events=(ArkSet, ArkWalked),
    reasons=REASONS,
)
