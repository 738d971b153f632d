"""Base and The Ferries in games played by chance: a second scorer, and what always holds."""

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import xy
from rules.notation import write
from rules.record import Replay, replay
from rules.story import Scored, TileDiscarded
from tests.rules.reference_base import Table, count_up
from tests.rules.tables import followers, record_of

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
TIDY = st.sampled_from([True, True, False])

# -- the second scorer ----------------------------------------------------------------------------


def scored(played: Replay, *, unpaid: bool) -> list[Any]:
    """Every score of a replay as the reference writes it; those without points if ``unpaid``."""
    found = []
    for event, line in zip(played.game.story, played.after(), strict=True):
        if isinstance(event, Scored) and (unpaid or event.points):
            worth = sum(number * each for _, number, each in event.terms)
            cells = tuple(sorted(map(xy, event.cells())))
            after = "end" if event.final else str(line)
            found.append((after, event.kind, cells, worth, tuple(sorted(event.points))))
    return sorted(found)


def check(text: str, *, unpaid: bool) -> Table:
    """Replays a record here and there and compares all there is to compare."""
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
        offered = {write(move) for move in game.offered()}
        if table.ask != "place":
            assert offered == table.offered()
        else:
            assert offered <= table.offered()
            assert {o.split(" rot")[0] for o in offered} == {
                o.split(" rot")[0] for o in table.offered()
            }
    return table


def test_the_reference_shares_no_code_with_the_rules() -> None:
    tree = ast.parse(Path(__file__).with_name("reference_base.py").read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    assert names
    assert not [name for name in names if str(name).split(".")[0] in ("rules", "tests")]


@settings(max_examples=30)
@given(SEATS, SEEDS, TIDY)
def test_every_score_of_a_base_game_is_that_of_the_reference(
    seats: int, seed: int, tidy: bool
) -> None:
    table = check(record_of("base", seats, seed, tidy=tidy), unpaid=True)
    assert table.ask == "over"


@settings(max_examples=30)
@given(SEATS, SEEDS, TIDY, st.sampled_from(["C1", "C3"]), st.sampled_from(["yes", "no"]))
def test_every_score_of_a_game_with_ferries_is_that_of_the_reference(
    seats: int, seed: int, tidy: bool, mix: str, extend: str
) -> None:
    options = {"ferries": mix, "cloister extends ferry roads": extend}
    table = check(record_of("base+ferries", seats, seed, tidy=tidy, options=options), unpaid=False)
    assert table.ask == "over" and len(table.ferry) <= 8


@settings(max_examples=30)
@given(st.sampled_from(["base", "base+ferries"]), SEATS, SEEDS, st.integers(1, 150))
def test_every_position_on_the_way_is_that_of_the_reference(
    name: str, seats: int, seed: int, number: int
) -> None:
    """Pieces, supplies, the tile in hand, what was discarded, and what may be done."""
    head, body = record_of(name, seats, seed).split("\n\n")
    lines = body.splitlines()
    text = head + "\n\n" + "\n".join(lines[: min(number, len(lines) - 1)])
    assert check(text, unpaid=name == "base").ask != "over"
