"""The tables of channels on a real database: which is found, and what is written once."""

from dataclasses import replace

import pytest

from bot.table.entries import Ask, Moves, Refuse
from bot.table.refusals import Refusal
from bot.table.settings import JOINED, Settings
from bot.table.store import Request
from bot.table.table import Phase, TableVersion
from rules.notation import write
from storage import NewEntry, PostRow
from tests.bot.table.test_seat_service import BOT, CHANNEL, Room, random_move_of, refusal, room
from tests.support.written_logs import ANA, BO, CLEO

__all__ = ["room"]


async def lobby(room: Room, channel: int = CHANNEL) -> int:
    """A table of Ana with a free seat. Return the number of its game."""
    return (await room.service.open(Request(ANA, 1, channel), "base", 2)).game


async def test_channel_without_a_table_is_refused(room: Room) -> None:
    assert await room.tables.latest(CHANNEL) is await room.tables.unfinished(CHANNEL) is None
    assert await room.tables.game(7) is await room.tables.row(7) is None
    for asked in (
        *(room.tables.require_table(room.asked(ANA)), room.tables.require_begun(CHANNEL)),
        *(room.service.join(room.asked(BO)), room.service.resign(room.asked(BO))),
    ):
        assert await refusal(asked) == "no-table"


async def test_require_begun_returns_a_table_whose_game_was_dealt(room: Room) -> None:
    await lobby(room)
    assert await refusal(room.tables.require_begun(CHANNEL)) == "not-started"
    await room.service.end(room.asked(ANA), manager=False)
    assert await refusal(room.tables.require_begun(CHANNEL)) == "no-table"
    await room.deal(ANA, BO)
    await room.service.end(room.asked(ANA), manager=False)
    begun = await room.tables.require_begun(CHANNEL)
    assert begun.table.phase is Phase.STOPPED
    assert begun.version == TableVersion(begun.row.id, begun.table.version)


async def test_unfinished_table_is_open_or_running(room: Room) -> None:
    game = await lobby(room)
    for loaded in (await room.tables.unfinished(CHANNEL), await room.tables.unfinished_game(game)):
        assert loaded is not None and loaded.row.id == game
    assert await room.tables.unfinished_game(game + 1) is None
    await room.service.end(room.asked(ANA), manager=False)
    assert await room.tables.unfinished(CHANNEL) is None
    assert await room.tables.unfinished_game(game) is None
    latest = await room.tables.latest(CHANNEL)
    assert latest is not None and latest.row.id == game


async def test_button_of_another_game_is_late_in_its_channel_and_elsewhere_in_others(
    room: Room,
) -> None:
    first = await lobby(room)
    await room.service.end(room.asked(ANA), manager=False)
    second, other = await lobby(room), await lobby(room, CHANNEL + 1)
    assert (await room.tables.require_game(CHANNEL, second)).row.id == second
    assert await refusal(room.tables.require_game(CHANNEL, first)) == "late"
    for game in (other, other + 1):
        assert await refusal(room.tables.require_game(CHANNEL, game)) == "elsewhere"
    assert await refusal(room.tables.require_game(CHANNEL + 2, first)) == "elsewhere"


async def test_channel_has_one_running_table_and_an_interaction_acts_once(room: Room) -> None:
    asked = replace(room.asked(ANA), id=3)
    await room.service.open(asked, "base", 2)
    assert await refusal(room.service.open(room.asked(BO), "base", 2)) == "busy"
    twice = room.service.open(replace(asked, channel=CHANNEL + 1), "base", 2)
    assert await refusal(twice) == "duplicate"
    assert await refusal(room.service.join(replace(asked, user=BO))) == "duplicate"
    assert (await room.table()).players == (ANA,)


async def test_request_about_another_version_of_the_table_is_late(room: Room) -> None:
    await room.deal(ANA, BO)
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None
    await room.moved()
    assert await refusal(room.service.resign(room.asked(BO), version=loaded.version)) == "late"
    now = await room.tables.latest(CHANNEL)
    assert now is not None and now.version != loaded.version
    assert (await room.service.resign(room.asked(BO), version=now.version)).after.ended


