"""The messages that told channels of games: found again to be edited, or linked to."""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Execute
from storage.records import PostRow

# Messages of Discord are numbered in the order they were sent.
LIVE = (
    "SELECT message, game, after, number FROM posts JOIN games ON games.id = game"
    " WHERE channel = ? AND live ORDER BY message"
)


async def note(execute: Execute, posts: Sequence[PostRow]) -> None:
    """Writes down posts, or what those known already tell by now.

    Of two programs that edited one post whoever told less may be the later to say so.
    """
    for post in posts:
        known = await execute("SELECT number FROM posts WHERE message = ?", (post.message,))
        if not known:
            await execute(
                "INSERT INTO posts (message, game, after, number) VALUES (?, ?, ?, ?)",
                (post.message, post.game, post.after, post.number),
            )
        elif known[0][0] <= post.number:
            await execute(
                "UPDATE posts SET after = ?, number = ? WHERE message = ? AND number <= ?",
                (post.after, post.number, post.message, post.number),
            )


async def retire(execute: Execute, messages: Sequence[int]) -> tuple[int, ...]:
    """Lets posts lose their buttons; those that had theirs."""
    sql = "UPDATE posts SET live = FALSE WHERE message = ? AND live RETURNING message"
    rows = [row for message in messages for row in await execute(sql, (message,))]
    return tuple(message for [message] in rows)


async def retire_channel(execute: Execute, channel: int) -> None:
    """The same for all there are in a channel."""
    await execute(
        "UPDATE posts SET live = FALSE"
        " WHERE live AND game IN (SELECT id FROM games WHERE channel = ?)",
        (channel,),
    )
