"""Undo at a table: what comes back, at once or by the consent of the others."""

import asyncio
from collections.abc import Iterable
from random import Random

from bot.table.checks import UndoPreview
from bot.table.entries import Ask, Join, New, Start, Undo
from bot.table.table import Outcome, Phase, Table
from rules.header import Header
from rules.random_play import deal
from rules.record import replay
from rules.story import TileDrawn
from rules.table_decisions import resign
from tests.bot.table.test_seat_service import ANA, BO, CHANNEL, CLEO, DAN, Room, refusal, room
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    played_turns,
    scoring_turn,
    turn_with_figure_choice,
)
from tests.support.world import shuffled_header

__all__ = ["room"]


async def dealt(room: Room, header: Header, turns: Iterable[Turn] = ()) -> Table:
    """A game of Ana, Bo and Cleo, or of the first two, some turns on."""
    users = (ANA, BO, CLEO)[: header.seats]
    joining = [(user, Join(seat)) for seat, user in enumerate(users) if seat]
    start = Start(tuple(range(header.seats)), header.text())
    new = New(header.game, header.seats)
    await room.tables.open(room.asked(ANA), [(ANA, new), *joining, (ANA, start)])
    for turn in turns:
        await play(room, turn)
    return await room.table()


async def play(room: Room, turn: Turn) -> Outcome:
    user = (await room.table()).to_move
    assert user is not None
    return await room.service.play(room.asked(user), turn.moves)


async def play_any(room: Room, turns: int) -> None:
    for seed in range(turns):
        await play(room, any_turn((await room.table()).running_game, Random(seed)))


async def take_back(room: Room, user: int) -> UndoPreview:
    """A user undoes their tile, or asks the others to agree."""
    preview = await room.service.preview_undo(room.asked(user))
    await room.service.undo(room.asked(user), preview)
    return preview


async def answer(room: Room, user: int, agrees: bool = True) -> Table:
    """A user's answer to the open question."""
    vote = (await room.table()).undo_vote
    assert vote is not None
    answered = room.service.answer_undo_vote(room.asked(user), vote.entry, agrees=agrees)
    return (await answered).after


async def test_undo_gives_back_tile_and_figure_and_another_move_may_follow(room: Room) -> None:
    before = await dealt(room, shuffled_header(3))
    first, second = (turn_with_figure_choice(before.running_game, seed) for seed in (1, 2))
    assert first != second
    played = (await play(room, first)).after
    assert isinstance((await take_back(room, ANA)).entry, Undo)
    undone = await room.table()
    assert undone.game == before.game and undone.to_move == ANA and undone.lines == ()
    assert undone.last == played.last + 1, "nothing is rewritten"
    again = (await play(room, second)).after
    assert again.game == game_after_turn(before.running_game, second)
    assert again.record().count("place ") == 1


async def test_undo_goes_back_move_by_move(room: Room) -> None:
    start = await dealt(room, shuffled_header(2))
    await play_any(room, 1)
    second = await room.table()
    await play_any(room, 1)
    await take_back(room, BO)
    assert (await room.table()).game == second.game
    assert await refusal(take_back(room, BO)) == "back-already"
    await take_back(room, ANA)
    assert (await room.table()).game == start.game
    assert await refusal(take_back(room, ANA)) == "back-already"


async def test_H44_undo_of_a_bonus_tile_takes_back_that_tile_and_not_the_one_before(
    room: Room,
) -> None:
    """A bonus tile is a placement of its own in the same turn."""
    for seed in range(20):
        header = shuffled_header(3, seed)
        plan = list(played_turns(header, seed, scoring_turn))
        bonus = [
            number
            for number, (game, _) in enumerate(plan)
            if isinstance(game.story[-1], TileDrawn) and game.story[-1].bag == "bonus"
        ]
        if bonus:
            break
    number = bonus[0]
    table = await dealt(room, header, [turn for _, turn in plan[: number + 1]])
    user = table.lines[-1].user
    assert user is not None and table.to_move != user
    await take_back(room, user)
    assert (await room.table()).game == plan[number][0]
    # The tile before it is of the same turn: it can be taken back as well, and no other.
    await take_back(room, user)
    assert (await room.table()).game == plan[number - 1][0]
    assert await refusal(take_back(room, user)) == "back-already"


