"""A seat that leaves the game: its pieces stay, its turns are skipped."""

from rules.story import GameEnded
from rules.table_decisions import resign
from tests.support.for_each import for_each
from tests.support.hunters_positions import (
    BLUE,
    GREEN,
    RED,
    events_of_type,
    game_after_lines,
    game_after_script,
    script_deal,
)


def test_COM21_resigned_player_does_not_win_with_the_most_points() -> None:
    game = resign(game_after_script("Red L60 0 1 rot0 hunter a"), RED)
    assert events_of_type(game, GameEnded) == [GameEnded((BLUE,))]


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


@for_each("seat", [RED, BLUE, GREEN])
def test_a_resignation_changes_nothing_on_the_board(seat: int) -> None:
    before = game_after_script("Red L47 1 0 rot0 gatherer a\n Blue L60 0 1 rot0 hunter a", seats=3)
    after = resign(before, seat)
    assert after.board.tiles == before.board.tiles
    assert sorted(map(repr, after.board.pieces())) == sorted(map(repr, before.board.pieces()))
    assert after.supply == before.supply
