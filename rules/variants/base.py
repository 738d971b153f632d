"""The base game (rules B-01 to B-65): its ruleset, scoring, and forecasts of farmers' points.

The rules are those of the first edition, unless an option chooses a later one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.deployment import Deployment
from rules.final_scoring import GameEnd, ScoreAll
from rules.forecasts import Chances, ExpectedShare, Forecast, Forecaster
from rules.game import Game
from rules.geometry import RING, Spot
from rules.layers import Layer
from rules.parts import Part
from rules.pieces import FOLLOWER, Kind, Piece, Role, lead, leaders
from rules.ruleset import Effect, Ruleset
from rules.scoring import PerMark, PerTile, Scorer, Sum, Terms, count_marks, nonzero_terms
from rules.story import Scored, Share, Term
from rules.tile_data import TileSchema, read_tiles
from rules.tiles import Terrain
from rules.turn import Draw, Placement, Scoring, TurnEnd

CITY: Final = Layer("city", frozenset({Terrain("city")}))
ROAD: Final = Layer("road", frozenset({Terrain("road")}))
FIELD: Final = Layer("field", frozenset({Terrain("field")}))
MONASTERY: Final = Layer("monastery", frozenset({Terrain("monastery")}), RING)

KNIGHT: Final = Role("knight", FOLLOWER, CITY.name)
THIEF: Final = Role("thief", FOLLOWER, ROAD.name)
FARMER: Final = Role("farmer", FOLLOWER, FIELD.name, lies=True)
MONK: Final = Role("monk", FOLLOWER, MONASTERY.name)

TILE_SCHEMA: Final = TileSchema(
    terrains=frozenset({"city", "road", "field", "monastery"}),
    strips=frozenset({"road"}),
    marks=("pennants",),
    borders={"cities": "city"},
    ends=frozenset({"village", "crossing", "monastery", "city"}),
)

POINTS_PER_CITY: Final = 4
"""The points of a finished city for the farmers around it (B-63)."""
POINTS_PER_CITY_OF_A_FIELD: Final = 3
"""The points of a finished city for the farmers of each field, by the third edition (X-47)."""

CITIES_PER_TILE: Final = 0.06
"""The finished cities that a field of many gaps gains for each undrawn tile, among villagers."""

FIELDS: Final = "fields"
"""The option for the scoring of farmers, by the first edition or the third (X-47)."""
SMALL_CITIES: Final = "small cities"
"""The option for the points of a finished city of two tiles (B-32, X-48)."""
OPTION_VALUES: Final = {FIELDS: ("first", "third"), SMALL_CITIES: ("2", "4")}


def finished_city_terms(board: Board, area: Area) -> Terms:
    """2 a tile and 2 a pennant, in a city of any size (B-31, X-48)."""
    return _city_terms(board, area, 2)


def finished_city_terms_of_first_edition(board: Board, area: Area) -> Terms:
    """2 a tile and 2 a pennant; in a city of two tiles 1 each (B-31 to B-33)."""
    return _city_terms(board, area, 1 if len(area.cells()) == 2 else 2)


def _city_terms(board: Board, area: Area, points: int) -> Terms:
    return nonzero_terms(
        Term("tiles", len(area.cells()), points),
        Term("pennants", count_marks(board, area.spots, "pennants"), points),
    )


def monastery_terms(board: Board, area: Area) -> Terms:
    """1 for the monastery and 1 for each tile around it (B-41, B-61)."""
    return (Term("tiles", 1 + len(area.layer.halo) - len(area.open), 1),)


@dataclass(frozen=True, slots=True)
class FarmerScoring(Effect, Forecaster):
    """The final scoring of farmers.

    ``extra``: kinds of pieces that add points for a winner with one in the scored fields (TB-09).
    """

    extra: tuple[tuple[Kind, int], ...] = ()

    def _shares(self, pieces: Sequence[Piece], points: int) -> tuple[Share, ...]:
        if not self.extra:
            return tuple((seat, points) for seat in leaders(pieces))
        return tuple((seat, points + self._extra(seat, pieces)) for seat in leaders(pieces))

    def _coming(self, game: Game, chances: Chances, points: int) -> Iterable[Forecast]:
        """Expected points of cities that no field touches yet, for each field's leaders."""
        for field in game.board.held(FIELD.name):
            if cities := coming_cities(game, field, chances):
                cities *= chances.keeping(game, (field,), lead(field.pieces))
                shares = self._shares(field.pieces, points)
                expected = tuple([(seat, cities * each) for seat, each in shares])
                yield Forecast(FIELD.name, expected, field)

    def _changes_if_joined(
        self, points: int, together: float, *apart: tuple[Area, float]
    ) -> Iterator[ExpectedShare]:
        """The change by seat if one field has ``together`` cities, instead of some apart."""
        change: dict[int, float] = {}
        pieces = [piece for field, _ in apart for piece in field.pieces]
        for standing, cities in ((pieces, together), *((f.pieces, -n) for f, n in apart)):
            for seat, each_city in self._shares(standing, points):
                change[seat] = change.get(seat, 0.0) + cities * each_city
        yield from change.items()

    def _extra(self, seat: int, pieces: Sequence[Piece]) -> int:
        own_kinds = {piece.role.kind for piece in pieces if piece.seat == seat}
        return sum(points for kind, points in self.extra if kind in own_kinds)


