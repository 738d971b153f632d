"""The board in words: its features, its legend, its tiles left."""

import random
import re
from typing import Final

import pytest

from bot.boards import words as boards
from bot.boards.words import position_text
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import ALT_LIMIT
from bot.text.names import Names
from bot.words import nouns
from bot.words.spaces import cell_code, feature_text, feature_title
from bot.words.state import turn_legend
from renderer.requests import Legend, TileKinds
from rules.analysis.draw_odds import kinds_left
from rules.analysis.features import features
from rules.areas import Area
from rules.game import Game, play, start
from rules.geometry import cell_at
from rules.moves import PlaceTile
from rules.random_play import deal, random_move
from rules.scoring import total_points
from tests.rules.analysis.test_features import some
from tests.support.game_choices import FIVE
from tests.support.positions import base, ferries
from tests.support.random_games import random_positions
from tests.support.slow_cases import rest_slow

NAMES: Final = Names(
    (10, 11, 12, 13, 14), {10: "Ana", 11: "Bo", 12: "Cleo", 13: "Dan", 14: "Eve_*x*"}
)


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each kind of feature, by its heading."""
    lines_by_heading: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith("**") and line.endswith("**"):
            lines = lines_by_heading[line.strip("*")] = []
        elif line.startswith("- "):
            lines.append(line)
    return lines_by_heading


def named(game: Game, lines: list[str]) -> list[Area]:
    zones = re.findall(r"`(-?\d+) (-?\d+) ([a-z])`", "\n".join(lines))
    spots = [game.board.spot(cell_at(int(x), int(y)), letter) for x, y, letter in zones]
    layers = game.board.layers
    return [
        plane.areas[plane.home[spot]]
        for spot in spots
        for plane in game.board.planes
        if spot in plane.home and plane.areas[plane.home[spot]].layer.name in layers
    ]


# -- random games -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("language", rest_slow(LANGUAGES))
def test_every_open_feature_is_in_the_text_once(name: str, language: str) -> None:
    with use_language(language):
        for game in some(name, 1):
            if game.over:
                continue
            by_heading = sections(position_text(game, NAMES))
            for layer in game.book.ruleset.layers:
                lines = by_heading.get(nouns.feature_heading(layer.name), [])
                listed = {
                    area.spots for area in named(game, lines) if area.layer.name == layer.name
                }
                wanted = [area for area in game.board.areas(layer.name) if area.open]
                assert {area.spots for area in wanted} <= listed
                zones = re.findall(r"`-?\d+ -?\d+ [a-z]`", "\n".join(lines))
                assert len(zones) == len(set(zones))


@pytest.mark.parametrize("name", FIVE)
def test_lines_show_owners_gaps_and_worth(name: str) -> None:
    for game in some(name, 3, 23):
        for feature in features(game):
            text = feature_text(feature, NAMES)
            seats = {piece.seat for piece in feature.standing}
            assert [NAMES.bold_name(seat) in text for seat in range(3)] == [
                s in seats for s in range(3)
            ]
            assert text.startswith("No one") is not bool(seats)
            if feature.closing:
                assert all(cell_code(cell) in text for cell in feature.missing)
                assert f"Worth {sum(total_points(e.terms) for e in feature.finished)}" in text


@pytest.mark.parametrize("name", FIVE)
def test_title_has_the_kind_the_owners_and_the_counts_but_no_place(name: str) -> None:
    for game in some(name, 3, 23):
        for feature in features(game):
            title = feature_title(feature, NAMES)
            kind, owners, *counts = title.split(" · ")
            assert kind.lower() == nouns.feature_name(feature.kind) and "`" not in title
            seats = {piece.seat for piece in feature.standing}
            assert (owners == "nobody's") is not bool(seats)
            assert all(NAMES.bold_name(seat) in owners for seat in seats)
            assert bool(counts) is bool(feature.counts or feature.marks)
            assert all(f"{number} " in counts[0] for _name, number in feature.counts)


@pytest.mark.parametrize("name", FIVE)
def test_features_with_figures_come_first_and_the_larger_ones_before_the_smaller(name: str) -> None:
    for game in some(name, 4, 31):
        for lines in sections(position_text(game, NAMES)).values():
            nobody = ["No one" in line or "unclaimed" in line for line in lines]
            assert nobody == sorted(nobody)


# -- worked examples ----------------------------------------------------------------------------


SMALL: Final = """
    Red  E 0 1 rot180 knight a      # closes the city of the start tile: 2 for Red
    Blue V 1 0 rot0 thief a
    Red  B 2 0 rot0 monk a
    Blue L -1 0 rot180 thief c
