"""Count, export and erase the data stored about a person."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final, Protocol

from bot.cluster.peers import Peers
from bot.posting.outbox import Outbox
from bot.privacy.words import StoredData
from bot.table.entries import without_bag_order
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Phase
from storage import Erasure, ExportedEntry, PersonalData
from storage.results import OPTED_OUT, PREFERENCE

log = logging.getLogger(__name__)

EXACT_NUMBER_LIMIT: Final = 2**53
"""Numbers from here on are exported as texts: many programs would round them."""


class Memory(Protocol):
    def forget(self, user: int | None) -> None:
        """One person, or all."""


@dataclass(eq=False, repr=False)
class Privacy:
    """Count, export and erase people's data in the database and in memory."""

    erasure: Erasure
    tables: Tables
    service: TableService
    seat_service: SeatService
    outbox: Outbox
    peers: Peers
    memories: Sequence[Memory]

    async def stored_data(self, user: int) -> StoredData:
        kept = await self.erasure.export(user)
        return StoredData(
            lines=len(kept.entries),
            tables=len({line.game for line in kept.entries}),
            servers=len({line.guild for line in kept.entries}),
            first=min((line.at for line in kept.entries), default=0.0),
            last=max((line.at for line in kept.entries), default=0.0),
            seats=len([loaded async for loaded in self._seats(user, kept)]),
            rows={name: len(rows) for name, rows in kept.rows.items() if rows},
            in_statistics={"key": PREFERENCE, "value": OPTED_OUT} not in kept.rows["settings"],
        )

    async def export(self, user: int, now: float) -> bytes:
        """Export lines by game, then rows, as JSON; ``now`` in Unix seconds."""
        kept = await self.erasure.export(user)
        games = groupby(kept.entries, lambda line: line.game)
        data = {
            "user": str(user),
            "made": _moment(now),
            "games": [_game(*lines) for _game_id, lines in games],
            **{name: [_exact(row) for row in rows] for name, rows in kept.rows.items()},
        }
        return json.dumps(data, ensure_ascii=False, indent=1).encode()

    async def forget(self, user: int) -> int:
        """Erase a person, and post that their seats are open. Return their number.

        Their games stay, without a name.
        """
        kept = await self.erasure.export(user)
        freed = [
            (loaded, await self._free_seat(user, loaded))
            async for loaded in self._seats(user, kept)
        ]
        await self.erasure.erase(user)
        self.forget_in_memory(user)
        await self.peers.announce_erasure(user)
        # After the erasure: no post shows the erased name.
        posts = [
            self.outbox.post(loaded.row.channel, loaded.row.guild, _without_name(outcome, user))
            for loaded, outcome in freed
            if outcome is not None
        ]
        await asyncio.gather(*posts)
        return len(posts)

    def forget_in_memory(self, user: int | None) -> None:
        """None for all people."""
        self.tables.forget()
        for memory in self.memories:
            memory.forget(user)

    async def _seats(self, user: int, kept: PersonalData) -> AsyncIterator[LoadedTable]:
        for game in sorted({line.game for line in kept.entries if not line.finished}):
            try:
                loaded = await self.tables.game(game)
            except Refusal:
                log.info("game %s cannot be read; the seat of an erased user stays taken", game)
                continue
            if loaded is not None and loaded.table.seat_of(user) is not None:
                yield loaded

    async def _free_seat(self, user: int, loaded: LoadedTable) -> Outcome | None:
        request = Request(user, loaded.row.guild, loaded.row.channel)
        try:
            if loaded.table.phase is Phase.LOBBY:
                return await self.service.leave(request)
            return await self.seat_service.open_seat(request)
        except Refusal as refusal:
            log.info("no seat in game %s: %s", loaded.row.id, refusal.reason)
            return None


def _without_name(outcome: Outcome, user: int) -> Outcome:
    """An outcome by a person who is now a former player."""
    before = outcome.before
    if before is not None:
        players = tuple(None if player == user else player for player in before.players)
        before = before.replace(players=players)
    return replace(outcome, before=before, user=None)


def _game(first: ExportedEntry, *others: ExportedEntry) -> Mapping[str, Any]:
    return {
        "game": first.game,
        "server": str(first.guild),
        "channel": str(first.channel),
        "began": _moment(first.started_at),
        "closed": bool(first.finished),
        "lines": [
            {"number": line.number, "at": _moment(line.at), "text": without_bag_order(line.text)}
            for line in (first, *others)
        ],
    }


def _exact(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Large numbers as texts: many programs would round them."""
    return {
        name: str(value) if isinstance(value, int) and abs(value) >= EXACT_NUMBER_LIMIT else value
        for name, value in row.items()
    }


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
