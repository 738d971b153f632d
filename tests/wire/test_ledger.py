"""A power cut at any frame of the write-ahead log keeps what was promised."""

from collections.abc import Callable
from pathlib import Path

from storage import Log, NewEntry, open_database
from tests.wire import wal
from tests.wire.database_reader import read_logs
from tests.wire.ledger import Ledger, Promise
from tests.wire.wal import WalPosition


async def _played(path: Path, durable: Callable[[int], None]) -> None:
    """Write eight turns; call ``durable`` with each as soon as it is durable."""
    async with await open_database(path) as database:
        log = Log(database)
        game = await log.begin(guild=1, channel=5, entries=[NewEntry(7, "new")])
        last = 0
        for number in range(8):
            turn = [NewEntry(7, f"place {number} 0 rot90"), NewEntry(7, "pass")]
            last = await log.append(game.id, after=last, entries=turn)
            durable(last)
        await log.mark_posted(game.id, last)
        left = wal.read_position(path)
        assert left is not None
        wal.copy_database(path, path.parent / "left")
        durable(-1)


async def test_log_after_a_power_cut_is_a_prefix_with_all_promised_moves(tmp_path: Path) -> None:
    path, ledger = tmp_path / "games.sqlite3", Ledger()
    marks: list[WalPosition] = []

    def durable(last: int) -> None:
        mark = wal.read_position(path)
        assert mark is not None
        marks.append(mark)
        if last > 0:
            text = f"place {(last - 1) // 2} 0 rot90 pass"
            ledger.promises.append(Promise(1, last - 2, last, 7, text, mark))

    await _played(path, durable)
    left, lies = marks[-1], tmp_path / "left" / path.name
    whole = read_logs(wal.copy_database(lies, tmp_path / "whole"))
    assert len(whole[1]) == 17 and left.frames > 16
    lengths = []
    for number, cut in enumerate(wal.possible_cuts(lies, left)):
        there = read_logs(wal.copy_cut(lies, cut, tmp_path / "cut", zeros=number % 2 == 1))
        entries = there.get(1, ())
        assert entries == whole[1][: len(entries)]
        assert list(ledger.durable_part(cut.frames, left.salt).violations(there)) == []
        lengths.append(len(entries))
    assert lengths == sorted(lengths) and lengths[-1] == 17
    assert {length % 2 for length in lengths if length} == {1}, "a turn is written whole"
