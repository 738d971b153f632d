"""*What if* under a turn of an ended game: any other move, privately, with what it is worth."""

import random
import re

import pytest

from bot.history.words import decisions_of, turns_of
from rules import notation
from rules.opponents import best_turns_of_record
from tests.support.ended_games import end_early
from tests.support.inline_workers import FEW_NODES, InlineWorkerPool
from tests.support.shown_messages import (
    Message,
    action_ids_of,
    answer,
    buttons_of,
    menus_of,
    private,
    text_of,
)
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def test_what_if_opens_the_panel_of_that_position_with_a_masters_advice(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await end_early(world, 6)
    log, posts = await world.log(), world.posts()
    shown = answer(await world.dan.slash(world.channel, "board", turn=4))
    result = await world.dan.click(shown, label="What if")
    table = await world.table()
    turns, decisions = turns_of(table.record()), decisions_of(table.record())
    [decision] = [d for d in decisions if len(d.game.story) == len(turns[4].game.story)]
    head, _, moves = table.record().partition("\n\n")
    until_then = "\n".join([head, "", *moves.splitlines()[: decision.line], ""])
    hint = best_turns_of_record(until_then, nodes=FEW_NODES)[0]
    text = private(result)
    who = ("Ana", "Bo", "Cleo")[decision.game.turn]
    assert text.startswith(f"**What if** · turn 5: **{who}** played `")
    assert "A master says: `" in text and "**Choose a space.** The tile fits in " in text
    x, y = (int(n) for n in re.findall(r"A master says: `(-?\d+) (-?\d+)`", text)[0])
    assert notation.write(hint.moves[0]).startswith(f"place {x} {y} ")
    assert set(action_ids_of(answer(result))) >= {f"before {decision.line}"}
    assert len(answer(result).attachments) == 1
    again = answer(await world.ana.slash(world.channel, "board", turn=4))
    await world.ana.click(again, label="What if")
    assert inline_workers.asked == ["best_turns_of_record", "points_behind"], "each is asked once"
    assert (await world.log(), world.posts()) == (log, posts), "nothing is saved or posted"


async def first_space(world: World, shown: Message) -> Message:
    [*buttons] = (label for label in buttons_of(shown) if label.isdigit())
    if buttons:
        return answer(await world.bo.click(shown, label=buttons[0]))
    other = menus_of(shown)
    space = next(line for line in other if " show " in line)
    return answer(await world.bo.select(shown, [space], custom_id=other[space]))


async def test_each_move_of_the_panel_shows_its_result_and_what_it_is_worth(world: World) -> None:
    await end_early(world, 8)
    log, posts = await world.log(), world.posts()
    shown = answer(await world.bo.slash(world.channel, "board", turn=7))
    panel = answer(await world.bo.click(shown, label="What if"))
    again = panel
    shown = await first_space(world, again)
    tried = [does for does in action_ids_of(shown) if re.match(r"if \d+ place ", does)]
    assert tried
    for does in tried[:3]:
        result = await world.bo.click(shown, custom_id=action_ids_of(shown)[does])
        text = private(result)
        assert "**What if** · turn 8: " in text
        assert re.search(r"\*\*Best\*\*|about \d+ points? less", text)
        assert "the move played" in text or "points" in text
        again = answer(await world.bo.click(answer(result), label="Try again"))
        assert again.content == panel.content
        shown = await first_space(world, again)
    assert "**Tried at `" in text_of(shown)
    best = await world.bo.click(shown, label="Best move")
    assert " · **Best**" in private(best).splitlines()[-1], "the line of its worth"
    back = await world.bo.click(answer(best), label="See turn")
    assert private(back).startswith("**Turn 8 of ")
    assert set(buttons_of(answer(back))) == {"← Earlier", "Later →", "What if"}
    assert (await world.log(), world.posts()) == (log, posts)


async def test_what_if_comes_with_the_end_of_a_game_without_aids(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3), aids="no")
    await world.play_random_tiles(random.Random(2), 4)
    shown = answer(await world.dan.slash(world.channel, "board", turn=3))
    assert "What if" not in buttons_of(shown)
    forged = f"carc:{await world.game_id()}:{(await world.table()).version}:if 4"
    refused = private(await world.press_id(world.dan, forged))
    assert "You can try other moves once the game is over." in refused
    await world.write([(world.ana.id, "end score")])
    shown = answer(await world.dan.slash(world.channel, "board", turn=3))
    assert "What if" in buttons_of(shown)