@dataclass(frozen=True, slots=True)
class ScoreFarmers(FarmerScoring):
    """Score 4 points a city for the most farmers in all fields that touch it (B-63 to B-65).

    This is the first edition's rule: the fields around a city count together, the size of the city
    does not matter, and a field may supply several cities.
    """

    def run(self, game: Game) -> Game:
        """One event for each finished city with a farmer around it."""
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
                points = self._shares(around, POINTS_PER_CITY)
                terms = (Term("cities", 1, POINTS_PER_CITY),)
                game = game.with_events(Scored(FIELD.name, city.spots, terms, points, final=True))
        return game

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """Expected points of each city for farmers, by its chance of being finished."""
        board = game.board
        plane = board.planes[board.layers[CITY.name][0]]
        home, cities = plane.home, plane.areas
        fields = board.held(FIELD.name)
        if not fields:
            return
        around: dict[Spot, tuple[int, ...]] = {}
        for number, field in enumerate(fields):
            for key in {home[spot] for spot in chances.cached(board, field, _all_city_spots)}:
                around[key] = (*around[key], number) if key in around else (number,)
        # Many cities border the same fields, with the same leaders.
        shares: dict[tuple[int, ...], tuple[ExpectedShare, ...]] = {}
        for key, numbers in around.items():
            city = cities[key]
            chance = chances.finishing(game, city) if city.open else 1.0
            if not chance:
                continue
            city_shares = shares.get(numbers)
            if city_shares is None:
                near = [fields[number] for number in numbers]
                pieces = [piece for field in near for piece in field.pieces]
                kept = chances.keeping(game, near, lead(pieces))
                city_shares = shares[numbers] = tuple(
                    [
                        (seat, kept * points)
                        for seat, points in self._shares(pieces, POINTS_PER_CITY)
                    ]
                )
            expected = tuple([(seat, chance * points) for seat, points in city_shares])
            yield Forecast(FIELD.name, expected, city)
        yield from self._coming(game, chances, POINTS_PER_CITY)

    def if_joined(
        self, game: Game, one: Area, other: Area, chances: Chances
    ) -> Iterable[ExpectedShare]:
        """The change by cities that one of the fields touches, and by those to come."""
        if one.layer != FIELD:
            return ()
        first, second = (_expected_cities(game, field, chances) for field in (one, other))
        # A city that both touch counts their farmers together already.
        ones = sum([chance for city, chance in first.items() if city not in second])
        others = sum([chance for city, chance in second.items() if city not in first])
        new = coming_cities(game, one, chances), coming_cities(game, other, chances)
        together = ones + others + max(new)
        apart = (one, ones + new[0]), (other, others + new[1])
        return self._changes_if_joined(POINTS_PER_CITY, together, *apart)


