"""Inns & Cathedrals in words."""

from typing import Final

from bot.games.inns.nouns import NOUNS
from bot.games.inns.topics import ADDITIONS, TOPICS
from bot.games.part import PartWords
from bot.text.i18n import N_

INNS: Final = PartWords(
    title=N_("Inns & Cathedrals"),
    notes=(N_("Inns and cathedrals: finished worth more, unfinished nothing."),),
    figures=(
        N_("**inn** at a road: 2 a tile when it is finished, nothing if it is not"),
        N_(
            "**cathedral** in a city: 3 a tile and 3 a pennant when it is finished, nothing if it "
            "is not"
        ),
        N_(
            "**big follower** (`big knight a`), one each: counts as two where followers are counted"
        ),
    ),
    topics=TOPICS,
    after="unfinished",
    additions=ADDITIONS,
    nouns=NOUNS,
)
