"""The rule topics of The Ark of the Covenant."""

from typing import Final

from bot.games import common
from bot.games.topic import Topic
from bot.text.i18n import N_

_PIECES: Final = (
    Topic(
        "turn",
        N_("The course of a turn"),
        N_("""\
1. Draw a tile and lay it.
2. **One** of these: put a follower on it, put your prophet on it, walk the Ark, or nothing.
3. Finished roads and cities are scored and their pieces leave; at the first city the Ark is set.
4. Finished temples are scored.
5. The next player follows, clockwise. The order of these steps never changes."""),
        ("COM-01", "COM-02", "A-11", "A-15", "A-30"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which piece stands where"),
        N_("""\
A **knight** stands in a city, a **thief** on a road, a **shepherd** in a field; the **prophet** \
goes into a city only.
Nobody stands on the temple itself, but the roads and fields of its tile are open.
One piece a tile: out of your own supply, onto one segment of the tile you just laid, and never \
along with a walk of the Ark.
You may always do without.
You have 7 followers and 1 prophet.
With none left you still lay tiles and may walk the Ark."""),
        ("COM-11", "COM-14", "COM-15", "A-02", "A-11", "A-12", "A-13"),
    ),
    Topic(
        "taken",
        N_("A place that is taken"),
        N_("""\
A follower or prophet may go only into a city, onto a road or into a field where neither stands \
yet, of anybody, not even your own, however far away.
What counts is the whole feature as the new tile makes it.
The Ark takes no place.
Often another segment of the tile is still free: the small field beside a large one that is \
taken."""),
        ("COM-12", "A-14", "A-34"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Pieces coming home"),
        N_("""\
When a road or city is finished and scored, its followers go back to their owners, also to those \
who scored nothing.
So a follower can be put down, score and come home within one turn.
A prophet leaves the game instead.
The Ark and finished temples send nobody home.
Shepherds stay to the end, even in a field that is closed."""),
        ("COM-18", "COM-19", "A-24", "A-25", "A-43", "A-50"),
    ),
)

_ROADS_AND_CITIES: Final = (
    Topic(
        "cities",
        N_("Cities"),
        N_("""\
A city is finished when its wall is closed all round and no gap is left inside.
It gives 2 points a tile and 2 a scroll.
A tile counts once, even with two segments in the city.
A city of two tiles is no exception here: 2 × 2 = 4 points.
Unfinished at the end: 1 point a tile and 1 a scroll."""),
        ("A-21", "A-62"),
    ),
    Topic(
        "scrolls",
        N_("Scrolls"),
        N_("""\
Each scroll in a finished city gives 2 points on top of its tile, in an unfinished one 1 point at \
the end.
A prophet doubles scrolls too.
4 tiles and 1 scroll: 4 × 2 + 1 × 2 = 10 points, with the prophet 20; unfinished 4 + 1 = 5."""),
        ("A-21", "A-23", "A-62"),
    ),
    Topic(
        "prophet",
        N_("The prophet"),
        N_("""\
Once a game you may put your prophet into a free city instead of a follower.
In every count of followers it is one.
When that city is finished and you are among those who score it, **your** points are doubled; \
those who tie with you get theirs single.
Then it leaves the game, even if you scored nothing.
At the end, in an unfinished city, it doubles nothing.
A city worth 10: your prophet and one knight of Bo → you 20, Bo 10; against two knights of Bo → Bo \
10, you 0."""),
        ("A-13", "A-22", "A-23", "A-24", "A-62"),
    ),
    Topic(
        "roads",
        N_("Roads"),
        N_("""\
A road is finished when each of its ends is a crossing, a city or a temple, or when it comes round \
in a loop.
It gives 1 point a tile and 1 an oasis.
A tile counts once, even if the road crosses it twice.
Unfinished at the end: 1 point a tile and 1 an oasis as well."""),
        ("A-20", "A-62"),
    ),
    Topic(
        "oases",
        N_("Oases"),
        N_("""\
Each oasis on a road gives 1 point on top of its tile, when the road is finished and also when it \
is unfinished at the end.
4 tiles and 2 oases: 4 + 2 = 6 points."""),
        ("A-20", "A-62"),
    ),
)

_TEMPLES_AND_ARK: Final = (
    Topic(
        "temples",
        N_("Temples"),
        N_("""\
A temple is finished when tiles lie on its four sides; the corners do not matter.
It gives 7 points to who has the most followers on those five tiles together, in whatever feature, \
shepherds and prophets included; those who tie get 7 each.
Nobody there, nobody scores.
Roads and cities come first: who goes home with them no longer counts.
Nobody leaves because of a temple, and each is scored once.
A tile that finishes two scores both."""),
        ("A-40", "A-41", "A-42", "A-43"),
    ),
    Topic(
        "unfinished-temples",
        N_("Temples that are unfinished at the end"),
        N_("""\
They come first in the final scoring: 3 points each to who has the most followers on the temple's \
tile and the tiles at its sides; those who tie get 3 each.
When all of them are scored, everybody on those tiles leaves, and scores nothing for the road, \
city or field they stood in.
A shepherd there wins 3 points and is missing when the sheep of the field are counted."""),
        ("A-61", "A-64"),
    ),
    Topic(
        "ark-setting",
        N_("Setting the Ark"),
        N_("""\
The Ark waits beside the board until the first city of the game is finished, with followers in it \
or without.
Whoever finished it sets the Ark on any tile of that city.
Two cities at once: of either.
That comes with the scoring: it costs no action, gives no points, and you may have put a follower \
down before."""),
        ("A-30",),
    ),
    Topic(
        "ark-walk",
        N_("Walking with the Ark"),
        N_("""\
Instead of putting a piece down you may walk the Ark 1 to 5 tiles, once it is on the board.
Each step goes to the next tile north, east, south or west, whatever is on it; bends are fine, the \
tile just laid too.
No tile twice in a walk, and never back to where it began.
At once each follower and prophet on every tile it **enters** gives its owner 1 point; the tile it \
starts from gives nothing.
Ana's shepherd and Bo's thief, then nobody, then Ana's knight: Ana 2, Bo 1."""),
        ("A-11", "A-31", "A-32", "A-33", "A-34"),
    ),
)

_FIELDS: Final = (
    Topic(
        "fields",
        N_("Fields and shepherds"),
        N_("""\
Roads and cities bound a field.
It is scored only at the end, closed or not, and its shepherds stay till then, unless an \
unfinished temple sends them away first.
Who has the most shepherds in a field takes 2 points for each sheep that no wolf takes; those who \
tie get all of it."""),
        ("A-50", "A-61", "A-63"),
    ),
    Topic(
        "sheep",
        N_("Sheep and wolves"),
        N_("""\
At the end each wolf takes one sheep out of its field; each sheep that is left is worth 2 points.
Wolves without a sheep left do nothing: a field is never worth less than 0.
5 sheep, 2 wolves: 5 × 2 − 2 × 2 = 6 points. 1 sheep, 3 wolves: 0 points."""),
        ("A-63",),
    ),
)

TOPICS: Final = (
    *_PIECES,
    *_ROADS_AND_CITIES,
    *_TEMPLES_AND_ARK,
    *_FIELDS,
    Topic(
        "tiles",
        N_("The tiles of this game"),
        N_("""\
72 tiles with the start tile.
What they show is put together from published facts and is not the original mix: play may feel a \
little different from the box.
The rules are those of the first edition."""),
        ("A-01",),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_("""\
The turn of the last tile is the last. Then, strictly in this order:
1. Unfinished temples: 3 points each, then all followers on their tiles leave.
2. Unfinished cities and roads: 1 point a tile, a scroll and an oasis; the usual majority, no \
doubling by prophets.
3. Fields: 2 points for each sheep that no wolf takes."""),
        ("A-60", "A-61", "A-62", "A-63", "A-64"),
    ),
    *common.LAST_TOPICS,
)
"""In the order of the list."""
