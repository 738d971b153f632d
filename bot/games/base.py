"""The words of the base game: nouns, topics of the rules, figures."""

from typing import Final

from bot.games import common, landscape
from bot.games.part import PartWords
from bot.games.topic import Topic
from bot.games.vocabulary import FeatureWords, Nouns, RoleWords, TermWords, TerrainWords
from bot.text.i18n import N_, ngettext


def _pennants(number: int) -> str:
    return ngettext("{number} pennant", "{number} pennants", number)


NOUNS: Final = Nouns(
    terrains={
        **landscape.TERRAINS,
        "monastery": TerrainWords(
            N_("monastery"),
            N_("a monastery"),
            N_("in the monastery"),
            N_("in the {way} monastery"),
            lambda n: ngettext("{number} monastery", "{number} monasteries", n),
        ),
    },
    features={
        **landscape.FEATURES,
        "monastery": FeatureWords(
            N_("monastery"),
            N_("a monastery"),
            N_("Monasteries"),
            "⛪",
            N_("Monastery closed"),
            N_("{who}'s monastery"),
        ),
    },
    roles={
        **landscape.ROLES,
        "farmer": RoleWords(
            N_("farmer"),
            N_("a farmer"),
            lambda n: ngettext("{number} farmer", "{number} farmers", n),
        ),
        "monk": RoleWords(
            N_("monk"), N_("a monk"), lambda n: ngettext("{number} monk", "{number} monks", n)
        ),
    },
    marks={"pennants": _pennants},
    terms={
        "pennants": TermWords(_pennants),
        # Farmers are paid city by city (B-63): the cells of such a score are those of the city.
        "cities": TermWords(
            lambda n: ngettext("{number} finished city", "{number} finished cities", n),
            title=N_("Farmers around the city"),
        ),
    },
)


