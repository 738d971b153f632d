"""The projected result of a game that ended at once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.hypothetical_scores import final_scoring_events, projected_scores
from rules.game import play
from rules.moves import Pass
from rules.story import GameEnded, Scored, TileDiscarded, TileDrawn, TurnBegan
from rules.table_decisions import resign
from tests.support.base_positions import ark, base, random_positions
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.hunters_positions import snapshot
from tests.support.read_moves import read

GAMES = (*FOUR, ALL_TOGETHER)
SEATS, SEEDS = st.integers(2, 5), st.integers(0, 10**6)


@for_each("name", GAMES)
@settings(max_examples=4)
@given(SEATS, SEEDS)
def test_projection_after_the_last_move_equals_the_final_scoring(
    name: str, seats: int, seed: int
) -> None:
    *_, (game, move), (over, _) = random_positions(name, seats, seed)
    assert move is not None
    draft = play_draft(game, [move])
    left = over.story[len(draft.story) :]
    scored = tuple(e for e in left if not isinstance(e, TurnBegan | TileDrawn | TileDiscarded))
    assert final_scoring_events(draft) == scored
    assert projected_scores(draft) == over.scores
    assert final_scoring_events(over) == ()
    assert projected_scores(over) == over.scores


@for_each("name", GAMES, fast=2)
@settings(max_examples=3)
@given(SEEDS)
def test_projection_with_a_tile_in_hand_equals_the_scores_after_a_resignation(
    name: str, seed: int
) -> None:
    """One of two players resigns before the final scoring; only the winners differ."""
    for game, _ in random_positions(name, 2, seed):
        if game.drawn is not None:
            before = snapshot(game)
            resigned = resign(game, 1)
            assert final_scoring_events(game)[:-1] == resigned.story[len(game.story) + 1 : -1]
            assert projected_scores(game) == resigned.scores
            assert snapshot(game) == before


@for_each("name", GAMES, fast=2)
@settings(max_examples=3)
@given(SEATS, SEEDS)
def test_projection_after_a_placement_equals_the_scores_after_a_pass(
    name: str, seats: int, seed: int
) -> None:
    tried = 0
    for game, _ in random_positions(name, seats, seed):
        if game.drawn is None and not game.over and Pass() in game.legal_moves():
            passed = play_draft(game, [Pass()])
            if is_turn_complete(passed):
                since = passed.story[len(game.story) :]
                assert final_scoring_events(game) == since + final_scoring_events(passed)
                assert projected_scores(game) == projected_scores(passed)
                tried += 1
    assert tried


def test_unfinished_city_is_worth_its_points_in_the_final_scoring() -> None:
    """START's city goes on to the north: two tiles, 1 point each for Red."""
    game = base("Red R 0 1 rot180 knight a", hand="U")
    assert game.scores == (0, 0)
    (city,) = [e for e in final_scoring_events(game) if isinstance(e, Scored) and e.points]
    assert (city.kind, city.points, city.final) == ("city", ((0, 2),), True)
    assert projected_scores(game) == (2, 0)
    assert isinstance(final_scoring_events(game)[-1], GameEnded)


def test_projection_scores_a_feature_closed_by_the_laid_tile_as_closed() -> None:
    """The city of two tiles is finished, not unfinished: Red is asked where the Ark goes."""
    game = ark(hand="ARK-21")
    for text in ("place 0 1 rot180", "knight a"):
        game = play(game, *read(text))
    assert game.decision.wanted == "place the Ark on a tile of the city just finished"
    assert game.scores == projected_scores(game) == (4, 0)
    laid = play(ark(hand="ARK-21"), *read("place 0 1 rot180"))
    assert projected_scores(laid) == (0, 0)
