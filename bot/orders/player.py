"""Play the standing orders that are due, or a master's move for them, posted like other moves.

A due of a turn says when; what is played is decided then, from the log and the stored orders. So
nothing is lost or played twice where a process is killed.
"""

import logging
import zlib
from dataclasses import dataclass, replace
from typing import Final

from bot.cluster.guilds import Guilds
from bot.core.durations import Clock
from bot.opponents import tasks
from bot.opponents.player import TURN_SECONDS
from bot.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.orders.service import OrderBook, OrderDue
from bot.posting.outbox import Outbox
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome
from rules.errors import IllegalMove
from rules.moves import Move
from rules.orders import write_moves
from storage import Due

log = logging.getLogger(__name__)

MASTER: Final = "master"
"""The level of the opponent that chooses a move if an order leaves the choice to a master."""
BUSY_RETRY_SECONDS: Final = 20.0
"""Pause before the next try while the queue of the worker processes is full."""


@dataclass(eq=False, repr=False)
class OrderPlayer:
    tables: Tables
    service: TableService
    book: OrderBook
    pool: WorkerPool
    outbox: Outbox
    guilds: Guilds
    clock: Clock

    async def handle(self, due: Due) -> float | None:
        """Play the orders of a turn and of the next players. Return when to retry.

        Orders in a row are posted together, at most one turn a seat.
        """
        order = OrderDue.read(due)
        loaded = await self.tables.unfinished_game(order.game)
        if loaded is None or loaded.table.version != order.version:
            return None
        if not self.guilds.has_bot(loaded.row.guild):
            return None  # The turn's own due puts the order again once the bot is back.
        row, steps = loaded.row, list[Outcome]()
        try:
            while loaded is not None and len(steps) < len(loaded.table.players):
                outcome = await self._play_turn(loaded)
                if outcome is None:
                    break
                steps.append(outcome)
                loaded = await self.tables.unfinished_game(order.game)
        except QueueFull:
            if not steps:
                return self.clock() + BUSY_RETRY_SECONDS
        except BaseException:
            if steps:
                self.outbox.post_missing(row.channel)
            raise
        if steps:
            joined = replace(steps[-1], before=steps[0].before)
            await self.outbox.post(row.channel, row.guild, joined)
        return None

    async def _play_turn(self, loaded: LoadedTable) -> Outcome | None:
        table, game, user = loaded.table, loaded.row.id, loaded.table.to_move
        way = await self.book.way_now(game, table)
        if way is None or user is None:
            return None
        try:
            moves = way.moves or await self._master_moves(loaded)
            # Recorded first: a killed process leaves no move without a receipt.
            await self.book.note_played(user, game, table.version, write_moves(moves))
            by = Request(user, loaded.row.guild, loaded.row.channel)
            return await self.service.play(by, moves, version=loaded.version)
        except (IllegalMove, TaskFailed) as error:
            log.log(failure_level(error), "game %s: an order cannot be played: %s", game, error)
            await self.book.withdraw(user, game, table.running_game.drawn or "")
            # The last post did not ping the player.
            await self.outbox.post_state_or_missed(loaded.row)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
        return None

    async def _master_moves(self, loaded: LoadedTable) -> tuple[Move, ...]:
        """Raise QueueFull or TaskFailed."""
        seed = zlib.crc32(f"{loaded.row.id} {loaded.table.version}".encode())
        return await self.pool.run(
            tasks.choose_moves, loaded.table.record(), MASTER, seed, TURN_SECONDS, kind=MASTER
        )
