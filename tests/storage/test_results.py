"""The results of finished games: saved, read by server and by user, stale, erased."""

from collections.abc import Awaitable, Callable

from storage import Database, Departures, KeyValues, Log, NewEntry, ResultRow, Results, ResultSeat
from storage.key_values import PREFERENCES
from storage.results import OPTED_OUT, PREFERENCE
from tests.storage.test_key_values import ANA, BO

Start = Callable[..., Awaitable[int]]
HERE, ELSEWHERE = 901, 902
ODILE = -1


async def finished(log: Log, guild: int = HERE, channel: int = 5, *users: int) -> int:
    """A finished game with an entry of each user."""
    entries = [NewEntry(user, "moved") for user in users or (ANA, BO)]
    row = await log.begin(guild=guild, channel=channel, entries=entries)
    await log.append(
        row.id, after=row.last, entries=[NewEntry(entries[0].user, "end")], finish=True
    )
    return row.id


def result(game: int, *users: int | None, number: int = 2, ended_at: float = 1.5) -> ResultRow:
    seats = tuple(ResultSeat(user, f'{{"seat":{seat}}}') for seat, user in enumerate(users))
    return ResultRow(game, number, ended_at, '{"name":"any"}', seats)


async def test_results_are_read_by_server_in_the_order_of_their_end(
    database: Database, log: Log
) -> None:
    results = Results(database, 1)
    late, early = await finished(log), await finished(log, channel=6)
    other = await finished(log, ELSEWHERE, 7)
    for game, at in ((late, 9.0), (early, 3.0), (other, 5.0)):
        await results.put(result(game, ANA, BO, ended_at=at))
    assert [row.game for row in await results.of_server(HERE)] == [early, late]
    assert await results.of_server(HERE, 9.0) == (result(late, ANA, BO, ended_at=9.0),)
    assert [row.game for row in await results.of_server(ELSEWHERE)] == [other]


async def test_a_user_has_the_results_of_all_servers(database: Database, log: Log) -> None:
    results = Results(database, 1)
    here, there = await finished(log), await finished(log, ELSEWHERE, 7, BO, ODILE)
    await results.put(result(here, ANA, BO))
    await results.put(result(there, BO, ODILE, number=2, ended_at=4.0))
    assert [row.game for row in await results.of_user(BO)] == [here, there]
    assert [row.game for row in await results.of_user(ANA)] == [here]
    assert (await results.of_user(BO))[1].seats[1].user == ODILE


async def test_a_result_is_stale_until_it_is_that_of_the_last_entry_and_the_version(
    database: Database, log: Log, start: Start
) -> None:
    results, newer = Results(database, 1), Results(database, 2)
    game, _running = await finished(log), await start(6)
    there = await finished(log, ELSEWHERE, 7)
    assert await results.stale(9) == (there, game)
    assert await results.stale(9, HERE) == (game,) and await results.stale(1) == (there,)
    await results.put(result(game, ANA, BO, number=1))
    assert await results.stale(9, HERE) == (game,) and not await results.of_server(HERE)
    await results.put(result(game, ANA, BO))
    assert not await results.stale(9, HERE) and await results.of_server(HERE)
    assert await newer.stale(9, HERE) == (game,) and not await newer.of_server(HERE)


async def test_an_older_result_does_not_replace_a_newer_one(database: Database, log: Log) -> None:
    results, game = Results(database, 1), await finished(log)
    await results.put(result(game, ANA, BO))
    await results.put(result(game, BO, ANA, number=1))
    assert await results.of_server(HERE) == (result(game, ANA, BO),)


async def test_a_result_with_fewer_seats_replaces_all_of_an_older_one(
    database: Database, log: Log
) -> None:
    results, game = Results(database, 1), await finished(log)
    await results.put(result(game, ANA, BO))
    await results.put(ResultRow(game, 2, 0.0))
    assert await results.of_server(HERE) == () and await results.stale(9) == ()
    assert len(await results.stored(game)) == 1


async def test_a_game_that_runs_again_is_in_no_result(database: Database, log: Log) -> None:
    results, game = Results(database, 1), await finished(log)
    await results.put(result(game, ANA, BO))
    await log.append(game, after=2, entries=[NewEntry(ANA, "undo 1")], reopen=True)
    assert await results.of_server(HERE) == () == await results.of_user(ANA)
    await results.discard(game)
    assert await results.stored(game) == []


async def test_a_user_erased_while_a_result_is_derived_is_not_in_it_after_a_return(
    database: Database, log: Log
) -> None:
    results, game = Results(database, 1), await finished(log)
    await log.erase(ANA)
    await finished(log, HERE, 6, ANA, BO)
    await results.put(result(game, ANA, BO))
    assert [seat.user for seat in (await results.of_server(HERE))[0].seats] == [None, BO]


async def test_an_actor_without_a_user_is_in_no_result(database: Database, log: Log) -> None:
    results, game = Results(database, 1), await finished(log)
    await results.put(result(game, ANA, BO))
    sql = "UPDATE actors SET user = NULL WHERE user = ?"
    await database.write(lambda execute: execute(sql, (ANA,)), "an erasure by a trigger")
    assert [seat.user for seat in (await results.of_server(HERE))[0].seats] == [None, BO]


async def test_a_user_who_left_the_statistics_is_shown_to_nobody(
    database: Database, log: Log
) -> None:
    results, game = Results(database, 1), await finished(log)
    await results.put(result(game, ANA, BO))
    await KeyValues(database, PREFERENCES).save(PREFERENCE, OPTED_OUT, user=ANA)
    assert [seat.user for seat in (await results.of_server(HERE))[0].seats] == [None, BO]
    assert [seat.user for seat in (await results.of_user(ANA))[0].seats] == [None, BO]
    await KeyValues(database, PREFERENCES).save(PREFERENCE, "yes", user=ANA)
    assert await results.of_server(HERE) == (result(game, ANA, BO),)


async def test_results_are_deleted_with_their_game(database: Database, log: Log) -> None:
    results, departures = Results(database, 1), Departures(database)
    game = await finished(log)
    await results.put(result(game, ANA, BO))
    await departures.mark_gone("channel", 5)
    assert await departures.delete("channel", 5, "it was deleted") == (game,)
    assert await results.stored(game) == [] and await results.of_server(HERE) == ()
    await results.put(result(game, ANA, BO))
    assert await results.stored(game) == []
