"""Games replayed in one process and in several."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.database_commands import log_line
from storage import EntryRow, Log, NewEntry, open_database
from storage.opening import check
from storage.records import LogKind
from storage.replay import BATCH_GAMES, CheckResult, StoredGame, check_game
from tests.support.finished_tables import finished_game, store_games

GAMES = 3 * BATCH_GAMES + 1


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games, one of which cannot be replayed."""
    path = tmp_path_factory.mktemp("many") / "games.sqlite3"

    async def write() -> None:
        async with await open_database(path) as database:
            beginnings = [finished_game(number)[:20] for number in range(4)]
            await store_games(Log(database), GAMES, beginnings)
            wrong = [NewEntry(1, "new hunters 2"), NewEntry(1, "leave 7")]
            await Log(database).begin(guild=1, channel=GAMES, entries=wrong)

    asyncio.run(write())
    return path


@pytest.mark.slow
@pytest.mark.landing
def test_two_processes_report_the_same_results_as_one(many: Path) -> None:
    alone = list(check(many, log_line, processes=1))
    assert list(check(many, log_line, processes=2)) == alone
    assert len(alone) == 1 + GAMES + 1
    assert [result.sound for result in alone].index(False) == GAMES + 1


def test_the_check_reports_its_progress(many: Path) -> None:
    steps: list[tuple[int, int]] = []
    results = check(many, log_line, on_progress=lambda done, games: steps.append((done, games)))
    assert len(list(results)) == GAMES + 2
    assert steps == [(done, GAMES + 1) for done in range(GAMES + 2)]


def row(number: int, text: str = "fine", *, sound: bool = True) -> EntryRow:
    return EntryRow(number, 1, text, 1.0, sound)


def fold_words(kind: LogKind, entries: Sequence[EntryRow]) -> str:
    """Fold a log: a summary of two lines, or an error."""
    for entry in entries:
        if entry.text == "wrong":
            raise ValueError("nothing\n  fits")
        if entry.text == "silent":
            raise KeyError
    return "a\n summary"


@pytest.mark.parametrize(
    ("entries", "sound", "line"),
    [
        ("cannot be read", False, "game 7: cannot be read"),
        ((row(0), row(2)), False, "game 7: entry 1 is missing"),
        ((row(0), row(1, sound=False)), False, "game 7: entry 1 is not as it was written"),
        ((row(0), row(1)), True, "game 7: ok, 2 entries: a summary"),
        *(
            (
                tuple(row(n, "wrong" if n == bad else "fine") for n in range(6)),
                *(False, f"game 7: entry {bad}: nothing fits"),
            )
            for bad in range(6)
        ),
        ((row(0, "silent"),), False, "game 7: entry 0: KeyError"),
    ],
)
def test_checked_game_has_one_line(entries: StoredGame, sound: bool, line: str) -> None:
    assert check_game(7, entries, fold_words) == CheckResult(sound, line)