"""


def test_the_text_of_a_small_position() -> None:
    """The start tile's city is finished, Ana's monk has one neighbour, Bo has two roads."""
    assert position_text(base(SMALL, hand="N"), NAMES).split("\n") == [
        "**Ana**'s turn (66 tiles left): place the current tile.",
        "The current tile, unrotated: north: city a; east: field b; south: field b; west: city a.",
        "",
        "**Cities**",
        "- 1 of one tile, unclaimed: `-1 0 a`.",
        "",
        "**Roads**",
        "- **Bo** (1 thief) at `1 0 a`: 3 tiles. Worth 3, finished or not. Open at `1 -1`.",
        "- **Bo** (1 thief) at `-1 0 c`: 1 tile. Worth 1, finished or not. Open at `-1 1`.",
        "- 1 of one tile, unclaimed: `-1 0 b`.",
        "",
        "**Fields**",
        "- No one at `-1 0 g`: 4 tiles and 1 finished city. Worth 4.",
        "- No one at `0 1 b`: 1 tile and 1 finished city. Worth 4.",
        "- 2 unclaimed, nothing to score yet: `-1 0 e`, `-1 0 f`.",
        "",
        "**Monasteries**",
        "- **Ana** (1 monk) at `2 0 a`. Worth 9 if finished, 2 if not. "
        "7 tiles are missing around it, at `1 -1`, `1 1`, `2 -1`, `2 1`, `3 -1`, `3 0`, `3 1`. "
        "The current tile fits at `1 1`, `2 -1`, `2 1`, `3 0`.",
        "",
        "**Ana**: 2 points, 4 if the game ended now; 6 meeples left.",
        "**Bo**: 0 points, 4 if the game ended now; 5 meeples left.",
    ]


def test_text_board_names_features_finished_by_the_laid_tile_before_scoring() -> None:
    game = play(base(hand="E"), PlaceTile(cell_at(0, 1), 2))
    text = position_text(game, NAMES)
    assert "The tile just placed at `0 1`: north: field b; east: field b; " in text
    assert sections(text)["Finished, not scored yet"] == ["- No one at `0 0 a`: 2 tiles. Worth 2."]


def test_text_board_names_the_roads_of_each_ferry() -> None:
    game = ferries("Red FER-FRRR 1 0 rot0 thief b; ferry a b", hand="B")
    lines = position_text(game, NAMES).split("\n")
    assert "The ferry at `1 0` joins road a (east) and road b (south)." in lines


def turns(name: str, number: int) -> list[Game]:
    """The first positions of a random game in which a tile is to be laid."""
    chance = random.Random(3)
    header = deal(name, 3, chance)
    game, games = start(header.book, 3, header.bags), []
    while len(games) < number:
        if game.hand is not None:
            games.append(game)
        game = play(game, random_move(game, chance))
    return games


@pytest.mark.parametrize("name", ["base", "ark"])
def test_turns_of_the_first_two_rounds_have_a_legend_in_the_language_of_the_post(name: str) -> None:
    legends = []
    for n, game in enumerate(turns(name, 9)):
        with use_language("fr" if n == 2 else "en"):
            legends.append(turn_legend(game))
    english = Legend("The tile fits here", "Newest tile")
    assert legends[:2] == [english, english] and legends[3:6] == [english] * 3
    assert legends[2] == Legend("Ta tuile va ici", "Dernière tuile")
    assert legends[7:] == [None, None]


@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_picture_has_every_tile_left_once_and_equal_ones_together(name: str) -> None:
    merged = 0
    for game, _ in list(random_positions(name, 3, 1))[::25]:
        message = boards.tiles_message(game)
        about = message.pictures[0].request
        assert isinstance(about, TileKinds)
        said = re.findall(r"\*\*(.+?)\*\*", message.text)
        assert said == [title for title, _ in about.groups]
        left = [bag for bag in kinds_left(game).values() if bag]
        for (_, shown), kinds in zip(about.groups, left, strict=True):
            shapes = [game.book.forms[tile].tile.shape for tile, _ in shown]
            assert len(set(shapes)) == len(shapes)
            for (_, number), shape in zip(shown, shapes, strict=True):
                alike = [
                    n for tile, n in kinds.items() if game.book.forms[tile].tile.shape == shape
                ]
                assert number == sum(alike)
                merged += len(alike) > 1
            assert sum(number for _, number in shown) == kinds.total()
        words = set(re.findall(r"[\w-]+", message.text))
        assert not words & {tile for tile in game.book.forms if len(tile) > 1}
    assert merged


@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_tiles_left_are_told_in_three_lines_a_bag_and_in_the_alt_text(name: str) -> None:
    for game, _ in list(random_positions(name, 3, 1))[::25]:
        message = boards.tiles_message(game)
        lines = message.text.split("\n")
        headings = [line for line in lines if line.startswith("**")]
        assert len(lines) <= 3 * len(headings) and len(message.text) <= 900
        alt = message.pictures[0].alt
        assert alt.startswith("One tile of each kind") and len(alt) <= ALT_LIMIT
        assert "*" not in alt and "-#" not in alt
        assert all(f"{line.strip('*')}." in alt for line in headings)
