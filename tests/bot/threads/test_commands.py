"""Tables in their own thread: opened below one line in the channel, and kept unarchived."""

from typing import Any

import discord
from simcord import ChannelHandle

from bot.threads.service import ThreadDue
from tests.support.shown_messages import private
from tests.support.world import World

NEW = {"game": "hunters", "seats": 2}


async def opened(world: World, **options: Any) -> ChannelHandle:
    """Ana opens a table in a thread; the thread."""
    result = await world.ana.slash(world.channel, "new", **NEW, thread="yes", **options)
    line = world.post()
    thread = next(
        opened_thread for opened_thread in world.channel.threads if opened_thread.id == line.id
    )
    assert f"<#{line.id}>" in private(result)
    return thread


async def test_server_setting_opens_a_thread_for_every_table(world: World) -> None:
    await world.ana.slash(world.channel, "setup", thread="yes")
    await world.bo.slash(world.channel, "new", **NEW)
    assert "🧵" in world.posts()[0]
    here = await world.bo.slash(world.channel, "new", **NEW, thread="no")
    assert here.acknowledged and (await world.table()).players == (world.bo.id,)


async def test_permissions_that_are_missing_are_named(world: World) -> None:
    missing = ("create_public_threads", "send_messages_in_threads")
    backend = world.env.backend
    for role in list(backend.get_guild(world.guild.id).roles.values()):
        rights = discord.Permissions(role.permissions)
        rights.update(**dict.fromkeys(missing, False))
        backend.edit_role(world.guild.id, role.id, {"permissions": rights.value})
    await world.env.settle()
    reply = private(await world.ana.slash(world.channel, "new", **NEW, thread="yes"))
    assert all(right.replace("_", " ") in reply for right in missing)
    assert world.posts() == [] and await world.log() == ()


async def test_thread_cannot_be_opened_within_a_thread(world: World) -> None:
    thread = await opened(world)
    reply = private(await world.bo.slash(thread, "new", **NEW, thread="yes"))
    assert "Threads only work in text channels. Without" in reply


async def test_refused_table_leaves_no_thread_behind(world: World) -> None:
    wrong = {"game": "hunters", "seats": 2, "thread": "yes", "sets": "ferries"}
    assert "has no expansions. Only" in private(
        await world.ana.slash(world.channel, "new", **wrong)
    )
    assert world.posts() == [] and world.channel.threads == []


async def test_first_message_is_deleted_when_discord_opens_no_thread(world: World) -> None:
    world.env.inject_error(
        "POST", "/channels/*/messages/*/threads", status=400, code=160006, times=1
    )
    reply = private(await world.ana.slash(world.channel, "new", **NEW, thread="yes"))
    assert "Discord didn't open a thread. Try again, or use" in reply and "`thread: no`" in reply
    assert world.posts() == []


async def test_next_game_in_a_thread_keeps_the_thread_too(world: World) -> None:
    thread = await opened(world)
    await world.press(world.bo, "join", thread)
    await world.press(world.ana, "start", thread)
    ended = await world.ana.slash(thread, "end")
    await world.ana.click(ended.response, label="End and score")  # type: ignore[arg-type]
    await world.press(world.bo, "again", thread)
    schedule = world.app.services.schedule
    assert await schedule.of(ThreadDue(await world.game_id(thread)).key) is not None
