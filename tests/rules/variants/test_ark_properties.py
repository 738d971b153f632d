"""Properties of games with the Ark of the Covenant, and a second scorer (``reference_ark.py``).

The golden records are whole games; the scores beside each were worked out by that scorer, which
shares no code with the rules. Write them anew with
``python tests/rules/variants/reference_ark.py FILE``.
"""

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

from rules.__main__ import summary
from rules.areas import connected_components, find_taken_ports
from rules.deployment import Deployment
from rules.game import Game, play
from rules.geometry import Cell, xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER, Kind
from rules.record import Replay, replay
from rules.story import GameEnded, PieceDeployed, PiecesReturned, Scored, TileDiscarded, TurnBegan
from rules.variants import rulebook
from rules.variants.ark_walk import ArkSet, ArkWalk, ArkWalked, SetArk, Walk, next_steps
from tests.rules.variants.reference_ark import Table, count_up, report
from tests.support import base_positions
from tests.support.hunters_positions import snapshot
from tests.support.read_moves import read
from tests.support.reference_figures import triples

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("ark-*.record"))
RULES = rulebook("ark").ruleset
SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
NUMBERS = st.integers(0, 150)
TIDY = st.booleans()


def moments(seats: int, seed: int, *, tidy: bool = True) -> Iterator[tuple[Game, Move | None]]:
    """A whole random game: each moment with the move chosen there, None at the end."""
    return base_positions.random_positions("ark", seats, seed, tidy=tidy)


def moment(seats: int, seed: int, number: int, *, tidy: bool = True) -> Game:
    """A random game after a number of moves, or at its end."""
    *_, (game, _) = islice(moments(seats, seed, tidy=tidy), number + 1)
    return game


# -- the second scorer ----------------------------------------------------------------------------


def scored(played: Replay) -> list[Any]:
    """Every score of a replay as the reference writes it, those without points too."""
    lines = []
    for event, line in zip(played.game.story, played.event_lines(), strict=True):
        if isinstance(event, Scored):
            worth = sum(number * worth_of_one for _, number, worth_of_one in event.terms)
            cells = tuple(sorted(map(xy, event.cells())))
            after = "end" if event.final else str(line)
            lines.append((after, event.kind, cells, worth, tuple(sorted(event.points))))
    return sorted(lines)


def figures(game: Game) -> set[str]:
    """The figures offered, without listing the walks."""
    return {write(m) for m in game.decision.opening_moves(game) if isinstance(m, Deploy)}


def check(text: str) -> tuple[Game, Table]:
    """Replay a record here and there and compares all there is to compare."""
    played, table = replay(text), count_up(text)
    game = played.game
    assert scored(played) == sorted(event.key() for event in table.events)
    assert list(game.scores) == table.scores
    assert game.over == table.finished
    assert [e.tile for e in game.story if isinstance(e, TileDiscarded)] == table.discarded
    assert {
        xy(cell): (form.tile.id, form.rotation) for cell, form in game.board.tiles.items()
    } == table.lying
    assert {name: xy(cell) for name, cell in game.tokens.items()} == (
        {} if table.ark is None else {"ark": table.ark}
    )
    if not game.over:
        assert (game.turn, game.drawn) == (table.seat, table.hand)
        assert figures(game) == (table.allowed() if table.asking else set())
        setting = {xy(m.cell) for m in game.decision.opening_moves(game) if isinstance(m, SetArk)}
        assert setting == table.set_on
    assert Counter(
        (piece.seat, piece.role.name, (*xy(piece.spot), game.board.zone(piece.spot).letter))
        for piece in game.board.pieces()
    ) == Counter(table.pieces)
    for hand, stock in zip(game.supply, table.stock, strict=True):
        assert (hand[FOLLOWER], hand[Kind("prophet")]) == (stock["follower"], stock["prophet"])
    return game, table


