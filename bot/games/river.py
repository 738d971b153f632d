"""The words of the River."""

from typing import Final

from bot.games import landscape
from bot.games.part import PartWords
from bot.games.topic import Addition, Topic
from bot.games.vocabulary import BagWords, Nouns
from bot.text.i18n import N_

NOUNS: Final = Nouns(
    terrains={"river": landscape.RIVER, "lake": landscape.LAKE},
    bags={"river": BagWords(N_("River tiles"))},
)


TOPICS: Final = (
    Topic(
        "river",
        N_("The river"),
        N_("""\
12 river tiles come before all others: the spring lies first, then ten in random order, the lake \
last.
Then the other tiles follow; the start tile of the base game is one of them.
A river tile goes to the open end of the river, so that the river goes on. All other sides match \
as ever.
Nobody stands on the river. Roads, cities, fields and monasteries of its tiles may be taken as \
ever.
The river separates fields; they go round the spring and the lake.
River and road never match; a road passes the river by a bridge."""),
        ("R-01", "R-02", "R-04", "R-05"),
    ),
    Topic(
        "river-bends",
        N_("The river must not turn back"),
        N_("""\
If the tile right after a bend is a bend too, it may not turn the same way again.
With a straight tile between them it may.
A river tile that fits nowhere is put under the other river tiles, above the lake, and the next is \
drawn.
If none of them but the lake fits, they leave the game and the lake is laid.
If the lake does not fit either, it leaves the game too and the other tiles follow."""),
        ("R-03",),
    ),
)

ADDITIONS: Final = (
    Addition(
        "drawn",
        N_("River tiles are drawn first, from a pile of their own; its last one is the lake."),
        ("R-01",),
    ),
    Addition(
        "placing",
        N_("A river tile must go on with the river, which may not turn back."),
        ("R-02", "R-03"),
    ),
    Addition(
        "nowhere",
        N_("A river tile comes again instead, after the others but before the lake."),
        ("R-03",),
    ),
    Addition("fields", N_("The river bounds fields too."), ("R-04",)),
)


RIVER_WORDS: Final = PartWords(
    title=N_("The River"),
    notes=(N_("The river is laid first, from the spring to the lake."),),
    figures=(
        N_(
            "**River**: its tiles come first, each at the open end; nobody stands on it, and it "
            "separates fields"
        ),
    ),
    topics=TOPICS,
    after="nowhere",
    additions=ADDITIONS,
    nouns=NOUNS,
    refusals={"river-ends": "river", "river-turns-back": "river-bends"},
)
