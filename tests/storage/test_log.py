"""Begin games, append entries and read them."""

from collections.abc import Awaitable, Callable

import pytest

from storage import (
    ChannelBusy,
    Conflict,
    Database,
    Duplicate,
    EntryRow,
    GameFinished,
    GameRow,
    KeyValues,
    Log,
    NewEntry,
    NoSuchGame,
    StorageError,
    UnstorableText,
    open_database,
)
from storage.key_values import PREFERENCES
from tests.support.raw_connection import Raw

ANA, BO = 222222222222222222, 333333333333333333
Start = Callable[..., Awaitable[int]]


def lines(*texts: str, user: int = ANA) -> list[NewEntry]:
    return [NewEntry(user, text) for text in texts]


async def test_a_game_begins_with_its_first_entries_and_reads_back(
    log: Log, now: list[float]
) -> None:
    game = await log.begin(guild=900, channel=5, entries=[*lines("bag"), NewEntry(BO, "join")])
    assert game == GameRow(1, 900, 5, last=1, posted=-1, finished=False, started_at=1000.0)
    now[0] = 1007.5
    assert await log.append(game.id, after=1, entries=lines("place 1 0 rot90", "pass")) == 3
    assert await log.read(game.id) == (
        EntryRow(0, ANA, "bag", 1000.0),
        EntryRow(1, BO, "join", 1000.0),
        EntryRow(2, ANA, "place 1 0 rot90", 1007.5),
        EntryRow(3, ANA, "pass", 1007.5),
    )
    assert [entry.number for entry in await log.read(game.id, after=1)] == [2, 3]
    assert await log.row(game.id) == GameRow(1, 900, 5, 3, -1, False, 1000.0)


async def test_everything_is_there_after_closing_and_opening_again(address: str) -> None:
    async with await open_database(address) as database:
        game = (await Log(database).begin(guild=900, channel=5, entries=lines("bäg 🐟"))).id
        written = await Log(database).read(game)
    async with await open_database(address) as database:
        assert await Log(database).read(game) == written
        assert written[0].text == "bäg 🐟"


@pytest.mark.parametrize("text", ["\0", "mind\0the city", "half a fish \ud83d"])
async def test_a_text_that_not_every_database_stores_is_refused_by_each(
    log: Log, database: Database, text: str
) -> None:
    game = (await log.begin(guild=900, channel=5, entries=lines("bag"))).id
    with pytest.raises(UnstorableText, match="with NUL or with half of a surrogate pair"):
        await log.append(game, after=0, entries=lines("good", text), request=7)
    with pytest.raises(UnstorableText):
        await KeyValues(database, PREFERENCES).save("confirms", text, user=ANA)
    with pytest.raises(UnstorableText):
        await database.read("SELECT value FROM settings WHERE key = ?", (text,))
    with pytest.raises(UnstorableText):
        await database.read_named("SELECT value FROM settings WHERE key = ?", (text,))
    assert [entry.text for entry in await log.read(game)] == ["bag"]
    await database.ping()
    assert await log.append(game, after=0, entries=lines("bäg 🐟 \N{DELETE}"), request=7) == 1


async def test_the_second_game_in_a_channel_is_refused_and_names_the_first(
    log: Log, start: Start
) -> None:
    first = await start(channel=5)
    await start(channel=6)
    with pytest.raises(ChannelBusy, match=r"^game 1 is running in channel 5 already$") as refused:
        await start(channel=5)
    assert refused.value.game == first
    assert len(await log.games()) == 2


async def test_one_of_two_writers_of_the_same_entry_gets_conflict(
    address: str, log: Log, start: Start
) -> None:
    game = await start()
    async with await open_database(address) as other:
        assert await Log(other).append(game, after=0, entries=lines("place 1 0", user=BO)) == 1
        with pytest.raises(
            Conflict, match=r"^game 1, entry 1: somebody else wrote this entry first$"
        ):
            await log.append(game, after=0, entries=lines("place 0 1", "pass"))
    assert [entry.text for entry in await log.read(game)] == ["bag", "place 1 0"]


async def test_a_request_is_written_once_even_if_it_is_repeated_late(
    log: Log, start: Start
) -> None:
    game = await start()
    await log.append(game, after=0, entries=lines("pass"), request=2**62)
    with pytest.raises(Duplicate, match=r": this request has been written before$"):
        await log.append(game, after=0, entries=lines("pass"), request=2**62)
    with pytest.raises(Duplicate):
        await log.begin(guild=900, channel=6, entries=lines("bag"), request=2**62)
    assert (await log.row(game)).last == 1


