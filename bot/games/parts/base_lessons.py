"""The first lessons: placing a tile, meeples, scoring, fields."""

from typing import Final

from bot.games.lesson import Lesson, claims_tiles, deploys, earns_at_the_end, extends, scores
from bot.text.i18n import N_

LESSONS: Final = (
    Lesson(
        "placing",
        "base",
        N_("Placing a tile"),
        N_(
            "Your thief is on the road. Make that road longer: all touching sides must match, "
            "road to road, field to field."
        ),
        N_("Your road has one more tile, and each tile will be worth 1 point."),
        ("U 1 0 rot90 thief a", "L -1 0 rot0"),
        "V",
        (extends("road", N_("That's allowed, but your road didn't grow. It's open in the east.")),),
        "place 2 0 rot0 pass",
        beginners=True,
    ),
    Lesson(
        "figures",
        "base",
        N_("Placing a meeple"),
        N_(
            "Nobody is in the city at `0 0`. Continue it, and put a knight in it: now it's your "
            "city."
        ),
        N_("The city is yours. Others can't place a meeple in it any more."),
        ("U 1 0 rot90 thief a", "V 2 0 rot0"),
        "N",
        (
            deploys("knight", N_("You need a knight to claim a city. Other meeples go elsewhere.")),
            claims_tiles(
                "city", 2, N_("That starts a new city. Continue the one north of `0 0` instead.")
            ),
        ),
        "place 0 1 rot180 knight a",
        beginners=True,
    ),
    Lesson(
        "scoring",
        "base",
        N_("Scoring"),
        N_(
            "Your knight's city has one hole left. Close the wall: you score 2 points per tile "
            "and 2 for the pennant, and the knight comes back."
        ),
        N_("3 tiles and 1 pennant: 3 × 2 + 2 = 8 points, and your knight is free again."),
        ("M 0 1 rot180 knight a", "U -1 0 rot90"),
        "E",
        (scores(8, N_("Your city is still open in the east, so it scores nothing yet.")),),
        "place 1 1 rot270 pass",
        beginners=True,
    ),
    Lesson(
        "fields",
        "base",
        N_("Fields"),
        N_(
            "A farmer stays until the end and gets 4 points for each finished city next to the "
            "field. Close both cities with one tile, and put a farmer between them."
        ),
        N_("Two finished cities next to your field: 2 × 4 = 8 points at the end."),
        ("U 1 0 rot90 thief a", "E 1 1 rot270"),
        "I",
        (
            deploys("farmer", N_("Only a farmer goes in a field and stays there until the end.")),
            earns_at_the_end(
                8,
                N_(
                    "Your farmer needs two finished cities next to the field: one tile closes both."
                ),
            ),
        ),
        "place 0 1 rot180 farmer c",
        beginners=True,
    ),
)
