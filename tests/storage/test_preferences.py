"""The preferences of users."""

from storage import Database, Preferences

ANA, BO = 0x0123456789ABCDEF, 0x0FEDCBA987654321


async def test_a_new_user_has_no_preferences(database: Database) -> None:
    assert await Preferences(database).of(ANA) == {}


async def test_a_preference_is_replaced_for_one_user_only(database: Database) -> None:
    preferences = Preferences(database)
    await preferences.save(ANA, "confirms", "yes")
    await preferences.save(ANA, "notes", "no")
    await preferences.save(BO, "confirms", "yes")
    await preferences.save(ANA, "confirms", "no")
    assert await preferences.of(ANA) == {"confirms": "no", "notes": "no"}
    assert await preferences.of(BO) == {"confirms": "yes"}