async def test_a_refused_request_may_be_tried_again(log: Log, start: Start) -> None:
    game = await start()
    with pytest.raises(Conflict):
        await log.append(game, after=7, entries=lines("pass"), request=41)
    assert await log.append(game, after=0, entries=lines("pass"), request=41) == 1


async def test_a_redelivered_new_is_a_duplicate_rather_than_a_busy_channel(log: Log) -> None:
    await log.begin(guild=900, channel=5, entries=lines("bag"), request=41)
    with pytest.raises(Duplicate):
        await log.begin(guild=900, channel=5, entries=lines("bag"), request=41)


async def test_a_finished_game_takes_no_more_entries(log: Log, start: Start) -> None:
    game = await start()
    assert await log.append(game, after=0, entries=lines("pass"), finish=True) == 1
    assert (await log.row(game)).finished
    with pytest.raises(GameFinished, match=r"^game 1, entry 2: the game is finished$"):
        await log.append(game, after=1, entries=lines("pass"))
    with pytest.raises(Conflict):
        await log.append(game, after=0, entries=lines("pass"))


async def test_a_finished_game_can_be_reopened(log: Log, start: Start) -> None:
    game = await start()
    await log.append(game, after=0, entries=lines("pass"), finish=True)
    assert await log.append(game, after=1, entries=lines("undo"), reopen=True) == 2
    unfinished = await log.unfinished(5)
    assert unfinished is not None and unfinished.id == game and not unfinished.finished
    assert await log.append(game, after=2, entries=lines("pass"), reopen=True) == 3


async def test_a_game_is_not_reopened_while_another_runs_in_the_channel(
    log: Log, start: Start
) -> None:
    game = await start()
    await log.append(game, after=0, entries=lines("pass"), finish=True)
    other = await start()
    with pytest.raises(ChannelBusy) as refused:
        await log.append(game, after=1, entries=lines("undo"), reopen=True)
    assert refused.value.game == other
    assert (await log.row(game)).last == 1


async def test_a_missing_game_is_named_in_the_error(log: Log) -> None:
    for work in (
        log.row(9),
        log.append(9, after=3, entries=lines("pass")),
        log.append(9, after=3, entries=lines("pass"), reopen=True),
        log.mark_posted(9, 0),
    ):
        with pytest.raises(NoSuchGame, match=r"^game 9.*: there is no such game$"):
            await work
    assert await log.read(9) == ()


async def test_a_write_without_entries_raises_value_error(log: Log, start: Start) -> None:
    game = await start()
    with pytest.raises(ValueError, match=r"^a game changes by at least one entry$"):
        await log.append(game, after=0, entries=[], finish=True)
    with pytest.raises(ValueError, match=r"^a game changes by at least one entry$"):
        await log.begin(guild=900, channel=6, entries=[])


async def test_unfinished_and_latest_follow_the_games_of_a_channel(
    log: Log, start: Start, now: list[float]
) -> None:
    async def ids() -> tuple[int | None, int | None]:
        unfinished, latest = await log.unfinished(5), await log.latest(5)
        return unfinished.id if unfinished else None, latest.id if latest else None

    await start(channel=6)
    assert await ids() == (None, None)
    old = await start()
    assert await ids() == (old, old)
    await log.append(old, after=0, entries=lines("pass"), finish=True)
    assert await ids() == (None, old)
    now[0] += 1
    new = await start()
    await log.append(new, after=0, entries=lines("pass"), finish=True)
    assert await ids() == (None, new)
    now[0] += 1
    await log.append(old, after=1, entries=lines("undo"), reopen=True)
    assert await ids() == (old, old)
    await log.append(old, after=2, entries=lines("pass"), finish=True)
    assert await ids() == (None, old)
    now[0] -= 3600  # a clock that is set right
    newest = await start()
    assert await ids() == (newest, newest)


async def test_unposted_games_are_those_with_entries_that_are_not_posted(
    log: Log, start: Start
) -> None:
    game, other = await start(channel=5), await start(channel=6)
    await log.append(game, after=0, entries=lines("pass"))
    await log.mark_posted(other, 0)
    assert [row.id for row in await log.unposted()] == [game]
    await log.mark_posted(game, 1)
    assert await log.unposted() == ()
    await log.mark_posted(game, 0)  # a slow post that arrives after a newer one
    assert (await log.row(game)).posted == 1
    await log.append(game, after=1, entries=lines("pass"))
    assert [row.id for row in await log.unposted()] == [game]


