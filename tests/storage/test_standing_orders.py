"""The standing orders of users at tables."""

from collections.abc import Awaitable, Callable

from storage import Database, StandingOrders
from tests.storage.test_preferences import ANA, BO

Start = Callable[..., Awaitable[int]]


async def test_each_user_has_own_orders_at_each_table(database: Database, start: Start) -> None:
    orders, one, other = StandingOrders(database), await start(5), await start(6)
    await orders.save(ANA, one, "L17", "first")
    await orders.save(ANA, one, "L03", "second")
    await orders.save(ANA, other, "L17", "elsewhere")
    await orders.save(BO, one, "L17", "his own")
    assert await orders.of(ANA, one) == {"L03": "second", "L17": "first"}
    assert await orders.for_tile(BO, one, "L17") == "his own"
    assert await orders.for_tile(BO, other, "L17") is None


async def test_an_order_is_replaced_and_deleted(database: Database, start: Start) -> None:
    orders, game = StandingOrders(database), await start()
    for ways in ("first", "second"):
        await orders.save(ANA, game, "L17", ways)
    await orders.save(ANA, game, "L03", "stays")
    assert await orders.for_tile(ANA, game, "L17") == "second"
    await orders.delete(ANA, game, "L17")
    assert await orders.of(ANA, game) == {"L03": "stays"}


async def test_all_orders_of_a_table_or_of_one_user_there_are_deleted(
    database: Database, start: Start
) -> None:
    orders, one, other = StandingOrders(database), await start(5), await start(6)
    for game in (one, other):
        for user in (ANA, BO):
            await orders.save(user, game, "L17", "ways")
    await orders.delete_all(one, ANA)
    assert await orders.of(ANA, one) == {} and await orders.of(BO, one)
    await orders.delete_all(other)
    assert await orders.of(ANA, other) == await orders.of(BO, other) == {}
    assert await orders.of(BO, one) == {"L17": "ways"}


async def test_an_order_at_a_deleted_table_is_not_saved(database: Database) -> None:
    await StandingOrders(database).save(ANA, 77, "L17", "lost")
    assert await StandingOrders(database).of(ANA, 77) == {}
