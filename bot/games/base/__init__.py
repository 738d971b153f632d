"""The base game in words."""

from typing import Final

from bot.games.base.nouns import NOUNS
from bot.games.base.topics import TOPICS
from bot.games.part import PartWords
from bot.text.i18n import N_

BASE: Final = PartWords(
    title=N_("Carcassonne"),
    notes=(
        N_(
            "First-edition scoring: a finished city of two tiles is 2 points; each finished city "
            "pays 4 points to the most farmers in all fields around it; 7 followers."
        ),
    ),
    figures=(
        N_(
            "**knight** in a city: 2 a tile and 2 a pennant when it is finished (a city of two "
            "tiles: 1 each)"
        ),
        N_("**thief** on a road: 1 a tile when both ends are closed, or it is a loop"),
        N_("**monk** in a monastery: 9 when all eight tiles around it lie"),
        N_(
            "**farmer** in a field, to the end: each finished city pays 4 to who has the most "
            "farmers in all the fields that touch it"
        ),
        N_("Unfinished at the end: 1 a tile and 1 a pennant."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
)
