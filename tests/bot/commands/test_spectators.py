"""Spectators see everything that players see, and can do nothing."""

import random
from typing import Final

import pytest

from bot.presenters.private.boards import VIEWS
from rules.random_play import deal
from tests.support.game_choices import FIVE
from tests.support.shown_messages import answer, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World

OWN: Final = {"mine", "since"}
"""The views that are about who looks."""
"""Actions allowed to players only."""
LOOKS: Final = ("log", "record", "seal", "tiles")


async def begun(world: World, name: str, **options: str) -> None:
    """A game some tiles on; whose turn it is not, and who has no seat, look on."""
    await world.start_with(deal(name, 3, random.Random(name)), **options)
    await world.play_random_tiles(random.Random(2), 12)


@pytest.mark.parametrize("name", rest_slow(FIVE, 1))
async def test_spectator_and_waiting_player_get_the_same_views(world: World, name: str) -> None:
    await begun(world, name)
    waits = (await world.others())[0]
    for view in [*VIEWS, *LOOKS]:
        if view not in OWN:
            players = await world.look(waits, view)
            spectators = await world.look(world.dan, view)
            assert private(spectators) == private(players), view
            seen = [
                [(file.filename, file.description) for file in answer(result).attachments]
                for result in (players, spectators)
            ]
            assert seen[0] == seen[1], view
    cell = "0 0"
    for who in (waits, world.dan):
        assert answer(await who.slash(world.channel, "board", place=cell)).attachments


async def test_resigned_player_still_sees_their_own_areas(world: World) -> None:
    await begun(world, "hunters")
    seat = (await world.table()).players.index(world.bo.id)
    await world.write([(world.bo.id, f"resign {seat}")])
    assert "**Bo** leads or shares" in private(
        await world.bo.slash(world.channel, "board", view="mine")
    )
    refused = private(await world.dan.slash(world.channel, "board", view="mine"))
    assert "You're not in this game" in refused
