"""That a post is out is noted; where the file does not take that, as soon as it does."""

import logging
from collections.abc import Sequence

from storage import Log, PostRow, StorageError

log = logging.getLogger(__name__)


class Acknowledgements:
    """Notes what channels have been told, and remembers what could not be noted.

    So nobody has to look for a post that this process has sent itself. A process that ends before
    it is noted leaves that to the next one.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._owed: dict[int, tuple[int, dict[int, PostRow]]] = {}

    async def note(
        self, channel: int, game: int, number: int, posts: Sequence[PostRow]
    ) -> StorageError | None:
        """Notes the posts that told a channel of a game up to an entry; why it could not."""
        before, known = self._owed.get(game, (-1, {}))
        every = known | {post.message: post for post in posts}
        self._owed[game] = max(before, number), every
        try:
            await self.settle(game)
        except StorageError as error:
            log.warning("a post in channel %s is not noted: %r", channel, error)
            return error
        return None

    async def settle(self, game: int) -> bool:
        """Notes what is still to be noted of a game; whether there was any. Raises StorageError."""
        owed = self._owed.get(game)
        if owed is None:
            return False
        number, posts = owed
        await self._log.mark_posted(game, number, list(posts.values()))
        self._owed.pop(game, None)
        return True

    async def settle_all(self) -> None:
        """The same of all games, before the end; what is left then is logged."""
        for game in list(self._owed):
            try:
                await self.settle(game)
            except StorageError as error:
                log.warning("the posts of game %s are not noted: %r", game, error)
