"""The evaluation of a position: chances, stakes, followers, reasons, and the tuned weights."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.geometry import cell_at, xy
from rules.moves import Move
from rules.notation import write
from rules.opponents.chances import CountedChances, open_cells
from rules.opponents.evaluation import Evaluation
from rules.opponents.reasons import reasons
from rules.opponents.turns import MoveReason, complete_turns
from rules.opponents.weights import BY_GAME, TUNED
from rules.variants import games
from rules.variants.ark_walk import Walk, best_walks, path, walk_points, walks
from rules.variants.traders import BUILDERS
from tests.rules.opponents.test_search import after
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT
from tests.support.goldens import assert_golden
from tests.support.positions import game_after_script
from tests.support.random_games import positions

CITY = "city"


def city_of(game: Game, x: int, y: int) -> float:
    """The probability that the city at a cell is finished."""
    board = game.board
    cell = cell_at(x, y)
    spot = next(
        cell + n for n, zone in enumerate(board.tiles[cell].tile.zones) if zone.terrain == "city"
    )
    return CountedChances(game, TUNED).finishing(game, board.area(CITY, spot))


def test_feature_with_fewer_gaps_is_likelier_to_be_finished() -> None:
    game = game_after_script("base", "Red E 0 1 rot180", hand="R")
    assert city_of(game, 0, 0) == 1
    game = game_after_script("base", "Red R 0 1 rot180", hand="E")
    assert 0 < city_of(game, 0, 0) < 1


def test_feature_is_never_finished_if_no_remaining_tile_fits() -> None:
    game = game_after_script("base", "Red R 0 1 rot180", hand="E")
    bare = game.replace(bags={bag: () for bag in game.bags})
    assert city_of(bare, 0, 0) == 0


@for_each("name", ["base", "hunters", "ark"])
def test_tallies_count_the_tiles_that_fit_as_the_rules_do(name: str) -> None:
    game = after(name, 25)
    tallies = CountedChances(game, TUNED)
    for gap in game.board.gaps.values():
        fitting = [t for b in game.book.ruleset.draws for t in game.bags[b]]
        counted = sum(bool(game.book.forms[tile].fitting[gap]) for tile in fitting)
        assert tallies.count_fitting(gap) == counted


def test_remaining_turns_add_up_to_the_remaining_tiles() -> None:
    game = after("base", 25, seats=3)
    tallies = CountedChances(game, TUNED)
    assert sum(tallies.turns_left(game, seat) for seat in range(3)) == len(game.bags["bag"])


def test_joints_are_grouped_by_cell() -> None:
    cell = cell_at(2, 1)
    assert open_cells(frozenset({cell + 1, cell + 4})) == ((cell, 0b10010),)


def test_shared_evaluation_gives_the_same_totals_as_a_fresh_one() -> None:
    game = after("base", 30)
    shared = Evaluation(game)
    for turn in complete_turns(game, partial(shared.margin, seat=game.turn)):
        fresh = Evaluation(game)
        assert shared.totals(turn.after) == pytest.approx(fresh.totals(turn.after))


def test_margin_is_the_lead_over_the_best_seat_that_has_not_resigned() -> None:
    game = after("base", 30, seats=3)
    totals = Evaluation(game).totals(game)
    for seat in range(3):
        best = max(points for other, points in enumerate(totals) if other != seat)
        assert Evaluation(game).margin(game, seat) == pytest.approx(totals[seat] - best)
    alone = game.replace(out=frozenset({0, 2}))
    assert Evaluation(alone).margin(alone, 1) == Evaluation(alone).totals(alone)[1]


@for_each("name", ["base+traders", "hunters"])
def test_pieces_in_hand_are_worth_nothing_after_the_last_turn(name: str) -> None:
    game = after(name, 30)
    assert all(points > 0 for points in worth_in_hand(game))
    assert worth_in_hand(game.replace(bags={bag: () for bag in game.bags}, drawn=None)) == [0, 0]


def test_each_builder_or_pig_in_hand_is_worth_the_same() -> None:
    game = after("base+traders", 30)
    (none, one, two) = (
        worth_in_hand(game.replace(supply=({**game.supply[0], kind: number}, game.supply[1])))[0]
        for number in range(3)
        for kind in game.supply[0]
        if kind is BUILDERS
    )
    assert two - one == pytest.approx(one - none) and one > none


def worth_in_hand(game: Game) -> list[float]:
    """The expected points of each seat for its pieces in hand and those that return."""
    return [value.points for value in Evaluation(game).values(game) if value.kind == "hand"]


def test_reasons_call_immediate_points_now_and_a_sent_follower_tied_up() -> None:
    game = game_after_script("base", "Red U 1 0 rot90 thief a\nBlue E 0 1 rot180", hand="B")
    evaluation = Evaluation(game)
    kept = reasons(game, play_draft(game, game.read("place 0 -1 rot0 monk a")), evaluation)
    assert ("ties-up", 0) in {(reason.kind, reason.seat) for reason in kept}
    assert any(reason.kind == "later" and reason.layer == "monastery" for reason in kept)
    scored = game_after_script("base", "Red U 1 0 rot90", hand="E")
    now = reasons(scored, play_draft(scored, scored.read("place 0 1 rot180 knight a")), evaluation)
    assert ("now", 2.0, 1, "city") in {(r.kind, r.points, r.seat, r.layer) for r in now}


def test_A31_best_walks_score_the_maximum_of_all_walks() -> None:
    for seed in range(40):
        game = after("ark", 70, seed)
        laid = play_draft(game, game.legal_moves()[:1])
        if "ark" not in laid.tokens:
            continue

        def paid(walk: Walk, laid: Game = laid) -> int:
            points = walk_points(laid, path(laid, walk.steps)[1:])
            return points.get(laid.turn, 0) - points.get(1 - laid.turn, 0)

        assert max(map(paid, best_walks(laid))) == max(map(paid, walks(laid)))
        return
    raise AssertionError("no game with an Ark")


GOLDENS = Path(__file__).parent / "goldens"
MOVES_BEFORE = (8, 31)
LATER = (4, 7)
"""The eighths of a game after which later positions are."""
TURNS_TRIED = 7
"""The turns of a position whose evaluation is recorded, of all that there are."""


@for_each("name", EIGHT)
def test_positions_are_worth_what_the_tuned_weights_say_for_the_reasons_given(name: str) -> None:
    early = [
        after(name, moves, seed=number, seats=2 + number % 2)
        for number, moves in enumerate(MOVES_BEFORE)
    ]
    drawn = [game for game in positions(name, 2, 1) if game.drawn is not None]
    late = [drawn[len(drawn) * eighths // 8] for eighths in LATER]
    lines = [line for game in (*early, *late) for line in evaluated(game)]
    assert_golden(GOLDENS / f"evaluation-{name}.txt", lines)


def test_game_is_weighed_by_its_own_weights_if_it_has_any() -> None:
    assert BY_GAME and BY_GAME.keys() <= {*games()} and TUNED not in BY_GAME.values()
    for name in games():
        weights = Evaluation(after(name, 1)).weights
        assert weights == BY_GAME.get(name, TUNED), name


def evaluated(game: Game) -> Iterator[str]:
    """Write the evaluation of a position and of some turns, with the reasons for each turn."""
    evaluation = Evaluation(game)
    yield f"# {len(game.board.tiles)} tiles, {game.seats} seats"
    yield totals_text(evaluation, game)
    turns = complete_turns(game, lambda draft: 0)
    for turn in turns[:: len(turns) // TURNS_TRIED or 1]:
        moves: tuple[Move, ...] = turn.moves
        yield ""
        yield " ".join(map(write, moves))
        yield totals_text(evaluation, turn.after)
        yield from map(reason_text, reasons(game, turn.after, evaluation))


def totals_text(evaluation: Evaluation, game: Game) -> str:
    """Write what each seat is expected to end with, and the lead of the seat to move."""
    totals = " ".join(f"{points:.3f}" for points in evaluation.totals(game))
    return f"{totals}, margin {evaluation.margin(game, game.turn):.3f}"


def reason_text(reason: MoveReason) -> str:
    cells = " ".join(f"{x},{y}" for x, y in sorted(map(xy, reason.cells)))
    return (
        f"  {reason.points:.3f} {reason.kind}, kept {reason.kept:.3f}, seat {reason.seat}, "
        f"{reason.layer}, {reason.role}: {cells}"
    )