@dataclass(frozen=True, slots=True)
class ScoreFields(FarmerScoring):
    """Score for the most farmers of each field 3 points for each finished city at it (X-47).

    This is the third edition's rule: each field counts by itself, so a city may pay several fields.
    """

    def run(self, game: Game) -> Game:
        """One event for each field with a farmer and a finished city."""
        board = game.board
        plane = board.planes[board.layers[CITY.name][0]]
        for field in tuple(board.areas(FIELD.name)):
            keys = {plane.home[spot] for spot in _all_city_spots(board, field)}
            cities = sum(plane.areas[key].closed for key in keys)
            if not field.pieces or not cities:
                continue
            points = self._shares(field.pieces, POINTS_PER_CITY_OF_A_FIELD)
            game = game.with_events(
                Scored(
                    FIELD.name,
                    field.spots,
                    (Term("cities of the field", cities, POINTS_PER_CITY_OF_A_FIELD),),
                    tuple((seat, cities * each_city) for seat, each_city in points),
                    final=True,
                )
            )
        return game

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """Expected points of each city for each field, by its chance of being finished."""
        board = game.board
        plane = board.planes[board.layers[CITY.name][0]]
        for field in board.held(FIELD.name):
            kept = chances.keeping(game, (field,), lead(field.pieces))
            shares = self._shares(field.pieces, POINTS_PER_CITY_OF_A_FIELD)
            spots = chances.cached(board, field, _all_city_spots)
            for key in {plane.home[spot] for spot in spots}:
                city = plane.areas[key]
                if chance := kept * chances.finishing(game, city):
                    expected = tuple([(seat, chance * points) for seat, points in shares])
                    yield Forecast(FIELD.name, expected, city)
        yield from self._coming(game, chances, POINTS_PER_CITY_OF_A_FIELD)

    def if_joined(
        self, game: Game, one: Area, other: Area, chances: Chances
    ) -> Iterable[ExpectedShare]:
        """The change by all cities; one that both fields touch pays twice, and once if joined."""
        if one.layer != FIELD:
            return ()
        first, second = (_expected_cities(game, field, chances) for field in (one, other))
        new = coming_cities(game, one, chances), coming_cities(game, other, chances)
        together = sum({**first, **second}.values()) + max(new)
        apart = (one, sum(first.values()) + new[0]), (other, sum(second.values()) + new[1])
        return self._changes_if_joined(POINTS_PER_CITY_OF_A_FIELD, together, *apart)


def coming_cities(game: Game, field: Area, chances: Chances) -> float:
    """Finished cities that a field is expected to touch, beyond the present ones."""
    return CITIES_PER_TILE * chances.growing(game, field)


def _expected_cities(game: Game, field: Area, chances: Chances) -> dict[Spot, float]:
    board = game.board
    plane = board.planes[board.layers[CITY.name][0]]
    keys = {plane.home[spot] for spot in chances.cached(board, field, _all_city_spots)}
    return {key: chances.finishing(game, plane.areas[key]) for key in keys}


def _city_spots(board: Board, spot: int) -> list[int]:
    return board.bordering(spot)


def _all_city_spots(board: Board, field: Area) -> tuple[int, ...]:
    return tuple(dict.fromkeys(city for spot in field.spots for city in _city_spots(board, spot)))


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """72 tiles, seven followers a seat (B-01, B-02)."""
    road = Scorer(ROAD.name, PerTile(1))
    monastery = Scorer(MONASTERY.name, monastery_terms)
    unfinished_city = Sum((PerTile(1), PerMark("pennants", 1)))
    city_terms = (
        finished_city_terms if chosen[SMALL_CITIES] == "4" else finished_city_terms_of_first_edition
    )
    farmers = ScoreFields() if chosen[FIELDS] == "third" else ScoreFarmers()
    return replace(
        ruleset,
        seats=range(2, 6),
        bags={"bag": read_tiles("base", TILE_SCHEMA)},
        draws=("bag",),
        layers=(CITY, ROAD, FIELD, MONASTERY),
        roles=(KNIGHT, THIEF, FARMER, MONK),
        supply={FOLLOWER: 7},
        scorers={
            CITY.name: Scorer(CITY.name, city_terms),
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
        finale=(ScoreAll((CITY.name, ROAD.name, MONASTERY.name)), farmers, GameEnd()),
    )


PART: Final = Part("base", make, TILE_SCHEMA, option_values=OPTION_VALUES)
