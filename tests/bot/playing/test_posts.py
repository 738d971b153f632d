"""Public posts: one post a turn, one ping, pictures described in words."""

import random
import re

from bot.text.coordinates import coordinates
from bot.words.state import outside_lines
from rules.analysis.history import recent_placements
from rules.analysis.viewport import turn_window
from tests.bot.words.test_news import NAMES
from tests.support.legal_turns import any_turn, played_turns, turn_with_figure_choice
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import text_of
from tests.support.world import World, shuffled_header


async def test_each_turn_is_one_public_post_that_pings_the_next_player_alone(world: World) -> None:
    await world.start_game(3)
    chance = random.Random(2)
    for number in range(8):
        posts, game = len(world.messages()), await world.game()
        if number % 2:
            player, turn = await world.to_move(), turn_with_figure_choice(game, number)
            panel = Panel(player, await world.place(turn, ask=True))
            assert len(world.messages()) == posts, "a question is nobody else's matter"
            assert len(panel.figures) > 2
            await panel.take(move_text(*turn.moves))
        else:
            await world.place(any_turn(game, chance))
        assert len(world.messages()) == posts + 1
        following = await world.to_move()
        body = world.sent()[-1]
        assert body["allowed_mentions"]["parse"] == []
        # Once everybody has moved, minutes ago, everybody is there: nobody is pinged any more.
        wanted = [str(following.id)] if number < 2 else []
        assert list(map(str, body["allowed_mentions"]["users"])) == wanted
        assert not body["allowed_mentions"].get("roles")
        assert re.findall(r"<@!?(\d+)>", text_of(world.post())) == [str(following.id)]
        # A phone's notification shows the first line.
        first, *_ = text_of(world.post()).splitlines()
        assert first.startswith(f"<@{following.id}>, your turn in <#{world.channel.id}>. Tile: ")
        assert len(first) <= 120, "the notification of a phone shows no more"
        assert re.search(r": [\w ]+ · \d+ tiles left$", first)


async def test_post_says_which_of_its_tiles_lie_outside_the_picture(world: World) -> None:
    header = shuffled_header(3)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    seen = set()
    for first in range(0, 60, 12):
        since = len((await world.game()).story)
        await world.write_turns(plan[first : first + 12])
        table = await world.table()
        text = "".join(outside_lines(table, NAMES, since))
        window = turn_window(table.running_game, since)
        for cell, _seat in recent_placements(table.running_game, since):
            assert (f"`{coordinates(cell)}`" in text) is not window.has(cell)
        assert outside_lines(table, NAMES, None) == [], "the last tile is always shown"
        seen.add(bool(text))
    assert seen == {True, False}
