"""The lesson of Hunters and Gatherers: a forest with gold brings a second tile."""

from typing import Final

from bot.games.lesson import Lesson, scores
from bot.text.i18n import N_

LESSONS: Final = (
    Lesson(
        "forest",
        "hunters",
        N_("Forests and gold"),
        N_(
            "Your gatherer is in a forest with gold. Close it: you score 2 points per segment, "
            "and the gold brings you a bonus tile at once."
        ),
        N_("4 segments: 4 × 2 = 8 points. The gold gives you a second tile this turn."),
        ("L47 1 0 rot0 gatherer a", "L32 0 -1 rot180"),
        "L20",
        (scores(8, N_("Your forest is still open in the east. Close it there.")),),
        "place 2 0 rot180 pass",
    ),
)
