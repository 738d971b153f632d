"""A game that the table ends before its last tile, scored like a game that ran to its end."""

import json
import random

import pytest

from rules import fairness
from rules.analysis.projection import final_scoring_events
from rules.cli import summary
from rules.errors import RecordError
from rules.game import Game, play, start
from rules.moves import Pass
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import replay
from rules.story import EndedEarly, GameEnded, Scored, TileDrawn, totals
from rules.table_decisions import end_early
from tests.rules.test_editions import record
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.hunters_positions import (
    RED,
    drawn_tiles,
    game_after_script,
    game_with_placement,
    only_score,
)


def test_COM27_the_final_scoring_follows_at_once_and_the_tile_in_hand_is_put_away() -> None:
    before = game_after_script(
        "Red L47 1 0 rot0 gatherer a\n Blue L60 0 1 rot0 hunter a", hand="L20"
    )
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
    game = end_early(
        game_with_placement(game_after_script(script, seats=3, hand="L20 L07"), "1 0 rot180")
    )
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
