"""The lesson of The River: its one end, and what is claimed beside it."""

from typing import Final

from bot.games.lesson import Lesson, deploys, turns_the_tile
from bot.text.i18n import N_

LESSONS: Final = (
    Lesson(
        "river",
        "base+river",
        N_("The River"),
        N_(
            "River tiles come first, and each continues the river at its end. Turn yours so that "
            "its city opens to the west, towards your other city, and put a knight in it."
        ),
        N_("One tile can join your two cities now."),
        ("RIV-C 1 0 rot0 knight b", "RIV-G 2 0 rot0"),
        "RIV-B",
        (
            turns_the_tile(3, N_("The city opens to the east. Rotate the tile the other way.")),
            deploys("knight", N_("Put a knight in the new city, so that nobody else can.")),
        ),
        "place 2 -1 rot270 knight a",
    ),
)
