"""Simultaneous and repeated presses: one is carried out, the other is answered."""

import asyncio
import random
import threading
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.app import App
from bot.discord_io import rendering
from renderer.draw import draw
from renderer.requests import Picture
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.shown_messages import has_no_reply
from tests.support.world import World


async def test_an_interaction_delivered_twice_is_done_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a RESUME the gateway replays earlier events."""
    await world.start_game()
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any, *args: Any, **kwargs: Any) -> None:
        emit(event, payload, *args, **kwargs)
        if event == "INTERACTION_CREATE":
            emit(event, payload, *args, **kwargs)

    monkeypatch.setattr(backend, "emit", twice)
    game, posts, mover = await world.game(), len(world.messages()), await world.to_move()
    turn = any_turn(game, random.Random(1))
    await world.place(turn)
    assert await world.game() == game_after_turn(game, turn)
    assert len(world.messages()) == posts + 1
    await mover.click(world.post(), label="Undo")
    assert await world.game() == game
    assert len(world.messages()) == posts + 2


async def test_closing_bot_finishes_running_work(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    game, posts = await world.game(), len(world.messages())
    turn, player = turn_with_figure_choice(game), await world.to_move()
    drawing, go_on = threading.Event(), threading.Event()

    def slow(*given: Any, **options: Any) -> Picture:
        drawing.set()
        assert go_on.wait(60)
        return draw(*given, **options)

    async def no_wait(**_: object) -> None:
        return None

    monkeypatch.setattr(rendering, "draw", slow)
    with monkeypatch.context() as patch:
        patch.setattr(world.env, "_settle_internal", no_wait)
        result = await player.slash(world.channel, "place", **turn.options)
        await asyncio.to_thread(drawing.wait, 60)
    closing = asyncio.create_task(world.app.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    assert has_no_reply(result)
    assert len(world.messages()) == posts + 1
    await world.restart()
    assert await world.game() == game_after_turn(game, turn)


async def test_closing_bot_leaves_the_gateway_and_answers_what_it_received(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a takeover, a process that acknowledges a press answers it before it ends."""
    await world.start_game()
    shard = Mock(spec=discord.ShardInfo)
    monkeypatch.setattr(App, "shards", {0: shard})
    game = await world.game()
    turn, player = turn_with_figure_choice(game), await world.to_move()
    sending, go_on = asyncio.Event(), asyncio.Event()
    defer = discord.InteractionResponse.defer

    async def slow(*given: Any, **options: Any) -> Any:
        sending.set()
        await go_on.wait()
        return await defer(*given, **options)

    async def no_wait(**_: object) -> None:
        return None

    monkeypatch.setattr(discord.InteractionResponse, "defer", slow)
    with monkeypatch.context() as patch:
        patch.setattr(world.env, "_settle_internal", no_wait)
        await player.slash(world.channel, "place", **turn.options)
        await sending.wait()
    closing = asyncio.create_task(world.app.close())
    await asyncio.sleep(0.1)
    shard.disconnect.assert_awaited_once()
    go_on.set()
    await closing
    await world.restart()
    assert await world.game() == game_after_turn(game, turn)
