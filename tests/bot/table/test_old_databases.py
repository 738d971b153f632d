"""Databases of earlier versions come to the same tables: `tests/fixtures/databases/README.md`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.table.fold import fold, fold_to_line
from bot.table.service import Service
from bot.table.store import Request, Tables
from bot.table.table import Phase
from storage import Log, open_database
from storage.check import check
from tests.fixtures.databases.told import told

STRANGER = 99
FOLDER = Path(__file__).parents[2] / "fixtures" / "databases"
KNOWN: dict[str, dict[str, dict[str, Any]]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")
}


@pytest.fixture(params=KNOWN)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of one of them."""
    return Path(shutil.copy(FOLDER / f"{request.param}.sqlite3", tmp_path))


def differences(got: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    """What is not as it was."""
    for key, value in known.items():
        if isinstance(value, dict) and isinstance(got[key], dict):
            yield from (f"{key}.{each}" for each in differences(got[key], value))
        elif got[key] != value:
            yield f"{key}: {got[key]!r}, was {value!r}"


async def test_every_game_of_an_old_database_comes_to_what_it_was(old: Path) -> None:
    known = KNOWN[old.stem]
    async with await open_database(old) as database:
        log = Log(database)
        rows = await log.games()
        assert {str(row.id) for row in rows} == set(known) and len(rows) >= 60
        for row in rows:
            was = {**known[str(row.id)]}
            about, finished = was.pop("about"), was.pop("finished")
            table = fold(await log.read(row.id))
            got = told(table, table.colours, table.version, table.vote)
            got = json.loads(json.dumps(got))
            assert list(differences(got, was)) == [], about
            assert row.finished is finished is table.ended, about


async def test_an_old_table_is_found_in_its_channel_and_goes_on(old: Path) -> None:
    """Somebody new joins a lobby and changes colour; in a running game a move is made."""
    went_on = 0
    async with await open_database(old, synchronous="OFF") as database:
        log = Log(database)
        tables = Tables(log)
        service = Service(tables, Random(1))
        for row in await log.games():
            seen = await tables.seen(row.channel)
            assert seen is not None and seen.row == row
            table = seen.table
            if table.phase is Phase.LOBBY and not table.full:
                request = Request(STRANGER, row.guild, row.channel)
                await service.join(request)
                outcome = await service.join(request, table.free_colour())
            elif table.to_move is not None:
                request = Request(table.to_move, row.guild, row.channel)
                outcome = await service.play(request, table.running_game.offered()[:1], at=seen.at)
            else:
                continue
            assert fold(await log.read(row.id)) == outcome.after
            went_on += 1
    assert went_on >= 30


async def test_the_check_of_the_storage_finds_every_old_game_sound(old: Path) -> None:
    """Once it is brought up to date, as it is when the bot starts."""
    async with await open_database(old):
        pass
    findings = list(check(old, fold_to_line))
    assert len(findings) == 1 + len(KNOWN[old.stem])
    assert [finding.line for finding in findings if not finding.sound] == []


def test_the_old_database_holds_what_has_to_go_on_replaying() -> None:
    known = [*KNOWN["before-the-parts"].values()]
    assert {each["phase"] for each in known} == {"lobby", "playing", "over", "stopped"}
    assert {each["name"] for each in known} == {"hunters", "base", "base+ferries", "ark"}
    asked = [each["asked"] for each in known if each["asked"]]
    assert len(asked) >= 3 and {len(vote["agreed"]) for vote in asked} >= {1, 2}
    out = [each["game"]["out"] for each in known if each["game"]]
    assert sum(map(bool, out)) >= 15
    assert sum(each["players"].count(None) > 1 for each in known) >= 4
