"""Fields in the evaluation: cities to come, leads that last, and fields that are joined."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules.analysis.hypothetical_scores import final_scores, with_all_finished
from rules.areas import Area
from rules.board import Board
from rules.forecasts import Answer, Chances, EventType
from rules.game import Game
from rules.geometry import Cell, cell_of
from rules.opponents.chances import CountedChances, open_cells
from rules.opponents.evaluation import Evaluation
from rules.opponents.weights import TUNED
from rules.pieces import Kind, Piece, Role, lead
from rules.variants.base import FarmerScoring
from tests.support.for_each import for_each
from tests.support.random_games import positions as random_positions

FIELD = "field"


class AllFinished(Chances):
    """Every city is finished as it lies, no other comes, and no lead is lost."""

    def finishing(self, game: Game, area: Area) -> float:
        return 1.0

    def filling(self, game: Game, cell: Cell) -> float:
        return 0.0

    def growing(self, game: Game, area: Area) -> float:
        return 0.0

    def keeping(self, game: Game, areas: Iterable[Area], lead: int) -> float:
        return 1.0

    def cached(self, board: Board, area: Area, ask: Callable[[Board, Area], Answer]) -> Answer:
        return ask(board, area)

    def events_of(self, game: Game, kind: type[EventType]) -> list[EventType]:
        return [event for event in game.story if isinstance(event, kind)]

    def turns_left(self, game: Game, seat: int) -> float:
        return 0.0


def positions(fields: str, seeds: range) -> Iterator[Game]:
    """Positions of random games in which a tile is in hand."""
    games = (
        game for seed in seeds for game in random_positions("base", 2, seed, {"fields": fields})
    )
    return (game for game in games if game.drawn is not None and not game.over)


def joined_fields(game: Game, board: Board) -> tuple[Area, Area] | None:
    """The two fields with farmers that a placement joins, if it joins nothing else."""
    plane = board.planes[board.layers[FIELD][0]]
    by_key: dict[int, list[Area]] = {}
    for field in game.board.held(FIELD):
        by_key.setdefault(plane.home[field.spots[0]], []).append(field)
    pairs = [
        (fields[0], fields[1])
        for key, fields in by_key.items()
        if len(fields) == 2
        and all(
            spot in (*fields[0].spots, *fields[1].spots) or cell_of(spot) not in game.board.tiles
            for spot in plane.areas[key].spots
        )
    ]
    return pairs[0] if len(pairs) == 1 else None


def with_farmers_only_in(board: Board, fields: Iterable[Area]) -> Board:
    kept = {piece for field in fields for piece in field.pieces}
    return board.without_pieces([piece for piece in board.pieces() if piece not in kept])


def field_points(game: Game) -> list[int]:
    """By seat the points of fields if the game ended now, with every city finished."""
    points = [0] * game.seats
    for event in final_scores(game.replace(board=with_all_finished(game.board))):
        for seat, gained in event.points if event.kind == FIELD else ():
            points[seat] += gained
    return points


def scoring_of(game: Game) -> FarmerScoring:
    return next(step for step in game.book.ruleset.finale if isinstance(step, FarmerScoring))


@for_each("fields", ["first", "third"])
def test_joined_fields_change_points_as_the_final_scoring_says(fields: str) -> None:
    """Tiles without a city join fields, while all cities count as finished."""
    checked = 0
    for game in positions(fields, range(12)):
        if any(zone.terrain == "city" for zone in game.book.forms[game.drawn or ""].tile.zones):
            continue
        for move in game.decision.legal_moves(game):
            after = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
            pair = joined_fields(game, after.board)
            if pair is None:
                continue
            before = game.replace(board=with_farmers_only_in(game.board, pair))
            later = before.replace(board=with_farmers_only_in(after.board, pair))
            change = dict(scoring_of(game).if_joined(before, *pair, AllFinished()))
            points = zip(field_points(before), field_points(later), strict=True)
            for seat, (old, new) in enumerate(points):
                assert change.get(seat, 0.0) == new - old
                checked += new != old
    assert checked > 20


@for_each("fields", ["first", "third"])
def test_forecast_of_finished_cities_is_what_the_final_scoring_pays(fields: str) -> None:
    for number, game in enumerate(positions(fields, range(3))):
        if number % 9 == 0:
            expected = [0.0] * game.seats
            for forecast in scoring_of(game).forecast(game, AllFinished()):
                for seat, points in forecast.points:
                    expected[seat] += points
            assert expected == field_points(game)


def test_field_is_expected_to_gain_more_with_more_gaps_and_more_tiles() -> None:
    game = next(game for game in positions("first", range(1)) if len(game.board.tiles) > 25)
    chances = CountedChances(game, TUNED)
    by_gaps: dict[int, float] = {}
    for field in game.board.areas(FIELD):
        by_gaps[len(open_cells(field.open))] = chances.growing(game, field)
    gains = [gain for _gaps, gain in sorted(by_gaps.items())]
    assert len(gains) > 3 and gains == sorted(gains)
    assert by_gaps.get(0, 0.0) == 0
    fewer = game.replace(bags={bag: pile[:10] for bag, pile in game.bags.items()})
    widest = max(game.board.areas(FIELD), key=lambda field: len(field.open))
    later = CountedChances(fewer, TUNED)
    assert 0 < later.growing(fewer, widest) < chances.growing(game, widest)


def test_greater_lead_is_likelier_to_last_and_a_tie_is_not_lost() -> None:
    game = next(game for game in positions("first", range(1)) if len(game.board.tiles) > 25)
    chances = CountedChances(game, TUNED)
    field = max(game.board.areas(FIELD), key=lambda field: len(field.open))
    by_lead = [chances.keeping(game, (field,), number) for number in (1, 2, 3, 0)]
    assert by_lead == sorted(by_lead)
    assert by_lead[0] < by_lead[-1] == 1


def test_lead_is_the_distance_to_the_second_by_weight() -> None:
    def standing(*weights: tuple[int, int]) -> list[Piece]:
        return [
            Piece(seat, Role("any", Kind("any", weight), FIELD), spot)
            for spot, (seat, weight) in enumerate(weights)
        ]

    assert lead([]) == 0
    assert lead(standing((0, 1))) == 1
    assert lead(standing((0, 1), (1, 1))) == 0
    assert lead(standing((0, 2), (1, 1), (0, 1), (2, 1))) == 2


def test_way_into_a_field_of_the_other_seat_is_worth_something_before_it_is_taken() -> None:
    """A placement alone changes what fields are worth, where they may be joined."""
    blind = replace(TUNED, contest=0.0)
    seen = 0
    for number, game in enumerate(positions("first", range(4))):
        if number % 3:
            continue
        joining = {
            weights: sum(
                value.points
                for value in Evaluation(game, weights).values(game)
                if value.kind == "joining" and value.area and value.area.layer.name == FIELD
            )
            for weights in (TUNED, blind)
        }
        assert joining[blind] == 0
        seen += joining[TUNED] != 0
    assert seen > 3
