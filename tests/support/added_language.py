"""Use the bot in the languages that `tests.bot.text.test_added_language` adds to its files.

This is a program of its own, as languages are found when the bot's modules are loaded.
"""

import asyncio
from datetime import date
from typing import Final

from discord import AppCommandType

from bot.text.dates import parse_day
from bot.text.i18n import LANGUAGES, _, format_day, join_list, ngettext, use_language
from tests.support.page_data import data_of, page_of, played_record
from tests.support.shown_messages import answer, buttons_of, menu_labels_of, private
from tests.transcripts.stage import stage

ADDED: Final = "fi"
UNKNOWN_TO_BABEL: Final = "xx"
TODAY: Final = date(2026, 11, 22)


def check_sentences(language: str) -> None:
    with use_language(language):
        assert _("Join") == "Mukaan"
        assert _("Language") == "Language", "a missing sentence is English"
        assert ngettext("{number} aurochs", "{number} aurochs", 0) == "0 alkuhärkä"
        assert ngettext("{number} big knight", "{number} big knights", 0) == "0 big knights"
        assert ngettext("{number} big monk", "{number} big monks", 0) == "0 big monks"
        assert parse_day(format_day(TODAY), TODAY, language) == TODAY


def check_settings() -> None:
    assert LANGUAGES[ADDED] == "Tehty" and LANGUAGES[UNKNOWN_TO_BABEL] == UNKNOWN_TO_BABEL
    with use_language(ADDED):
        assert _("{who}'s city", who="**Anna**") == "**Anna**n linna"
        assert _("{who}'s city", who="**Bob**") == "**Bob**in linna"
        assert join_list("ABC") == "A, B ja C"
    with use_language(UNKNOWN_TO_BABEL):
        assert join_list("ABC") == "A, B and C"
    assert parse_day("huomenna", TODAY, "en-US") == date(2026, 11, 23)


async def check_table() -> None:
    """A table of users whose clients have the language: sentences, menus and a page."""
    async with stage(ADDED) as opened:
        world = opened.world
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        assert (await world.table()).settings.language == ADDED
        assert "Mukaan" in buttons_of(world.messages()[-1])
        server = await world.ana.slash(world.channel, "setup")
        assert "Language: Tehty" in menu_labels_of(answer(server))
        assert "**How games are played on this server**" in private(server)
        tree, offered = world.app.tree, 0
        for command in tree.get_commands(type=AppCommandType.chat_input):
            payload = await command.get_translated_payload(tree, world.app.translator)
            for option in payload["options"]:
                if option["name"] == "language":
                    assert {"name": "Tehty", "value": ADDED} in option["choices"]
                    offered += 1
        assert offered


if __name__ == "__main__":
    for code in (ADDED, UNKNOWN_TO_BABEL):
        check_sentences(code)
    check_settings()
    assert data_of(page_of(played_record("base", moves=4)))["languages"].keys() == LANGUAGES.keys()
    asyncio.run(check_table())
