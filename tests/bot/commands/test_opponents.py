"""Opponents at a table: they sit down, play in the post of the move before them, and are nobody.

They think in processes of their own, as they do outside of tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from simcord import InteractionResult

from bot.table.table import Phase, Table
from bot.text.opponents import is_opponent, level_of, name_of
from rules.notation import write
from tests.bot.world import World, private, silent, text_of


async def new(world: World, game: str = "base", seats: int = 2, **more: Any) -> InteractionResult:
    """Ana opens a table, with opponents if their number or level is among what is said."""
    more = {"order": "joined", **more}
    return await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)


async def begun(world: World, seats: int = 2, level: str = "novice", **more: Any) -> Table:
    """Ana's table, the other seats opponents', has begun."""
    await new(world, seats=seats, opponents=seats - 1, level=level, **more)
    await world.press(world.ana, "start")
    return await world.table()


async def plays(world: World, who: Any = None) -> InteractionResult:
    """Who is to move lays the tile with the first figure there is, or none."""
    table = await world.table()
    game = table.running_game
    move = game.offered()[0]
    player = who or await world.to_move()
    return await player.slash(world.channel, "place", move=f"{write(move)} pass")


def offered(message: discord.Message) -> list[str]:
    """What the menus under a post do."""

    def walk(components: Any) -> Iterator[str]:
        for component in components:
            if isinstance(component, discord.SelectMenu):
                yield from (option.value for option in component.options)
            yield from walk(getattr(component, "children", ()))

    return list(walk(message.components))


def opponents(table: Table) -> list[tuple[str, str]]:
    """Their names and levels, by seat."""
    return [
        (name_of(user), level_of(user))
        for user in table.players
        if user is not None and is_opponent(user)
    ]


# -- the lobby ------------------------------------------------------------------------------------


async def test_an_opponent_sits_down_in_two_taps_and_the_host_sends_it_away(world: World) -> None:
    await new(world, seats=3)
    card = world.post()
    assert offered(card) == ["opponent novice", "opponent villager", "opponent master"]
    await world.ana.select(card, ["opponent master"])
    table = await world.table()
    [(name, level)] = opponents(table)
    assert level == "master" and len(table.players) == 2
    assert f"**{name} \\(master\\)**" in text_of(world.post()), "the card says who and how well"
    assert len(world.posts()) == 1, "the card is brought up to date, nothing is posted"
    assert offered(world.post())[-1] == "opponent away 1"
    await world.ana.select(world.post(), ["opponent away 1"])
    assert opponents(await world.table()) == []


async def test_one_person_and_one_opponent_are_enough_to_start(world: World) -> None:
    assert silent(await new(world, opponents=1, level="novice"))
    table = await world.table()
    assert len(table.players) == 2 and opponents(table)[0][1] == "novice"
    await world.press(world.ana, "start")
    assert (await world.table()).phase is Phase.PLAYING


# -- the same post --------------------------------------------------------------------------------


async def test_the_answer_of_an_opponent_and_the_next_turn_come_in_the_post_of_the_move(
    world: World,
) -> None:
    table = await begun(world)
    before = len(world.posts())
    [(name, _level)] = opponents(table)
    told = await plays(world)
    assert private(told).startswith("✔️ Your tile lies at ")
    [post] = world.posts()[before:]
    assert "**Ana** lays a tile at" in post and f"**{name} \\(novice\\)** lays a tile at" in post
    assert f"<@{world.ana.id}>" in post, "it is Ana's turn again"
    after = await world.table()
    assert after.to_move == world.ana.id
    assert sum(line.places for line in after.lines) == 2


async def test_a_chain_of_opponents_answers_in_one_post(world: World) -> None:
    table = await begun(world, seats=4)
    before = len(world.posts())
    await plays(world)
    [post] = world.posts()[before:]
    for name, _level in opponents(table):
        assert f"**{name} \\(novice\\)** lays a tile at" in post
    assert (await world.table()).to_move == world.ana.id


async def test_where_an_opponent_begins_the_first_post_tells_what_it_did(world: World) -> None:
    for _try in range(20):
        await begun(world, seats=3, order="random")
        table = await world.table()
        if table.lines:
            break
        await world.called_off()
    post = world.posts()[-1]
    assert "The order of play" in post and "lays a tile at" in post
    assert table.to_move == world.ana.id and f"<@{world.ana.id}>" in post
    assert len(table.lines) > 0
