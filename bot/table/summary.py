"""The standing of a table in a few values, stored beside its log for lookup by player."""

from bot.table.table import Table
from rules.analysis.history import index_after_last_turn
from rules.story import TilePlaced, totals
from storage import SinceLastTurn, TableSummary


def table_summary(table: Table) -> TableSummary:
    """Return the standing of a table after its newest entry."""
    game, paused = table.game, table.paused
    return TableSummary(
        name=table.name,
        phase=table.phase.value,
        language=table.settings.language,
        pace=table.settings.pace,
        room=table.room,
        seats=table.players,
        out=frozenset(game.out) if game is not None else frozenset(),
        turn=game.turn if game is not None and not table.closed else None,
        since=table.since,
        number=table.last,
        version=table.version,
        missed=tuple(_since_last_turn(table, seat) for seat in range(len(table.players))),
        paused=paused is not None,
        paused_until=paused.until if paused is not None else None,
    )


def _since_last_turn(table: Table, seat: int) -> SinceLastTurn:
    """Return the changes of the game since a seat's last turn."""
    if table.game is None:
        return SinceLastTurn()
    news = table.game.story[index_after_last_turn(table.game, seat) :]
    tiles = sum(isinstance(event, TilePlaced) for event in news)
    return SinceLastTurn(tiles, tuple(totals(news, table.game.seats)))
