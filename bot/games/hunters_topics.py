"""The rule topics of Hunters and Gatherers."""

from typing import Final

from bot.games import common
from bot.games.topic import Topic
from bot.text.i18n import N_

_PIECES: Final = (
    Topic(
        "turn",
        N_("The course of a turn"),
        N_("""\
1. Draw a land tile and lay it.
2. You may put **one** follower **or one** hut on it, or nothing.
3. Finished forests and rivers are scored; then their followers go home.
4. If you finished a forest with gold, you play one bonus tile in the same way.
5. The next player follows, clockwise. The order of these steps never changes."""),
        ("COM-01", "COM-02", "H-20", "H-45"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which piece stands where"),
        N_("""\
A **gatherer** stands in a forest, a **fisher** on a river, a **hunter** lies in a meadow; a \
**hut** goes onto a river or a lake.
Followers never stand on a lake.
One piece a tile: out of your own supply, onto one segment of the tile you just laid.
You may always do without.
You have 5 followers and 2 huts. With nothing left you still lay tiles."""),
        ("COM-11", "COM-14", "COM-15", "H-03", "H-20", "H-21", "H-23"),
    ),
    Topic(
        "taken",
        N_("A place that is taken"),
        N_("""\
A follower may go only into a forest, river or meadow that holds no follower yet, of anybody, not \
even your own, however far away.
What counts is the whole feature as the new tile makes it; of rivers only the one river, up to the \
lakes at its ends.
A hut needs a whole river **system** without a hut.
Huts and fishers do not disturb each other.
Often another segment of the tile is still free: the small meadow beside a large one that is \
taken."""),
        ("COM-12", "H-22", "H-24", "H-25"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Pieces coming home"),
        N_("""\
When a forest or river is finished and scored, all its followers go back to their owners, also to \
those who scored nothing.
So a follower can be put down, score and come home within one turn.
It may then even go onto the bonus tile of that turn.
Hunters and huts stay to the end. No piece ever moves from one place to another."""),
        ("COM-18", "COM-19", "H-26", "H-47"),
    ),
)

_FORESTS: Final = (
    Topic(
        "forests",
        N_("Forests"),
        N_("""\
A forest is finished when meadow surrounds it and no side of it is open any more.
It gives 2 points a **section**, not a tile: two sections of the forest on one tile count twice.
Each mushroom clearing adds 2.
The smallest, with 2 sections: 2 × 2 = 4 points.
A forest that is unfinished at the end gives nothing."""),
        ("H-40", "H-41", "H-42", "H-61"),
    ),
    Topic(
        "mushrooms",
        N_("Mushrooms"),
        N_("""\
Each mushroom clearing adds 2 points to its forest when that is finished.
3 sections and 1 clearing: 3 × 2 + 2 = 8 points.
In a forest that stays unfinished mushrooms give nothing.
Three of the bonus tiles have them, no land tile does."""),
        ("H-42", "H-61", "H-68"),
    ),
    Topic(
        "gold",
        N_("Gold and the bonus tile"),
        N_("""\
Who finishes a forest with at least one gold nugget draws a bonus tile once the points are \
counted, whoever had the gatherers, even if nobody had.
It is played at once like any tile: lay it, put a follower or a hut on it if you like, score what \
it finishes.
Never more than one a turn, however many nuggets or forests, not even if the bonus tile itself \
finishes a forest with gold.
A bonus tile that fits nowhere is set aside and the next one drawn.
Once the pile is empty there are none to play."""),
        ("H-43", "H-44", "H-45", "H-46", "H-48"),
    ),
    Topic(
        "bonus-tiles",
        N_("The bonus tiles"),
        N_("""\
12 tiles in a pile of their own, each there once: 3 with mushrooms, 3 with an aurochs, 1 with the \
fire, 1 with the shrine.
The other four bring a lake with 4 fish; a lake with 3 fish and a deer; two lakes with 2 fish each \
and two deer; two mammoths.
Bonus tiles that are left over do not prolong the game."""),
        ("H-02", "H-10", "H-60", "H-68"),
    ),
)

_WATER: Final = (
    Topic(
        "rivers",
        N_("Rivers and springs"),
        N_("""\
A river is finished when each of its ends is a spring or a lake, or when it comes round in a loop.
It gives 1 point a **section** (two on one tile count twice), and 1 for each fish in the lakes at \
its ends.
Springs give nothing themselves.
3 sections between a lake with 1 fish and one with 2: 3 + 1 + 2 = 6 points.
From spring to spring with 2 sections: 2 points.
A river that is unfinished at the end gives nothing."""),
        ("H-30", "H-31", "H-32", "H-35"),
    ),
    Topic(
        "lakes",
        N_("Lakes and fish"),
        N_("""\
A lake ends every river that reaches it: where three rivers meet at a lake, they are three rivers \
but one river system.
Its fish count 1 each for every river that ends there when that is finished, and at the end for \
huts.
The lake itself counts nothing; the section of river on its tile counts 1.
If both ends of a river reach the same lake, its fish count once: 5 sections and 2 fish give 5 + 2 \
= 7 points."""),
        ("H-31", "H-32", "H-33", "H-34", "H-51", "H-62"),
    ),
    Topic(
        "huts",
        N_("River systems and huts"),
        N_("""\
Rivers and lakes that are connected make a river system.
Here a lake does not separate; springs, open sides and lakes with a single river are where it \
ends.
A hut goes onto a river or lake of a system without huts, and stays to the end.
Then, finished or not, each system gives 1 point for each fish in all its lakes to who has the \
most huts in it; those who tie get all of it.
A system with 5 fish: 5 points.
Two huts meet only where systems grow together."""),
        ("H-23", "H-24", "H-26", "H-51", "H-62"),
    ),
)

_MEADOWS: Final = (
    Topic(
        "meadows",
        N_("Meadows and animals"),
        N_("""\
Forests, rivers, lakes and the open edge of the board bound a meadow.
It is scored only at the end, closed or not, and its hunters stay till then.
Who has the most hunters in it takes 2 points for each deer, mammoth and aurochs; those who tie \
get all of it.
Each tiger eats one deer.
2 deer, 2 mammoths, 1 aurochs, 1 tiger: 2 × 2 + 2 × 2 + 1 × 2 − 1 × 2 = 8 points.
Deer are drawn in three ways, all worth the same."""),
        ("H-10", "H-26", "H-50", "H-63", "H-64"),
    ),
    Topic(
        "tigers",
        N_("Tigers"),
        N_("""\
At the end each sabre-tooth tiger takes one deer out of its meadow; mammoths and aurochs are safe.
Tigers without a deer left do nothing: a meadow is never worth less than 0.
1 deer, 1 mammoth, 1 tiger: 2 points. 1 deer, 2 tigers: 0 points."""),
        ("H-64",),
    ),
    Topic(
        "aurochs",
        N_("Aurochs"),
        N_("""\
Each aurochs gives 2 points to the hunters of its meadow at the end, and no tiger touches it.
Three of the bonus tiles have one, no land tile does."""),
        ("H-63", "H-64", "H-68"),
    ),
    Topic(
        "fire",
        N_("The fire"),
        N_("""\
The fire on one of the bonus tiles drives all tigers out of the meadow it burns in, wherever they \
are in it at the end.
So all deer there count.
It needs no hunter on its tile.
2 deer, 2 mammoths, 1 aurochs, 1 tiger and the fire: 2 × 2 + 2 × 2 + 1 × 2 = 10 points."""),
        ("H-65",),
    ),
    Topic(
        "shrine",
        N_("The shrine (standing stones)"),
        N_("""\
If you lay this bonus tile and put a hunter into its meadow there, that meadow pays only you at \
the end, however many hunters others have in it by then.
The hunter keeps to the usual rule: if the meadow already holds a hunter, none may be put there.
Without that hunter the shrine does nothing."""),
        ("H-66", "H-67"),
    ),
)

TOPICS: Final = (
    *_PIECES,
    *_FORESTS,
    *_WATER,
    *_MEADOWS,
    Topic(
        "volcano",
        N_("The volcano"),
        N_("""\
The volcano only marks the start tile, which lies in the middle before the first turn; in the \
first edition it does nothing else.
What else is printed on that tile counts like on any other: a gold nugget in the forest, a fish in \
the lake, a mammoth in the meadow."""),
        ("H-01",),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_("""\
The game ends with the turn of the last land tile.
A bonus tile earned in it is still played; those left over are not.
1. Gatherers and fishers on unfinished forests and rivers go home and score nothing.
2. Huts: each river system gives 1 point for each fish.
3. Hunters: each meadow gives 2 points for each animal that no tiger eats."""),
        ("H-60", "H-61", "H-62", "H-63", "H-64"),
    ),
    *common.LAST_TOPICS,
)
"""In the order of the list."""
