"""Seats that leave and games that end early: resignation, skipped turns, an early end."""

import json
import random

import pytest

from rules import fairness
from rules.analysis.hypothetical_scores import final_scoring_events
from rules.cli import summary
from rules.errors import IllegalMove, RecordError
from rules.game import Game, play, start
from rules.moves import Pass
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import replay
from rules.story import EndedEarly, GameEnded, Scored, Skipped, TileDrawn, TurnBegan, totals
from rules.table_decisions import end_early, resign, skip
from rules.variants import rulebook
from tests.rules.test_editions import record
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.positions import (
    BLUE,
    GREEN,
    RED,
    drawn_tiles,
    events_of_type,
    game_with_placement,
    hunters,
    only_score,
    piles,
    play_script,
)


def test_COM27_the_final_scoring_follows_at_once_and_the_tile_in_hand_is_put_away() -> None:
    before = hunters("Red L47 1 0 rot0 gatherer a\n Blue L60 0 1 rot0 hunter a", hand="L20")
    after = end_early(before)
    assert after.over and after.drawn is None
    assert after.board.tiles == before.board.tiles
    assert drawn_tiles(after)[-1] == "L20" and "L20" not in after.bags["bag"]
    assert [e for e in after.story[len(before.story) :] if isinstance(e, TileDrawn)] == []
    news = after.story[len(before.story) :]
    assert news[0] == EndedEarly() and isinstance(news[-1], GameEnded)
    assert all(event.final for event in news if isinstance(event, Scored))


def test_COM27_feature_finished_by_the_laid_tile_is_scored_without_a_bonus_tile() -> None:
    script = """
        Red    L75 0 -1 rot180 gatherer a
        Blue   L60 0 1 rot0
    """
    game = end_early(game_with_placement(hunters(script, seats=3, hand="L20 L07"), "1 0 rot180"))
    assert only_score(game, "forest").points == ((RED, 6),)
    assert drawn_tiles(game, "bonus") == []
    assert game.over


@for_each("name", FIVE)
def test_COM27_early_end_at_any_moment_matches_the_projection_and_replays(name: str) -> None:
    chance = random.Random(27)
    header = deal(name, 3, chance, nonce=f"{chance.getrandbits(128):032x}")
    game, lines = start(header.book, 3, header.bags), []
    seen = 0
    while not game.over:
        ended = end_early(game)
        text = "\n".join([header.text(), "", *lines, "end", ""])
        assert replay(text).game.story == ended.story
        assert ended.scores == _projected(game)
        seen += 1
        for _ in range(9):
            if not game.over:
                move = random_move(game, chance)
                lines.append(write(move))
                game = play(game, move)
    assert seen > 10
    told_of = summary(replay(text))
    assert told_of["finished"] and told_of["turn"] is None
    assert json.dumps(told_of)
    assert replay(text.replace(header.text(), fairness.header_with_commitment(header))).game.over


def _projected(game: Game) -> tuple[int, ...]:
    """The points now and what lies would bring; of a tile that lies, after nothing more is done."""
    before = game
    while game.drawn is None and not game.over and game.legal_moves():
        if Pass() not in game.legal_moves():
            return end_early(before).scores  # owed: shown by examples
        game = play(game, Pass())
    if game.over:
        return game.scores
    more = totals((e for e in final_scoring_events(game) if isinstance(e, Scored)), game.seats)
    return tuple(now + later for now, later in zip(game.scores, more, strict=True))


def test_end_line_of_a_record_has_no_arguments_and_comes_last() -> None:
    assert record("base", ["U"], "END").over
    for moves, why in (
        ("end 1", "'end 1': `end` stands alone: the table ends the game"),
        ("end\nend", "'end': the game is over"),
        ("end\nplace 1 0 rot90", "the game is over"),
    ):
        with pytest.raises(RecordError, match=why):
            record("base", ["U"], moves)


SKIPS, LEAVES = 0.15, 0.01
"""Share of skipped turns and of resignations in a random game."""


# -- one turn -------------------------------------------------------------------------------------


def test_COM26_a_tile_in_hand_goes_back_on_top_and_the_next_seat_draws_it() -> None:
    before = hunters(seats=3, hand="L60 L07")
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
    before = game_with_placement(hunters(script, seats=3, hand="L20 L07"), "1 0 rot180")
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
    game = skip(hunters(script, seats=3, hand="B05 L60 L07 L32"))
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert game.bags["bonus"][0] == "B05" and len(game.bags["bonus"]) == 12


def test_finished_game_has_no_turn_to_skip() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        skip(end_early(hunters(seats=2)))


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


def test_COM21_resigned_player_does_not_win_with_the_most_points() -> None:
    game = resign(hunters("Red L60 0 1 rot0 hunter a"), RED)
    assert events_of_type(game, GameEnded) == [GameEnded((BLUE,))]


def test_bonus_tile_in_hand_of_a_resigning_seat_returns_to_its_pile() -> None:
    """It goes back on top of its pile; the next seat begins with a land tile (H-20)."""
    script = """
        Red    L75 0 -1 rot180
        Blue   L20 1 0 rot180
    """
    game = resign(hunters(script, seats=3, hand="B05 L60 L07 L32"), BLUE)
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert game.bags["bonus"][0] == "B05" and len(game.bags["bonus"]) == 12


def test_the_last_land_tile_is_not_lost_when_its_owner_resigns() -> None:
    bags = piles("hunters", ["L60"]) | {"bag": ("L60",)}
    game = resign(start(rulebook("hunters"), 3, bags), RED)
    game, _ = play_script(game, "Blue L60 0 1 rot0 hunter a")
    assert game.over
    assert game.scores == (0, 2 + 2, 0)


@for_each("seat", [RED, BLUE, GREEN])
def test_a_resignation_changes_nothing_on_the_board(seat: int) -> None:
    before = hunters("Red L47 1 0 rot0 gatherer a\n Blue L60 0 1 rot0 hunter a", seats=3)
    after = resign(before, seat)
    assert after.board.tiles == before.board.tiles
    assert sorted(map(repr, after.board.pieces())) == sorted(map(repr, before.board.pieces()))
    assert after.supply == before.supply
