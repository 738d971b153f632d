"""What people keep at tables: each their own, in place of what was there, gone with who is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from storage import Database, Keepsakes, Log, NewEntry, open_database
from tests.storage.test_preferences import ANA, BO

Start = Callable[..., Awaitable[int]]


async def test_everybody_keeps_their_own_at_each_table(database: Database, start: Start) -> None:
    kept, one, other = Keepsakes(database), await start(5), await start(6)
    await kept.keep(ANA, one, "note", "mind the city")
    await kept.keep(ANA, other, "note", "elsewhere")
    await kept.keep(BO, one, "note", "his own")
    assert await kept.of(ANA, one) == {"note": "mind the city"}
    assert await kept.everywhere(ANA, "note") == {one: "mind the city", other: "elsewhere"}
    assert await kept.by_all(one, "note") == {ANA: "mind the city", BO: "his own"}
    assert await kept.of(BO, other) == {}


async def test_what_is_kept_last_holds_until_it_is_dropped(
    database: Database, start: Start
) -> None:
    kept, game = Keepsakes(database), await start()
    for text in ("first", "second"):
        await kept.keep(ANA, game, "note", text)
    await kept.keep(ANA, game, "plan", "3 -1")
    assert await kept.of(ANA, game) == {"note": "second", "plan": "3 -1"}
    await kept.drop(ANA, game, "note")
    assert await kept.of(ANA, game) == {"plan": "3 -1"}


async def test_one_thing_is_dropped_at_all_tables_and_nothing_else(
    database: Database, start: Start
) -> None:
    kept, games = Keepsakes(database), [await start(5), await start(6)]
    for game in games:
        await kept.keep(ANA, game, "follow", "end")
        await kept.keep(ANA, game, "note", "stays")
        await kept.keep(BO, game, "follow", "end")
    await kept.drop_everywhere(ANA, "follow")
    assert await kept.everywhere(ANA, "follow") == {}
    assert len(await kept.everywhere(ANA, "note")) == len(await kept.everywhere(BO, "follow")) == 2


async def test_nothing_is_kept_at_a_table_that_is_not_there(database: Database) -> None:
    await Keepsakes(database).keep(ANA, 77, "note", "lost")
    assert await Keepsakes(database).everywhere(ANA, "note") == {}


async def test_it_is_gone_with_who_is_forgotten_and_with_nobody_else(address: str) -> None:
    async with await open_database(address) as database:
        log, kept = Log(database), Keepsakes(database)
        game = (await log.begin(guild=9, channel=5, entries=[NewEntry(1, "bag")])).id
        await kept.keep(ANA, game, "note", "a secret of Ana's")
        await kept.keep(BO, game, "note", "a secret of Bo's")
        await log.forget(ANA)
        assert await kept.of(ANA, game) == {}
        assert await kept.of(BO, game) == {"note": "a secret of Bo's"}
