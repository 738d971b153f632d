"""`/board turn:` shows any turn as it was, with buttons to those beside it; the log leads there."""

from __future__ import annotations

import random
import re
from itertools import islice

import discord
import pytest
from simcord import ResponseMessage

from bot.presenters.private.past_turns import past_turn_message, turns_of
from bot.text.message import MAX_MENU_LINES
from rules.analysis.history import split_turns
from rules.story import Scored, TilePlaced, totals
from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import played_turns, scoring_turn
from tests.support.shown_messages import action_ids_of, answer, buttons_of, menus_of, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World, shuffled_header


async def far(world: World, tiles: int = 24) -> None:
    header = shuffled_header(3, 1)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1, scoring_turn)][:tiles])


async def test_turn_is_shown_with_its_events_and_the_points_and_board_of_then(
    world: World,
) -> None:
    await far(world)
    table = await world.table()
    turns = turns_of(table.record())
    number = max(range(20), key=lambda each: sum(totals(turns[each].events, 3)))
    result = await world.dan.slash(world.channel, "board", turn=number)
    text = private(result)
    assert text.startswith(f"**Turn {number} of {len(turns) - 1}**\n")
    [placed] = [e for e in turns[number].events if isinstance(e, TilePlaced)][:1]
    assert "placed a tile at `" in text and placed.seat == turns[number].seat
    for seat, points in enumerate(turns[number].game.scores):
        assert f"**{('Ana', 'Bo', 'Cleo')[seat]}** {points}" in text
    [picture] = answer(result).attachments
    assert "Points: Ana" in picture.description and "**" not in picture.description


async def test_buttons_lead_through_all_turns_and_end_at_the_first_and_the_last(
    world: World,
) -> None:
    await far(world, 6)
    shown = await world.bo.slash(world.channel, "board", turn=2)
    back = await world.bo.click(answer(shown), label="← Earlier")
    assert private(back).startswith("**Turn 1 of ")
    start = await world.bo.click(answer(back), label="← Earlier")
    assert private(start).startswith("**Before the first turn**")
    assert list(buttons_of(answer(start))) == ["Later →"]
    again = await world.bo.click(answer(start), label="Later →")
    assert private(again).startswith("**Turn 1 of ")
    last = await world.bo.slash(world.channel, "board", turn=900)
    assert list(buttons_of(answer(last))) == ["← Earlier"]
    assert len(turns_of((await world.table()).record())) == 7


async def test_end_of_a_game_is_the_turn_after_the_last(world: World) -> None:
    await far(world, 8)
    table = await world.table()
    assert table.host is not None
    await world.write([(table.host, "end score")])
    await world.post_state()
    text = private(await world.dan.slash(world.channel, "board", turn=900))
    assert "🏆" in text and "🏁 **Final scoring.**" in text


async def test_log_leads_to_each_turn_that_scored_in_one_press(world: World) -> None:
    await far(world)
    log = answer(await world.look(world.dan, "log"))
    lines = [does for does in menus_of(log) if does.startswith("past ")]
    game = await world.game()
    pages = {int(number) for number in re.findall(r"^`(\d+)` ", log.content, re.M)}
    scored = [
        number
        for number, events in enumerate(split_turns(game.story), 1)
        if number in pages and any(isinstance(e, Scored) and e.points for e in events)
    ]
    assert scored and lines == [f"past {number}" for number in scored][-MAX_MENU_LINES:]
    shown = await world.dan.select(log, [lines[0]], custom_id=menus_of(log)[lines[0]])
    assert private(shown).startswith(f"**Turn {scored[0]} of ")
    assert re.search(r"[=→] \*\*", private(shown))


async def test_turn_of_a_running_game_tells_nothing_of_hidden_tiles(world: World) -> None:
    await far(world, 10)
    result = await world.cleo.slash(world.channel, "board", turn=10)
    hidden = hidden_tiles(await world.game())
    said = private(result) + str(action_ids_of(answer(result)))
    assert not set(TILE.findall(said)) & hidden


async def test_lobby_has_no_turns_and_says_so(world: World) -> None:
    await world.open(2)
    assert "hasn't started" in private(await world.ana.slash(world.channel, "board", turn=3))


async def test_undone_turns_are_not_leafed_through(world: World) -> None:
    await far(world, 5)
    before = len(turns_of((await world.table()).record()))
    line = (await world.table()).lines[-1]
    await world.write([(world.ana.id, f"undo {line.number}")])
    table = await world.table()
    names = await world.app.context.people.names.of(table, world.guild.id)
    turns = turns_of(table.record())
    assert len(turns) <= before
    assert past_turn_message(table, turns, random.Random(1).randrange(len(turns)), names).text


@pytest.mark.painted
@pytest.mark.parametrize("purist", rest_slow([True, False]))
async def test_picture_of_a_turn_is_that_of_its_post(world: World, *, purist: bool) -> None:
    header = shuffled_header(3, 1)
    await world.start_with(header, purist="yes" if purist else "no")
    await world.post_state()
    posted = [await picture_of(world.post())]
    for _, turn in islice(played_turns(header, 1, scoring_turn), 7):
        await world.place(turn)
        posted.append(await picture_of(world.post()))
    for number, picture in enumerate(posted):
        shown = await world.dan.slash(world.channel, "board", turn=number)
        assert await picture_of(answer(shown)) == picture, f"turn {number}"
    table = await world.table()
    assert table.host is not None
    await world.write([(table.host, "end score")])
    await world.post_state()
    shown = await world.dan.slash(world.channel, "board", turn=900)
    assert await picture_of(answer(shown)) == await picture_of(world.post()), "the end"
    shown = await world.dan.slash(world.channel, "board", turn=3)
    assert await picture_of(answer(shown)) == posted[3], "also once all aids are free"


async def picture_of(message: discord.Message | ResponseMessage) -> bytes:
    """The only picture of a message."""
    [picture] = message.attachments
    return await picture.read()
