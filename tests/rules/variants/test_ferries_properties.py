"""Properties of every game with ferries, tested on games played by chance.

`reference_ferries` finds roads and the ferries that may be turned a second time.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.areas import connected_components, find_taken_ports
from rules.game import Game, play
from rules.geometry import xy
from rules.moves import Move, PlaceTile
from rules.notation import write
from rules.record import replay
from rules.story import Event, PieceDeployed, Scored, TilePlaced, TurnBegan
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry
from tests.rules.variants.reference_base import count_up, report
from tests.rules.variants.reference_ferries import PRINTED, Cell, Roads
from tests.support.base_positions import Options, random_positions, record_of, scores_of
from tests.support.read_moves import read

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
TIDY = st.sampled_from([True, True, False])

OPTIONS: st.SearchStrategy[Options] = st.sampled_from(
    [None, {"ferries": "C3"}, {"cloister extends ferry roads": "no"}]
)
GAME = "base+ferries"


# -- roads and turns found a second time ----------------------------------------------------------


def tally(events: list[Scored]) -> Counter[tuple[frozenset[Cell], int, int]]:
    """Points by road and seat, in the form of `Roads.settle`."""
    return Counter(
        (frozenset(map(xy, event.cells())), seat, points)
        for event in events
        if event.kind == "road"
        for seat, points in event.points
    )


def walked(story: tuple[Event, ...], roads: Roads) -> int:
    """Follow a finished game's story and compares every score of a road; how many there were."""
    scored: list[Scored] = []
    number = 0
    for event in story[1:]:
        roads.see(event)
        if isinstance(event, Scored) and not event.final:
            scored.append(event)
        if isinstance(event, TurnBegan):
            number += len(tally(scored))
            assert tally(scored) == roads.settle(complete=True)
            scored = []
    assert tally(scored) == roads.settle(complete=True)
    final = [event for event in story if isinstance(event, Scored) and event.final]
    assert tally(final) == roads.settle(complete=False)
    assert not roads.thieves
    return number


@settings(max_examples=12)
@given(SEATS, SEEDS, TIDY, OPTIONS)
def test_every_road_score_matches_a_naive_walk(
    seats: int, seed: int, tidy: bool, options: Options
) -> None:
    """F-30 to F-34: also far away, also again, and no road is forgotten."""
    *_, (game, _) = random_positions(GAME, seats, seed, tidy=tidy, options=options)
    assert game.over
    walked(game.story, Roads())


@settings(max_examples=12)
@given(SEATS, SEEDS, TIDY, OPTIONS)
def test_turnable_ferries_match_a_naive_walk(
    seats: int, seed: int, tidy: bool, options: Options
) -> None:
    """F-20 to F-28: settled when the tile lies, each offered at once and none twice."""
    roads = Roads(cloisters=not options or options.get("cloister extends ferry roads") != "no")
    seen, may, asked = 1, set[Cell](), 0
    for game, _ in random_positions(GAME, seats, seed, tidy=tidy, options=options):
        for event in game.story[seen:]:
            if isinstance(event, TurnBegan):
                may = set()
            roads.see(event)
            if isinstance(event, TilePlaced):
                may = roads.turnable(xy(event.cell))
            if isinstance(event, FerryLaid):
                may.discard(xy(event.joins[0]))
        seen = len(game.story)
        turns = [m for m in game.legal_moves() if isinstance(m, TurnFerry)]
        if not turns:
            continue
        asked += 1
        assert {xy(turn.cell) for turn in turns} == may
        expected = Counter({cell: 2 if len(quays(roads, cell)) == 3 else 5 for cell in may})
        assert Counter(xy(turn.cell) for turn in turns) == expected, "every other position, once"
        for turn in turns:
            assert {turn.a, turn.b} != roads.ferry[xy(turn.cell)]
    assert asked


@settings(max_examples=8)
@given(SEATS, SEEDS, OPTIONS)
def test_player_is_asked_about_every_ferry_that_may_be_turned(
    seats: int, seed: int, options: Options
) -> None:
    """The other way round: a turn with a right to turn does not end without the question."""
    roads = Roads(cloisters=not options or options.get("cloister extends ferry roads") != "no")
    seen, owed = 1, 0
    for game, _ in random_positions(GAME, seats, seed, options=options):
        if any(isinstance(m, TurnFerry) for m in game.legal_moves()):
            owed = 0
        for event in game.story[seen:]:
            if isinstance(event, TurnBegan):
                assert not owed, "the next turn began and nobody was asked"
            roads.see(event)
            if isinstance(event, TilePlaced):
                owed = len(roads.turnable(xy(event.cell)))
                if any(isinstance(m, TurnFerry) for m in game.legal_moves()):
                    owed = 0
        seen = len(game.story)
    assert not owed


