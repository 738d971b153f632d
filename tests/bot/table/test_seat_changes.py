"""Seats that change hands in the middle of a game: turns, undo and the next game."""

import asyncio

from bot.table.refusals import Refusal
from bot.table.table import Phase
from tests.bot.table.test_seat_service import DAN, EVE, Room, room
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.written_logs import ANA, BO, CLEO

__all__ = ["room"]


async def test_one_of_two_simultaneous_users_gets_an_open_seat(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.council.open_seat(room.asked(BO))
    both = [room.council.take_seat(room.asked(user), 1) for user in (DAN, EVE)]
    _taken, refused = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(refused, Refusal) and refused.reason == "seat-taken"
    assert refused.facts == {"user": DAN}
    assert (await room.table()).players == (ANA, DAN, CLEO)


async def test_successor_finishes_a_turn_that_was_left_half_way(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    turn = turn_with_figure_choice((await room.table()).running_game)
    await room.service.play(room.asked(ANA), [turn.place])
    await room.council.open_seat(room.asked(ANA))
    taken = (await room.council.take_seat(room.asked(DAN), 0)).after
    assert taken.is_mid_turn and taken.to_move == DAN
    assert (await room.service.play(room.asked(DAN), turn.moves[1:])).after.to_move == BO


async def test_undo_keeps_the_current_seats(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    before = await room.table()
    await room.moved()
    await room.council.open_seat(room.asked(BO))
    await room.council.take_seat(room.asked(DAN), 1)
    preview = await room.service.preview_undo(room.asked(ANA))
    table = (await room.service.undo(room.asked(ANA), preview)).after
    assert table.players == (ANA, DAN, CLEO)
    assert table.game == before.game and table.to_move == ANA


async def test_next_game_seats_only_the_players_who_are_left(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.council.open_seat(room.asked(BO))
    await room.service.end(room.asked(ANA), manager=False)
    again = (await room.service.open_again(room.asked(ANA), await room.table())).after
    assert again.phase is Phase.LOBBY and again.seat_count == 3
    assert set(again.players) == {ANA, CLEO}
