"""Properties of base and Ferries games played by chance, and a second scorer for them."""

import ast
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.areas import connected_components
from rules.board import Board
from rules.deployment import Deployment
from rules.errors import IllegalMove
from rules.forms import Form
from rules.game import Game, play, start
from rules.geometry import CROSS, Cell, cell_at, xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER
from rules.record import Replay, replay
from rules.story import GameEnded, Scored, TileDiscarded, TileDrawn
from rules.variants import rulebook
from tests.rules.variants.reference_base import Table, count_up, report
from tests.support.base_positions import followers, random_positions, record_of, shuffled_deal
from tests.support.hunters_positions import events_of_type, snapshot
from tests.support.reference_figures import triples
from tests.support.slow_cases import rest_slow

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("base-*.record"))

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
TIDY = st.sampled_from([True, True, False])

# -- the second scorer ----------------------------------------------------------------------------


def scored(played: Replay, *, unpaid: bool) -> list[Any]:
    """Every score of a replay as the reference writes it; those without points if ``unpaid``."""
    lines = []
    for event, line in zip(played.game.story, played.event_lines(), strict=True):
        if isinstance(event, Scored) and (unpaid or event.points):
            worth = sum(number * worth_of_one for _, number, worth_of_one in event.terms)
            cells = tuple(sorted(map(xy, event.cells())))
            after = "end" if event.final else str(line)
            lines.append((after, event.kind, cells, worth, tuple(sorted(event.points))))
    return sorted(lines)


def check(text: str, *, unpaid: bool) -> Table:
    """Replay a record here and there and compares all there is to compare."""
    played, table = replay(text), count_up(text)
    game = played.game
    expected = sorted(event.key() for event in table.events if unpaid or event.points)
    assert scored(played, unpaid=unpaid) == expected
    assert list(game.scores) == table.scores
    assert game.over == (table.ask == "over")
    assert [e.tile for e in game.story if isinstance(e, TileDiscarded)] == table.discarded
    assert followers(game) == table.stock
    assert sorted(
        (piece.seat, (*xy(piece.spot), game.board.zone(piece.spot).letter))
        for piece in game.board.pieces()
    ) == sorted(table.pieces)
    if not game.over:
        assert (game.turn, game.drawn) == (table.seat, table.hand)
        offered = {write(move) for move in game.legal_moves()}
        if table.ask != "place":
            assert offered == table.legal_moves()
        else:
            assert offered <= table.legal_moves()
            assert {o.split(" rot")[0] for o in offered} == {
                o.split(" rot")[0] for o in table.legal_moves()
            }
    return table


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_scores_match_the_reference(path: Path) -> None:
    text = path.read_text("utf-8")
    expected = path.with_suffix(".scores").read_text("utf-8")
    table = check(text, unpaid=True)
    assert table.ask == "over"
    assert report(table) == expected
    game = replay(text).game
    totals, winners, *_ = expected.splitlines()
    assert totals == " ".join(["scores", *map(str, game.scores)])
    (end,) = events_of_type(game, GameEnded)
    assert end == GameEnded(tuple(map(int, winners.split()[1:])))


def test_the_golden_records_are_games_of_two_three_and_five() -> None:
    seats = {path.stem: count_up(path.read_text("utf-8")).seats for path in RECORDS}
    assert seats == {"base-two-seats": 2, "base-three-seats": 3, "base-five-seats": 5}


