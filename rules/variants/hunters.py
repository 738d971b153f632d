"""Hunters and Gatherers (rules H-01 to H-68): its ruleset, fish, animals, and bonus turns.

The rules are those of the first edition.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.final_scoring import GameEnd, ScoreAll, SendHome
from rules.game import Game
from rules.layers import Layer
from rules.parts import Part
from rules.pieces import FOLLOWER, Kind, Role, leaders
from rules.ruleset import Effect, Ruleset
from rules.scoring import PerMark, PerSegment, Scorer, Sum, Terms, count_marks, nonzero_terms
from rules.story import Scored, Share, Term, TurnBegan
from rules.tile_data import TileSchema, read_tiles
from rules.tiles import Terrain
from rules.turn import Draw, Placement, Scoring, TurnEnd

LAND: Final = "bag"
BONUS: Final = "bonus"

FOREST: Final = Layer("forest", frozenset({Terrain("forest")}))
RIVER: Final = Layer("river", frozenset({Terrain("river")}))
MEADOW: Final = Layer("meadow", frozenset({Terrain("meadow")}))
SYSTEM: Final = Layer("system", frozenset({Terrain("river"), Terrain("lake")}))
"""River systems: rivers and the lakes that join them (H-51)."""

HUTS: Final = Kind("hut")

HUNTER: Final = Role("hunter", FOLLOWER, MEADOW.name, lies=True)
GATHERER: Final = Role("gatherer", FOLLOWER, FOREST.name)
FISHER: Final = Role("fisher", FOLLOWER, RIVER.name)
HUT: Final = Role("hut", HUTS, SYSTEM.name)

TILE_SCHEMA: Final = TileSchema(
    terrains=frozenset({"forest", "river", "meadow", "lake"}),
    strips=frozenset({"river"}),
    marks=(
        *("fish", "gold", "mushrooms", "deer", "mammoth", "tiger", "aurochs", "fire", "shrine"),
    ),
    borders={"rivers": "river"},
    mutual=frozenset({"rivers"}),
    ends=frozenset({"spring"}),
)


def fish_terms(board: Board, area: Area) -> Terms:
    """The fish of the lakes at a river's ends, each lake once (H-32, H-33)."""
    lakes = {lake for spot in area.spots for lake in board.bordering(spot)}
    return nonzero_terms(Term("fish", count_marks(board, lakes, "fish"), 1))


def animal_terms(board: Board, area: Area) -> Terms:
    """2 points an animal; each tiger eats one deer, unless there is a fire (H-63 to H-68)."""
    deer = count_marks(board, area.spots, "deer")
    fire = count_marks(board, area.spots, "fire")
    tigers = 0 if fire else count_marks(board, area.spots, "tiger")
    return nonzero_terms(
        Term("deer", deer, 2),
        Term("mammoth", count_marks(board, area.spots, "mammoth"), 2),
        Term("aurochs", count_marks(board, area.spots, "aurochs"), 2),
        Term("tiger", min(tigers, deer), -2),
    )


def award_hunters(board: Board, area: Area, points: int) -> tuple[Share, ...]:
    """The majority, or the hunter of the shrine alone if there is one (H-66)."""
    shrine = [piece for piece in area.pieces if board.zone(piece.spot).count("shrine")]
    return tuple((seat, points) for seat in leaders(shrine or area.pieces)) if points else ()


@dataclass(frozen=True, slots=True)
class BonusTurn(Effect):
    """A seat that closed a forest with gold plays one bonus tile (H-43, H-44)."""

    bag: str

    def is_idle(self, game: Game) -> bool:
        turn = takewhile(lambda event: not isinstance(event, TurnBegan), reversed(game.story))
        closed = (event for event in turn if isinstance(event, Scored))
        return not any(
            event.kind == FOREST.name and count_marks(game.board, event.spots, "gold")
            for event in closed
        )

    def run(self, game: Game) -> Game:
        """Draw again; the step is in the turn once, so it cannot recur."""
        return game.with_steps_first(Draw(self.bag))


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """79 land tiles, 12 bonus tiles; five followers and two huts a seat (H-01 to H-03)."""
    forest = Sum((PerSegment(2), PerMark("mushrooms", 2)))
    return replace(
        ruleset,
        seats=range(2, 6),
        bags={
            LAND: read_tiles("hunters", TILE_SCHEMA),
            BONUS: read_tiles("hunters-bonus", TILE_SCHEMA),
        },
        draws=(LAND,),
        layers=(FOREST, RIVER, MEADOW, SYSTEM),
        roles=(HUNTER, GATHERER, FISHER, HUT),
        supply={FOLLOWER: 5, HUTS: 2},
        scorers={
            FOREST.name: Scorer(FOREST.name, forest),
            RIVER.name: Scorer(RIVER.name, Sum((PerSegment(1), fish_terms))),
        },
        final_scorers={
            SYSTEM.name: Scorer(SYSTEM.name, PerMark("fish", 1)),
            MEADOW.name: Scorer(MEADOW.name, animal_terms, award_hunters),
        },
        tile=(Placement(), Deployment(), Scoring()),
        turn=(Draw(), BonusTurn(BONUS), TurnEnd()),
        finale=(
            SendHome((FOREST.name, RIVER.name)),
            ScoreAll((SYSTEM.name, MEADOW.name), stay=True),
            GameEnd(),
        ),
    )


PART: Final = Part("hunters", make, TILE_SCHEMA)
