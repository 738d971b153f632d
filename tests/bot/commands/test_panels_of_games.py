"""All four games played by nothing but the panel and buttons, at three stages of the game."""

import random
from typing import Final

import pytest

from bot.table.table import Phase
from rules.random_play import deal
from rules.record import replay
from tests.support.move_panel import play_by_panel
from tests.support.slow_cases import rest_slow
from tests.support.world import World

TURNS: Final = 10
FEW_TURNS: Final = 4
STAGES: Final = (1, 15, 15)
"""Tiles laid directly before each stage."""


@pytest.mark.parametrize(
    ("name", "turns", "words"),
    rest_slow(
        [
            ("base+ferries", FEW_TURNS, {"place", "pass"}),
            ("base+ferries", TURNS, {"place", "pass", "ferry"}),
            ("hunters", TURNS, {"place", "hunter", "pass"}),
            ("base", TURNS, {"place", "farmer", "pass"}),
            ("ark", TURNS, {"place", "pass", "walk"}),
        ]
    ),
)
async def test_a_game_is_played_by_the_panel_alone(
    world: World, name: str, turns: int, words: set[str]
) -> None:
    chance = random.Random(name)
    await world.start_with(deal(name, 3, chance))
    seen: set[str] = set()
    for stage in STAGES:
        await world.play_random_tiles(chance, stage)
        for _ in range(turns):
            seen |= await play_by_panel(world, chance)
    assert words <= seen
    table = await world.table()
    again = replay(table.record()).game
    assert again.scores == table.running_game.scores
    assert again.agenda == table.running_game.agenda


@pytest.mark.parametrize(
    "name",
    [
        "hunters",
        pytest.param("base", marks=pytest.mark.slow),
        pytest.param("base+ferries", marks=pytest.mark.slow),
        pytest.param("ark", marks=pytest.mark.slow),
    ],
)
async def test_last_tiles_and_the_end_are_played_by_the_panel(world: World, name: str) -> None:
    chance = random.Random(name)
    header = deal(name, 3, chance)
    await world.start_with(header)
    await world.play_random_tiles(chance, len(header.bags[header.book.main_bag]) - 6)
    while (await world.table()).phase is Phase.PLAYING:
        await play_by_panel(world, chance)
    assert "🏆" in world.posts()[-1]
