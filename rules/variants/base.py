"""The base game, first edition (rules B-01 to B-65)."""

from dataclasses import dataclass
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.finale import End, ScoreAll
from rules.game import Game
from rules.geometry import RING, cell_of
from rules.layers import Layer
from rules.pieces import Kind, Role, leaders
from rules.ruleset import Effect, Ruleset
from rules.scoring import Scorer, Terms, added, per_mark, per_tile, printed, terms
from rules.story import Scored, Term
from rules.tiles import Terrain
from rules.tileset import read_tiles
from rules.turn import Draw, Placement, Scoring, TurnEnd

CITY: Final = Layer("city", frozenset({Terrain.CITY}))
ROAD: Final = Layer("road", frozenset({Terrain.ROAD}))
FIELD: Final = Layer("field", frozenset({Terrain.FIELD}))
MONASTERY: Final = Layer("monastery", frozenset({Terrain.MONASTERY}), RING)

KNIGHT: Final = Role("knight", Kind.FOLLOWER, CITY.name)
THIEF: Final = Role("thief", Kind.FOLLOWER, ROAD.name)
FARMER: Final = Role("farmer", Kind.FOLLOWER, FIELD.name)
MONK: Final = Role("monk", Kind.FOLLOWER, MONASTERY.name)

POINTS_A_CITY: Final = 4
"""What a finished city pays the farmers around it (B-63)."""


def finished_city(board: Board, area: Area) -> Terms:
    """2 a tile and 2 a pennant; in a city of two tiles 1 each (B-31 to B-33)."""
    tiles = len(area.cells())
    each = 1 if tiles == 2 else 2
    return terms(
        Term("tiles", tiles, each), Term("pennants", printed(board, area.spots, "pennants"), each)
    )


def tiles_around(board: Board, area: Area) -> Terms:
    """1 for the monastery and 1 for each tile around it (B-41, B-61)."""
    return (Term("tiles", 1 + len(area.layer.halo) - len(area.open), 1),)


@dataclass(frozen=True, slots=True)
class ScoreFarmers(Effect):
    """City by city: 4 points for the most farmers in all fields that touch it (B-63 to B-65).

    That is the first edition's way: the fields around a city are counted together, its size does
    not matter, and a field may supply several cities.
    """

    def run(self, game: Game) -> Game:
        """One event for each finished city with a farmer around it."""
        board = game.board
        farmed = [area for area in board.areas(FIELD.name) if area.pieces]
        for city in board.areas(CITY.name):
            if not city.closed:
                continue
            inside = set(city.spots)
            around = [
                piece
                for field in farmed
                if any(not inside.isdisjoint(_cities(board, spot)) for spot in field.spots)
                for piece in field.pieces
            ]
            if around:
                points = tuple((seat, POINTS_A_CITY) for seat in leaders(around))
                found = (Term("cities", 1, POINTS_A_CITY),)
                game = game.told(Scored(FIELD.name, city.spots, found, points, final=True))
        return game


def _cities(board: Board, spot: int) -> list[int]:
    """The spots of the cities that a zone of a field touches on its tile."""
    return [board.spot(cell_of(spot), letter) for letter in board.zone(spot).touches]


def ruleset() -> Ruleset:
    """72 tiles, seven followers a seat (B-01, B-02)."""
    scoring = Scoring(
        (
            Scorer(CITY.name, finished_city),
            Scorer(ROAD.name, per_tile(1)),
            Scorer(MONASTERY.name, tiles_around),
        )
    )
    unfinished = ScoreAll(
        (
            Scorer(CITY.name, added(per_tile(1), per_mark("pennants", 1))),
            Scorer(ROAD.name, per_tile(1)),
            Scorer(MONASTERY.name, tiles_around),
        )
    )
    return Ruleset(
        name="base",
        edition=1,
        seats=range(2, 6),
        bags={"bag": read_tiles("base")},
        layers=(CITY, ROAD, FIELD, MONASTERY),
        roles=(KNIGHT, THIEF, FARMER, MONK),
        supply={Kind.FOLLOWER: 7},
        turn=(Draw("bag", (Placement(), Deployment(), scoring)), TurnEnd()),
        finale=(unfinished, ScoreFarmers(), End()),
        options={},
    )
