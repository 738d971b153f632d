"""The store of keys and values, of each kind of owner."""

from collections.abc import Awaitable, Callable

from storage import Database, KeyValues
from storage.key_values import (
    GUILD_SETTINGS,
    PLAYER_NOTES,
    PREFERENCES,
    REMINDER_POSTS,
    STANDING_ORDERS,
)

Start = Callable[..., Awaitable[int]]
ANA, BO = 0x0123456789ABCDEF, 0x0FEDCBA987654321


async def test_a_value_is_replaced_for_one_owner_only(database: Database, start: Start) -> None:
    one, other = await start(5), await start(6)
    for kind, mine, others in (
        (GUILD_SETTINGS, {"guild": 900}, {"guild": 901}),
        (PREFERENCES, {"user": ANA}, {"user": BO}),
        (PLAYER_NOTES, {"user": ANA, "game": one}, {"user": ANA, "game": other}),
        (STANDING_ORDERS, {"user": ANA, "game": one}, {"user": BO, "game": one}),
        (REMINDER_POSTS, {"game": one}, {"game": other}),
    ):
        values = KeyValues(database, kind)
        assert await values.of(**mine) == {}, "and none of another kind"
        for value in ("first", "second"):
            await values.save("key", value, **mine)
        await values.save("aside", "stays", **mine)
        await values.save("key", "elsewhere", **others)
        assert await values.of(**mine) == {"aside": "stays", "key": "second"}
        assert await values.of(**others) == {"key": "elsewhere"}
        assert await values.value("key", **mine) == "second"
        assert await values.value("aside", **others) is None


async def test_values_under_a_key_are_read_by_owner(database: Database, start: Start) -> None:
    notes, one, other = KeyValues(database, PLAYER_NOTES), await start(5), await start(6)
    await notes.save("note", "mind the city", user=ANA, game=one)
    await notes.save("note", "elsewhere", user=ANA, game=other)
    await notes.save("note", "his own", user=BO, game=one)
    await notes.save("plan", "3 -1", user=ANA, game=one)
    assert await notes.by("game", "note", user=ANA) == {one: "mind the city", other: "elsewhere"}
    assert await notes.by("user", "note", game=one) == {ANA: "mind the city", BO: "his own"}
    assert await KeyValues(database, STANDING_ORDERS).by("user", "note", game=one) == {}


async def test_values_are_deleted_by_key_and_by_owner(database: Database, start: Start) -> None:
    notes, games = KeyValues(database, PLAYER_NOTES), [await start(5), await start(6)]
    orders = KeyValues(database, STANDING_ORDERS)
    for game in games:
        for user in (ANA, BO):
            for key in ("follow", "note"):
                await notes.save(key, "yes", user=user, game=game)
            await orders.save("note", "an order", user=user, game=game)
    await notes.delete("follow", user=ANA)
    assert await notes.by("game", "follow", user=ANA) == {}
    await notes.save("note", None, user=ANA, game=games[0])
    assert await notes.of(user=ANA, game=games[0]) == {}
    assert await notes.of(user=ANA, game=games[1]) == {"note": "yes"}
    await notes.delete(user=BO, game=games[0])
    assert await notes.of(user=BO, game=games[0]) == {}
    assert await notes.of(user=BO, game=games[1]) == {"follow": "yes", "note": "yes"}
    await notes.delete(game=games[1])
    assert await notes.of(user=BO, game=games[1]) == {}
    assert len([await orders.by("user", "note", game=game) for game in games]) == 2


async def test_a_value_at_a_deleted_table_is_not_saved(database: Database) -> None:
    for kind, owner in (
        (PLAYER_NOTES, {"user": ANA, "game": 77}),
        (STANDING_ORDERS, {"user": ANA, "game": 77}),
        (REMINDER_POSTS, {"game": 77}),
    ):
        await KeyValues(database, kind).save("key", "lost", **owner)
        assert await KeyValues(database, kind).of(**owner) == {}
