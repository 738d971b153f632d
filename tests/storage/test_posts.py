"""The messages that show entries of a game."""

from collections.abc import Awaitable, Callable

import pytest

from storage import Log, NewEntry, NoSuchGame, PostRow, StorageError, open_database

Start = Callable[..., Awaitable[int]]
PASS = [NewEntry(1, "pass")]


async def test_live_posts_of_a_channel_are_listed_oldest_first(log: Log, start: Start) -> None:
    first, elsewhere = await start(channel=5), await start(channel=6)
    await log.append(first, after=0, entries=PASS, finish=True)
    second = await start(channel=5)
    young, old = PostRow(30, second, -1, 0), PostRow(20, first, 0, 1)
    await log.mark_posted(second, 0, [young])
    await log.mark_posted(first, 1, [old])
    await log.mark_posted(elsewhere, 0, [PostRow(25, elsewhere, -1, 0)])
    assert await log.live_posts(5) == (old, young)
    assert await log.live_posts(7) == ()


async def test_an_edited_post_is_stored_once(log: Log, start: Start) -> None:
    game = await start()
    channel = (await log.row(game)).channel
    await log.mark_posted(game, 0, [PostRow(20, game, -1, 0)])
    await log.append(game, after=0, entries=PASS)
    await log.mark_posted(game, 1, [PostRow(20, game, 0, 1)])
    assert await log.live_posts(channel) == (PostRow(20, game, 0, 1),)


async def test_a_late_note_of_an_earlier_edit_changes_nothing(log: Log, start: Start) -> None:
    game = await start()
    await log.append(game, after=0, entries=PASS)
    await log.append(game, after=1, entries=PASS)
    await log.mark_posted(game, 0, [PostRow(20, game, -1, 0)])
    await log.mark_posted(game, 2, [PostRow(20, game, -1, 2)])
    await log.mark_posted(game, 1, [PostRow(20, game, -1, 1)])
    assert await log.live_posts((await log.row(game)).channel) == (PostRow(20, game, -1, 2),)
    assert (await log.row(game)).posted == 2


async def test_a_post_is_retired_only_once(log: Log, start: Start, address: str) -> None:
    game = await start()
    channel = (await log.row(game)).channel
    await log.mark_posted(game, 0, [PostRow(20, game, -1, 0), PostRow(21, game, 0, 0)])
    assert await log.retire([20, 99]) == (20,)
    assert await log.retire([20]) == ()
    async with await open_database(address) as again:
        assert await Log(again).live_posts(channel) == (PostRow(21, game, 0, 0),)


async def test_an_impossible_post_is_not_stored(log: Log, start: Start) -> None:
    game = await start()
    with pytest.raises(StorageError, match="entries that exist"):
        await log.mark_posted(game, 0, [PostRow(20, game, 0, 1)])
    with pytest.raises(NoSuchGame):
        await log.mark_posted(game + 1, 0, [PostRow(20, game, -1, 0)])
    row = await log.row(game)
    assert row.posted == -1 and await log.live_posts(row.channel) == ()


async def test_a_dropped_channel_has_no_live_posts(log: Log, start: Start) -> None:
    game, elsewhere = await start(channel=5), await start(channel=6)
    for number, game_id in enumerate((game, elsewhere)):
        await log.mark_posted(game_id, 0, [PostRow(20 + number, game_id, -1, 0)])
    await log.drop_channel(5)
    assert await log.live_posts(5) == ()
    assert len(await log.live_posts(6)) == 1
