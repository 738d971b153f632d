"""The lesson of Inns & Cathedrals: a finished road with an inn counts twice."""

from typing import Final

from bot.games.lesson import Lesson, scores
from bot.text.i18n import N_

LESSONS: Final = (
    Lesson(
        "inn",
        "base+inns",
        N_("Inns"),
        N_(
            "A finished road with an inn gives 2 points per tile instead of 1. Finish your road "
            "with the arm of the crossing that has the inn."
        ),
        N_("4 tiles with an inn: 4 × 2 = 8 points."),
        ("U 1 0 rot90 thief a", "L -1 0 rot0"),
        "INN-C",
        (
            scores(4, N_("Your road isn't finished: place the crossing at its east end.")),
            scores(8, N_("The inn is on another road. Rotate the tile so that yours has it.")),
        ),
        "place 2 0 rot180 pass",
    ),
)
