"""Hunters and Gatherers in words."""

from typing import Final

from bot.games.hunters.nouns import NOUNS
from bot.games.hunters.topics import TOPICS
from bot.games.part import PartWords
from bot.text.i18n import N_

HUNTERS: Final = PartWords(
    title=N_("Carcassonne: Hunters and Gatherers"),
    notes=(N_("First edition: forests and rivers count by section, 5 followers and 2 huts."),),
    figures=(
        N_(
            "**gatherer** in a forest: 2 a section and 2 a mushroom clearing when it is closed; "
            "who closes a forest with gold plays a bonus tile"
        ),
        N_(
            "**fisher** on a river: 1 a section when both ends are closed, and 1 a fish in the "
            "lakes there"
        ),
        N_("**hunter** in a meadow, to the end: 2 an animal; each tiger eats one deer"),
        N_("**hut** on a river or lake, to the end: 1 a fish in the whole river system"),
        N_("Unfinished at the end: nothing."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
)
