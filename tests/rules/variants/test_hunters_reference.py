"""Hunters and Gatherers against a second scorer (``reference_hunters.py``).

The golden records are whole games; the scores beside each were worked out by that scorer, so a
change of either is seen. Write them anew with
``python tests/rules/variants/reference_hunters.py FILE``.
"""

import ast
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import summary
from rules.game import Game
from rules.geometry import xy
from rules.moves import PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER, Kind
from rules.record import Replay, play_line, replay
from rules.story import GameEnded, Scored
from tests.rules.variants.reference_hunters import Table, count_up, report
from tests.support.hunters_positions import (
    discarded_tiles,
    events_of_type,
    offered_figures,
    record_of,
    script_record,
    shuffled_deal,
    tidy_move,
)
from tests.support.slow_cases import rest_slow

RECORDS = [
    path
    for path in sorted((Path(__file__).parents[1] / "records").glob("*.record"))
    if "game: hunters\n" in path.read_text("utf-8")
]


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


def check(text: str) -> tuple[Game, Table]:
    """Replay a record here and there and compares all there is to compare."""
    played, table = replay(text), count_up(text)
    game = played.game
    assert scored(played) == sorted(event.key() for event in table.events)
    assert list(game.scores) == table.scores
    assert game.over == table.finished
    assert discarded_tiles(game) + discarded_tiles(game, "bonus") == sorted(
        table.discarded, key=lambda tile: tile.startswith("B")
    )
    assert {
        xy(cell): (form.tile.id, form.rotation) for cell, form in game.board.tiles.items()
    } == table.lying
    if not game.over:
        assert (game.turn, game.drawn) == (table.seat, table.hand)
        assert offered_figures(game) == (table.allowed() if table.asking else set())
        assert Counter(
            (piece.seat, piece.role.name, (*xy(piece.spot), game.board.zone(piece.spot).letter))
            for piece in game.board.pieces()
        ) == Counter(table.pieces)
        for hand, stock in zip(game.supply, table.stock, strict=True):
            assert (hand[FOLLOWER], hand[Kind("hut")]) == (stock["follower"], stock["hut"])
    return game, table


def with_absences(seats: int, seed: int, *, skips: float = 0.0) -> Iterator[str]:
    """The lines of a random game in which now and then somebody leaves or does not come."""
    chance = random.Random(seed)
    header = shuffled_deal(seats, seed)
    yield header.text() + "\n"
    game = replay(header.text()).game
    while not game.over:
        line = write(tidy_move(game, chance))
        if chance.random() < 0.02:
            seat = chance.choice([seat for seat in range(seats) if seat not in game.out])
            line = "resign" if seat == game.turn else f"resign {seat}"
        elif skips and chance.random() < skips:
            line = "skip"
        yield line
        game = play_line(game, line)


# -- the golden records ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_scores_match_the_reference(path: Path) -> None:
    text = path.read_text("utf-8")
    expected = path.with_suffix(".scores").read_text("utf-8")
    game, table = check(text)
    assert game.over
    assert report(table) == expected
    counted = summary(replay(text))
    points = [
        f"{event['after']} {event['kind']} {seat}:{points}"
        for event in counted["events"]
        for seat, points in sorted(event["points"].items())
    ]
    assert Counter(points) == Counter(
        f"{after} {kind} {share}"
        for after, kind, *shares in map(str.split, expected.splitlines()[2:])
        for share in shares
    )
    assert expected.splitlines()[0] == f"scores {' '.join(map(str, counted['scores']))}"
    (end,) = events_of_type(game, GameEnded)
    assert end == GameEnded(tuple(map(int, expected.splitlines()[1].split()[1:])))


def test_the_golden_records_are_games_of_two_three_and_five() -> None:
    assert [path.stem for path in RECORDS] == ["five-seats", "three-seats", "two-seats"]


# -- the reference itself -------------------------------------------------------------------------


def test_the_reference_shares_no_code_with_the_rules() -> None:
    tree = ast.parse(Path(__file__).with_name("reference_hunters.py").read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    assert not [name for name in names if str(name).split(".")[0] in ("rules", "tests")]


@pytest.mark.parametrize(
    ("script", "scores"),
    [
        ("Red L19 -1 0 rot0 fisher a\n Blue L45 -2 0 rot180", [3 + 1 + 2, 0]),  # T-H-10
        ("Red L04 0 1 rot0 fisher a\n Blue L42 -1 1 rot270 gatherer a", [2 + 1, 0]),  # T-H-11
        ("Red L42 0 -1 rot0 fisher b\n Blue L76 0 -2 rot0", [2, 0]),  # T-H-13
        ("Red L02 0 1 rot0 gatherer a\n Blue L20 1 1 rot180", [4, 0]),  # T-H-20
    ],
)
def test_the_reference_knows_the_examples_of_the_rulebook(script: str, scores: list[int]) -> None:
    text = script_record(script)
    assert count_up(text).scores == scores
    check(text)


# -- games by chance ------------------------------------------------------------------------------


@pytest.mark.parametrize("games", rest_slow([12, 60]))
def test_every_score_of_a_game_matches_the_reference(games: int) -> None:
    @settings(max_examples=games)
    @given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from([True, True, False]))
    def check_game(seats: int, seed: int, tidy: bool) -> None:
        game, _ = check(record_of(seats, seed, tidy=tidy))
        assert game.over

    check_game()


@settings(max_examples=60)
@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(1, 160))
@pytest.mark.slow
def test_every_position_matches_the_reference(seats: int, seed: int, number: int) -> None:
    """Pieces, supplies, the tile in hand, what was discarded, and which figures are offered."""
    lines = record_of(seats, seed).splitlines()
    moves = lines[5:]
    text = "\n".join(lines[:5] + moves[: min(number, len(moves) - 1)])
    game, _ = check(text)
    assert not game.over


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(0, 10**6))
@pytest.mark.slow
def test_games_with_resignations_match_the_reference(seats: int, seed: int) -> None:
    game, _ = check("\n".join(with_absences(seats, seed)))
    assert game.over


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_COM26_games_with_skipped_turns_match_the_reference(seats: int, seed: int) -> None:
    game, _ = check("\n".join(with_absences(seats, seed, skips=0.2)))
    assert game.over


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_the_reference_finds_the_same_placements(seed: int, number: int) -> None:
    lines = record_of(2, seed).splitlines()
    text = "\n".join(lines[: 5 + number])
    game, table = replay(text).game, count_up(text)
    if game.hand is None or game.drawn is None:
        return
    legal = {
        (cell, quarters)
        for x, y in table.lying
        for cell in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
        for quarters in range(4)
        if table.fits(game.drawn, quarters, cell)
    }
    offered = {(xy(m.cell), m.rotation) for m in game.legal_moves() if isinstance(m, PlaceTile)}
    assert offered <= legal
    assert {cell for cell, _ in offered} == {cell for cell, _ in legal}
