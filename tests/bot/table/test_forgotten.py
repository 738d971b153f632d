"""Erased users: their seats stay, with their colours and moves."""

import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.lobby.words import lobby_post
from bot.table import store
from bot.table.entries import LogLine
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.settings import JOINED, Settings
from bot.table.store import Request, Tables, fold_lines
from bot.table.table import Phase, Table
from bot.text.names import Names
from storage import Log, open_database

ANA, BO, CLEO, DAN = 7, 8, 9, 10
CHANNEL = 5


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with await open_database(tmp_path / "games.sqlite3", synchronous="OFF") as database:
        yield Log(database)


def asked(user: int) -> Request:
    """Something that a user wants of the table."""
    return Request(user, guild=1, channel=CHANNEL)


async def read_anew(log: Log) -> Table:
    """The table as its log alone tells it."""
    loaded = await Tables(log).latest(CHANNEL)
    assert loaded is not None
    return loaded.table


async def forgot(log: Log, *users: int) -> None:
    for user in users:
        assert await log.erase(user) == 1


async def three(log: Log) -> TableService:
    """A lobby of three, who have all chosen other colours, from the last to the first."""
    service = TableService(Tables(log), random.Random(1))
    await service.open(asked(ANA), "base", 4, settings=Settings(seat_order=JOINED))
    for user in (BO, CLEO):
        await service.join(asked(user))
    for user, colour in ((CLEO, 4), (BO, 3), (ANA, 1)):
        await service.join(asked(user), colour)
    return service


async def test_erased_users_keep_their_colours(log: Log) -> None:
    await three(log)
    before = await read_anew(log)
    assert before.colours == (1, 3, 4)
    await forgot(log, BO, CLEO, ANA)
    table = await read_anew(log)
    assert table.colours == before.colours and table.players == (None, None, None)


async def test_user_erased_while_cached_gets_the_chosen_colour_on_joining_again(log: Log) -> None:
    service = await three(log)
    await forgot(log, BO, CLEO)
    await service.join(asked(CLEO), 2)
    assert (await read_anew(log)).colours == (1, 3, 2)


async def test_only_one_erased_user_is_shown_as_host(log: Log) -> None:
    await three(log)
    await forgot(log, ANA, BO)
    table = await read_anew(log)
    post = lobby_post(table, Names(table.players, {CLEO: "Cleo"}, table.colours))
    assert post.text.count("(host)") == 1 and "**Former player 1** (host)" in post.text


async def test_game_of_erased_users_continues_for_the_other_players(log: Log) -> None:
    service = await three(log)
    await service.start(asked(ANA))
    await forgot(log, BO, CLEO)
    table = await read_anew(log)
    assert table.phase is Phase.PLAYING and table.players == (ANA, None, None)
    assert table.colours == (1, 3, 4) and table.to_move == ANA and table.host == ANA
    assert table.open_seats == {1, 2}
    await TableService(Tables(log), random.Random(1)).resign(asked(ANA))
    assert (await read_anew(log)).running_game.out == {0}


async def test_seat_of_an_erased_user_is_open_while_the_game_runs(log: Log) -> None:
    service = await three(log)
    await service.start(asked(ANA))
    await forgot(log, BO)
    council = SeatService(Tables(log))
    await council.take_seat(asked(DAN), 1)
    table = await read_anew(log)
    assert table.players == (ANA, DAN, CLEO) and not table.open_seats
    await forgot(log, DAN)
    assert (await read_anew(log)).open_seats == {1}
    await service.end(asked(ANA), manager=False)
    table = await read_anew(log)
    assert table.players == (ANA, None, CLEO) and not table.open_seats


async def test_seat_opened_and_taken_by_users_erased_later_is_still_read(log: Log) -> None:
    service = await three(log)
    await service.start(asked(ANA))
    council = SeatService(Tables(log))
    await council.open_seat(asked(BO))
    await council.take_seat(asked(DAN), 1)
    await council.open_seat(asked(DAN))
    await forgot(log, DAN, BO)
    table = await read_anew(log)
    assert table.players == (ANA, None, CLEO) and table.open_seats == {1}


async def test_cached_table_of_an_erased_user_is_read_again(log: Log) -> None:
    await three(log)
    tables = Tables(log)
    known = await tables.latest(CHANNEL)
    await forgot(log, BO)
    tables.forget()
    loaded = await tables.latest(CHANNEL)
    assert known is not None and known.table.players == (ANA, BO, CLEO)
    assert loaded is not None and loaded.table.players == (ANA, None, CLEO)


async def test_nothing_is_written_about_users_of_whom_one_is_erased_meanwhile(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three(log)
    tables = Tables(log)
    await tables.latest(CHANNEL)

    async def fold_while_erasing(lines: Sequence[LogLine], table: Table | None) -> Table:
        tables.forget()
        return await fold_lines(lines, table)

    monkeypatch.setattr(store, "fold_lines", fold_while_erasing)
    with pytest.raises(Refusal) as refused:
        await TableService(tables, random.Random(1)).start(asked(ANA))
    assert refused.value.reason == "late"
    assert (await read_anew(log)).phase is Phase.LOBBY
