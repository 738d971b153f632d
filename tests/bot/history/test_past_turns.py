"""`/board turn:` shows any turn as it was, with buttons to those beside it; the log leads there."""

import re
from itertools import islice

import discord
import pytest
from simcord import ResponseMessage

from bot.history.words import turns_of
from bot.text.message import MAX_MENU_LINES
from rules.analysis.history import split_turns
from rules.story import Scored, totals
from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import played_turns, scoring_turn
from tests.support.shown_messages import action_ids_of, answer, buttons_of, menus_of, private
from tests.support.world import World, shuffled_header


async def far(world: World, tiles: int = 24) -> None:
    """A game in which much has been scored."""
    header = shuffled_header(3, 1)
    await world.start_with(header)
    await world.write_turns(
        [turn for _, turn in islice(played_turns(header, 1, scoring_turn), tiles)]
    )


async def test_turn_is_shown_with_its_events_and_the_points_of_then_and_leads_to_the_next(
    world: World,
) -> None:
    assert "no game" in private(await world.dan.slash(world.channel, "board", turn=3))
    await far(world)
    turns = turns_of((await world.table()).record())
    number = max(range(20), key=lambda each: sum(totals(turns[each].events, 3)))
    result = await world.dan.slash(world.channel, "board", turn=number)
    text = private(result)
    assert text.startswith(f"**Turn {number} of {len(turns) - 1}**\n")
    assert "placed a tile at `" in text
    for seat, points in enumerate(turns[number].game.scores):
        assert f"**{('Ana', 'Bo', 'Cleo')[seat]}** {points}" in text
    [picture] = answer(result).attachments
    assert "Points: Ana" in picture.description and "**" not in picture.description
    shown = answer(await world.bo.slash(world.channel, "board", turn=1))
    start = await world.bo.click(shown, label="← Earlier")
    assert private(start).startswith("**Before the first turn**")
    assert list(buttons_of(answer(start))) == ["Later →"]
    again = await world.bo.click(answer(start), label="Later →")
    assert private(again).startswith("**Turn 1 of ")
    last = await world.bo.slash(world.channel, "board", turn=900)
    assert list(buttons_of(answer(last))) == ["← Earlier"]
    said = private(last) + str(action_ids_of(answer(last)))
    assert not set(TILE.findall(said)) & hidden_tiles(await world.game())


async def test_before_the_start_of_the_next_game_turns_are_of_the_one_that_ended(
    world: World,
) -> None:
    await far(world)
    await world.write([(world.ana.id, "end score")])
    await world.ana.slash(world.channel, "new", game="base", seats=2)
    shown = private(await world.bo.slash(world.channel, "board", turn=2))
    assert shown.startswith("**Turn 2 of ")
    assert "Base game" not in shown and "Press *Join*" not in shown


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


@pytest.mark.painted
async def test_picture_of_a_turn_is_that_of_its_post_also_once_all_aids_are_free(
    world: World,
) -> None:
    header = shuffled_header(3, 1)
    await world.start_with(header, aids="no")
    for _, turn in islice(played_turns(header, 1, scoring_turn), 2):
        await world.place(turn)
    posted = await picture_of(world.post())
    await world.write([(world.ana.id, "end score")])
    shown = await world.dan.slash(world.channel, "board", turn=2)
    assert await picture_of(answer(shown)) == posted
    end = await world.dan.slash(world.channel, "board", turn=900)
    assert "🏁 **Final scoring.**" in private(end)


async def picture_of(message: discord.Message | ResponseMessage) -> bytes:
    [picture] = message.attachments
    return await picture.read()