async def test_loaded_table_of_a_request_is_used_until_it_changes(room: Room) -> None:
    await room.deal(ANA, BO)
    loaded = await room.tables.latest(CHANNEL)
    asked = replace(room.asked(ANA), loaded=loaded)
    assert asked == room.asked(ANA) and "loaded" not in repr(asked)
    assert await room.tables.require_table(asked) is loaded
    await room.service.play(room.asked(ANA), [random_move_of(await room.table())])
    again = await room.tables.require_table(asked)
    assert again is not loaded and again.table is await room.table()
    await room.service.end(room.asked(ANA), manager=False)
    ended = await room.tables.latest(CHANNEL)
    assert await room.tables.require_table(replace(asked, loaded=ended)) is not ended


async def test_post_leads_to_its_table_and_the_entries_since(room: Room) -> None:
    await room.deal(ANA, BO)
    game = await room.game()
    move = random_move_of(await room.table())
    await room.service.play(room.asked(ANA), [move])
    post = PostRow(55, game, 1, 2)
    await room.tables.game_log.mark_posted(game, 2, [post])
    found = await room.tables.of_post(55)
    assert found is not None and (found[0].row.id, found[1]) == (game, post)
    assert await room.tables.of_post(56) is None
    assert await room.tables.entries_after(post) == [Moves(write(move))]


async def test_story_is_read_up_to_an_entry(room: Room) -> None:
    await room.deal(ANA, BO)
    game, before = await room.game(), await room.table()
    room.now = 50.0
    after = (await room.service.play(room.asked(ANA), [random_move_of(before)])).after
    assert await room.table() is after, "what was written is kept"
    assert await room.tables.story_until(game, before.last) == before.running_game.story
    assert await room.tables.story_until(game, after.last) == after.running_game.story
    assert await room.tables.story_until(game, 0) == ()
    assert await room.tables.written_at(game, after.last) == 50.0
    assert await room.tables.written_at(game, before.last) == 0.0


async def test_forgotten_tables_are_read_again(room: Room) -> None:
    await room.deal(ANA, BO)
    before = await room.table()
    assert await room.table() is before and room.tables.cached_count == 1 < room.tables.cached_bytes
    room.tables.forget()
    assert room.tables.cached_count == room.tables.cached_bytes == 0
    assert await room.table() is not before and await room.table() == before


async def test_unreadable_game_is_refused_and_can_be_abandoned(room: Room) -> None:
    game = await lobby(room)
    await room.tables.game_log.append(game, after=0, entries=[NewEntry(ANA, "dance")])
    with pytest.raises(Refusal) as refused:
        await room.tables.latest(CHANNEL)
    assert refused.value.reason == "broken"
    assert str(refused.value.facts["where"]).startswith("entry 1 ('dance'): ")
    await room.tables.abandon(CHANNEL)
    await room.deal(ANA, BO)


async def test_unreadable_game_is_passed_over_after_the_next_table_was_cancelled(
    room: Room,
) -> None:
    broken = await lobby(room)
    await room.tables.game_log.append(broken, after=0, entries=[NewEntry(ANA, "dance")])
    await room.tables.abandon(CHANNEL)
    cancelled = await lobby(room)
    await room.service.end(room.asked(ANA), manager=False)
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None and loaded.row.id == cancelled
    assert await refusal(room.tables.require_begun(CHANNEL)) == "no-table"


