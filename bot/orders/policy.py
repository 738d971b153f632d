"""Rules of standing orders: the right to give them, ways to add, and the way to play now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.table import Phase, RecordLine, Table
from rules.game import Game
from rules.orders import MASTER, MAX_WAYS, Order, Way, way_to_play


def check_orders(table: Table, user: int) -> Game:
    """Refuse a user who may not give orders."""
    game = checks.check_plan(table, user)
    if not table.settings.standing_orders:
        raise Refusal("no-orders")
    return game


def allowed_ways(table: Table, order: Order) -> Order:
    """Drop forbidden ways: no master helps at a table without aids."""
    if table.aided:
        return order
    return replace(order, ways=tuple(way for way in order.ways if not way.is_master))


def with_way(ways: Sequence[Way], way: Way) -> tuple[Way, ...]:
    """Add a way in place of one whose moves it begins with; a master comes last.

    There may be one too many: see MAX_WAYS.
    """
    kept = [
        old
        for old in ways
        if old.is_master != way.is_master or old.moves != way.moves[: len(old.moves)]
    ]
    # A master is asked last: it always finds a move.
    return tuple(sorted([*kept, way], key=lambda one: one.is_master))


def masters_for(orders: Mapping[str, Order], kinds: Sequence[str]) -> list[Order]:
    """Leave kinds to a master, after the ordered moves."""
    ordered = (orders.get(kind, Order(kind, ())) for kind in kinds)
    given = [replace(order, ways=with_way(order.ways, MASTER)) for order in ordered]
    return [order for order in given if len(order.ways) <= MAX_WAYS]


def playable_way(table: Table, order: Order) -> Way | None:
    """The way for the player to move; None if they are to be asked.

    No order plays a tile just taken back, or during a pause or an open undo request.
    """
    if (
        table.phase is not Phase.PLAYING
        or not table.settings.standing_orders
        or table.paused is not None
        or table.undo_vote is not None
        or table.is_tile_back
        or table.running_game.drawn != order.tile
    ):
        return None
    return way_to_play(allowed_ways(table, order), table.running_game)


@dataclass(frozen=True, slots=True)
class PlayedOrder:
    """Moves about to be played after a version of a table."""

    version: int
    moves: str

    def was_made(self, table: Table, user: int) -> bool:
        """True if they were made, and not undone."""
        return self._made_line(table, user) is not None

    def was_last_of(self, table: Table, user: int) -> bool:
        """True if the user has not moved since."""
        made = self._made_line(table, user)
        return made is not None and made == table.last_placed_by(user)

    def _made_line(self, table: Table, user: int) -> RecordLine | None:
        first = next((line for line in table.lines if line.number > self.version), None)
        is_made = first is not None and first.user == user and self.moves.startswith(first.text)
        return first if is_made else None
