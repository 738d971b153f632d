"""The messages that show the entries of games."""

from collections.abc import Sequence

from storage.database import Database, Execute
from storage.records import PostRow


async def read_post(database: Database, message: int) -> PostRow | None:
    """Read the entries that a message shows. None if it is no post of a game."""
    sql = "SELECT message, game, after, number FROM posts WHERE message = ?"
    rows = await database.read(sql, (message,))
    return PostRow(*rows[0]) if rows else None


async def note_posts(execute: Execute, posts: Sequence[PostRow]) -> None:
    """Insert posts, or update those that now show later entries.

    If two processes edited one post, the one that showed fewer entries may be the later to note it.
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
