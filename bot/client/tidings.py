"""Tables are told of who is away, once each; people of an absence that began by itself."""

import logging

from bot.client.direct import Direct
from bot.client.holidays import Holidays
from bot.client.names import NameDirectory
from bot.client.outbox import Outbox
from bot.presenters.private.absence import begun_at_need
from bot.presenters.public.absence import gone
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Phase
from bot.text.i18n import ENGLISH, speaking
from storage import Due, Log, Mark, Tellings

log = logging.getLogger(__name__)

KIND = "away"
"""What these are called among all that people are told unasked."""
AT_ONCE = 1_000
"""A table is told of everybody, however many there are."""


class Tidings:
    """Says what there is to be said of who comes and goes."""

    def __init__(
        self,
        holidays: Holidays,
        log: Log,
        tables: Tables,
        tellings: Tellings,
        names: NameDirectory,
        outbox: Outbox,
        direct: Direct,
    ) -> None:
        self._holidays = holidays
        self._log = log
        self._tables = tables
        self._tellings = tellings
        self._names = names
        self._outbox = outbox
        self._direct = direct

    async def look_after(self, due: Due) -> Due | None:
        """Tells a table of somebody who is away; or somebody's time away is over.

        Raises one of NOT_TAKEN where Discord fails, StorageError.
        """
        assert due.user is not None
        until = (await self._holidays.away([due.user])).get(due.user)
        if due.game is None:
            if until is not None:
                return Due(due.key, due.kind, until, user=due.user)
            await self._holidays.looked_after(due.user)
        elif until is not None:
            await self._tell(due.game, due.user, until)
        return None

    async def at_need(self, user: int, language: str = ENGLISH) -> float | None:
        """Sends somebody away whose clock has run out, if they wish it, and tells them.

        Until when, None where the clock has run out. Raises StorageError.
        """
        until = await self._holidays.begin_at_need(user)
        if until is not None:
            with speaking(language):
                message = begun_at_need(until)
            nonce = f"{KIND} {int(until)}"
            await self._direct.send(user, message, game=0, version=0, nonce=nonce)
        return until

    async def _tell(self, game: int, user: int, until: float) -> None:
        """Tells a table that one who plays there is away; each time away once."""
        row = await self._log.row_if_any(game)
        try:
            seen = await self._tables.seen(row.channel) if row is not None else None
        except Refusal:
            return
        if seen is None or seen.row.id != game or seen.table.phase is not Phase.PLAYING:
            return
        seat = seen.table.seat_of(user)
        if seat is None or seen.table.voters() <= {user}:
            return
        key = f"{KIND} {game} {seat} {int(until)}"
        mark = await self._tellings.mark(key, KIND, game=game, daily=AT_ONCE)
        if mark is Mark.SAID:
            return
        names = await self._names.of(seen.table, seen.row.guild)
        with speaking(seen.table.settings.language):
            message = gone(user, until, names)
        nonce = f"a-{game}-{seat}-{int(until) % 10**8}"
        await self._outbox.say(seen, message, names, nonce, look=mark is Mark.BEGUN)
        await self._tellings.out(key)
