"""The base game, first edition (rules B-01 to B-65)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.final_scoring import GameEnd, ScoreAll
from rules.forecasts import Chances, Forecast, Forecaster
from rules.game import Game
from rules.geometry import RING
from rules.layers import Layer
from rules.parts import Part
from rules.pieces import FOLLOWER, Kind, Piece, Role, leaders
from rules.ruleset import Effect, Ruleset
from rules.scoring import PerMark, PerTile, Scorer, Sum, Terms, count_marks, nonzero_terms
from rules.story import Scored, Term
from rules.tiles import Terrain
from rules.tileset import Vocabulary, read_tiles
from rules.turn import Draw, Placement, Scoring, TurnEnd

CITY: Final = Layer("city", frozenset({Terrain("city")}))
ROAD: Final = Layer("road", frozenset({Terrain("road")}))
FIELD: Final = Layer("field", frozenset({Terrain("field")}))
MONASTERY: Final = Layer("monastery", frozenset({Terrain("monastery")}), RING)

KNIGHT: Final = Role("knight", FOLLOWER, CITY.name)
THIEF: Final = Role("thief", FOLLOWER, ROAD.name)
FARMER: Final = Role("farmer", FOLLOWER, FIELD.name, lies=True)
MONK: Final = Role("monk", FOLLOWER, MONASTERY.name)

WORDS: Final = Vocabulary(
    terrains=frozenset({"city", "road", "field", "monastery"}),
    strips=frozenset({"road"}),
    marks=("pennants",),
    borders={"cities": "city"},
    ends=frozenset({"village", "crossing", "monastery", "city"}),
)

POINTS_PER_CITY: Final = 4
"""The points of a finished city for the farmers around it (B-63)."""


def finished_city_terms(board: Board, area: Area) -> Terms:
    """2 a tile and 2 a pennant; in a city of two tiles 1 each (B-31 to B-33)."""
    tiles = len(area.cells())
    points = 1 if tiles == 2 else 2
    return nonzero_terms(
        Term("tiles", tiles, points),
        Term("pennants", count_marks(board, area.spots, "pennants"), points),
    )


def monastery_terms(board: Board, area: Area) -> Terms:
    """1 for the monastery and 1 for each tile around it (B-41, B-61)."""
    return (Term("tiles", 1 + len(area.layer.halo) - len(area.open), 1),)


@dataclass(frozen=True, slots=True)
class ScoreFarmers(Effect, Forecaster):
    """Score 4 points a city for the most farmers in all fields that touch it (B-63 to B-65).

    This is the first edition's rule: the fields around a city count together, the size of the city
    does not matter, and a field may supply several cities. ``extra`` are kinds of pieces that add
    points for a winner with such a piece in these fields (TB-09).
    """

    extra: tuple[tuple[Kind, int], ...] = ()

    def run(self, game: Game) -> Game:
        """Add one event for each finished city with a farmer around it."""
        board = game.board
        home = board.planes[board.layers[CITY.name][0]].home
        farmed = [
            (
                area.pieces,
                {home.get(city) for spot in area.spots for city in _city_spots(board, spot)},
            )
            for area in board.areas(FIELD.name)
            if area.pieces
        ]
        for city in board.areas(CITY.name):
            if not city.closed:
                continue
            key = home[city.spots[0]]
            around = [piece for pieces, cities in farmed if key in cities for piece in pieces]
            if around:
                points = tuple(
                    (seat, POINTS_PER_CITY + self._extra(seat, around)) for seat in leaders(around)
                )
                terms = (Term("cities", 1, POINTS_PER_CITY),)
                game = game.with_events(Scored(FIELD.name, city.spots, terms, points, final=True))
        return game

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """The expected points of each city for farmers, by the chance that the city is finished."""
        board = game.board
        plane = board.planes[board.layers[CITY.name][0]]
        home, cities = plane.home, plane.areas
        fields = board.held(FIELD.name)
        around: dict[int, tuple[int, ...]] = {}
        for number, field in enumerate(fields):
            for key in {home[spot] for spot in chances.cached(board, field, _all_city_spots)}:
                around[key] = (*around.get(key, ()), number)
        # Many cities border the same fields, where the same seats lead.
        shares: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
        for key, numbers in around.items():
            chance = chances.finishing(game, cities[key])
            if not chance:
                continue
            city_shares = shares.get(numbers)
            if city_shares is None:
                pieces = [piece for number in numbers for piece in fields[number].pieces]
                city_shares = shares[numbers] = tuple(
                    (seat, POINTS_PER_CITY + self._extra(seat, pieces)) for seat in leaders(pieces)
                )
            expected = tuple([(seat, chance * points) for seat, points in city_shares])
            yield Forecast(FIELD.name, expected, cities[key])

    def _extra(self, seat: int, around: Sequence[Piece]) -> int:
        """The points added by a seat's other pieces in the fields around a city."""
        if not self.extra:
            return 0
        own_kinds = {piece.role.kind for piece in around if piece.seat == seat}
        return sum(points for kind, points in self.extra if kind in own_kinds)


def _city_spots(board: Board, spot: int) -> list[int]:
    """The spots of the cities that a zone of a field touches on its tile."""
    return board.bordering(spot)


def _all_city_spots(board: Board, field: Area) -> tuple[int, ...]:
    """The spots of all cities that a field touches, each once."""
    return tuple(dict.fromkeys(city for spot in field.spots for city in _city_spots(board, spot)))


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """72 tiles, seven followers a seat (B-01, B-02)."""
    road = Scorer(ROAD.name, PerTile(1))
    monastery = Scorer(MONASTERY.name, monastery_terms)
    unfinished_city = Sum((PerTile(1), PerMark("pennants", 1)))
    return replace(
        ruleset,
        seats=range(2, 6),
        bags={"bag": read_tiles("base", WORDS)},
        draws=("bag",),
        layers=(CITY, ROAD, FIELD, MONASTERY),
        roles=(KNIGHT, THIEF, FARMER, MONK),
        supply={FOLLOWER: 7},
        scorers={
            CITY.name: Scorer(CITY.name, finished_city_terms),
            ROAD.name: road,
            MONASTERY.name: monastery,
        },
        final_scorers={
            CITY.name: Scorer(CITY.name, unfinished_city),
            ROAD.name: road,
            MONASTERY.name: monastery,
        },
        tile=(Placement(), Deployment(), Scoring()),
        turn=(Draw(), TurnEnd()),
        finale=(ScoreAll((CITY.name, ROAD.name, MONASTERY.name)), ScoreFarmers(), GameEnd()),
    )


PART: Final = Part("base", make, WORDS)
