"""The River in words."""

from typing import Final

from bot.games.part import PartWords
from bot.games.river.nouns import NOUNS
from bot.games.river.topics import ADDITIONS, TOPICS
from bot.text.i18n import N_

RIVER: Final = PartWords(
    title=N_("The River"),
    notes=(N_("The river is laid first, from the spring to the lake."),),
    figures=(
        N_(
            "**River**: its tiles come first, each at the open end; nobody stands on it, and it "
            "separates fields"
        ),
    ),
    topics=TOPICS,
    after="nowhere",
    additions=ADDITIONS,
    nouns=NOUNS,
    refusals={"river-ends": "river", "river-turns-back": "river-bends"},
)
