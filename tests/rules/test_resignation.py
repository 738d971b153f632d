"""A seat that leaves the game: its pieces stay, its turns are skipped."""

import pytest

from rules.story import GameEnded, Resigned, TurnBegan
from rules.table_decisions import resign
from tests.support.hunters_positions import (
    BLUE,
    GREEN,
    RED,
    area,
    drawn_tiles,
    events_of_type,
    game_after_lines,
    game_after_script,
    game_with_placement,
    only_score,
    script_deal,
    supply,
)


def test_the_turns_of_a_seat_that_resigned_are_skipped() -> None:
    game = resign(game_after_script(seats=3, hand="L60 L07 L20 L32"), BLUE)
    game = game_after_lines(
        game,
        """
        Red    L60 0 1 rot0
        Green  L07 0 2 rot0
        Red    L20 1 1 rot0
        """,
    )
    assert [e.seat for e in events_of_type(game, TurnBegan) if isinstance(e, TurnBegan)] == [
        *(RED, GREEN, RED, GREEN)
    ]
    assert events_of_type(game, Resigned) == [Resigned(BLUE)]


def test_tile_in_hand_of_a_resigning_seat_goes_to_the_next_seat() -> None:
    game = resign(game_after_script(seats=3, hand="L60 L07"), RED)
    assert (game.turn, game.drawn) == (BLUE, "L60")
    assert drawn_tiles(game) == ["L60", "L60"], (
        "it went back on top of the pile and was drawn again"
    )
    assert events_of_type(game, TurnBegan) == [TurnBegan(RED), TurnBegan(BLUE)]
    game = game_after_lines(game, "Blue L60 0 1 rot0 hunter a")
    assert (game.turn, game.drawn, supply(game, BLUE)) == (GREEN, "L07", (4, 2))


def test_resignation_before_deploying_ends_the_turn_without_a_figure() -> None:
    game = resign(game_with_placement(game_after_script(seats=3, hand="L60 L07"), "0 1 rot0"), RED)
    assert (game.turn, game.drawn) == (BLUE, "L07")
    assert supply(game, RED) == (5, 2)


def test_feature_finished_before_a_resignation_is_scored_without_a_bonus_tile() -> None:
    script = """
        Red    L75 0 -1 rot180 gatherer a
        Blue   L60 0 1 rot0
    """
    game = game_with_placement(game_after_script(script, seats=3, hand="L20 L07"), "1 0 rot180")
    game = resign(game, GREEN)
    assert only_score(game, "forest").points == ((RED, 6),)
    assert drawn_tiles(game, "bonus") == []
    assert (game.turn, game.drawn) == (RED, "L07")


def test_pieces_of_a_resigned_seat_stay_and_score() -> None:
    game = resign(game_after_script("Red L47 1 0 rot0 gatherer a", seats=3, hand="L32 L20"), RED)
    assert len(area(game, "forest", "0 0 a").pieces) == 1
    game = game_after_lines(
        game,
        """
        Blue   L32 0 -1 rot180
        Green  L20 2 0 rot180
        """,
    )
    assert game.scores == (4 * 2, 0, 0)


def test_game_with_one_seat_left_is_scored_at_once() -> None:
    game = resign(game_after_script("Red L60 0 1 rot0 hunter a"), RED)
    assert game.over
    assert game.drawn is None
    assert game.scores == (2 + 2, 0)


def test_COM21_resigned_player_does_not_win_with_the_most_points() -> None:
    game = resign(game_after_script("Red L60 0 1 rot0 hunter a"), RED)
    assert events_of_type(game, GameEnded) == [GameEnded((BLUE,))]


def test_last_of_three_players_wins_after_two_resignations() -> None:
    game = resign(resign(game_after_script(seats=3), BLUE), RED)
    assert game.over
    assert events_of_type(game, GameEnded) == [GameEnded((GREEN,))]


def test_bonus_tile_in_hand_of_a_resigning_seat_returns_to_its_pile() -> None:
    """It goes back on top of its pile; the next seat begins with a land tile (H-20)."""
    script = """
        Red    L75 0 -1 rot180
        Blue   L20 1 0 rot180
    """
    game = resign(game_after_script(script, seats=3, bonus="B05", hand="L60 L07 L32"), BLUE)
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert game.bags["bonus"][0] == "B05" and len(game.bags["bonus"]) == 12


def test_the_last_land_tile_is_not_lost_when_its_owner_resigns() -> None:
    game = script_deal("Red L60 0 1 rot0", seats=3, hand="", bonus="", whole=False, empty=False)
    game = game_after_lines(resign(game, RED), "Blue L60 0 1 rot0 hunter a")
    assert game.over
    assert game.scores == (0, 2 + 2, 0)


@pytest.mark.parametrize("seat", [RED, BLUE, GREEN])
def test_a_resignation_changes_nothing_on_the_board(seat: int) -> None:
    before = game_after_script("Red L47 1 0 rot0 gatherer a\n Blue L60 0 1 rot0 hunter a", seats=3)
    after = resign(before, seat)
    assert after.board.tiles == before.board.tiles
    assert sorted(map(repr, after.board.pieces())) == sorted(map(repr, before.board.pieces()))
    assert after.supply == before.supply