_TURN_TOPICS: Final = (
    Topic(
        "turn",
        N_("The course of a turn"),
        N_("""\
1. Draw a tile and lay it.
2. You may put **one** follower on it, or none.
3. Finished cities, roads and monasteries are scored; then their followers go home.
4. The next player follows, clockwise. The order of these steps never changes."""),
        ("COM-01", "COM-02"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which follower stands where"),
        N_("""\
A **knight** stands in a city, a **thief** on a road, a **monk** in a monastery; a **farmer** lies \
in a field.
One follower a tile: out of your own supply, onto one segment of the tile you just laid.
You may always do without.
You have 7 followers. With none left you still lay tiles."""),
        ("COM-11", "COM-14", "COM-15", "B-02", "B-10", "B-13"),
    ),
    Topic(
        "taken",
        N_("A place that is taken"),
        N_("""\
A follower may go only into a city, onto a road or into a field that holds no follower yet, of \
anybody, not even your own, however far away.
What counts is the whole feature as the new tile makes it.
A monastery just laid is always free.
Often another segment of the tile is still free: the small field beside a large one that is \
taken."""),
        ("COM-12", "B-11", "B-12", "B-52"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Followers coming home"),
        N_("""\
When a city, road or monastery is finished and scored, all its followers go back to their owners, \
also to those who scored nothing.
So a follower can be put down, score and come home within one turn.
Farmers stay to the end, even in a field that is closed."""),
        ("COM-18", "COM-19", "B-41", "B-51"),
    ),
)

_CITY_TOPICS: Final = (
    Topic(
        "cities",
        N_("Cities"),
        N_("""\
A city is finished when its wall is closed all round and no gap is left inside.
It gives 2 points a tile and 2 a pennant.
A tile counts once, even with two segments in the city.
3 tiles and 1 pennant: 3 × 2 + 1 × 2 = 8 points. Only a city of two tiles gives less.
Unfinished at the end: 1 point a tile and 1 a pennant."""),
        ("B-30", "B-31", "B-32", "B-61"),
    ),
    Topic(
        "two-tile-city",
        N_("The city of two tiles"),
        N_("""\
First edition: a finished city of exactly two tiles gives 1 point a tile, 2 points in all.
A pennant in it would be worth 1, but no tile with a pennant can be in so small a finished city.
For farmers it is a finished city like any other: 4 points."""),
        ("B-32", "B-33", "B-63"),
    ),
    Topic(
        "pennants",
        N_("Pennants"),
        N_("""\
Each pennant in a finished city gives 2 points on top of its tile, in an unfinished one 1 point at \
the end.
4 tiles and 2 pennants: finished 4 × 2 + 2 × 2 = 12, unfinished 4 + 2 = 6 points."""),
        ("B-31", "B-61"),
    ),
)

_OTHER_TOPICS: Final = (
    Topic(
        "roads",
        N_("Roads"),
        N_("""\
A road is finished when each of its ends is a crossing, a city or a monastery, or when it comes \
round in a loop.
It gives 1 point a tile; a tile counts once, even if the road crosses it twice.
A road of 5 tiles: 5 points.
A crossing ends every road that reaches it: those beyond it are other roads.
Unfinished at the end: 1 point a tile as well."""),
        ("B-20", "B-21", "B-22", "B-23", "B-61"),
    ),
    Topic(
        "monasteries",
        N_("Monasteries"),
        N_("""\
A monastery is finished when all eight places around it hold tiles, corners included, whoever laid \
them.
It gives 1 point for itself and 1 for each tile around it: 1 + 8 = 9, and its monk goes home.
One tile can finish several.
Unfinished at the end it gives the same 1 and 1: with four tiles around it 1 + 4 = 5 points."""),
        ("B-40", "B-41", "B-42", "B-61"),
    ),
    Topic(
        "fields",
        N_("Fields and farmers"),
        N_("""\
Roads, cities and the open edge of the board bound a field.
Fields are scored at the end only, **city by city** (first edition).
For each **finished** city the farmers of all fields that touch it are counted together: who has \
the most takes 4 points, those who tie 4 each.
Its size and the distance do not matter.
A city pays a player once; one farmer can supply many cities.
Ana has a farmer in each of two fields at a city, Bo one in one of them: Ana 4, Bo 0."""),
        ("B-50", "B-51", "B-63", "B-64", "B-65"),
    ),
    Topic(
        "unfinished",
        N_("What is unfinished at the end"),
        N_("""\
Every unfinished city and road gives 1 point a tile, and 1 a pennant; every unfinished monastery 1 \
for itself and 1 for each tile around it.
Majority and ties count as always.
3 tiles of road: 3 points. A city of 5 tiles with 2 pennants: 5 + 2 = 7 points."""),
        ("B-61", "B-62"),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_("""\
The turn of the last tile is the last: a follower may be put on it, and what it finishes is scored \
as always.
Then:
1. Unfinished cities, roads and monasteries: 1 point a tile and 1 a pennant.
2. Farmers: 4 points at each finished city."""),
        ("B-60", "B-61", "B-63"),
    ),
)

TOPICS: Final = (*_TURN_TOPICS, *_CITY_TOPICS, *_OTHER_TOPICS, *common.LAST_TOPICS)
"""In the order of the list."""


BASE_WORDS: Final = PartWords(
    title=N_("Carcassonne"),
    notes=(
        N_(
            "First-edition scoring: a finished city of two tiles is 2 points; each finished city "
            "pays 4 points to the most farmers in all fields around it; 7 followers."
        ),
    ),
    figures=(
        N_(
            "**knight** in a city: 2 a tile and 2 a pennant when it is finished (a city of two "
            "tiles: 1 each)"
        ),
        N_("**thief** on a road: 1 a tile when both ends are closed, or it is a loop"),
        N_("**monk** in a monastery: 9 when all eight tiles around it lie"),
        N_(
            "**farmer** in a field, to the end: each finished city pays 4 to who has the most "
            "farmers in all the fields that touch it"
        ),
        N_("Unfinished at the end: 1 a tile and 1 a pennant."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
)
