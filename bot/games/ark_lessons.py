"""The lesson of The Ark of the Covenant: the first finished city brings the Ark."""

from typing import Final

from bot.games.lesson import Lesson, brings_about, scores
from bot.text.i18n import N_
from rules.variants.ark_walk import ArkSet

LESSONS: Final = (
    Lesson(
        "ark",
        "ark",
        N_("The Ark"),
        N_(
            "Finish the first city with a knight in it: you score, and you place the Ark there. "
            "Later it gives 1 point to the owner of each meeple it visits."
        ),
        N_("2 tiles: 2 × 2 = 4 points, and the Ark is on the board."),
        ("ARK-R42 1 0 rot0 thief a", "ARK-28 -1 0 rot0"),
        "ARK-23",
        (
            brings_about(ArkSet, N_("No city is finished yet. Close the one north of `0 0`.")),
            scores(4, N_("The city is finished, but nobody was in it. Put a knight in it.")),
        ),
        "place 0 1 rot180 knight a ark 0 0",
    ),
)
