"""Who follows a game is written to when it scores, or when it ends: behind the post, never before.

It is a courtesy: what fails is logged, and told by the next message.
"""

import asyncio
import logging
from typing import Final

from bot.client.cluster.guilds import Guilds
from bot.client.discord_io.errors import bug
from bot.client.discord_io.links import linked
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.interactions.remote import RemotePresses
from bot.client.notifications.direct_messages import DAILY, DirectMessages
from bot.client.people.names import NameDirectory
from bot.client.posting.posted import Posted
from bot.presenters.private import following
from bot.table.table import Outcome, Table
from bot.text.i18n import speaking
from storage import PlayerNotes, StorageError

log = logging.getLogger(__name__)

FOLLOW: Final = "follow"
SCORINGS: Final = 5
"""The most messages in 24 hours about scorings: others, as of a turn that waits, come beside."""
FAILED: Final = (*TRANSPORT_ERRORS, StorageError)


class Followers:
    """All who follow games, and what they are written."""

    def __init__(
        self,
        reach: Guilds,
        player_notes: PlayerNotes,
        names: NameDirectory,
        direct: DirectMessages,
        elsewhere: RemotePresses,
    ) -> None:
        self._reach = reach
        self._player_notes = player_notes
        self._names = names
        self._direct = direct
        self._elsewhere = elsewhere
        self._working: set[asyncio.Task[None]] = set()

    async def wanted(self, user: int, game: int) -> str:
        """What somebody wants to be told of a game; empty if they do not follow it."""
        return (await self._player_notes.of(user, game)).get(FOLLOW, "").partition(" ")[0]

    async def follow(
        self, user: int, game: int, table: Table, wanted: str, *, language: str, place: str
    ) -> bool:
        """Begins to write to somebody about a game, in a language; whether they can be written to.

        ``place`` leads to the game. The first message says that there will be others.
        """
        if not await self.wanted(user, game):
            await self._direct.tried_anew(user)
            message = following.begun(table, wanted, place)
            nonce = f"{FOLLOW} {game} from {table.last}"
            try:
                await self._direct.send(
                    user, message, game=game, version=table.version, nonce=nonce, most=SCORINGS
                )
            except TRANSPORT_ERRORS as error:
                log.info("user %s follows game %s, untold: %r", user, game, error)
            if await self._direct.closed(user):
                return False
        await self._player_notes.save(user, game, FOLLOW, f"{wanted} {language}")
        return True

    async def leave(self, user: int, game: int) -> None:
        """Writes nothing more about a game to somebody."""
        await self._player_notes.delete(user, game, FOLLOW)

    def told(self, told: Posted) -> None:
        """Begins to write to all who want to be told of an outcome that was posted."""
        wanted = following.due(told.outcome)
        if wanted and told.guild is not None and not told.edited:
            post = told.posts[-1].message if told.posts else None
            work = self._tell((told.guild, told.channel, post), told.outcome, wanted)
            task = asyncio.create_task(work, name="followers")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def close(self, seconds: float) -> None:
        """Lets what is under way finish."""
        if self._working:
            await asyncio.wait(self._working, timeout=seconds)

    async def _tell(
        self, place: tuple[int, int, int | None], outcome: Outcome, wanted: frozenset[str]
    ) -> None:
        try:
            kept = await self._player_notes.by_user(outcome.game, FOLLOW)
            for user, (wants, language) in ((u, each.split()) for u, each in kept.items()):
                if wants in wanted and user != outcome.user:
                    await self._write(user, language, place, outcome)
        except Exception as error:
            if bug(error):
                log.exception("followers of game %s are not told all", outcome.game)
            else:
                log.info("followers of game %s are not told all: %r", outcome.game, error)

    async def _write(
        self, user: int, language: str, place: tuple[int, int, int | None], outcome: Outcome
    ) -> None:
        """Writes to one of them, who has to see the channel still; whom it fails is left out."""
        guild, channel, post = place
        table = outcome.after
        try:
            server = await self._reach.server(guild)
            if server is None or not await self._elsewhere.sees(user, guild, channel):
                return
            names = await self._names.of(table, guild, [outcome.user])
            with speaking(language):
                place_linked = linked(server, channel, None, post)
                message = following.told(outcome, names, place_linked)
            await self._direct.send(
                user,
                message,
                game=outcome.game,
                version=table.version,
                nonce=f"{FOLLOW} {outcome.game} {outcome.number}",
                most=DAILY if table.ended else SCORINGS,
            )
            if await self._direct.closed(user):
                await self._player_notes.delete_in_all_games(user, FOLLOW)
        except FAILED as error:
            log.info("user %s is not told of game %s: %r", user, outcome.game, error)
