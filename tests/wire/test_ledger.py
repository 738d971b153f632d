"""The ledger's checks: each kind of violation is found."""

from collections.abc import Callable
from pathlib import Path

from storage import Log, NewEntry, open_database
from tests.support.for_each import for_each
from tests.wire import wal
from tests.wire.database_reader import read_logs
from tests.wire.ledger import Ledger, Promise
from tests.wire.wal import WalPosition

MOVE = Promise(1, after=0, number=2, user=7, text="place 1 0 rot90 hunter a", wal_position=None)
WHOLE = ((7, "new"), (7, "place 1 0 rot90"), (7, "hunter a"))


TYPED = Promise(1, None, 2, 7, "place 1 0 rot90 hunter a", None)


@for_each(
    ("promises", "posts", "written", "found"),
    [
        ([MOVE], ["1-0-0", "1-2-0", "1-2-1", "1-card-0"], WHOLE, ""),
        ([MOVE], [], (), "lost"),
        ([MOVE], [], WHOLE[:2], "lost"),
        ([MOVE], [], (*WHOLE[:2], (7, "pass")), "lost"),
        ([MOVE], [], (*WHOLE[:2], (8, "hunter a")), "lost"),
        ([MOVE, MOVE], [], WHOLE, "won twice"),
        ([TYPED, TYPED], [], WHOLE, "acknowledged twice"),
        ([MOVE], ["1-card-0", "1-card-0"], WHOLE, "doubled"),
        ([MOVE], ["1-2-0", "1-0-0"], WHOLE, "out of order"),
        ([MOVE], ["1-3-0"], WHOLE, "posted and not written"),
    ],
)
def test_each_kind_of_violation_is_found(
    promises: list[Promise], posts: list[str], written: tuple[tuple[int, str], ...], found: str
) -> None:
    """Else no crash run could fail."""
    ledger = Ledger(promises, [(5, post, None) for post in posts])
    violations = list(ledger.violations({1: written}))
    assert violations[0].startswith(found) if found else not violations


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


async def test_ledger_finds_a_promise_lost_in_a_power_cut(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    marks: list[WalPosition] = []

    def durable(last: int) -> None:
        mark = wal.read_position(path)
        assert mark is not None
        marks.append(mark)

    await _played(path, durable)
    lies = tmp_path / "left" / path.name
    early = Promise(1, 0, 2, 7, "place 0 0 rot90 pass", WalPosition(marks[0].salt, 0, 0))
    first = next(iter(wal.possible_cuts(lies, marks[-1])))
    there = read_logs(wal.copy_cut(lies, first, tmp_path / "cut"))
    assert list(Ledger([early]).durable_part(first.frames, marks[-1].salt).violations(there))
