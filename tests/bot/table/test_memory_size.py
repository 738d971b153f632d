"""The estimated memory size of a table, and the bound of the cache that uses it."""

import gc
import sys
import types
from random import Random

import pytest

from bot.table.fold import fold
from bot.table.store import TableCache, estimated_bytes
from bot.table.table import Table
from rules.notation import write
from rules.random_play import deal, random_move
from tests.support.slow_cases import rest_slow
from tests.support.written_logs import ANA, BO, JOIN, NEW, Entry, log

NO_PART = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)


def walked(table: Table) -> int:
    """The bytes of everything that can be reached from a table, but what all tables share."""
    assert table.game is not None
    shared: set[int] = set()
    _reach([table.game.book, table.name, Table], shared)
    return _reach([table], shared)


def _reach(start: list[object], seen: set[int]) -> int:
    total, ahead = 0, start
    while ahead:
        value = ahead.pop()
        if id(value) in seen or isinstance(value, NO_PART):
            continue
        seen.add(id(value))
        total += sys.getsizeof(value)
        ahead += gc.get_referents(value)
    return total


def moments(name: str, seats: int = 3) -> list[Table]:
    """A table after the first tiles of its game, in the middle, and near the end."""
    chance = Random(4)
    header = deal(name, seats, chance)
    order = " ".join(map(str, range(seats)))
    lines = log(
        (ANA, f"new {name} {seats}"),
        *((BO + n, f"join {n + 1}") for n in range(seats - 1)),
        (ANA, f"start\norder: {order}\n{header.text()}"),
    )
    table, tables = fold(lines), list[Table]()
    for tiles in (10, 40, 65):
        while len(table.running_game.board.tiles) < tiles:
            text = write(random_move(table.running_game, chance))
            table = fold([Entry(table.last + 1, ANA, text)], table)
        tables.append(table)
    return tables


@pytest.mark.parametrize("name", rest_slow(["hunters", "base", "base+ferries", "ark"]))
def test_estimated_memory_size_of_a_table_matches_the_measured_size(name: str) -> None:
    for table in moments(name):
        assert estimated_bytes(table) == pytest.approx(walked(table), rel=0.2)


def test_the_least_recently_used_table_is_evicted() -> None:
    early, middle, late = moments("base")
    shelf = TableCache(estimated_bytes(early) + estimated_bytes(middle))
    shelf.keep(1, early)
    shelf.keep(2, middle)
    assert (len(shelf), shelf.bytes) == (2, estimated_bytes(early) + estimated_bytes(middle))
    assert shelf.find(1, early.last) is early
    shelf.keep(3, early)
    assert shelf.newest(2) is None
    assert shelf.bytes == 2 * estimated_bytes(early)
    # A table larger than the whole cache is not kept, and evicts nothing.
    shelf.keep(4, late)
    assert estimated_bytes(late) > estimated_bytes(early) + estimated_bytes(middle)
    assert shelf.newest(4) is None
    assert (len(shelf), shelf.bytes) == (2, 2 * estimated_bytes(early))


def test_cache_keeps_the_newest_version_of_a_table() -> None:
    early, middle, _ = moments("base")
    shelf = TableCache()
    shelf.keep(1, middle)
    shelf.keep(1, early)
    assert shelf.newest(1) is middle, "a reading that took its time has come last"
    assert shelf.find(1, middle.last + 1) is None
    assert shelf.bytes == estimated_bytes(middle)


def test_a_lobby_weighs_little() -> None:
    assert estimated_bytes(fold(log(NEW, JOIN))) < 10_000
