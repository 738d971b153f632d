"""Direct messages: text and buttons, a daily limit, and users who take none."""

import discord
import pytest

from bot.runtime.notifier import CLOSED_SECONDS, DAILY_LIMIT, DirectMessages
from bot.text.message import Button, Message
from storage import KeyValues, Notifications
from storage.key_values import PREFERENCES
from tests.support.reminders import direct_messages
from tests.support.shown_messages import buttons_of, text_of
from tests.support.world import World

HELLO = Message("hello", buttons=(Button("Board", "board"),))


class Clock:
    now = 1e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def direct(world: World, clock: Clock) -> DirectMessages:
    database = world.database
    return DirectMessages(
        world.app, Notifications(database), KeyValues(database, PREFERENCES), clock
    )


async def send(direct: DirectMessages, world: World, nonce: str = "n") -> bool:
    return await direct.send(world.dan.id, HELLO, game=12, version=34, nonce=nonce)


def close_direct_messages(world: World, times: int = 1) -> None:
    path = f"/channels/{world.dan.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=times)


async def test_direct_message_has_text_and_working_buttons(
    world: World, direct: DirectMessages
) -> None:
    assert await send(direct, world)
    [message] = direct_messages(world.dan)
    assert text_of(message) == "hello"
    assert buttons_of(message) == {"Board": "carc:12:34:board"}


async def test_daily_limit_of_direct_messages_holds(world: World, direct: DirectMessages) -> None:
    sent = [await send(direct, world, str(n)) for n in range(DAILY_LIMIT + 2)]
    assert sent == [True] * DAILY_LIMIT + [False, False]
    assert len(direct_messages(world.dan)) == DAILY_LIMIT
    assert not await direct.is_closed(world.dan.id)


async def test_direct_message_with_one_nonce_is_sent_once(
    world: World, direct: DirectMessages
) -> None:
    long = "a reminder of the turn that began after entry 1234567890"
    assert await send(direct, world, long) and await send(direct, world, long)
    bodies = [h.json for h in world.env.http_requests if isinstance(h.json, dict)]
    nonces = [body["nonce"] for body in bodies if "nonce" in body]
    assert len(nonces) == 2 and len(set(nonces)) == 1 and len(nonces[0]) <= 25


async def test_user_with_closed_direct_messages_gets_none_for_a_day(
    world: World, direct: DirectMessages, clock: Clock
) -> None:
    close_direct_messages(world)
    assert not await send(direct, world, "a")
    assert await direct.is_closed(world.dan.id)
    before = len(world.env.http_requests)
    assert not await send(direct, world, "b")
    assert len(world.env.http_requests) == before, "Discord is not even asked"
    clock.now += CLOSED_SECONDS
    assert not await direct.is_closed(world.dan.id) and await send(direct, world, "b")


async def test_reopen_tries_a_user_again(world: World, direct: DirectMessages) -> None:
    close_direct_messages(world)
    assert not await send(direct, world)
    await direct.reopen(world.dan.id)
    assert await send(direct, world)
    assert not await direct.is_closed(world.dan.id)


async def test_refused_direct_message_does_not_count(world: World, direct: DirectMessages) -> None:
    close_direct_messages(world, DAILY_LIMIT)
    for n in range(DAILY_LIMIT):
        assert not await send(direct, world, f"lost {n}")
        await direct.reopen(world.dan.id)
    assert await send(direct, world)


async def test_direct_message_raises_when_discord_fails(
    world: World, direct: DirectMessages
) -> None:
    path = f"/channels/{world.dan.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=400, times=1)
    with pytest.raises(discord.HTTPException):
        await send(direct, world)
    assert not await direct.is_closed(world.dan.id)
    assert await send(direct, world)
