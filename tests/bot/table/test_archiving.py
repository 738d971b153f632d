"""Idle tables: archived unchanged, and resumed where possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.archiving import idle_since
from bot.table.intervals import PauseState
from bot.table.refusals import Refusal
from tests.bot.table.test_seat_service import ANA, BO, BOT, CLEO, DAY, Room, refusal, room

__all__ = ["room"]


async def put_away(room: Room) -> int:
    """A game of Ana and Bo, a turn on, that was put away."""
    await room.deal(ANA, BO)
    await room.moved()
    game = await room.game()
    await room.council.archive(room.asked(BOT), game)
    return game


async def test_archived_table_waits_for_the_end_of_another_game(room: Room) -> None:
    game = await put_away(room)
    before = (await room.table()).running_game
    await room.deal(ANA, CLEO)
    with pytest.raises(Refusal) as refused:
        await room.council.unarchive(room.asked(BO), game, manager=False)
    assert refused.value.reason == "archived-behind"
    assert refused.value.facts["until"] == 300 * DAY
    room.now += DAY
    await room.service.end(room.asked(ANA), manager=False)
    back = await room.council.unarchive(room.asked(BO), game, manager=False)
    assert back.game == game and back.after.running_game == before
    assert await room.game() == game


async def test_button_in_another_channel_resumes_no_table(room: Room) -> None:
    game = await put_away(room)
    for number, channel in ((game, 6), (game + 1, 5)):
        asked = room.asked(ANA)
        elsewhere = type(asked)(asked.user, asked.guild, channel)
        wrong = room.council.unarchive(elsewhere, number, manager=True)
        assert await refusal(wrong) == "elsewhere"


async def test_idle_time_starts_at_the_end_of_a_limited_pause(
    room: Room,
) -> None:
    await room.deal(ANA, BO)
    table = await room.table()
    assert idle_since(table, 100.0) == 100.0
    for until, idle in ((None, 100.0), (50.0, 100.0), (900.0, 900.0)):
        paused = replace(table, paused=PauseState(10.0, until, frozenset({ANA})))
        assert idle_since(paused, 100.0) == idle
