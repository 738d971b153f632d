"""The skipped turn of an absent seat: the rules end it, and the seat stays in the game."""

import pytest

from rules.errors import IllegalMove, RecordError
from rules.game import play
from rules.moves import Pass
from rules.story import Scored, Skipped, TileDrawn, TurnBegan
from rules.table_decisions import end_early, skip
from tests.rules.test_editions import record
from tests.support.hunters_positions import (
    BLUE,
    GREEN,
    RED,
    drawn_tiles,
    events_of_type,
    game_after_script,
    game_with_placement,
    only_score,
)

SKIPS, LEAVES = 0.15, 0.01
"""Share of skipped turns and of resignations in a random game."""


# -- one turn -------------------------------------------------------------------------------------


def test_COM26_a_tile_in_hand_goes_back_on_top_and_the_next_seat_draws_it() -> None:
    before = game_after_script(seats=3, hand="L60 L07")
    game = skip(before)
    assert (game.turn, game.drawn) == (BLUE, "L60")
    assert drawn_tiles(game) == ["L60", "L60"]
    assert (game.board, game.bags, game.supply) == (before.board, before.bags, before.supply)
    news = game.story[len(before.story) :]
    assert news == (Skipped(RED), TurnBegan(BLUE), TileDrawn(BLUE, "bag", "L60"))


def test_COM26_skip_scores_the_finished_feature_and_draws_no_bonus_tile() -> None:
    script = """
        Red    L75 0 -1 rot180 gatherer a
        Blue   L60 0 1 rot0
    """
    before = game_with_placement(game_after_script(script, seats=3, hand="L20 L07"), "1 0 rot180")
    assert drawn_tiles(play(before, Pass()), "bonus"), "who comes draws one"
    game = skip(before)
    assert only_score(game, "forest").points == ((RED, 6),)
    assert drawn_tiles(game, "bonus") == [] and game.bags["bonus"] == before.bags["bonus"]
    assert (game.turn, game.drawn) == (RED, "L07")
    scored = next(n for n, event in enumerate(game.story) if isinstance(event, Scored))
    assert game.story.index(Skipped(GREEN)) < scored


def test_COM26_a_bonus_tile_in_hand_goes_back_on_its_own_bag() -> None:
    script = """
        Red    L75 0 -1 rot180
        Blue   L20 1 0 rot180
    """
    game = skip(game_after_script(script, seats=3, bonus="B05", hand="L60 L07 L32"))
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert game.bags["bonus"][0] == "B05" and len(game.bags["bonus"]) == 12


def test_finished_game_has_no_turn_to_skip() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        skip(end_early(game_after_script(seats=2)))


def test_skip_line_of_a_record_has_no_arguments() -> None:
    game = record("base", ["U"], "Skip\nSKIP", seats=3)
    assert game.turn == 2 and events_of_type(game, Skipped) == [Skipped(0), Skipped(1)]
    for moves, why in (
        ("skip 1", "'skip 1': `skip` stands alone"),
        ("end\nskip", "'skip': the game is over"),
        ("place 1 0 rot90 skip", "I don't know the meeple skip"),
    ):
        with pytest.raises(RecordError, match=why):
            record("base", ["U"], moves)
