"""Skipped turns at a table (COM-26): the entry, its undo, and the words for it."""

import re
from random import Random

from bot.history.words import news_since_turn
from bot.playing import words as playing_words
from bot.playing.words import outcome_post
from bot.table.entries import Ask, Undo
from bot.table.table import Outcome
from bot.text.names import Names
from bot.undo.words import undo_question
from rules.moves import Move
from rules.record import replay
from rules.table_decisions import skip
from tests.bot.table.test_seat_service import ANA, BO, CLEO, Room, refusal, room
from tests.support.legal_turns import any_turn, turn_with_figure_choice

__all__ = ["room"]

NAMES = Names((ANA, BO, CLEO), {ANA: "Ana", BO: "Bo", CLEO: "Cleo"})


async def skipped(room: Room, seat: int, by: int) -> Outcome:
    """A skip as the service of votes writes it."""
    return await room.service.skip(room.asked(by), seat)


async def play(room: Room, *moves: Move) -> Outcome:
    """The player to move plays some moves, or a turn by chance."""
    table = await room.table()
    assert table.to_move is not None
    played = moves or any_turn(table.running_game, Random(1)).moves
    return await room.service.play(room.asked(table.to_move), played)


async def test_COM26_a_skip_is_an_entry_that_names_its_seat_and_a_line_of_the_record(
    room: Room,
) -> None:
    await room.deal(ANA, BO, CLEO)
    before = (await room.table()).running_game
    outcome = await skipped(room, 0, by=BO)
    after = outcome.after
    assert after.running_game == skip(before) and after.to_move == BO
    assert (after.lines[-1].text, after.lines[-1].user) == ("skip", BO)
    assert after.record().endswith("\n\nskip\n") and replay(after.record()).game == after.game
    assert not playing_words.receipt_due(outcome), "who decided it has made no move"
    room.tables.forget()
    assert await room.table() == after


async def test_COM26_turn_that_is_over_or_not_yet_is_not_skipped(room: Room) -> None:
    await room.service.open(room.asked(ANA), "base", 2)
    assert await refusal(skipped(room, 0, by=ANA)) == "not-started"
    await room.service.end(room.asked(ANA), manager=False)
    await room.deal(ANA, BO, CLEO)
    loaded = await room.tables.latest(room.asked(ANA).channel)
    assert loaded is not None
    await play(room)
    for seat in (0, 2, 9):
        assert await refusal(skipped(room, seat, by=CLEO)) == "nothing-to-skip"
    late = room.service.skip(room.asked(CLEO), 1, version=loaded.version)
    assert await refusal(late) == "late", "decided for an earlier turn"


async def test_undo_of_a_tile_takes_back_its_skip_and_keeps_an_earlier_one(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    earlier = (await skipped(room, 0, by=BO)).after
    turn = turn_with_figure_choice(earlier.running_game)
    placed = (await play(room, turn.place)).after
    await skipped(room, 1, by=CLEO)
    preview = await room.service.preview_undo(room.asked(BO))
    assert isinstance(preview.entry, Ask), "a skip ends the free undo"
    assert preview.played_on == (), "to let a turn be skipped is not to play"
    assert undo_question(preview, NAMES).text.startswith("The game has moved on. This would undo")
    [line] = [line for line in placed.lines if line.is_placement]

    undone = (await room.tables.write(room.asked(BO), lambda _: [Undo(line.number)])).after
    assert undone.game == earlier.game and [line.text for line in undone.lines] == ["skip"]


async def test_skip_cancels_an_open_undo_question(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await play(room)
    await play(room)
    await room.service.undo(room.asked(ANA), await room.service.preview_undo(room.asked(ANA)))
    assert (await room.table()).undo_vote is not None
    assert (await skipped(room, 2, by=BO)).after.undo_vote is None


async def test_COM26_player_skipped_in_mid_turn_finds_the_skip_in_the_news(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await play(room)
    game = (await room.table()).running_game
    await play(room, turn_with_figure_choice(game).place)
    outcome = await skipped(room, 1, by=CLEO)
    post = outcome_post(outcome, NAMES, 5).text.splitlines()
    assert re.match(r"\*\*Bo\*\* placed a tile at `[^`]*`\. ⏭️ \*\*Bo\*\*'s turn", post[1])
    since = news_since_turn(outcome.after, NAMES, 1).text
    assert "⏭️ **Bo**'s turn was skipped." in since
    assert "**Since your last turn**, 0 tiles were placed." in since
