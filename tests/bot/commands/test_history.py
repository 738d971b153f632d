"""History commands: the log, the news, the projected result and the rules."""

import random
import re
from typing import Any

from simcord import MemberActor

from bot.games import game_topics
from bot.presenters.private.history import LOG_PAGE
from bot.text.i18n import percent
from rules.analysis.draw_odds import draw_chance, fitting_kinds
from rules.geometry import xy
from rules.random_play import deal
from rules.story import TileDiscarded, TilePlaced
from tests.support.legal_turns import played_turns, scoring_turn
from tests.support.move_panel import within_limits
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World, shuffled_header

NAMES = ("Ana", "Bo", "Cleo")


async def far(world: World, number: int = 40, seed: int = 1) -> None:
    """A game in which much has been scored."""
    header = shuffled_header(3, seed)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, seed, scoring_turn)][:number])


async def reply_to(world: World, who: MemberActor, command: str, **options: Any) -> str:
    """The private answer to a user's command."""
    if options:
        return private(await who.slash(world.channel, command, **options))
    return private(await world.look(who, command))


def gains_of(text: str) -> dict[str, int]:
    """Points by player in lines such as ``… = **3** each for **Ana** and **Bo**.``."""
    gains = dict.fromkeys(NAMES, 0)
    for points, names in re.findall(
        r"[=→,] \*\*(\d+)\*\*(?: each)? for ((?:\*\*[^*]+\*\*[^\d\n.]*)+)", text
    ):
        for name in re.findall(r"\*\*([^*\d]+)\*\*", names):
            gains[name] += int(points)
    return gains


async def test_log_pages_have_buttons_and_show_every_entry(world: World) -> None:
    await far(world, 60)
    result = await world.look(world.dan, "log")
    newest = private(result)
    head = re.match(r"\*\*Log\*\*, page (\d+) of (\d+)\n", newest)
    assert head is not None and head[1] == head[2] and int(head[2]) > 2
    assert list(buttons_of(answer(result))) == ["← Earlier", "← Back"]
    pages = [newest]
    while "← Earlier" in buttons_of(answer(result)):
        result = await world.dan.click(answer(result), label="← Earlier")
        within_limits(answer(result))
        pages.insert(0, private(result))
        assert len(pages[0]) <= LOG_PAGE + 100
    assert list(buttons_of(answer(result))) == ["Later →", "← Back"]
    assert len(pages) == int(head[2])
    game, text = await world.game(), "\n".join(pages)
    placed = [event for event in game.story if isinstance(event, TilePlaced)]
    assert len(re.findall(" placed a (?:second |bonus )?tile at ", text)) == len(placed) == 60
    assert text.count("🗑️") == sum(isinstance(event, TileDiscarded) for event in game.story)
    assert tuple(gains_of(text).values()) == game.scores, "its points come to the scores"
    later = await world.dan.click(answer(result), label="Later →")
    assert private(later) == pages[1]
    lines = (await world.table()).lines
    await world.write([(world.ana.id, f"undo {lines[0].number}")])
    shown = private(await world.dan.click(answer(result), label="Later →"))
    assert shown == "**Log**\nNothing has happened yet.", "undone moves are in no log"


async def test_fits_lists_fitting_tiles_and_the_chance_of_each_player_left(world: World) -> None:
    await far(world, 40)
    await world.write([(world.bo.id, "resign 1")])
    game = await world.game()
    assert game.hand is not None
    kinds = {cell: fitting_kinds(game, cell) for cell in game.board.gaps}
    cell, dead = (next(c for c in kinds if bool(kinds[c]) is fits) for fits in (True, False))
    nowhere = await reply_to(world, world.dan, "tiles", place="{} {}".format(*xy(dead)))
    assert "No remaining tile fits at `{} {}`".format(*xy(dead)) in nowhere
    text = await reply_to(world, world.dan, "tiles", place="{} {}".format(*xy(cell)))
    number = kinds[cell].total()
    assert text.startswith(f"**{number} remaining tile")
    assert sum(map(int, re.findall(r"(\d+) with ", text))) == number
    for seat, who in ((0, "Ana"), (2, "Cleo")):
        assert f"**{who}**: {percent(draw_chance(game, seat, cell))}" in text
    assert "**Bo**:" not in text
    fits = bool(game.hand.fitting[game.board.gaps[cell]])
    assert ("The current tile fits there too." in text) == fits


async def test_rules_are_offered_of_the_channels_game_and_named_by_a_refusal(world: World) -> None:
    unknown = await reply_to(world, world.dan, "rules", topic="qqqq", game="base")
    assert "I don't have a rule about “qqqq” in this game" in unknown
    await world.start_with(deal("ark", 2, random.Random(1)))
    offered = await world.bo.autocomplete(world.channel, "rules", "topic", "")
    assert {choice["value"] for choice in offered} <= set(game_topics.topics_of("ark"))
    assert 1 <= len(offered) <= 25
    other = await world.bo.autocomplete(world.channel, "rules", "topic", "tiger", game="hunters")
    assert other[0]["value"] in game_topics.topics_of("hunters")
    refused = await reply_to(world, world.ana, "place", move="40 40 0")
    named = re.search(r"-# Rule: `/rules (.+)`$", refused)
    assert named is not None
    assert named[1] in await reply_to(world, world.ana, "rules", topic=named[1])


async def test_long_position_in_words_is_shown_in_several_messages(world: World) -> None:
    await far(world, 70)
    result = await world.dan.slash(world.channel, "board", view="text")
    pages = [answer(result), *result.followups]
    assert len(pages) > 1 and all(len(page.content) <= 2000 for page in pages)
    text = private(result)
    assert text.count("**") % 2 == 0 and " left." in text.splitlines()[-1]