def quays(roads: Roads, cell: Cell) -> list[str]:
    """The roads of a tile that end at a quay."""
    return [zone.letter for zone in PRINTED[roads.tiles[cell][0]].zones if zone.inner_end == "quay"]


# -- lakes and ferries ----------------------------------------------------------------------------


def links(game: Game) -> Mapping[Cell, list[str]]:
    """For each cell the roads that ferries join there."""
    joined: dict[Cell, list[str]] = {}
    for pair in game.board.links:
        assert len({xy(spot) for spot in pair}) == 1, "a ferry stays on its lake"
        joined.setdefault(xy(pair[0]), []).extend(game.board.zone(spot).letter for spot in pair)
    return joined


@settings(max_examples=12)
@given(SEATS, SEEDS, TIDY, OPTIONS)
def test_each_lake_has_exactly_one_ferry_after_its_turn(
    seats: int, seed: int, tidy: bool, options: Options
) -> None:
    """And every quay is joined to one other, or ends its road: quays less two a lake."""
    lakes_seen = 0
    for game, _ in random_positions(GAME, seats, seed, tidy=tidy, options=options):
        ferry = links(game)
        under_way = None if game.drawn is not None or game.over else xy(game.placed)
        lakes = {
            xy(cell): [z.letter for z in form.tile.zones if z.inner_end == "quay"]
            for cell, form in game.board.tiles.items()
            if form.tile.id.startswith("FER")
        }
        assert set(ferry) <= set(lakes)
        assert set(lakes) - set(ferry) <= {under_way}
        for cell, joined in ferry.items():
            assert len(joined) == len(set(joined)) == 2
            assert set(joined) <= set(lakes[cell])
            ends = set(lakes[cell]) - set(joined)
            assert len(ends) == len(lakes[cell]) - 2
        lakes_seen = len(lakes)
        laid = [e for e in game.story if isinstance(e, FerryLaid) and e.before is None]
        assert len(laid) == len(ferry), "each is laid once; then it is turned"
    assert 1 <= lakes_seen <= 8


@settings(max_examples=12)
@given(SEATS, SEEDS, TIDY)
def test_F25_no_ferry_is_laid_or_turned_twice_in_a_turn(seats: int, seed: int, tidy: bool) -> None:
    *_, (game, _) = random_positions(GAME, seats, seed, tidy=tidy)
    this_turn: list[Cell] = []
    for event in game.story:
        if isinstance(event, TurnBegan):
            this_turn = []
        if isinstance(event, FerryLaid):
            assert event.joins != event.before
            this_turn.append(xy(event.joins[0]))
            assert len(this_turn) == len(set(this_turn)) <= 1 + 4


@settings(max_examples=12)
@given(SEATS, SEEDS, TIDY)
def test_F27_a_turn_is_tile_follower_ferry_turns_scores(seats: int, seed: int, tidy: bool) -> None:
    *_, (game, _) = random_positions(GAME, seats, seed, tidy=tidy)
    step = 0
    for event in game.story:
        match event:
            case TurnBegan():
                step = 0
                continue
            case TilePlaced():
                now = 1
            case PieceDeployed():
                now = 2
            case FerryLaid():
                now = 3 if event.before is None else 4
            case Scored():
                now = 5
            case _:
                continue
        assert now >= step
        assert now > step or now in (4, 5), "one tile, one follower, one new ferry"
        step = now


# -- areas ----------------------------------------------------------------------------------------


@settings(max_examples=4)
@given(SEATS, SEEDS, TIDY)
def test_stored_areas_match_recomputed_components_when_ferries_move(
    seats: int, seed: int, tidy: bool
) -> None:
    moved = 0
    last: Move | None = None
    for game, move in random_positions(GAME, seats, seed, tidy=tidy):
        board = game.board
        taken = find_taken_ports(board.planes)
        assert {c: bits for c, bits in board.taken.items() if bits} == taken
        if not isinstance(last, PlaceTile):
            moved += isinstance(last, TurnFerry | LayFerry)
            for layer in game.book.ruleset.layers:
                kept = {(frozenset(a.spots), a.open) for a in board.areas(layer.name)}
                components = connected_components(board.tiles, board.links, layer)
                assert kept == {(frozenset(spots), still) for spots, still in components}
                for a in board.areas(layer.name):
                    assert all(board.area(layer.name, spot) is a for spot in a.spots)
                    assert all(piece.spot in a.spots for piece in a.pieces)
        last = move
    assert moved


