"""Nightly backups, and their restoration."""

import asyncio
import errno
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from storage import EntryRow, Log, NewEntry, ReadOnlyFile, StorageError, open_database
from storage.records import LogKind
from storage.schema import newest_version
from storage.sqlite.backups import empty_start_warning, make_backup, newest_backup_at, restore

DAY = 86_400.0


def fold(kind: LogKind, entries: Sequence[EntryRow]) -> str:
    """Accept every line but `wrong`."""
    if any(entry.text == "wrong" for entry in entries):
        raise ValueError("nothing fits at 4 4")
    return "fine"


async def begun(path: Path, *texts: str) -> None:
    async with await open_database(path) as database:
        log = Log(database)
        entries = [NewEntry(1, text) for text in texts]
        await log.begin(guild=900, channel=len(await log.games()), entries=entries)


@pytest.fixture
def games(path: Path) -> Path:
    asyncio.run(begun(path, "bag"))
    return path


@pytest.fixture
def nights(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let some days pass in the names of the backups."""
    passed = [0]
    now, gmtime = time.time, time.gmtime
    monkeypatch.setattr(time, "time", lambda: now() + passed[0] * DAY)
    monkeypatch.setattr(
        time, "gmtime", lambda *moments: gmtime(*moments or (now() + passed[0] * DAY,))
    )

    def pass_(days: int) -> None:
        passed[0] += days

    return pass_


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_is_checked_and_readable_by_its_owner_only(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "of" / "nights"
    night = make_backup(games, folder, fold)
    assert (night.games, night.wrong, night.removed) == (1, (), ())
    assert names(folder) == [night.copy.name]
    assert stat.S_IMODE(night.copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert newest_backup_at(games, folder) == pytest.approx(time.time(), abs=60)


def test_a_backup_is_made_while_the_database_is_written(path: Path, tmp_path: Path) -> None:
    async def played() -> int:
        async with await open_database(path) as database:
            log = Log(database)
            game = (await log.begin(guild=900, channel=1, entries=[NewEntry(1, "bag")])).id
            await log.append(game, after=0, entries=[NewEntry(1, "pass")])
            night = await asyncio.to_thread(make_backup, path, tmp_path / "nights", fold)
            await log.append(game, after=1, entries=[NewEntry(1, "pass")])
        async with await open_database(night.copy) as copy:
            return len(await Log(copy).read(game))

    assert asyncio.run(played()) == 2


def test_only_the_newest_backups_are_kept_and_other_files_stay(
    games: Path, tmp_path: Path, nights: Callable[[int], None]
) -> None:
    folder = tmp_path / "nights"
    copies = []
    for _ in range(5):
        copies.append(make_backup(games, folder, fold, kept=3).copy.name)
        (folder / "games-20200101-000000.sqlite3.mine").touch()
        (folder / "others-20200101-000000.sqlite3").touch()
        nights(1)
    mine = ["games-20200101-000000.sqlite3.mine", "others-20200101-000000.sqlite3"]
    assert names(folder) == sorted([*copies[2:], *mine])


def test_backups_older_than_thirty_days_are_deleted(
    games: Path, tmp_path: Path, nights: Callable[[int], None]
) -> None:
    folder = tmp_path / "nights"
    old = make_backup(games, folder, fold).copy
    nights(31)
    night = make_backup(games, folder, fold)
    assert night.removed == (old,) and names(folder) == [night.copy.name]


def test_a_doubtful_backup_is_marked_and_no_sound_one_is_deleted(
    games: Path, tmp_path: Path, nights: Callable[[int], None]
) -> None:
    folder = tmp_path / "nights"
    sound = make_backup(games, folder, fold, kept=1).copy
    asyncio.run(begun(games, "bag", "wrong"))
    nights(1)
    night = make_backup(games, folder, fold, kept=1)
    assert night.wrong == ("game 2: entry 1: nothing fits at 4 4",)
    assert night.copy.name.endswith(".sqlite3.doubtful") and night.removed == ()
    assert names(folder) == sorted([sound.name, night.copy.name])
    nights(31)
    assert set(make_backup(games, folder, fold, kept=1).removed) == {sound, night.copy}


def test_an_abandoned_unchecked_backup_is_deleted_after_a_day(
    games: Path, tmp_path: Path, nights: Callable[[int], None]
) -> None:
    folder = tmp_path / "nights"
    folder.mkdir()
    for left in ("", ".x1.partial"):
        (folder / f"games-20200101-000000.sqlite3.unproved{left}").touch()
    assert len(list(make_backup(games, folder, fold).copy.parent.iterdir())) == 3
    nights(2)
    assert len(list(make_backup(games, folder, fold).copy.parent.iterdir())) == 2


def test_two_backups_in_one_second_do_not_replace_each_other(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = time.gmtime()
    monkeypatch.setattr(time, "gmtime", lambda *moments: moment)
    made = make_backup(games, tmp_path / "nights", fold).copy
    before = made.read_bytes()
    with pytest.raises(StorageError) as caught:
        make_backup(games, tmp_path / "nights", fold)
    assert str(caught.value) == f"{made}: the file exists already"
    assert names(made.parent) == [made.name] and made.read_bytes() == before


def test_a_folder_that_cannot_be_created_is_named(games: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"file/nights: Not a directory"):
        make_backup(games, tmp_path / "file" / "nights", fold)


def test_a_backup_that_cannot_be_named_is_an_error(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def refuse(file: Path, target: Path) -> Path:
        if target.suffix == ".sqlite3":
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return rename(file, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(ReadOnlyFile, match=r"\.sqlite3: Operation not permitted; let the user"):
        make_backup(games, tmp_path / "nights", fold)


def test_a_restored_backup_is_complete_and_stays(games: Path, tmp_path: Path) -> None:
    copy = make_backup(games, tmp_path / "nights", fold).copy
    before = copy.read_bytes()
    target = tmp_path / "elsewhere.sqlite3"
    assert restore(copy, target) == newest_version()
    assert copy.read_bytes() == before and names(copy.parent) == [copy.name]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600

    async def entries() -> list[str]:
        async with await open_database(target) as database:
            return [entry.text for entry in await Log(database).read(1)]

    assert asyncio.run(entries()) == ["bag"]


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_restore_overwrites_no_file_of_a_database(games: Path, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / "target.sqlite3"
    there = Path(f"{target}{suffix}")
    there.write_bytes(b"precious")
    with pytest.raises(StorageError, match=f"{there.name}: the file exists already, and is not"):
        restore(games, target)
    assert there.read_bytes() == b"precious"
    assert len(list(tmp_path.glob("target*"))) == 1


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "copy").write_bytes(b"hello" * 1000)
    with pytest.raises(StorageError, match="not a database"):
        restore(tmp_path / "copy", tmp_path / "target")
    assert names(tmp_path) == ["copy"]


def test_start_without_the_games_of_a_backup_is_warned_of(games: Path, tmp_path: Path) -> None:
    assert empty_start_warning(games) == ""
    folder = tmp_path / "elsewhere" / "copies"
    folder.mkdir(parents=True)
    copy = make_backup(games, folder, fold).copy
    games.unlink()
    assert empty_start_warning(games) == "", "nobody knows of the folder"
    warning = empty_start_warning(games, folder)
    assert f"{games} is not there" in warning and str(copy) in warning
    near = games.parent / "backups"
    near.mkdir()
    copy.rename(near / copy.name)
    assert str(near / copy.name) in empty_start_warning(games)
    games.touch()
    assert f"{games} is empty" in empty_start_warning(games)


def test_first_start_beside_the_backups_of_another_database_is_not_warned_of(
    games: Path, tmp_path: Path
) -> None:
    make_backup(games, games.parent, fold)
    assert empty_start_warning(games.with_name("others.sqlite3")) == ""
