"""`/help`: a short answer that says what to do now, and topics behind a menu."""

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


async def test_help_opens_a_topic_by_one_choice_and_the_panel_and_leads_back(world: World) -> None:
    """The transcripts have what it says in each situation."""
    await world.start_game(2)
    mover = await world.to_move()
    shown = answer(await mover.slash(world.channel, "help"))
    panel = private(await mover.click(shown, label="Place my tile"))
    assert panel.startswith("**Choose a space.** Your tile fits in ")
    shown = answer(await world.dan.slash(world.channel, "help"))
    first = text_of(shown)
    assert {"Learn", "Settings"} <= buttons_of(shown).keys()
    assert "Place my tile" not in buttons_of(shown)
    for choice in choices_of(shown):
        if choice.startswith("help "):
            topic = answer(await world.dan.select(shown, [choice]))
            assert text_of(topic).startswith("## Carcassonne: Hunters and Gatherers")
            assert choices_of(topic) == choices_of(shown), "one topic leads to the next"
            shown = answer(await world.dan.click(topic, label="← Back"))
            assert text_of(shown) == first
    rules = private(await world.dan.select(shown, ["rules hunters"]))
    assert "A turn, step by step" in rules
    told = "".join(help.help_topic("hunters", key).text for key in (*help.LISTS, help.MEEPLES))
    told += help.help_message("hunters", "").text
    for name in COMMANDS:
        assert world.app.tree.get_command(name) is not None and f"`/{name}" in told, name


def test_help_fits_a_screen_of_a_phone_and_a_topic_one_message() -> None:
    long = []
    for language in LANGUAGES:
        with use_language(language):
            for name in games_by_part():
                first = help.help_message(name, "now " * 20).text
                long += [(name, language)] * (lines_on_a_phone(first) > PHONE_LINES)
                for key in (*help.LISTS, help.MEEPLES):
                    too_long = len(help.help_topic(name, key).text) > 1900
                    long += [(name, language, key)] * too_long
    assert long == []
