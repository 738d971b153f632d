"""The posted reminder of a game."""

from __future__ import annotations

from storage import Database, Log, NewEntry, ReminderPosts


async def test_newest_reminder_of_each_game_is_kept(log: Log, database: Database) -> None:
    posts = ReminderPosts(database)
    one, other = [
        (await log.begin(guild=1, channel=channel, entries=[NewEntry(1, "new")])).id
        for channel in (2, 3)
    ]
    assert await posts.of(one) is None
    await posts.save(one, 70)
    await posts.save(other, 80)
    await posts.save(one, 71)
    assert (await posts.of(one), await posts.of(other)) == (71, 80)
