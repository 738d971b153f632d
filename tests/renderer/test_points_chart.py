"""The points chart: its emblems, names and points do not overlap."""

import random
from itertools import combinations, product

from renderer.players import Players
from renderer.points_chart import HEIGHT_PIXELS, chart_scene
from renderer.scene import Badge, Ink, Label, Star
from rules.game import start
from rules.random_play import deal, random_game
from rules.record import replay
from rules.story import Story


def test_emblems_at_the_ends_of_equal_curves_lie_beside_each_other_within_the_chart() -> None:
    header = deal("base", 5, random.Random(1))
    scene = chart_scene(start(header.book, header.seats, header.bags), Players(("Ana", "Bo")))
    ends = [item for item in scene.items if isinstance(item, Badge)][:5]
    assert len(ends) == 5 and max(one.y + one.size for one in ends) <= HEIGHT_PIXELS
    assert all(abs(one.y - other.y) >= one.size for one, other in combinations(ends, 2))


def test_emblems_leave_the_number_of_the_last_turn_visible() -> None:
    chance = random.Random(1)
    game = replay("\n".join(random_game(deal("base", 5, chance), chance))).game
    for shown in (game, game.replace(story=Story(game.story[:2]))):
        scene = chart_scene(shown, Players(("Ana", "Bo")))
        ends = [item for item in scene.items if isinstance(item, Badge)][:5]
        turns = [item for item in scene.items if isinstance(item, Label) and item.ink is Ink.FAINT]
        top = min(turn.y + (turn.height - turn.size) // 2 for turn in turns)
        assert turns and all(one.y + one.size <= top for one in ends)


def test_long_name_of_a_winner_ends_before_the_star() -> None:
    chance = random.Random(1)
    game = replay("\n".join(random_game(deal("base", 2, chance), chance))).game
    scene = chart_scene(game, Players(("W" * 90, "山" * 64)))
    names = [item for item in scene.items if isinstance(item, Label) and item.text.endswith("…")]
    stars = [item for item in scene.items if isinstance(item, Star)]
    assert len(names) == 2 and stars
    for name, star in product(names, stars):
        beside = name.y < star.y + star.size and star.y < name.y + name.height
        assert not beside or name.x + name.width < star.x
