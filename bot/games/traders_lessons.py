"""The lesson of Traders & Builders: goods go to the player who finishes the city."""

from typing import Final

from bot.games.lesson import Lesson, brings_about
from bot.text.i18n import N_
from rules.variants.traders import GoodsTaken

LESSONS: Final = (
    Lesson(
        "goods",
        "base+traders",
        N_("Goods"),
        N_(
            "There's grain in your opponent's city. Finish it for them: they get the points, you "
            "take the goods. The most grain is worth 10 points at the end."
        ),
        N_("The grain is yours, although it wasn't your city."),
        ("U 1 0 rot90 thief a", "TRD-G 0 1 rot180 knight a"),
        "E",
        (
            brings_about(
                GoodsTaken, N_("The city is still open, so there are no goods yet. Close it.")
            ),
        ),
        "place 1 1 rot270 pass",
    ),
)