async def test_last_consent_carries_out_an_undo(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.moved()
    room.now = 121.0
    preview = await room.service.preview_undo(room.asked(ANA))
    assert isinstance(preview.entry, Ask) and preview.seconds == 121.0
    asked = (await room.service.undo(room.asked(ANA), preview)).after
    assert asked.undo_vote is not None and asked.open_questions == (asked.last,)
    first = await room.service.answer_undo_vote(room.asked(CLEO), asked.last, agrees=True)
    assert first.after.undo_vote is not None and first.after.lines == asked.lines
    done = await room.service.answer_undo_vote(room.asked(BO), asked.last, agrees=True)
    assert done.after.undo_vote is None and done.after.lines == ()
    written = await room.tables.game_log.read(await room.game())
    assert [line.text for line in written][-2:] == ["agree", f"undo {asked.lines[0].number}"]
    assert done.changed_record and not first.changed_record


async def test_refused_undo_settles_the_question(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.moved()
    room.now = 121.0
    preview = await room.service.preview_undo(room.asked(ANA))
    asked = (await room.service.undo(room.asked(ANA), preview)).after
    after = (await room.service.answer_undo_vote(room.asked(CLEO), asked.last, agrees=False)).after
    assert after.undo_vote is None and after.lines == asked.lines
    newer = await room.tables.entries_after(PostRow(1, await room.game(), 0, asked.last))
    assert newer == [Refuse()]
    late = room.service.answer_undo_vote(room.asked(BO), asked.last, agrees=True)
    assert await refusal(late) == "void"


async def test_preview_of_an_undo_of_another_game_or_tile_is_late(room: Room) -> None:
    await room.deal(ANA, BO)
    await room.moved()
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None
    version = loaded.version
    assert (await room.service.preview_undo(room.asked(ANA), version)).last == loaded.table.last
    other = replace(version, game=version.game + 1)
    assert await refusal(room.service.preview_undo(room.asked(ANA), other)) == "late"
    await room.moved()
    await room.moved()
    assert await refusal(room.service.preview_undo(room.asked(ANA), version)) == "late"


async def test_leaving_the_lobby_closes_a_table_without_people(room: Room) -> None:
    await lobby(room)
    await room.service.join(room.asked(BO))
    assert (await room.service.leave(room.asked(ANA))).after.phase is Phase.LOBBY
    assert (await room.service.leave(room.asked(BO))).after.phase is Phase.STOPPED


async def test_game_that_only_opponents_would_play_on_is_scored(room: Room) -> None:
    await room.service.open_and_start(room.asked(ANA), "base", [], opponents=(2, "novice"))
    after = (await room.service.resign(room.asked(ANA))).after
    assert after.phase is Phase.OVER and after.lines[-1].text == "end"


async def test_table_is_opened_again_with_its_players_and_the_second_begins(room: Room) -> None:
    settings = Settings(seat_order=JOINED, pace="day", cup=4)
    await room.service.open_and_start(room.asked(ANA), "base", [BO, CLEO], settings)
    await room.service.end(room.asked(ANA), manager=True)
    again = (await room.service.open_again(room.asked(CLEO), await room.table())).after
    assert (again.players, again.host) == ((BO, CLEO, ANA), CLEO)
    assert again.colours == (1, 2, 0)
    assert (
        again.settings == Settings(seat_order=JOINED, pace="day", aids="yes")
        and again.phase is Phase.LOBBY
    )


async def test_table_with_opponents_is_opened_again_by_a_person(room: Room) -> None:
    await room.service.open_and_start(
        room.asked(ANA), "base", [], Settings(seat_order=JOINED), opponents=(2, "villager")
    )
    over = await room.table()
    await room.service.end(room.asked(ANA), manager=False)
    opened = await room.service.open_again(room.asked(ANA), await room.table())
    again = opened.after
    assert opened.before is None and again.game is not None
    assert again.players[0] == again.host == ANA and again.seat_count == 3
    assert set(again.players) == set(over.players)


async def test_bot_archives_by_its_own_name(room: Room) -> None:
    await room.deal(ANA, BO)
    game = await room.game()
    archived = await room.council.archive(room.asked(BOT), game)
    assert archived.user == BOT and archived.after.phase is Phase.ARCHIVED
    row = await room.tables.row(game)
    assert row is not None and row.finished
