"""Simultaneous and repeated presses: one is carried out, the other is answered."""

import asyncio
import random
import threading
from typing import Any

import pytest
from simcord import InteractionResult

from bot.client.discord_io import rendering
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.move_panel import Panel
from tests.support.shown_messages import has_no_reply, private, text_of
from tests.support.world import World


def refused(results: list[InteractionResult]) -> str:
    """The answer to the second request; the first was served."""
    [answer] = [private(result) for result in results if not has_no_reply(result)]
    assert sum(map(has_no_reply, results)) == len(results) - 1
    return answer


async def test_the_same_figure_button_pressed_twice_at_once_lays_one_tile(world: World) -> None:
    await world.start_game()
    player = await world.to_move()
    asked = Panel(player, await world.place(turn_with_figure_choice(await world.game()), ask=True))
    before, posts = await world.entries(), len(world.messages())
    figure = next(iter(asked.figures))
    await world.at_once(asked.take_later(figure), asked.take_later(figure))
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) == figure
    assert len(world.messages()) == posts + 1
    # Both presses stand on one private panel, whose place the public post has taken.
    assert not any("Something went wrong" in text_of(m) for m in world.channel.history())


async def test_simultaneous_move_and_undo_leave_one_of_them(world: World) -> None:
    await world.start_game()
    mover, dealt = await world.to_move(), await world.game()
    await world.place(any_turn(dealt, random.Random(1)))
    following, laid = await world.to_move(), await world.game()
    turn = any_turn(laid, random.Random(2))
    results = await world.at_once(
        following.slash(world.channel, "place", **turn.options),
        mover.click(world.post(), label="Undo"),
    )
    refusal = refused(results)
    if has_no_reply(results[0]):
        # An undo read after the move asks the others; it is late if it was read before.
        assert "The game has moved on" in refusal or "must agree" in refusal
        assert await world.game() == game_after_turn(laid, turn)
    else:
        assert "not your turn" in refusal or "The game has moved on" in refusal
        assert await world.game() == dealt


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
    draw = rendering._draw

    drawing, go_on = threading.Event(), threading.Event()

    def slow(*given: Any) -> bytes:
        drawing.set()
        assert go_on.wait(60)
        return draw(*given)

    async def no_wait(**_: object) -> None:
        return None

    monkeypatch.setattr(rendering, "_draw", slow)
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
