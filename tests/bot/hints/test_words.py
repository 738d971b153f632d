"""The sentences of hints, over positions of random games."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from bot.hints.words import depth_text, hint_line, losses_text, mistake_lines
from bot.history.end_post import turning_points_of
from bot.text.i18n import use_language
from bot.text.names import Names
from bot.words.moves import reason_texts
from rules import deal, start
from rules.game import Game
from rules.opponents import RatedTurn, best_turns
from rules.opponents.review import CostlyTurn, Depth, Mistake, Review
from rules.variants.ark_walk import Walk
from tests.support.language_check import COMPLETE, english_leaks
from tests.support.random_games import positions

NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})


def hints(name: str, seeds: int, tiles: int) -> Iterator[tuple[Game, RatedTurn, str]]:
    """The hints of the first positions of random games, each with its line."""
    for seed in range(seeds):
        for game in takewhile(lambda game: len(game.board.tiles) < tiles, positions(name, 2, seed)):
            if game.drawn is not None:
                for thought in best_turns(game, "villager", best=6):
                    yield game, thought, hint_line(game, thought, thought.worth, NAMES)


def test_review_says_what_it_looked_at_and_marks_what_it_only_estimated() -> None:
    header = deal("base", 2, random.Random(1))
    game = start(header.book, 2, header.bags)
    [best, other, *_] = best_turns(game, "villager", best=2)
    mistake = Mistake(0, 1, 0, other.moves, best, 4.4, searched=True)
    estimate = replace(mistake, searched=False)
    deep = Review(((mistake,), ()), (4.4, 0), (Depth(9, 5, False), Depth(1, 1, False)))
    [line] = mistake_lines([mistake], [game], NAMES)
    assert ". **About 4 points short of the best move.** Better: " in line
    assert losses_text(deep, NAMES) == "Points lost in all: **Ana** 4 · **Bo** 0."
    assert depth_text(deep, [0, 1], NAMES) == (
        "**Ana**: 9 moves looked at one turn ahead, 5 of them searched further. "
        "**Bo**: 1 move looked at one turn ahead, 1 of them searched further."
    )
    longer = replace(deep, longer=True)
    said = "Nobody was waiting, so I searched more moves than usual."
    assert depth_text(longer, [1], NAMES) == f"{depth_text(deep, [1], NAMES)} {said}"
    short = replace(deep, depths=(Depth(9, 0, True), Depth(1, 1, False)))
    [line] = mistake_lines([estimate], [game], NAMES)
    assert ". **≈ 4 points short of the best move.** Better: " in line
    assert losses_text(short, NAMES) == "Points lost in all: **Ana** ≈ 4 · **Bo** 0."
    assert depth_text(short, [1], NAMES).endswith(" ≈ is an estimate one turn ahead.")
    points = turning_points_of([CostlyTurn(3, 0, 4.4, True), CostlyTurn(5, 1, 2.0, False)])
    assert [point.words for point in points] == ["turn 3: −4", "turn 5: ≈ −2"]


def test_move_without_any_reason_says_that_it_brings_no_points_yet() -> None:
    header = deal("base", 2, random.Random(1))
    game = start(header.book, 2, header.bags)
    assert reason_texts((), game, NAMES) == ["no points yet"]


def test_A30_hint_about_the_ark_is_a_sentence_that_names_the_ark_once() -> None:
    walked = 0
    for game, thought, line in hints("ark", 1, 30):
        assert line.count("(a move of the Ark)") <= 1
        assert "walk" not in line
        for move in thought.moves:
            if isinstance(move, Walk):
                walked += 1
                assert "Ark to `" in line
                for language in COMPLETE:
                    with use_language(language):
                        translated = hint_line(game, thought, thought.worth, NAMES)
                        assert not english_leaks(translated, language), translated
    assert walked
