"""Hunters and Gatherers, first edition (rules H-01 to H-68)."""

from dataclasses import dataclass
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.finale import End, ScoreAll, SendHome
from rules.game import Game
from rules.geometry import cell_of
from rules.layers import Layer
from rules.pieces import Kind, Role, leaders
from rules.ruleset import Effect, Ruleset, Step
from rules.scoring import (
    Scorer,
    Terms,
    added,
    per_mark,
    per_section,
    printed,
    terms,
)
from rules.story import Scored, Term, TurnBegan
from rules.tiles import Terrain
from rules.tileset import read_tiles
from rules.turn import Draw, Placement, Scoring, TurnEnd

LAND: Final = "bag"
BONUS: Final = "bonus"

FOREST: Final = Layer("forest", frozenset({Terrain.FOREST}))
RIVER: Final = Layer("river", frozenset({Terrain.RIVER}))
MEADOW: Final = Layer("meadow", frozenset({Terrain.MEADOW}))
SYSTEM: Final = Layer("system", frozenset({Terrain.RIVER, Terrain.LAKE}))
"""River systems: rivers and the lakes that join them (H-51)."""

HUNTER: Final = Role("hunter", Kind.FOLLOWER, MEADOW.name)
GATHERER: Final = Role("gatherer", Kind.FOLLOWER, FOREST.name)
FISHER: Final = Role("fisher", Kind.FOLLOWER, RIVER.name)
HUT: Final = Role("hut", Kind.HUT, SYSTEM.name)


def fish_at_ends(board: Board, area: Area) -> Terms:
    """The fish of the lakes a river ends in, those of one lake once (H-32, H-33)."""
    lakes = {
        board.spot(cell_of(spot), letter)
        for spot in area.spots
        for letter in board.zone(spot).touches
    }
    return terms(Term("fish", printed(board, lakes, "fish"), 1))


def animals(board: Board, area: Area) -> Terms:
    """2 points an animal; each tiger eats one deer, unless a fire drove it away (H-63 to H-68)."""
    deer = printed(board, area.spots, "deer")
    fire = printed(board, area.spots, "fire")
    tigers = 0 if fire else printed(board, area.spots, "tiger")
    return terms(
        Term("deer", deer, 2),
        Term("mammoth", printed(board, area.spots, "mammoth"), 2),
        Term("aurochs", printed(board, area.spots, "aurochs"), 2),
        Term("tiger", min(tigers, deer), -2),
    )


def to_hunters(board: Board, area: Area, points: int) -> tuple[tuple[int, int], ...]:
    """To the majority, but to the hunter of the shrine alone if there is one (H-66)."""
    shrine = [piece for piece in area.pieces if board.zone(piece.spot).count("shrine")]
    return tuple((seat, points) for seat in leaders(shrine or area.pieces)) if points else ()


@dataclass(frozen=True, slots=True)
class BonusTurn(Effect):
    """Who closed a forest with gold this turn plays one bonus tile, never a second (H-43, H-44)."""

    then: tuple[Step, ...]

    def run(self, game: Game) -> Game:
        """Puts a second draw on the agenda; it stands in the turn once, so it cannot recur."""
        for event in reversed(game.story):
            if isinstance(event, TurnBegan):
                return game
            if (
                isinstance(event, Scored)
                and event.kind == FOREST.name
                and printed(game.board, event.spots, "gold")
            ):
                return game.first(Draw(BONUS, self.then))
        return game


def ruleset() -> Ruleset:
    """79 land tiles, 12 bonus tiles; five followers and two huts a seat (H-01 to H-03)."""
    scoring = Scoring(
        (
            Scorer(FOREST.name, added(per_section(2), per_mark("mushrooms", 2))),
            Scorer(RIVER.name, added(per_section(1), fish_at_ends)),
        )
    )
    tile: tuple[Step, ...] = (Placement(), Deployment(), scoring)
    return Ruleset(
        name="hunters",
        edition=1,
        seats=range(2, 6),
        bags={LAND: read_tiles("hunters"), BONUS: read_tiles("hunters-bonus")},
        layers=(FOREST, RIVER, MEADOW, SYSTEM),
        roles=(HUNTER, GATHERER, FISHER, HUT),
        supply={Kind.FOLLOWER: 5, Kind.HUT: 2},
        turn=(Draw(LAND, tile), BonusTurn(tile), TurnEnd()),
        finale=(
            SendHome((FOREST.name, RIVER.name)),
            ScoreAll(
                (
                    Scorer(SYSTEM.name, per_mark("fish", 1)),
                    Scorer(MEADOW.name, animals, to_hunters),
                ),
                stay=True,
            ),
            End(),
        ),
        options={},
    )
