"""The notes of users at tables."""

from collections.abc import Awaitable, Callable

from storage import Database, PlayerNotes
from tests.storage.test_preferences import ANA, BO

Start = Callable[..., Awaitable[int]]


async def test_each_user_has_separate_notes_at_each_table(database: Database, start: Start) -> None:
    notes, one, other = PlayerNotes(database), await start(5), await start(6)
    await notes.save(ANA, one, "note", "mind the city")
    await notes.save(ANA, other, "note", "elsewhere")
    await notes.save(BO, one, "note", "his own")
    assert await notes.of(ANA, one) == {"note": "mind the city"}
    assert await notes.by_game(ANA, "note") == {one: "mind the city", other: "elsewhere"}
    assert await notes.by_user(one, "note") == {ANA: "mind the city", BO: "his own"}
    assert await notes.of(BO, other) == {}


async def test_a_note_is_replaced_and_deleted(database: Database, start: Start) -> None:
    notes, game = PlayerNotes(database), await start()
    for text in ("first", "second"):
        await notes.save(ANA, game, "note", text)
    await notes.save(ANA, game, "plan", "3 -1")
    assert await notes.of(ANA, game) == {"note": "second", "plan": "3 -1"}
    await notes.delete(ANA, game, "note")
    assert await notes.of(ANA, game) == {"plan": "3 -1"}


async def test_a_key_is_deleted_at_all_tables_and_other_keys_stay(
    database: Database, start: Start
) -> None:
    notes, games = PlayerNotes(database), [await start(5), await start(6)]
    for game in games:
        await notes.save(ANA, game, "follow", "end")
        await notes.save(ANA, game, "note", "stays")
        await notes.save(BO, game, "follow", "end")
    await notes.delete_in_all_games(ANA, "follow")
    assert await notes.by_game(ANA, "follow") == {}
    assert len(await notes.by_game(ANA, "note")) == len(await notes.by_game(BO, "follow")) == 2


async def test_a_note_at_a_deleted_table_is_not_saved(database: Database) -> None:
    await PlayerNotes(database).save(ANA, 77, "note", "lost")
    assert await PlayerNotes(database).by_game(ANA, "note") == {}
