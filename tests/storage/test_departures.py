"""Servers and channels that are gone, and the deletion of their games."""

import pytest

from storage import (
    Database,
    Departure,
    Departures,
    KeyValues,
    Log,
    NewEntry,
    NoSuchGame,
    PostRow,
    StorageError,
)
from storage.erasure import DELETE_GAME
from storage.key_values import PREFERENCES
from tests.support.raw_connection import Raw

ANA, BO = 222222222222222222, 333333333333333333
HERE, THERE = 900, 901


@pytest.fixture
def departures(database: Database) -> Departures:
    return Departures(database)


async def begun(log: Log, guild: int, channel: int, *users: int) -> int:
    """A game with an entry and a post for each user."""
    entries = [NewEntry(user, f"bag of {channel}") for user in users]
    game = (await log.begin(guild=guild, channel=channel, entries=entries)).id
    message = 10 * game
    await log.mark_posted(game, 0, [PostRow(message, game, -1, 0)])
    return game


async def test_a_departure_keeps_its_first_time(departures: Departures, now: list[float]) -> None:
    await departures.mark_gone("server", HERE)
    now[0] += 500
    await departures.mark_gone("server", HERE)
    await departures.mark_gone("channel", HERE)
    assert await departures.all() == (
        Departure("server", HERE, 1000.0),
        Departure("channel", HERE, 1500.0),
    )


async def test_a_server_that_is_back_keeps_its_games(departures: Departures, log: Log) -> None:
    game = await begun(log, HERE, 5, ANA)
    await departures.mark_gone("server", HERE)
    assert await departures.mark_back("server", HERE)
    assert not await departures.mark_back("server", HERE)
    assert await departures.all() == ()
    with pytest.raises(StorageError, match="only if its server or its channel is gone"):
        await departures.delete("server", HERE, "gone")
    assert (await log.row(game)).last == 0


async def test_deleting_a_server_deletes_all_its_games_and_no_others(
    departures: Departures, log: Log, raw: Raw, now: list[float]
) -> None:
    first, other, second = (
        await begun(log, HERE, 5, ANA),
        await begun(log, THERE, 6, ANA),
        await begun(log, HERE, 7, BO),
    )
    await log.append(first, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    await departures.mark_gone("server", HERE)
    now[0] = 9000.0
    assert await departures.delete("server", HERE, "the server is gone") == (first, second)
    assert [row.id for row in await log.games()] == [other]
    assert await log.read(first) == () and await log.read(second) == ()
    assert [post.game for post in await log.live_posts(6)] == [other]
    assert await raw.execute("SELECT game FROM posts") == [(other,)]
    assert await raw.execute("SELECT * FROM deletions") == [
        (first, 9000.0, "the server is gone"),
        (second, 9000.0, "the server is gone"),
    ]
    assert await departures.all() == ()
    with pytest.raises(NoSuchGame):
        await log.append(first, after=1, entries=[NewEntry(ANA, "pass")], reopen=True)


async def test_deleting_a_channel_deletes_only_its_games(departures: Departures, log: Log) -> None:
    game, other = await begun(log, HERE, 5, ANA), await begun(log, HERE, 6, ANA)
    await departures.mark_gone("channel", 5)
    assert await departures.delete("channel", 5, "gone") == (game,)
    assert [row.id for row in await log.games()] == [other]
    assert await departures.places() == ((HERE, 6),)


async def test_a_departed_place_without_games_is_deleted(departures: Departures) -> None:
    await departures.mark_gone("server", HERE)
    assert await departures.delete("server", HERE, "gone") == ()
    assert await departures.all() == ()


async def test_users_of_no_other_game_are_erased_with_the_games(
    departures: Departures, log: Log, raw: Raw
) -> None:
    await begun(log, HERE, 5, ANA, BO)
    other = await begun(log, THERE, 6, BO)
    await departures.mark_gone("server", HERE)
    await departures.delete("server", HERE, "gone")
    users = {user for [user] in await raw.execute("SELECT user FROM actors")}
    assert users == {None, BO}
    assert [entry.user for entry in await log.read(other)] == [BO]


async def test_the_rows_of_users_erased_with_a_game_are_deleted(
    departures: Departures, log: Log, database: Database
) -> None:
    await begun(log, HERE, 5, ANA, BO)
    await begun(log, THERE, 6, BO)
    for user in (ANA, BO):
        await KeyValues(database, PREFERENCES).save("confirms", "yes", user=user)
    await departures.mark_gone("server", HERE)
    await departures.delete("server", HERE, "gone")
    assert await KeyValues(database, PREFERENCES).of(user=ANA) == {}
    assert await KeyValues(database, PREFERENCES).of(user=BO) == {"confirms": "yes"}


async def test_every_table_with_games_has_a_statement_to_delete_one(raw: Raw) -> None:
    for table in await raw.tables_with("game"):
        known = table in ("entries", "posts", "deletions")  # the schema sees to these
        assert known or any(f" {table} " in statement for statement in DELETE_GAME), table


async def test_the_statements_that_delete_a_game_are_valid_sql(database: Database) -> None:
    for statement in DELETE_GAME:
        await database.write(lambda execute, sql=statement: execute(sql, (1,)), "a deletion")


async def test_servers_are_those_with_games(departures: Departures, log: Log) -> None:
    await begun(log, THERE, 7, ANA)
    await begun(log, HERE, 5, ANA)
    await begun(log, HERE, 6, BO)
    assert await departures.servers() == (HERE, THERE)
