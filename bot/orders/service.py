"""Users' standing orders: stored, made due on their turn, noted when played."""

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.core.durations import Clock
from bot.orders.policy import PlayedOrder, playable_way
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.table.table import Table
from rules.game import Game
from rules.orders import Order, OrderTextError, Way, read_ways, write_ways
from storage import PlayerNotes, Schedule, StandingOrders

log = logging.getLogger(__name__)

PLAYED_ORDERS: Final = "played"
"""The name of the player note with the receipt of the orders played since the last visit."""
MAX_PLAYED_ORDERS: Final = 8
"""The most orders that the receipt names."""
DELAY_SECONDS: Final = 20.0, 90.0
"""The shortest and the longest time until an order plays, as a person would take."""


@due_pattern("order {game}", "{version}")
@dataclass(frozen=True, slots=True)
class OrderDue(DuePayload):
    """The time to play an order at a version of a table."""

    game: Number
    version: Number


def random_delay() -> float:
    """Seconds until an order plays; unpredictable from earlier numbers."""
    return random.SystemRandom().uniform(*DELAY_SECONDS)


@dataclass(eq=False, repr=False)
class OrderBook:
    """Standing orders by user and table, and receipts of those played."""

    orders: StandingOrders
    player_notes: PlayerNotes
    schedule: Schedule
    clock: Clock
    wake_scheduler: Callable[[], None] | None = field(init=False, default=None)

    async def of(self, user: int, game: int, at: Game) -> dict[str, Order]:
        """The orders by kind of tile; ``at`` is the table's game."""
        stored = await self.orders.of(user=user, game=game)
        read = {tile: _read(tile, ways, at, game) for tile, ways in stored.items()}
        return {tile: order for tile, order in read.items() if order is not None}

    async def give(self, user: int, game: int, order: Order) -> None:
        """Replace the earlier order for the same kind of tile."""
        await self.orders.save(order.tile, write_ways(order.ways), user=user, game=game)

    async def withdraw(self, user: int, game: int, tile: str = "") -> None:
        """Delete the order for a kind of tile, or all at a table."""
        await self.orders.delete(tile or None, user=user, game=game)

    async def delete_game(self, game: int) -> None:
        await self.orders.delete(game=game)

    async def way_now(self, game: int, table: Table) -> Way | None:
        """The way for the mover's tile; None if they are to be asked."""
        user = table.to_move
        if user is None or table.running_game.drawn is None:
            return None
        running = table.running_game
        stored = await self.orders.value(running.drawn or "", user=user, game=game)
        order = _read(running.drawn or "", stored, running, game) if stored is not None else None
        return await asyncio.to_thread(playable_way, table, order) if order is not None else None

    async def make_due(self, game: int, table: Table) -> bool:
        """Return False if no order of the player to move plays."""
        if await self.way_now(game, table) is None:
            return False
        order = OrderDue(game, table.version)
        stored = await self.schedule.of(order.key)
        if stored is None or OrderDue.read(stored) != order:
            await self.schedule.put(order.write(self.clock() + random_delay()))
            if self.wake_scheduler is not None:
                self.wake_scheduler()
        return True

    async def note_played(self, user: int, game: int, version: int, moves: str) -> None:
        """Note that an order is about to be played after a version of a table."""
        known = [one for one in await self.played(user, game) if one.version != version]
        kept = [*known, PlayedOrder(version, moves)][-MAX_PLAYED_ORDERS:]
        text = "\n".join(f"{one.version} {one.moves}" for one in kept)
        await self.player_notes.save(PLAYED_ORDERS, text, user=user, game=game)

    async def played(self, user: int, game: int) -> tuple[PlayedOrder, ...]:
        """The orders played, or about to be, since the user's last visit."""
        return _read_played(
            await self.player_notes.value(PLAYED_ORDERS, user=user, game=game) or ""
        )

    async def played_by_game(self, user: int) -> dict[int, tuple[PlayedOrder, ...]]:
        """The orders played since the last visit to each table."""
        noted = await self.player_notes.by("game", PLAYED_ORDERS, user=user)
        return {game: _read_played(text) for game, text in noted.items()}

    async def forget_played(self, user: int, game: int) -> None:
        await self.player_notes.delete(PLAYED_ORDERS, user=user, game=game)


def _read(tile: str, ways: str, at: Game, game: int) -> Order | None:
    try:
        return Order(tile, read_ways(ways, at))
    except OrderTextError as error:
        log.warning("an order at game %s is left out: %s", game, error)
        return None


def _read_played(text: str) -> tuple[PlayedOrder, ...]:
    lines = (line.partition(" ") for line in text.splitlines())
    return tuple(PlayedOrder(int(version), moves) for version, _space, moves in lines)
