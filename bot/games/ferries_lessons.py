"""The lesson of The Ferries: roads end at quays without a ferry."""

from typing import Final

from bot.games.lesson import Lesson, scores
from bot.text.i18n import N_

LESSONS: Final = (
    Lesson(
        "ferry",
        "base+ferries",
        N_("Ferries"),
        N_(
            "A ferry joins two roads of a lake; the others end at their quays. Place the lake at "
            "the end of your road and the ferry between the other two: then your road is finished."
        ),
        N_("Your road ends at a quay without a ferry: 4 tiles, 4 points."),
        ("U 1 0 rot90 thief a", "L -1 0 rot0"),
        "FER-FRRR",
        (
            scores(
                4,
                N_(
                    "Your road goes on, so it isn't scored yet. The lake goes at its east end, and "
                    "the ferry elsewhere."
                ),
            ),
        ),
        "place 2 0 rot0 pass ferry a b",
    ),
)