@settings(max_examples=4)
@given(SEATS, SEEDS, TIDY)
def test_roads_are_in_the_order_of_a_whole_search_after_a_ferry_moves(
    seats: int, seed: int, tidy: bool
) -> None:
    searched = 0
    for game, move in random_positions(GAME, seats, seed, tidy=tidy):
        if move is not None and isinstance(move, TurnFerry | LayFerry):
            board = play(game, move).board
            layer = board.layers["road"][1]
            components = connected_components(board.tiles, board.links, layer)
            assert [area.spots for area in board.areas("road")] == [
                spots for spots, _ in components
            ]
            searched += 1
    assert searched


@settings(max_examples=4)
@given(SEATS, SEEDS, TIDY)
def test_roads_away_from_a_moved_ferry_are_not_searched_again(
    seats: int, seed: int, tidy: bool
) -> None:
    kept = 0
    for game, _ in random_positions(GAME, seats, seed, tidy=tidy):
        if not game.board.links:
            continue
        moved = max(game.board.links)
        searched = game.board.with_links(game.board.links - {moved}).with_links(game.board.links)
        board = searched.with_links(searched.links - {moved})
        for area in searched.areas("road"):
            if not {*moved} & {*area.spots}:
                assert board.area("road", area.spots[0]) is area
                kept += 1
    assert kept


@settings(max_examples=10)
@given(SEATS, SEEDS, TIDY)
def test_no_completed_road_or_city_holds_a_follower_at_the_end_of_a_turn(
    seats: int, seed: int, tidy: bool
) -> None:
    complete = 0
    for game, _ in random_positions(GAME, seats, seed, tidy=tidy):
        if game.drawn is not None or game.over:
            for layer in ("road", "city", "monastery"):
                for a in game.board.areas(layer):
                    complete += a.closed
                    assert not (a.closed and a.pieces)
    assert complete


# -- sums and records -----------------------------------------------------------------------------


@settings(max_examples=10)
@given(SEATS, SEEDS, TIDY, OPTIONS)
def test_scores_are_the_sums_of_the_events_and_of_their_terms(
    seats: int, seed: int, tidy: bool, options: Options
) -> None:
    before = [0] * seats
    for game, _ in random_positions(GAME, seats, seed, tidy=tidy, options=options):
        scores = list(game.scores)
        assert all(now >= earlier for now, earlier in zip(scores, before, strict=True)), "F-31"
        before = scores
    total = [0] * seats
    for event in game.story:
        if isinstance(event, Scored):
            for seat, points in event.points:
                assert points == sum(
                    number * worth_of_one for _, number, worth_of_one in event.terms
                )
                total[seat] += points
    assert total == before


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY, OPTIONS)
def test_a_record_replays_exactly_and_every_move_is_read_as_written(
    seats: int, seed: int, tidy: bool, options: Options
) -> None:
    text = record_of(GAME, seats, seed, tidy=tidy, options=options)
    played = replay(text).game
    words = set()
    for moment in random_positions(GAME, seats, seed, tidy=tidy, options=options):
        game, move = moment
        if move is not None:
            assert read(write(move)) == [move]
            words.add(write(move).split()[0])
    assert played.story == game.story
    assert played.scores == game.scores
    assert played.board.links == game.board.links
    assert played.board.tiles.keys() == game.board.tiles.keys()
    # Now and then nobody cares to turn a ferry in a whole game.
    assert words >= {"place", "ferry", "thief", "pass"}


# -- golden records -------------------------------------------------------------------------------


RECORDS = sorted((Path(__file__).parents[1] / "records").glob("ferries-*.record"))


def test_the_golden_records_are_games_of_two_three_and_five() -> None:
    names = [path.stem for path in RECORDS]
    assert names == ["ferries-five-seats", "ferries-three-seats", "ferries-two-seats"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_has_its_stored_scores(path: Path) -> None:
    """The scores kept are those of both scorers that share no code with the rules."""
    text, kept = path.read_text("utf-8"), path.with_suffix(".scores").read_text("utf-8")
    assert report(count_up(text)) == kept
    head, body = kept.splitlines()[:2], kept.splitlines()[2:]
    assert scores_of(text) == "\n".join([*head, *sorted(body)])
    game = replay(text).game
    assert game.over
    assert walked(game.story, Roads()) > 5, "roads that paid during play"


def test_golden_record_has_the_road_scores_checked_by_hand() -> None:
    kept = (RECORDS[2]).with_suffix(".scores").read_text("utf-8").splitlines()
    assert "56 road 1:4 on -2,-1 -1,-1 0,-2 0,-1" in kept
    assert "81 road 1:5 on -3,-1 -2,-1 -1,-1 0,-2 0,-1" in kept
