"""Idle tables: archived once with their standing, and resumed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from simcord import ChannelHandle

from bot.__main__ import make_app
from bot.client.app import App
from bot.client.jobs import archiving
from bot.table.table import Phase
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, config, shuffled_header, slow_sleep

DAY = 86_400.0
START = 1_790_000_000.0


@pytest.fixture
def now() -> list[float]:
    return [START]


@pytest.fixture
def simcord_bot(tmp_path: Path, now: list[float]) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)


async def sweep(world: World) -> bool:
    """The bot puts away what is idle; whether there is more."""
    handler = world.app.context.jobs.daily._jobs["archive"]
    more = await handler()
    await world.env.settle()
    return bool(more)


async def idle(world: World, now: list[float]) -> None:
    """A game of three, a turn on, to which nobody came for sixty days."""
    await world.start_with(shuffled_header(3))
    await world.write_turns([any_turn(await world.game(), random.Random(1))])
    now[0] += 60 * DAY + 1


async def test_game_is_archived_once_after_sixty_days_with_its_standing(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    now[0] -= 2
    assert not await sweep(world)
    assert (await world.table()).phase is Phase.PLAYING
    now[0] += 2
    before = world.posts()
    for _again in range(2):
        await sweep(world)
    assert len(world.posts()) == len(before) + 1
    table, post = await world.table(), world.posts()[-1]
    assert table.phase is Phase.ARCHIVED and (await world.entries())[-1] == "archive"
    until = int(now[0] + 300 * DAY)
    assert (
        "💤 Carcassonne: Hunters and Gatherers is archived: nobody has played for 60 days." in post
    )
    assert "**Ana** " in post and f"<t:{until}:D>" in post
    buttons = list(buttons_of(world.post()))
    assert buttons == ["Resume", "Scores", "Whole board", "Log", "Record", "Fair shuffle ✓", "Film"]
    assert "is archived" in private(await world.bo.slash(world.channel, "place", move="0 1"))


async def test_archived_game_keeps_the_order_of_its_bag_secret(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    await sweep(world)
    table = await world.table()
    header = table.header
    assert table.phase is Phase.ARCHIVED and header is not None
    answer = await world.press(world.ana, "record")
    [record] = answer.response.message.attachments if answer.response else []
    text = (await record.read()).decode()
    assert "…" in text and " ".join(next(iter(header.bags.values()))) not in text


async def test_press_on_an_older_post_says_that_the_game_is_archived(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    await world.post_state()
    older = world.post()
    await sweep(world)
    reply = private(await world.press_old(world.bo, older, "Place my tile"))
    assert "is archived" in reply and "*Resume*" in reply


async def test_resume_brings_an_archived_game_back_and_pings_the_player_to_move(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    before = await world.game()
    await sweep(world)
    refused = private(await world.dan.click(world.post(), label="Resume"))
    assert "Only its players or a server manager" in refused
    assert has_no_reply(await world.bo.click(world.post(), label="Resume"))
    assert (await world.game()) == before
    assert "▶️ **Bo** resumed the game." in world.posts()[-1]
    assert "Place my tile" in buttons_of(world.post())
    assert not await sweep(world)
    assert (await world.table()).phase is Phase.PLAYING


async def test_board_of_an_archived_game_offers_resume(world: World, now: list[float]) -> None:
    await idle(world, now)
    await sweep(world)
    shown = await world.cleo.slash(world.channel, "board")
    assert "💤 The game is archived until someone resumes it." in private(shown)
    assert has_no_reply(await world.cleo.click(answer(shown), label="Resume"))
    assert (await world.table()).phase is Phase.PLAYING


async def test_resume_works_after_other_games_in_the_channel(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    before = await world.game()
    await sweep(world)
    put_away = world.post()
    await world.cleo.slash(world.channel, "new", game="hunters", seats=2)
    await world.press(world.dan, "join")
    await world.press(world.cleo, "start")
    [old] = [m for m in world.messages() if m.id == put_away.id]
    assert "Resume" in buttons_of(old)
    refused = private(await world.bo.click(old, label="Resume"))
    assert "Another game is running in this channel." in refused
    ended = await world.cleo.slash(world.channel, "end")
    await world.cleo.click(answer(ended), label="End without scoring")
    now[0] += 1
    assert has_no_reply(await world.bo.click(old, label="Resume"))
    assert (await world.game()) == before


async def test_archived_game_cannot_be_resumed_after_three_hundred_days(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    await sweep(world)
    now[0] += 300 * DAY
    refused = private(await world.bo.click(world.post(), label="Resume"))
    assert "archived more than 300 days ago" in refused and "`/new`" in refused
    assert (await world.table()).phase is Phase.ARCHIVED


async def test_idle_lobby_is_called_off(world: World, now: list[float]) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    now[0] += 60 * DAY + 1
    await sweep(world)
    assert (await world.table()).phase is Phase.STOPPED
    assert "was cancelled" in world.posts()[-1]


async def test_idle_days_count_from_the_end_of_a_pause(world: World, now: list[float]) -> None:
    await world.start_with(shuffled_header(3))
    until = int(START + 30 * DAY)
    for player in (world.ana, world.bo):
        await world.write([(player.id, f"vote pause {until}")])
    await world.write([(world.bo.id, f"pause {until}")])
    now[0] += 89 * DAY
    await sweep(world)
    assert (await world.table()).phase is Phase.PLAYING
    now[0] += 1 * DAY + 1
    await sweep(world)
    assert (await world.table()).phase is Phase.ARCHIVED


async def test_many_idle_games_are_archived_in_batches(
    world: World, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "BATCH_SIZE", 2)
    channels: list[ChannelHandle] = [
        world.guild.create_text_channel(f"table-{number}") for number in range(3)
    ]
    for channel in channels:
        await world.ana.slash(channel, "new", game="hunters", seats=2)
    now[0] += 60 * DAY + 1
    assert await sweep(world)
    assert not await sweep(world)
    assert all("cancelled" in world.posts(channel)[-1] for channel in channels)


async def test_games_of_a_server_without_the_bot_are_not_archived(
    world: World, now: list[float]
) -> None:
    await idle(world, now)
    now[0] += 1
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    await world.app.on_guild_remove(server)
    await sweep(world)
    assert (await world.table()).phase is Phase.PLAYING