async def test_unposted_games_of_a_channel_are_listed_with_the_unfinished_one_last(
    log: Log, start: Start
) -> None:
    first, elsewhere = await start(channel=5), await start(channel=6)
    await log.append(first, after=0, entries=lines("pass"), finish=True)
    second = await start(channel=5)
    assert [row.id for row in await log.unposted(5)] == [first, second]
    assert [row.id for row in await log.unposted(6)] == [elsewhere]
    await log.append(second, after=0, entries=lines("pass"), finish=True)
    await log.append(first, after=1, entries=lines("undo"), reopen=True)
    assert [row.id for row in await log.unposted(5)] == [second, first]
    assert {row.id for row in await log.unposted()} == {first, second, elsewhere}
    await log.mark_posted(second, 1)
    await log.mark_posted(first, 2)
    assert await log.unposted(5) == ()


async def test_an_entry_that_does_not_exist_cannot_be_marked_posted(log: Log, start: Start) -> None:
    game = await start()
    with pytest.raises(StorageError, match="never exceeds the last entry"):
        await log.mark_posted(game, 1)


async def test_an_erased_user_has_no_id_in_any_game_and_a_new_actor_afterwards(
    log: Log, start: Start
) -> None:
    first, second = await start(5, ANA), await start(6, ANA)
    await log.append(first, after=0, entries=lines("join", user=BO))
    assert await log.erase(ANA) == 1
    assert await log.erase(ANA) == 0
    await log.append(first, after=1, entries=lines("pass", user=ANA))
    assert [entry.user for entry in await log.read(first)] == [None, BO, ANA]
    assert [entry.user for entry in await log.read(second)] == [None]
    assert await log.erase(ANA) == 1
    assert [entry.user for entry in await log.read(first)] == [None, BO, None]
    assert [entry.text for entry in await log.read(first)] == ["bag", "join", "pass"]


async def test_erased_users_still_have_different_actors(log: Log, start: Start, raw: Raw) -> None:
    game = await start(5, ANA)
    await log.append(game, after=0, entries=[*lines("join", user=BO), *lines("join", user=ANA)])
    await log.erase(ANA)
    await log.erase(BO)
    assert [entry.user for entry in await log.read(game)] == [None, None, None]
    [[first], [second], [third]] = await raw.execute("SELECT actor FROM entries ORDER BY number")
    assert first == third != second


async def test_a_dropped_channel_has_no_unfinished_game_and_nothing_to_post(
    log: Log, start: Start
) -> None:
    finished = await start(channel=5)
    await log.append(finished, after=0, entries=lines("pass"), finish=True)
    unfinished, elsewhere = await start(channel=5), await start(channel=6)
    assert await log.drop_channel(5) == 1
    assert (await log.row(unfinished)).finished
    assert [row.id for row in await log.unposted()] == [elsewhere]
    assert await log.drop_channel(5) == 0
    assert await log.unfinished(6) is not None


async def test_a_setting_is_saved_and_replaced(log: Log) -> None:
    assert await log.setting("commands") is None
    await log.set_setting("commands", "a1")
    await log.set_setting("commands", "b2")
    assert await log.setting("commands") == "b2"


async def test_idle_games_are_listed_longest_idle_first_with_the_time_of_their_last_entry(
    log: Log, start: Start, now: list[float]
) -> None:
    """A game is idle if its newest entry is older than a time; a finished game is not."""
    first = await start(channel=5)
    now[0] = 2_000.0
    second, finished = await start(channel=6), await start(channel=7)
    await log.append(finished, after=0, entries=lines("pass"), finish=True)
    now[0] = 3_000.0
    await log.append(first, after=0, entries=lines("pass"))
    await start(channel=8)
    assert log.clock() == 3_000.0
    assert [(row.id, idle_since) for row, idle_since in await log.idle(3_000.5)][:2] == [
        (second, 2_000.0),
        (first, 3_000.0),
    ]
    assert [row.id for row, _ in await log.idle(3_000.0)] == [second]
    assert await log.idle(2_000.0) == ()


async def test_a_number_beyond_64_bits_is_no_game(log: Log) -> None:
    assert await log.row_if_any(2**63) is None
    assert await log.row_if_any(2**63 - 1) is None