async def test_undo_of_the_very_last_move_opens_the_finished_game_again(room: Room) -> None:
    header = deal("base", 2, Random(1))
    plan = list(played_turns(header, 1))
    over = await dealt(room, header, [turn for _, turn in plan])
    last = over.lines[-1].user
    assert over.phase is Phase.OVER and last is not None
    await take_back(room, last)
    table = await room.table()
    assert table.phase is Phase.PLAYING and table.game == plan[-1][0]
    assert await refusal(room.service.open(room.asked(DAN), "base", 2)) == "busy"
    assert (await play(room, plan[-1][1])).after.phase is Phase.OVER


async def test_finished_game_whose_end_has_shown_tiles_is_opened_again_by_consent(
    room: Room,
) -> None:
    header = shuffled_header(2)
    plan = list(played_turns(header, 1))
    over = await dealt(room, header, [turn for _, turn in plan])
    last = over.lines[-1].user
    assert last is not None and over.running_game.bags["bonus"]
    preview = await take_back(room, last)
    assert preview.has_shown_undrawn_tiles and isinstance(preview.entry, Ask)
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None and loaded.row.finished, "a question alone opens nothing"
    table = await answer(room, BO if last == ANA else ANA)
    assert table.phase is Phase.PLAYING and table.game == plan[-1][0]


async def test_finished_game_is_not_opened_again_once_another_table_is_open(room: Room) -> None:
    plan = list(played_turns(shuffled_header(2), 1))
    over = await dealt(room, shuffled_header(2), [turn for _, turn in plan])
    last = over.lines[-1].user
    assert last is not None
    await take_back(room, last)
    asked = (await room.table()).last
    await room.service.open(room.asked(DAN), "hunters", 2)
    assert await refusal(take_back(room, last)) == "not-started"
    late = room.service.answer_undo_vote(room.asked(BO), asked, agrees=True)
    assert await refusal(late) == "not-started"


async def test_undo_by_consent_takes_back_only_the_moves_since_the_last_own_tile(
    room: Room,
) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 3)
    before = await room.table()
    await play_any(room, 2)
    assert before.to_move == ANA
    assert (await take_back(room, ANA)).tiles == 2
    await answer(room, CLEO)
    table = await answer(room, BO)
    assert table.game == before.game and table.undo_vote is None


async def test_two_simultaneous_consents_are_both_counted(room: Room) -> None:
    start = await dealt(room, shuffled_header(3))
    await play_any(room, 2)
    await take_back(room, ANA)
    last = (await room.table()).last
    await asyncio.gather(answer(room, BO), answer(room, CLEO))
    table = await room.table()
    assert table.game == start.game and table.last == last + 3, "agree, agree, undo"


async def test_simultaneous_last_consent_and_move_leave_one_of_them(room: Room) -> None:
    start = await dealt(room, shuffled_header(3))
    await play_any(room, 2)
    laid = (await room.table()).running_game
    await take_back(room, ANA)
    await answer(room, BO)
    turn = any_turn(laid, Random(6))
    done = await asyncio.gather(answer(room, CLEO), play(room, turn), return_exceptions=True)
    assert sum(isinstance(result, Exception) for result in done) == 1
    assert (await room.table()).game in (start.game, game_after_turn(laid, turn))


async def test_question_is_about_its_own_tile_and_void_after_the_next_move(room: Room) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 2)
    await take_back(room, ANA)
    first = (await room.table()).last
    await play_any(room, 1)
    assert (await room.table()).undo_vote is None
    await take_back(room, BO)
    for agrees in (True, False):
        late = room.service.answer_undo_vote(room.asked(CLEO), first, agrees=agrees)
        assert await refusal(late) == "void"
    vote = (await answer(room, CLEO)).undo_vote
    assert vote is not None and vote.agreed == {BO, CLEO}


async def test_resigned_player_has_no_vote_on_an_undo(room: Room) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 3)
    before = await room.table()
    await play_any(room, 1)
    await room.service.resign(room.asked(CLEO))
    assert (await take_back(room, ANA)).users_to_ask == (BO,)
    table = await answer(room, BO)
    # Cleo resigned after Ana's tile, and that is not taken back with it.
    assert table.game == resign(before.running_game, 2)
    assert replay(table.record()).game == table.game
