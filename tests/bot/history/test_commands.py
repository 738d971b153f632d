"""History commands: the log, the news, the projected result and the rules."""

import re

from bot.history.words import LOG_PAGE
from rules.story import TileDiscarded, TilePlaced
from tests.support.legal_turns import played_turns, scoring_turn
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World, shuffled_header

NAMES = ("Ana", "Bo", "Cleo")


async def far(world: World, number: int = 40, seed: int = 1) -> None:
    """A game in which much has been scored."""
    header = shuffled_header(3, seed)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, seed, scoring_turn)][:number])


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


async def test_long_position_in_words_is_shown_in_several_messages(world: World) -> None:
    await far(world, 70)
    result = await world.dan.slash(world.channel, "board", view="text")
    pages = [answer(result), *result.followups]
    assert len(pages) > 1 and all(len(page.content) <= 2000 for page in pages)
    text = private(result)
    assert text.count("**") % 2 == 0 and " left." in text.splitlines()[-1]