def test_the_reference_shares_no_code_with_the_rules() -> None:
    tree = ast.parse(Path(__file__).with_name("reference_base.py").read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    assert names
    assert not [name for name in names if str(name).split(".")[0] in ("rules", "tests")]


@pytest.mark.parametrize("games", rest_slow([6, 20]))
def test_every_score_of_a_base_game_matches_the_reference(games: int) -> None:
    @settings(max_examples=games)
    @given(SEATS, SEEDS, TIDY)
    def check_game(seats: int, seed: int, tidy: bool) -> None:
        table = check(record_of("base", seats, seed, tidy=tidy), unpaid=True)
        assert table.ask == "over"

    check_game()


@settings(max_examples=20)
@given(SEATS, SEEDS, TIDY, st.sampled_from(["base", "base+ferries"]), st.sampled_from(["2", "4"]))
def test_X47_X48_every_score_by_the_third_edition_matches_the_reference(
    seats: int, seed: int, tidy: bool, name: str, small: str
) -> None:
    options = {"fields": "third", "small cities": small}
    table = check(record_of(name, seats, seed, tidy=tidy, options=options), unpaid=name == "base")
    assert (table.third_fields, table.small_cities) == (True, int(small))


@pytest.mark.parametrize("games", rest_slow([8, 20]))
def test_every_score_of_a_game_with_ferries_matches_the_reference(games: int) -> None:
    @settings(max_examples=games)
    @given(SEATS, SEEDS, TIDY, st.sampled_from(["C1", "C3"]), st.sampled_from(["yes", "no"]))
    def check_game(seats: int, seed: int, tidy: bool, mix: str, extend: str) -> None:
        options = {"ferries": mix, "cloister extends ferry roads": extend}
        record = record_of("base+ferries", seats, seed, tidy=tidy, options=options)
        table = check(record, unpaid=False)
        assert table.ask == "over" and len(table.ferry) <= 8

    check_game()


@settings(max_examples=20)
@given(st.sampled_from(["base", "base+ferries"]), SEATS, SEEDS, st.integers(1, 150))
def test_every_position_matches_the_reference(
    name: str, seats: int, seed: int, number: int
) -> None:
    """Pieces, supplies, the tile in hand, what was discarded, and what may be done."""
    head, body = record_of(name, seats, seed).split("\n\n")
    lines = body.splitlines()
    text = head + "\n\n" + "\n".join(lines[: min(number, len(lines) - 1)])
    assert check(text, unpaid=name == "base").ask != "over"


# -- what always holds ----------------------------------------------------------------------------


def moment(seats: int, seed: int, number: int, *, tidy: bool) -> Game:
    """A random game after a number of moves, or at its end."""
    *_, (game, _) = islice(random_positions("base", seats, seed, tidy=tidy), number + 1)
    return game


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_pieces_and_tiles_are_conserved(seats: int, seed: int, tidy: bool) -> None:
    box = Counter(rulebook("base").ruleset.bags["bag"].pile())
    for game, _ in random_positions("base", seats, seed, tidy=tidy):
        standing = Counter(piece.seat for piece in game.board.pieces())
        for seat, hand in enumerate(game.supply):
            assert 0 <= hand[FOLLOWER] == 7 - standing[seat]
        drawn = Counter(e.tile for e in game.story if isinstance(e, TileDrawn))
        assert drawn + Counter(game.bags["bag"]) == box
        out = [e for e in game.story if isinstance(e, TileDiscarded)]
        in_hand = game.drawn is not None
        assert len(game.board.tiles) - 1 + len(out) + in_hand == drawn.total()


@settings(max_examples=6)
@given(SEATS, SEEDS, TIDY)
def test_stored_areas_match_recomputed_components(seats: int, seed: int, tidy: bool) -> None:
    """And after a turn no finished city, road or monastery holds a follower."""
    finished = 0
    layers = rulebook("base").ruleset.layers
    for game, move in islice(random_positions("base", seats, seed, tidy=tidy), 1, None, 2):
        board = game.board
        for layer in layers:
            kept = Counter((frozenset(a.spots), a.open) for a in board.areas(layer.name))
            components = connected_components(board.tiles, board.links, layer)
            assert kept == Counter((frozenset(spots), still) for spots, still in components)
            if layer.name != "field" and (move is None or isinstance(move, PlaceTile)):
                for area in board.areas(layer.name):
                    finished += area.closed
                    assert not (area.closed and area.pieces)
    assert finished


@settings(max_examples=40)
@given(SEATS, SEEDS, st.integers(0, 130), TIDY)
def test_triples_match_the_moves_offered_after_each_placement(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    game = moment(seats, seed, number, tidy=tidy)
    offered = [
        (cell, form.rotation, figure and (figure.role, figure.letter))
        for cell, form, figure in triples(game)
    ]
    expected: list[tuple[Cell, int, tuple[str, str] | None]] = []
    for move in game.legal_moves():
        if isinstance(move, PlaceTile):
            laid = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
            expected.append((move.cell, move.rotation, None))
            expected += [
                (move.cell, move.rotation, (figure.role, figure.letter))
                for figure in Deployment().legal_moves(laid)
                if isinstance(figure, Deploy)
            ]
    assert Counter(offered) == Counter(expected)
    assert bool(offered) == (game.drawn is not None)


def conceivable(game: Game) -> Iterator[Move]:
    """Move of every sort, far more than may be made."""
    for cell in sorted({t + step for t in game.board.tiles for step in CROSS}):
        for quarters in range(4):
            yield PlaceTile(cell, quarters)
    for role in ("knight", "thief", "farmer", "monk", "hut"):
        for letter in "abcdefghij":
            yield Deploy(role, letter)
    yield Pass()


@settings(max_examples=25)
@given(SEATS, SEEDS, st.integers(0, 130), TIDY)
def test_exactly_the_offered_moves_are_accepted(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    """A rotation that looks like an offered one is read as that one (COM-08), nothing more."""
    game = moment(seats, seed, number, tidy=tidy)
    offered = game.legal_moves()
    assert len(set(offered)) == len(offered) and bool(offered) == (not game.over)
    before = snapshot(game)
    for move in offered:
        after = play(game, move)
        assert after.story[: len(game.story)] == game.story
    others = [move for move in conceivable(game) if move not in offered]
    for move in random.Random(seed).sample(others, min(len(others), 100)):
        if isinstance(move, PlaceTile) and game.hand is not None:
            alike = [m for m in offered if m == PlaceTile(move.cell, same(game, move.rotation))]
            if alike:
                assert alike[0].rotation < move.rotation
                assert snapshot(play(game, move)) == snapshot(play(game, alike[0]))
                continue
        with pytest.raises(IllegalMove):
            play(game, move)
    assert snapshot(game) == before


def same(game: Game, quarters: int) -> int:
    """The smallest rotation of the tile in hand that looks the same, from what is printed."""
    assert game.hand is not None
    zones = game.hand.tile.zones

    def look(turned: int) -> Counter[Any]:
        return Counter(
            (
                zone.terrain,
                zone.inner_end,
                frozenset((port + 3 * turned) % 12 for port in zone.ports),
                frozenset(zone.marks.items()),
            )
            for zone in zones
        )

    return next(turned for turned in range(4) if look(turned) == look(quarters))


def seen(form: Form, letter: str, quarters: int = 0) -> tuple[Any, ...]:
    """A segment by its terrain and the border points where it lies, whatever its letter."""
    zone = form.tile.zone(letter)
    turned = 3 * (form.rotation + quarters)
    return (zone.terrain, tuple(sorted((port + turned) % 12 for port in zone.ports)))


@settings(max_examples=8)
@given(SEATS, SEEDS, st.integers(1, 3))
def test_turning_the_whole_board_changes_no_score(seats: int, seed: int, quarters: int) -> None:
    """The start tile lies turned, which no real game begins with, so the board is laid by hand."""
    header = shuffled_deal("base", seats, seed)
    book = header.book
    first = book.forms[book.start].turned[quarters]
    board = Board.empty(book.planes).with_tile(cell_at(0, 0), first)
    other = start(book, header.seats, header.bags).replace(board=board)
    for game, move in random_positions("base", seats, seed):
        match move:
            case PlaceTile(cell, rotation):
                x, y = xy(cell)
                for _ in range(quarters):
                    x, y = y, -x
                other = play(other, PlaceTile(cell_at(x, y), (rotation + quarters) % 4))
            case Deploy(role, letter):
                wanted = seen(game.last_form, letter, quarters)
                form = other.last_form
                (there,) = (z for z in form.tile.zones if seen(form, z.letter) == wanted)
                other = play(other, Deploy(role, there.letter))
            case Pass():
                other = play(other, move)
    assert other.over and other.scores == game.scores

    def events(of: Game) -> list[Any]:
        scores = [event for event in of.story if isinstance(event, Scored)]
        return sorted((e.final, e.kind, len(e.spots), e.points, e.terms) for e in scores)

    assert events(other) == events(game)
