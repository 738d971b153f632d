"""`/help`: a short answer that says what to do now, and topics behind a menu."""

from __future__ import annotations

import random

import pytest

from bot.presenters.private import help
from bot.text.i18n import LANGUAGES, use_language
from rules.variants import games_by_part
from tests.support.shown_messages import answer, buttons_of, choices_of, private, text_of
from tests.support.world import World

COMMANDS = (
    *("new", "play", "place", "hint", "undo", "board", "games", "tiles", "rules", "note", "stats"),
    *("leaderboard", "away", "resign", "replace", "end", "cup", "setup"),
)
PHONE_LINES = 14
"""Lines of text of 45 characters that a phone shows above buttons and a menu."""


def lines_on_a_phone(text: str) -> int:
    """The lines of a text in a column of 45 characters."""
    return sum(1 + len(line) // 45 for line in text.splitlines())


async def helped(world: World, who: str) -> str:
    """The answer to `/help` for a person."""
    return private(await getattr(world, who).slash(world.channel, "help"))


async def test_help_says_first_what_to_do_now_in_the_channel(world: World) -> None:
    assert (await helped(world, "ana")).startswith("**There's no game here yet.** Type `/new`")
    await world.open(seats=2)
    assert (await helped(world, "bo")).startswith("**You have a seat.**")
    assert (await helped(world, "dan")).startswith("**There's a game to join here.**")
    await world.press(world.ana, "start")
    mover, [other] = await world.to_move(), await world.others()
    name = mover.user.global_name
    shown = answer(await mover.slash(world.channel, "help"))
    assert text_of(shown).startswith("**It's your turn.** Press *Place my tile*.")
    panel = private(await mover.click(shown, label="Place my tile"))
    assert panel.startswith("**Your tile at ")
    waiting = answer(await other.slash(world.channel, "help"))
    assert text_of(waiting).startswith(f"It's **{name}**'s turn. I'll ping you")
    assert "Place my tile" not in buttons_of(waiting)
    watched = await helped(world, "dan")
    assert watched.startswith(f"It's **{name}**'s turn. You're watching")
    await world.play_random_tiles(random.Random(1), 2)
    await world.end_game()
    assert (await helped(world, "dan")).startswith("**The game here is over.** *Again*")


async def test_help_opens_a_topic_by_one_choice_and_leads_back(world: World) -> None:
    await world.start_game(2)
    shown = answer(await world.dan.slash(world.channel, "help"))
    first = text_of(shown)
    assert {"Learn", "Settings"} <= buttons_of(shown).keys()
    for choice in choices_of(shown):
        if choice.startswith("help "):
            topic = answer(await world.dan.select(shown, [choice]))
            assert text_of(topic).startswith("## Carcassonne: Hunters and Gatherers")
            assert choices_of(topic) == choices_of(shown), "one topic leads to the next"
            shown = answer(await world.dan.click(topic, label="← Back"))
            assert text_of(shown) == first
    rules = private(await world.dan.select(shown, ["rules hunters"]))
    assert "A turn, step by step" in rules


async def test_topics_of_help_tell_every_command(world: World) -> None:
    told = "".join(help.help_topic("hunters", key).text for key in (*help.LISTS, help.MEEPLES))
    told += help.help_message("hunters", "").text
    for name in COMMANDS:
        assert world.app.tree.get_command(name) is not None and f"`/{name}" in told, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games_by_part())
def test_help_fits_a_screen_of_a_phone_and_a_topic_one_message(name: str, language: str) -> None:
    with use_language(language):
        assert lines_on_a_phone(help.help_message(name, "now " * 20).text) <= PHONE_LINES
        for key in (*help.LISTS, help.MEEPLES):
            assert len(help.help_topic(name, key).text) <= 1900
