"""The panel's message without Discord: promised points, needed taps, equal rotations."""

import random
import re

import pytest

from bot.playing.panel_words import panel_message
from bot.text.names import Names
from bot.words import nouns
from rules.analysis.deployment_choices import deployment_choices
from rules.analysis.drafts import play_draft
from rules.analysis.tile_faces import last_laid_face
from rules.game import play, start
from rules.geometry import Side
from rules.moves import Deploy, Pass, PlaceTile
from rules.random_play import deal, random_move
from rules.variants.traders import BuilderWorked, GoodsTaken
from tests.support.legal_turns import (
    Turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    legal_turns,
)
from tests.support.move_panel import points_on_label
from tests.support.panel_choices import NAMES, action_of, moves_of
from tests.support.slow_cases import rest_slow


@pytest.mark.parametrize(
    ("name", "turns", "step"),
    rest_slow(
        [("hunters", 1, 3), *((n, 4, 1) for n in ("hunters", "base+ferries", "base", "ark"))]
    ),
)
def test_points_promised_on_a_figure_button_are_the_points_scored(
    name: str, turns: int, step: int
) -> None:
    chance, count = random.Random(name), 0
    header = deal(name, 3, chance)
    game = start(header.book, 3, header.bags)
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    while not game.over:
        if game.drawn is not None and len(game.board.tiles) % step == 0:
            for turn in chance.sample(legal := legal_turns(game), min(turns, len(legal))):
                message = panel_message(game, [turn.place], names)
                labels = {
                    button.action: button.label
                    for row in message.rows()
                    for button in (row if not hasattr(row[0], "lines") else row[0].lines)
                }
                label = labels[action_of(turn, game)]
                after = play_draft(game, moves_of(turn, game))
                bare = play_draft(game, moves_of(Turn(turn.place, None), game))
                more = after.scores[game.turn] - bare.scores[game.turn]
                if deployment_choices(game, turn.place):
                    assert points_on_label(label) == more, (turn, label)
                count += bool(more)
        game = play(game, random_move(game, chance))
    assert count


def test_finished_free_feature_is_shown_on_its_figure_and_on_no_figure() -> None:
    names, met = Names((1, 2), {1: "Ana", 2: "Bo"}), 0
    for seed in range(12):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            for place in legal_placements(game) if game.drawn is not None else ():
                bare, best = game_after_turn(game, Turn(place, None)), 0
                for figure in legal_figures(game, place):
                    with_it = game_after_turn(game, Turn(place, figure))
                    if not with_it.over:
                        extra = with_it.scores[game.turn] - bare.scores[game.turn]
                        best = max(best, extra)
                choices = deployment_choices(game, place)
                if not choices or bare.over:
                    continue
                [none] = (choice for choice in choices if choice.move == Pass())
                assert none.points_unclaimed == best
                if best:
                    text = str(panel_message(game, [place], names).buttons)
                    assert (
                        re.search(rf"No meeple \({best} points? unclaimed\)", text)
                        and f"+{best}" in text
                    )
                    met += 1
            game = play(game, random_move(game, chance))
        if met > 20:
            return
    raise AssertionError("hardly any such position found")


@pytest.mark.parametrize("whole", rest_slow([False, True]))
def test_TB02_TB05_panel_shows_goods_and_builders_before_a_figure_is_chosen(whole: bool) -> None:
    """They come of the tile, whatever is put on it, and a press on a meeple makes the move."""
    chance, met = random.Random(5), set[type]()
    header = deal("base+traders", 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        here = legal_placements(game) if game.drawn is not None else []
        for place in chance.sample(here, min(6, len(here))):
            kinds = {
                type(event) for event in play_draft(game, [place, Pass()]).story[len(game.story) :]
            }
            message = panel_message(game, [place], NAMES)
            assert ("📦 " in message.text) == (GoodsTaken in kinds)
            assert ("📦 You take " in message.text) == (GoodsTaken in kinds)
            if deployment_choices(game, place):
                for told in (message.text, message.pictures[0].alt):
                    assert ("ives you a second tile" in told) == (BuilderWorked in kinds)
                    assert "builder is at work" not in told
                alone = panel_message(game, [place], NAMES, effects=False).text
                assert "📦" not in alone and "ives you a second tile" not in alone
            met |= kinds
        if not whole and met >= {GoodsTaken, BuilderWorked}:
            return
        offered = [m for m in game.legal_moves() if isinstance(m, Deploy) and m.role == "builder"]
        game = play(game, chance.choice(offered) if offered else random_move(game, chance))
    assert met >= {GoodsTaken, BuilderWorked}


@pytest.mark.slow
def test_COM_08_equivalent_rotation_is_shown_as_the_offered_one() -> None:
    met = 0
    for seed in range(6):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            hand = game.hand
            for place in legal_placements(game)[:2] if hand is not None else ():
                for turned in range(4):
                    like = hand is not None and hand.same[turned].rotation == place.rotation
                    if like and turned != place.rotation:
                        twin = PlaceTile(place.cell, turned)
                        assert panel_message(game, [twin], NAMES) == panel_message(
                            game, [place], NAMES
                        )
                        met += 1
            game = play(game, random_move(game, chance))
    assert met > 5


@pytest.mark.parametrize(
    ("name", "seeds"),
    rest_slow([(n, seeds) for seeds in (1, 3) for n in ("hunters", "base+river")], 2),
)
def test_picture_of_the_panel_tells_the_tile_as_it_lies(name: str, seeds: int) -> None:
    """Sides and letters are those of the buttons, and things inside a tile have theirs."""
    turned, inner = 0, set[str]()
    for seed in range(seeds):
        chance = random.Random(seed)
        header = deal(name, 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            if game.drawn is not None:
                place = chance.choice(legal_placements(game))
                alt = panel_message(game, [place], NAMES, effects=False).pictures[0].alt
                face = last_laid_face(play_draft(game, [place]))
                for side, segment in zip(Side, face.sides, strict=True):
                    terrain = nouns.terrain_name(segment.terrain)
                    assert f"{terrain} {segment.letter} {side.name.lower()}" in alt
                for segment in face.inner_segments:
                    terrain = nouns.terrain_name(segment.terrain)
                    assert re.search(rf", {terrain} {segment.letter}[,.;]", alt)
                    inner.add(terrain)
                turned += place.rotation > 0
            game = play(game, random_move(game, chance))
    assert turned > 9 and inner
