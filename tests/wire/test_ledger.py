"""The ledger's checks: each kind of violation is found."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import Log, NewEntry, open_database
from tests.wire import wal
from tests.wire.database_reader import read_logs
from tests.wire.ledger import Ledger, Promise
from tests.wire.messages import SentMessage
from tests.wire.wal import WalPosition

MOVE = Promise(1, after=0, number=2, user=7, text="place 1 0 rot90 hunter a", wal_position=None)
WHOLE = {1: ((7, "new"), (7, "place 1 0 rot90"), (7, "hunter a"))}


def _broken(*posts: str, promises: tuple[Promise, ...] = (MOVE,)) -> list[str]:
    return list(Ledger([*promises], [(5, post, None) for post in posts]).violations(WHOLE))


def test_ledger_accepts_a_log_with_every_promised_move() -> None:
    assert _broken("1-0-0", "1-2-0", "1-2-1", "1-card-0") == []


@pytest.mark.parametrize(
    "written",
    [
        (),
        WHOLE[1][:2],
        (*WHOLE[1][:2], (7, "pass")),
        (*WHOLE[1][:2], (8, "hunter a")),
    ],
)
def test_ledger_finds_a_lost_half_or_different_move(
    written: tuple[tuple[int, str], ...],
) -> None:
    [violation] = Ledger([MOVE]).violations({1: written})
    assert violation.startswith("lost")


def test_ledger_accepts_a_second_tile_after_an_unpromised_first() -> None:
    """The first tile was saved as the bot was killed, without an acknowledgement."""
    second = Promise(1, after=0, number=3, user=7, text="place 2 0 rot0 pass", wal_position=None)
    lines = ((7, "new"), (7, "place 1 0 rot90"), (7, "place 2 0 rot0"), (7, "pass"))
    assert list(Ledger([second]).violations({1: lines})) == []
    assert list(Ledger([second]).violations({1: (*lines[:1], (8, "pass"), *lines[2:])})) != []


def test_ledger_finds_two_winners_of_a_turn() -> None:
    assert any("won twice" in violation for violation in _broken(promises=(MOVE, MOVE)))


def test_ledger_accepts_two_typed_moves_after_the_same_post() -> None:
    """The first one's post is still to come as the same player, who goes on, types the second."""
    first = Promise(1, None, 2, 7, "place 1 0 rot90 hunter a", None)
    second = Promise(1, None, 4, 7, "place 2 0 rot0 pass", None)
    lines = (*WHOLE[1], (7, "place 2 0 rot0"), (7, "pass"))
    assert list(Ledger([first, second]).violations({1: lines})) == []
    [lost] = Ledger([first, second]).violations({1: lines[:4]})
    assert lost.startswith("lost")
    [lost] = Ledger([second]).violations({1: (*lines[:4], (8, "pass"))})
    assert lost.startswith("lost")


def test_ledger_finds_a_move_that_is_acknowledged_twice() -> None:
    typed = Promise(1, None, 2, 7, "place 1 0 rot90 hunter a", None)
    [violation] = _broken(promises=(typed, typed))
    assert violation.startswith("acknowledged twice")


def test_ledger_finds_a_repeated_post() -> None:
    assert "doubled: (5, '1-2-0')" in _broken("1-2-0", "1-card-0", "1-2-0")
    assert _broken("1-card-0", "1-card-0") == ["doubled: (5, '1-card-0')"]


def test_ledger_finds_posts_out_of_order() -> None:
    [violation] = _broken("1-2-0", "1-0-0")
    assert violation.startswith("out of order")


def test_ledger_finds_a_post_of_an_unwritten_entry() -> None:
    assert _broken("1-3-0") == ["posted and not written: 1-3-0"]


def _post(channel: int, nonce: str, *ids: str) -> SentMessage:
    return SentMessage({"channel_id": str(channel), "components": [], "content": ""}, nonce, ids)


def test_ledger_finds_a_repeated_reminder_in_another_message() -> None:
    ledger = Ledger()
    for nonce, ids in (
        ("a", ("carc:1:2:panel", "carc:1:2:snooze 1")),
        ("b", ("carc:1:2:panel", "carc:1:2:snooze 2")),
        ("c", ("carc:2:2:panel", "carc:2:2:snooze 1")),
    ):
        ledger.add_post(_post(5, nonce, *ids), None)
    assert list(ledger.violations({})) == []
    ledger.add_post(_post(5, "d", "carc:1:2:panel", "carc:1:2:snooze 2"), None)
    assert list(ledger.snapshot().violations({})) == ["reminded 2 times: (1, '2 snooze 2')"]


def test_ledger_finds_an_unposted_move_unless_a_later_post_includes_it() -> None:
    ledger = Ledger([MOVE])
    ledger.add_post(_post(5, "1-1-0"), None)
    [violation] = ledger.unposted_moves()
    assert violation.startswith("never posted")
    ledger.add_post(_post(5, "1-4-0"), None)
    ledger.add_post(_post(6, "2-2-0"), None)
    assert list(ledger.unposted_moves()) == []
    assert ledger.posted_at(1, 2) == ledger.post_times[1][4]


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


def test_log_with_a_missing_entry_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE actors (id, user)")
        connection.execute("CREATE TABLE entries (game, number, actor, text)")
        connection.execute("INSERT INTO actors VALUES (1, 7)")
        connection.execute("INSERT INTO entries VALUES (1, 0, 1, 'new'), (1, 2, 1, 'pass')")
        connection.commit()
    with pytest.raises(AssertionError, match="entry 1 is missing"):
        read_logs(path)
