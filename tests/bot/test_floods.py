"""Many requests at once: limits, queues, and a bot that closes."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from simcord import InteractionResult

from bot.app import App
from bot.discord_io import rendering
from bot.discord_io.rendering import Rendering
from bot.serve import make_app
from bot.table.rate_limits import RATE_LIMITS, RequestKind
from bot.table.refusals import Refusal
from bot.text.message import Illustration
from bot.text.names import Names
from renderer.draw import draw
from renderer.requests import Bars, Picture
from rules.child_process import ChildFailed
from rules.record import replay
from tests.support.clock import Clock
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.shown_messages import action_ids_of, answer, has_no_reply, private
from tests.support.world import World, config, shuffled_header, slow_sleep

FASTER = "You're going too fast"


@pytest.fixture
def clock() -> Clock:
    return Clock(time.time())


@pytest.fixture
def simcord_bot(tmp_path: Path, clock: Clock) -> App:
    usual = replace(config(tmp_path), limits=1.0)
    return make_app(usual, random.Random(7), clock=clock, sleep=slow_sleep)


def of(kind: RequestKind) -> int:
    return RATE_LIMITS[kind].person.at_once


async def flooded(world: World, times: int) -> list[InteractionResult]:
    """Dan presses a button of the newest post again and again."""
    post = world.post()
    board = action_ids_of(post)["board"]
    return [await world.dan.click(post, custom_id=board) for _ in range(times)]


async def test_many_clicks_of_one_user_get_friendly_answers_and_cost_others_nothing(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    await world.post_state()
    texts = [private(result) for result in await flooded(world, of(RequestKind.REQUEST) + 5)]
    assert sum(FASTER in text for text in texts) == 5
    assert all(f"<t:{int(clock()) + 2}:R>" in text for text in texts[-5:])
    assert FASTER in private(await world.press_id(world.dan, "whatever")), "unknown buttons count"
    assert FASTER not in private(await world.bo.slash(world.channel, "board"))
    offered = await world.dan.autocomplete(world.channel, "rules", "topic", "")
    assert offered, "what is typed is counted for itself"
    clock.now += 1
    assert FASTER not in private((await flooded(world, 1))[0])


async def test_rate_limited_request_reads_no_table_and_sends_one_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    await world.post_state()
    await flooded(world, of(RequestKind.REQUEST))

    async def read(*_: object) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(world.app.services.tables, "latest", read)
    before = len(world.env.http_requests)
    for result in (*await flooded(world, 5), await world.dan.slash(world.channel, "games")):
        assert FASTER in private(result)
    assert len(world.env.http_requests) == before + 6


async def test_autocomplete_is_empty_for_a_second_after_very_fast_typing(
    world: World, clock: Clock
) -> None:
    async def offered() -> list[Any]:
        return await world.dan.autocomplete(world.channel, "rules", "topic", "")

    assert all([await offered() for _ in range(of(RequestKind.AUTOCOMPLETE))])
    assert await offered() == []
    clock.now += 1
    assert await offered()


async def test_user_beyond_the_picture_limit_gets_the_answer_without_a_picture(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    for _ in range(of(RequestKind.PICTURE)):
        world.app.limits.take(RequestKind.PICTURE, world.bo.id, None)
    without = answer(await world.bo.slash(world.channel, "board"))
    assert not without.attachments
    assert without.content.endswith(f"The next one comes <t:{int(clock()) + 3}:R>.")
    clock.now += 3
    for _ in range(of(RequestKind.PICTURE)):
        shown = answer(await world.bo.slash(world.channel, "board"))
        assert shown.attachments, "a picture that is kept costs nothing"


class Slow:
    """Draws until it is told to stop, and knows how many it draws at once and of what kind."""

    def __init__(self) -> None:
        self.now: list[str] = []
        self.most: dict[str, int] = {}
        self.drawn = 0

    def draw(self, kind: str, data: bytes = b"x") -> bytes:
        self.now.append(kind)
        self.most[kind] = max(self.most.get(kind, 0), self.now.count(kind))
        time.sleep(0.01)
        self.now.remove(kind)
        self.drawn += 1
        return data


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()

    def drawn(wanted: Bars, *_: object, **__: object) -> Picture:
        return Picture(slow.draw(*wanted.series), 1, 1)

    monkeypatch.setattr(rendering, "draw", drawn)

    async def projected(*_: object) -> bytes:
        return await asyncio.to_thread(slow.draw, "replay", bytes(2**20))

    monkeypatch.setattr(rendering, "render_animation", projected)
    return slow


NOBODY = Names((), {})
GAME = replay(shuffled_header(2).text())


def picture(pictures: Rendering, kind: str, number: int, look: Any = None) -> Any:
    wanted = Illustration(Bars((kind,), ()), "")
    return pictures.picture(wanted, GAME, NOBODY, number, 2**20, look)


async def test_picture_that_many_ask_for_at_once_is_drawn_once(slow: Slow) -> None:
    pictures = Rendering()
    looks = (picture(pictures, "look", 1, lambda: None) for _ in range(3))
    assert await asyncio.gather(*looks) == [b"x"] * 3
    assert slow.drawn == 1


async def test_private_pictures_use_one_slot_and_a_limited_queue(slow: Slow) -> None:
    pictures = Rendering()
    looks = [
        picture(pictures, "look", n, lambda: None)
        for n in range(2 * rendering.MAX_PRIVATE_PICTURES)
    ]
    posts = [picture(pictures, "post", n) for n in range(5)]
    results = await asyncio.gather(*looks, *posts, return_exceptions=True)
    refused = [result for result in results if isinstance(result, Refusal)]
    assert {refusal.reason for refusal in refused} == {"busy-drawing"}
    assert len(refused) == rendering.MAX_PRIVATE_PICTURES and results[-5:] == [b"x"] * 5
    assert slow.most["look"] == 1 and slow.most["post"] <= rendering.MAX_PARALLEL_PICTURES
    assert pictures.cached_bytes <= rendering.PICTURE_BYTES_KEPT


async def test_replays_do_not_delay_pictures_and_are_drawn_one_at_a_time(slow: Slow) -> None:
    pictures = Rendering()

    async def free() -> None:
        pass

    async def replay_of(number: int) -> bytes:
        return await pictures.replay(f"r{number}", NOBODY, 2**20, lambda *_: None, free)

    wanted = [asyncio.create_task(replay_of(n)) for n in range(20)]
    await asyncio.sleep(0)
    for number in range(6):
        await picture(pictures, "post", number)
    assert pictures.queued_replays > 5, "pictures did not wait for the replays before them"
    await asyncio.gather(*wanted)
    assert slow.most["replay"] == 1
    assert sum(map(len, pictures._replays.values())) <= rendering.REPLAY_BYTES_KEPT


async def test_user_gets_two_replays_in_ten_minutes_not_counting_refused_or_failed_requests(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = False

    async def drawn(*_: object) -> bytes:
        if failing:
            raise ChildFailed("status -9")
        return b"RIFFwebp"

    async def replay_of(who: Any) -> str:
        board = answer(await who.slash(world.channel, "board"))
        answered = await who.click(board, label="Film")
        return "" if has_no_reply(answered) else private(answered)

    monkeypatch.setattr(rendering, "render_animation", drawn)
    await world.start_with(shuffled_header(2))
    chance = random.Random(1)
    assert not await replay_of(world.dan)
    assert "That film is already posted" in await replay_of(world.dan)
    await world.play_random_tiles(chance, 1)
    assert not await replay_of(world.dan)
    await world.play_random_tiles(chance, 1)
    assert "You've just had a film. You can get the next one <t:" in await replay_of(world.dan)
    assert not await replay_of(world.bo)
    await world.play_random_tiles(chance, 1)
    assert "A film was just made in this channel" in await replay_of(world.cleo)
    clock.now += 600
    assert not await replay_of(world.dan)
    failing = True
    clock.now += 3600
    await world.play_random_tiles(chance, 1)
    assert "I couldn't draw the film. Try again later." in await replay_of(world.dan)
    assert "status -9" in caplog.text
    caplog.clear()


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
