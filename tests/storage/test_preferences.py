"""What people prefer: kept for each, changed in place, gone with who is forgotten."""

from __future__ import annotations

from storage import Database, Log, Preferences, open_database

ANA, BO = 0x0123456789ABCDEF, 0x0FEDCBA987654321


async def test_who_has_said_nothing_prefers_nothing(database: Database) -> None:
    assert await Preferences(database).of(ANA) == {}


async def test_what_is_said_last_holds_and_for_nobody_else(database: Database) -> None:
    preferences = Preferences(database)
    await preferences.prefer(ANA, "confirms", "yes")
    await preferences.prefer(ANA, "notes", "no")
    await preferences.prefer(BO, "confirms", "yes")
    await preferences.prefer(ANA, "confirms", "no")
    assert await preferences.of(ANA) == {"confirms": "no", "notes": "no"}
    assert await preferences.of(BO) == {"confirms": "yes"}


async def test_it_outlives_the_process(address: str) -> None:
    async with await open_database(address) as database:
        await Preferences(database).prefer(ANA, "confirms", "yes")
    async with await open_database(address) as database:
        assert await Preferences(database).of(ANA) == {"confirms": "yes"}


async def test_it_is_gone_with_who_is_forgotten_and_with_nobody_else(address: str) -> None:
    async with await open_database(address) as database:
        preferences = Preferences(database)
        for user in (ANA, BO):
            await preferences.prefer(user, "confirms", "yes")
        await Log(database).forget(ANA)
        assert await preferences.of(ANA) == {}
        assert await preferences.of(BO) == {"confirms": "yes"}