def test_the_reference_shares_no_code_with_the_rules() -> None:
    tree = ast.parse(Path(__file__).with_name("reference_ark.py").read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    assert "json" in names
    assert not [name for name in names if str(name).split(".")[0] in ("rules", "tests")]


@settings(max_examples=16)
@given(SEATS, SEEDS, st.sampled_from([True, True, False]))
def test_every_score_of_a_game_matches_the_reference(seats: int, seed: int, tidy: bool) -> None:
    game, table = check(base_positions.record_of("ark", seats, seed, tidy=tidy))
    assert game.over
    assert any(event.kind == "road" for event in table.events)


@settings(max_examples=16)
@given(SEATS, SEEDS, st.integers(1, 150))
def test_every_position_matches_the_reference(seats: int, seed: int, number: int) -> None:
    """Pieces, supplies, the tile in hand, what was discarded, the figures and Ark cells offered."""
    lines = base_positions.record_of("ark", seats, seed).splitlines()
    moves = lines[4:]
    game, _ = check("\n".join(lines[:4] + moves[: min(number, len(moves) - 1)]))
    assert not game.over


# -- pieces ---------------------------------------------------------------------------------------


def left_for_good(game: Game) -> Counter[int]:
    """The seats whose prophets have left the game according to the story."""
    gone: Counter[int] = Counter()
    for event in game.story:
        if isinstance(event, Scored | PiecesReturned):
            gone.update(p.seat for p in event.pieces if p.role.kind == Kind("prophet"))
    return gone


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_followers_are_conserved_and_a_prophet_leaves_once_for_good(
    seats: int, seed: int, tidy: bool
) -> None:
    """A-24, A-25; no supply is ever negative."""
    for game, _ in moments(seats, seed, tidy=tidy):
        standing = Counter((piece.seat, piece.role.kind) for piece in game.board.pieces())
        gone = left_for_good(game)
        for seat, hand in enumerate(game.supply):
            assert min(hand.values()) >= 0
            assert hand[FOLLOWER] + standing[seat, FOLLOWER] == 7
            assert hand[Kind("prophet")] + standing[seat, Kind("prophet")] + gone[seat] == 1


@settings(max_examples=8)
@given(SEATS, SEEDS)
def test_no_finished_road_or_city_holds_a_piece_after_a_turn(seats: int, seed: int) -> None:
    finished = 0
    for game, _ in moments(seats, seed):
        if game.drawn is not None or game.over:
            for layer in ("road", "city"):
                for area in game.board.areas(layer):
                    finished += area.closed
                    assert not (area.closed and area.pieces)
    assert finished


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_COM12_figures_join_an_occupied_feature_only_by_merging(
    seats: int, seed: int, tidy: bool
) -> None:
    deployed = 0
    for game, move in moments(seats, seed, tidy=tidy):
        if isinstance(move, Deploy):
            layer = game.last_form.stand(move).role.layer
            assert game.board.area(layer, game.board.spot(game.placed, move.letter)).pieces == ()
            deployed += 1
    assert deployed


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_A11_a_turn_has_at_most_one_of_a_figure_and_a_walk(
    seats: int, seed: int, tidy: bool
) -> None:
    *_, (game, _) = moments(seats, seed, tidy=tidy)
    actions = most = set_down = 0
    for event in game.story:
        if isinstance(event, TurnBegan):
            actions = 0
        elif isinstance(event, PieceDeployed | ArkWalked):
            actions += 1
            most = max(most, actions)
        elif isinstance(event, ArkSet):
            set_down += 1
    assert most == 1
    assert set_down <= 1


# -- areas ----------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(SEATS, SEEDS, TIDY)
def test_stored_areas_match_recomputed_components(seats: int, seed: int, tidy: bool) -> None:
    for game, move in moments(seats, seed, tidy=tidy):
        if isinstance(move, PlaceTile):
            continue
        board = game.board
        for layer in RULES.layers:
            kept = {(frozenset(area.spots), area.open) for area in board.areas(layer.name)}
            components = connected_components(board.tiles, board.links, layer)
            assert kept == {(frozenset(spots), still) for spots, still in components}
            for area in board.areas(layer.name):
                assert all(board.area(layer.name, spot) is area for spot in area.spots)
                assert all(piece.spot in area.spots for piece in area.pieces)


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_stored_occupied_ports_match_recomputed_ones(seats: int, seed: int, tidy: bool) -> None:
    seen = 0
    for game, _ in moments(seats, seed, tidy=tidy):
        kept = {cell: mask for cell, mask in game.board.taken.items() if mask}
        assert kept == find_taken_ports(game.board.planes)
        seen += len(kept)
    assert seen


# -- moves ----------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(SEATS, SEEDS, NUMBERS, TIDY)
def test_triples_match_the_moves_offered_after_each_placement(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    game = moment(seats, seed, number, tidy=tidy)
    offered = [
        (cell, form.rotation, figure and (figure.role, figure.letter))
        for cell, form, figure in triples(game)
    ]
    expected: list[tuple[Cell, int, tuple[str, str] | None]] = []
    if game.drawn is not None:
        for move in game.legal_moves():
            assert isinstance(move, PlaceTile)
            laid = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
            expected.append((move.cell, move.rotation, None))
            expected += [
                (move.cell, move.rotation, (figure.role, figure.letter))
                for figure in Deployment().legal_moves(laid)
                if isinstance(figure, Deploy)
            ]
    assert Counter(offered) == Counter(expected)
    assert bool(offered) == (game.drawn is not None)


def by_hand(game: Game) -> set[tuple[str, ...]]:
    """Every walk there is: paths over tiles, five steps at most, no tile twice."""
    x, y = xy(game.tokens["ark"])
    lying = set(map(xy, game.board.tiles))
    ways: list[tuple[tuple[str, ...], tuple[tuple[int, int], ...]]] = [((), ((x, y),))]
    for steps, been in ways:
        for step, dx, dy in (("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0)):
            there = (been[-1][0] + dx, been[-1][1] + dy)
            if len(steps) < 5 and there in lying and there not in been:
                ways.append(((*steps, step), (*been, there)))
    return {steps for steps, _ in ways if steps}


@settings(max_examples=10)
@given(SEATS, SEEDS)
def test_A32_all_legal_walks_are_offered_once(seats: int, seed: int) -> None:
    """Listed at once, and step by step by `next_steps`; the empty walk opens them."""
    walked = 0
    for number, (game, _) in enumerate(moments(seats, seed)):
        if number % 5 or game.over or not isinstance(game.decision, Deployment):
            continue
        listed = [m.steps for m in game.legal_moves() if isinstance(m, Walk)]
        assert len(set(listed)) == len(listed)
        assert (
            (Walk(()) in game.decision.opening_moves(game))
            == ("ark" in game.tokens)
            == bool(listed)
        )
        assert Walk(()) not in game.legal_moves()
        if "ark" in game.tokens:
            grown: list[tuple[str, ...]] = [()]
            for steps in grown:
                grown += [(*steps, step) for step in next_steps(game, steps)]
            assert set(grown[1:]) == set(listed) == by_hand(game)
            walked += 1
    assert walked


@settings(max_examples=30)
@given(SEATS, SEEDS, NUMBERS, TIDY)
def test_offered_moves_are_accepted_and_read_back(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    """A sample of the walks."""
    game = moment(seats, seed, number, tidy=tidy)
    offered = game.legal_moves()
    assert len(set(offered)) == len(offered)
    assert bool(offered) == (not game.over)
    before = snapshot(game)
    walks = [move for move in offered if isinstance(move, Walk)]
    others = [move for move in offered if not isinstance(move, Walk)]
    for move in others + random.Random(seed).sample(walks, min(len(walks), 20)):
        after = play(game, move)
        assert after.story[: len(game.story)] == game.story
        assert len(after.story) > len(game.story) or move == Pass()
    for move in offered:
        assert read(write(move)) == [move]
    assert snapshot(game) == before


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_a_replay_is_exact(seats: int, seed: int, tidy: bool) -> None:
    *_, (game, _) = moments(seats, seed, tidy=tidy)
    text = base_positions.record_of("ark", seats, seed, tidy=tidy)
    assert snapshot(replay(text).game) == snapshot(game)


def test_random_games_never_list_all_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(self: ArkWalk, game: Game) -> Iterator[Move]:
        raise AssertionError("all walks were asked for")

    monkeypatch.setattr(ArkWalk, "legal_moves", listed)
    lengths = Counter(
        len(move.steps)
        for seed in range(4)
        for _, move in moments(3, seed, tidy=False)
        if isinstance(move, Walk)
    )
    assert set(lengths) == {1, 2, 3, 4, 5}
    game = next(game for game, move in moments(3, 0, tidy=False) if isinstance(move, Walk))
    with pytest.raises(AssertionError, match="all walks"):
        game.legal_moves()


# -- scores ---------------------------------------------------------------------------------------


@settings(max_examples=8)
@given(SEATS, SEEDS)
def test_the_scores_are_the_sum_of_the_story(seats: int, seed: int) -> None:
    *_, (game, _) = moments(seats, seed)
    totals = [0] * seats
    for event in game.story:
        if isinstance(event, Scored):
            for seat, points in event.points:
                assert points > 0
                totals[seat] += points
    assert game.scores == tuple(totals)
    best = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
    assert game.story[-1] == GameEnded(best)


# -- the golden records ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_scores_match_the_reference(path: Path) -> None:
    """These records must be rewritten when the tile facts change."""
    text = path.read_text("utf-8")
    expected = path.with_suffix(".scores").read_text("utf-8")
    game, table = check(text)
    assert game.over
    assert report(table) == expected
    counted = summary(replay(text))
    points = Counter(
        f"{event['after']} {event['kind']} {seat}:{points}"
        for event in counted["events"]
        for seat, points in event["points"].items()
    )
    totals, winners, *lines = expected.splitlines()
    assert points == Counter(
        f"{after} {kind} {share}"
        for after, kind, *shares in map(str.split, lines)
        for share in shares
    )
    assert totals == f"scores {' '.join(map(str, counted['scores']))}"
    assert game.story[-1] == GameEnded(tuple(map(int, winners.split()[1:])))


def test_the_golden_records_show_every_sort_of_score() -> None:
    assert [path.stem for path in RECORDS] == ["ark-five-seats", "ark-three-seats", "ark-two-seats"]
    tables_of = [count_up(path.read_text("utf-8")) for path in RECORDS]
    events = [event for table in tables_of for event in table.events if event.points]
    kinds = {(event.kind, event.after == "end") for event in events}
    during = {("road", False), ("city", False), ("ark", False), ("temple", False)}
    final = {("temple", True), ("city", True), ("road", True), ("field", True)}
    assert kinds == during | final
    assert [table.seats for table in tables_of] == [5, 3, 2]
    shares = [event.points for event in events if event.kind == "city"]
    assert any(2 * min(p.values()) == max(p.values()) for p in shares), "a co-scorer (A-23)"
