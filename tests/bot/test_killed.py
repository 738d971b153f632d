"""Kills at any moment: a process restarted on the same file continues exactly."""

import random
from collections.abc import Awaitable, Callable

import pytest

from bot.posting.status_cards import EDIT_INTERVAL_SECONDS
from bot.table.table import Phase
from rules.record import replay
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import has_no_reply
from tests.support.slow_cases import rest_slow
from tests.support.world import World

Step = Callable[[World], Awaitable[object]]


async def new(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)


async def join(world: World) -> None:
    seated = (await world.table()).players
    player = next(player for player in world.players if player.id not in seated)
    assert has_no_reply(await world.press(player, "join"))


async def start(world: World) -> None:
    assert has_no_reply(await world.press(world.bo, "start"))


async def place(world: World) -> None:
    table = await world.table()
    turn = any_turn(await world.game(), random.Random(table.last))
    assert has_no_reply(await world.place(turn))


async def place_by_button(world: World) -> None:
    """The question is asked by one process and answered to the next."""
    player = await world.to_move()
    turn = turn_with_figure_choice(await world.game(), (await world.table()).last)
    asked = Panel(player, await world.place(turn, ask=True))
    await world.kill_and_restart()
    assert has_no_reply((await asked.take(move_text(*turn.moves))).result)


async def undo(world: World) -> None:
    table = await world.table()
    player = next(p for p in world.players if p.id == table.lines[-1].user)
    assert has_no_reply(await player.slash(world.channel, "undo"))


async def resign(world: World) -> None:
    asked = await world.cleo.slash(world.channel, "resign")
    assert asked.response is not None
    await world.cleo.click(asked.response, label="Resign")


STEPS: list[Step] = [
    *(new, join, join, start, place, place_by_button, undo, place, place, place_by_button),
    *(resign, place, place, undo, place, place),
]


@pytest.mark.parametrize("every", rest_slow([3, 1]))
async def test_game_continues_exactly_after_a_kill_at_every_kth_command(
    world: World, every: int
) -> None:
    for number, step in enumerate(STEPS, 1):
        await step(world)
        if number % every == 0:
            await world.advance_outbox_time(EDIT_INTERVAL_SECONDS)
            before, posts = await world.table(), world.posts()
            await world.kill_and_restart()
            again = await world.table()
            assert again == before
            assert world.posts() == posts
            if again.header is not None:
                assert again.record() == before.record()
                assert replay(again.record()).game == again.game
    table = await world.table()
    assert table.phase is Phase.PLAYING
    assert [text.split()[0] for text in await world.entries()].count("undo") == 2
