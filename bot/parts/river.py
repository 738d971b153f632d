"""The River in words: nouns, rule topics, additions to other topics, and a lesson."""

from typing import Final

from bot.parts import common
from bot.parts.part import (
    Addition,
    BagWords,
    Lesson,
    Nouns,
    PartWords,
    Topic,
    deploys,
    turns_the_tile,
)
from bot.text.i18n import N_

NOUNS: Final = Nouns(
    terrains={"river": common.RIVER, "lake": common.LAKE},
    bags={"river": BagWords(N_("River tiles"))},
)


TOPICS: Final = (
    Topic(
        "river",
        N_("The river"),
        N_(
            "12 river tiles come first: the spring starts the board, then ten in random "
            "order, then the lake.\n"
            "All other tiles follow, including the base game's start tile.\n"
            "Place each river tile at the river's open end, so that the river goes on. All "
            "other sides must match as usual.\n"
            "You can't claim the river, but you can claim the roads, cities, fields and "
            "monasteries of its tiles.\n"
            "The river separates fields; they go around the spring and the lake.\n"
            "River and road never match; a road crosses the river on a bridge."
        ),
        ("R-01", "R-02", "R-04", "R-05"),
        words=N_("river, stream, spring, source, lake"),
    ),
    Topic(
        "river-bends",
        N_("The river must not turn back"),
        N_(
            "If the tile right after a bend is a bend too, it can't turn the same way again.\n"
            "With a straight tile between them it can.\n"
            "A river tile that fits nowhere goes below the other river tiles, above the "
            "lake, and you draw the next one.\n"
            "If none of them but the lake fits, they leave the game and the lake is placed.\n"
            "If the lake doesn't fit either, it leaves the game too and the other tiles "
            "follow."
        ),
        ("R-03",),
        words=N_("bend, curve, turn back, u turn"),
    ),
)

ADDITIONS: Final = (
    Addition(
        "drawn",
        N_("You draw river tiles first, from their own pile; the last one is the lake."),
        ("R-01",),
    ),
    Addition(
        "placing",
        N_("A river tile must extend the river, which can't turn back."),
        ("R-02", "R-03"),
    ),
    Addition(
        "nowhere",
        N_("A river tile comes back after the other river tiles, but before the lake."),
        ("R-03",),
    ),
    Addition("fields", N_("The river also bounds fields."), ("R-04",)),
)


LESSONS: Final = (
    Lesson(
        "river",
        "base+river",
        N_("The River"),
        N_(
            "River tiles come first, each at the river's open end. Turn yours so that "
            "its city opens to the west, towards your other city, and put a knight in "
            "it."
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
"""A river goes on at its one end; cities and fields beside it are claimed."""

RIVER_WORDS: Final = PartWords(
    title=N_("The River"),
    notes=(N_("The river is placed first, from the spring to the lake."),),
    figures=(
        N_(
            "**River**: its tiles come first, each at the open end; nobody can claim it, and "
            "it separates fields"
        ),
    ),
    topics=TOPICS,
    after="nowhere",
    additions=ADDITIONS,
    nouns=NOUNS,
    refusals={"river-ends": "river", "river-turns-back": "river-bends"},
    lessons=LESSONS,
)
