"""Who has played which turns, where a seat has changed hands."""

from dataclasses import replace

from bot.table.seat_history import SeatTenure, players_at, tenures
from bot.table.table import Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.names import Names


def hands(table: Table, names: Names) -> list[str]:
    """``🔴 **Bo** until turn 12, then **Eve**``, for each seat that has changed hands."""
    return [
        f"{colours.emblem(names.colour(seat))} {_held(held, names, seat)}"
        for seat, held in enumerate(tenures(table))
        if len(held) > 1
    ]


def _held(held: tuple[SeatTenure, ...], names: Names, seat: int) -> str:
    said = [
        _("{who} until turn {turn}", who=names.user(each.user), turn=each.last)
        for each in held[:-1]
    ]
    return ", ".join([*said, _("then {who}", who=names.shown(seat))])


class Then:
    """The names of a table as its turns were played."""

    def __init__(self, table: Table, names: Names) -> None:
        self._held = tenures(table)
        self._names = names

    def at(self, turn: int) -> Names:
        """Those who played at a turn, counted from 1."""
        players = players_at(self._held, turn)
        if players == self._names.players:
            return self._names
        return replace(self._names, players=players, vacant=frozenset())
