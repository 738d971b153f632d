"""The base game in words: nouns, figures, rule topics, and lessons."""

from typing import Final

from bot.parts import common
from bot.parts.part import (
    FeatureWords,
    Lesson,
    Nouns,
    OptionWords,
    PartWords,
    RoleWords,
    TermWords,
    TerrainWords,
    Topic,
    claims_tiles,
    deploys,
    earns_at_the_end,
    extends,
    scores,
)
from bot.text.i18n import N_, ngettext, pgettext
from renderer.requests import Sample
from rules.analysis.viewport import Window

LESSONS: Final = (
    Lesson(
        "placing",
        "base",
        N_("Placing a tile"),
        N_(
            "Your thief is on the road. Make that road longer: all touching sides must match, "
            "road to road, field to field."
        ),
        N_("Your road is one tile longer. Once it's finished, each tile is worth 1 point."),
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
            "Nobody is in the city at `0 0`. Extend it and put a knight in it: then "
            "the city is yours."
        ),
        N_("The city is yours. Others can't place a meeple in it any more."),
        ("U 1 0 rot90 thief a", "V 2 0 rot0"),
        "N",
        (
            deploys("knight", N_("You need a knight to claim a city. Other meeples go elsewhere.")),
            claims_tiles(
                "city", 2, N_("That starts a new city. Extend the one north of `0 0` instead.")
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


def _pennants(number: int) -> str:
    return ngettext("{number} pennant", "{number} pennants", number)


def _finished_cities(number: int) -> str:
    return ngettext("{number} finished city", "{number} finished cities", number)


NOUNS: Final = Nouns(
    terrains={
        **common.TERRAINS,
        "monastery": TerrainWords(
            N_("monastery"),
            N_("a monastery"),
            N_("in the monastery"),
            N_("in the {way} monastery"),
            lambda n: ngettext("{number} monastery", "{number} monasteries", n),
        ),
    },
    features={
        **common.FEATURES,
        "monastery": FeatureWords(
            N_("monastery"),
            N_("a monastery"),
            N_("Monasteries"),
            "⛪",
            N_("Monastery finished"),
            N_("{who}'s monastery"),
            yours=N_("your monastery"),
        ),
    },
    roles={
        **common.ROLES,
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
        "cities": TermWords(_finished_cities, title=N_("Farmers around the city")),
        "cities of the field": TermWords(_finished_cities),
    },
    options={
        "fields": OptionWords(
            N_("fields"),
            "fields",
            N_(
                "Farmers: 4 per city, fields together (first edition),"
                " or 3 per city for each field (third)"
            ),
        ),
        "small cities": OptionWords(
            N_("city of two tiles"),
            "small_cities",
            N_("Points of a finished city of two tiles: 2 (first edition) or 4"),
        ),
    },
    values={
        "first": N_("first edition"),
        "third": N_("third edition"),
        "2": N_("2 points"),
        "4": N_("4 points"),
    },
)


_TURN_TOPICS: Final = (
    Topic(
        "turn",
        N_("A turn, step by step"),
        N_(
            "1. Draw a tile and place it.\n"
            "2. You may place **one** meeple on it, or none.\n"
            "3. Finished cities, roads and monasteries are scored; then their meeples "
            "return.\n"
            "4. The next player's turn, clockwise. This order never changes."
        ),
        ("COM-01", "COM-02"),
        words=N_("turn order, order of play, sequence, phases"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which meeple goes where"),
        N_(
            "A **knight** goes in a city, a **thief** on a road, a **monk** in a monastery; "
            "a **farmer** in a field.\n"
            "You may place one meeple per turn, on one segment of the tile you just placed.\n"
            "You can always place none.\n"
            "You have 7 meeples. With none left you still place tiles."
        ),
        ("COM-11", "COM-14", "COM-15", "B-02", "B-10", "B-13"),
        words=N_("meeple, follower, figure, piece, supply, deploy, place a meeple"),
    ),
    Topic(
        "taken",
        N_("A feature that's taken"),
        N_(
            "A meeple can only go in a city, on a road or in a field without any meeple, not "
            "even your own, however far away.\n"
            "The whole feature counts, with your new tile.\n"
            "A monastery just placed is always free.\n"
            "Often another part of the tile is free: the small field next to a large one "
            "that's taken."
        ),
        ("COM-12", "B-11", "B-12", "B-52"),
        words=N_("occupied, claimed, taken, blocked"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Meeples returning"),
        N_(
            "When a city, road or monastery is finished and scored, all its meeples return "
            "to their owners, even if they scored nothing.\n"
            "So a meeple can be placed, score and return within one turn.\n"
            "Farmers stay until the end, even in a closed field."
        ),
        ("COM-18", "COM-19", "B-41", "B-51"),
        words=N_("return, get back, take back, get a meeple back"),
    ),
)

_CITY_TOPICS: Final = (
    Topic(
        "cities",
        N_("Cities"),
        N_(
            "A city is finished when its wall is closed all around, without a hole inside.\n"
            "It gives 2 points per tile and 2 per pennant.\n"
            "A tile counts once, even with two segments in the city.\n"
            "3 tiles and 1 pennant: 3 × 2 + 1 × 2 = 8 points. Only a city of two tiles gives "
            "less.\n"
            "Unfinished at the end: 1 point per tile and 1 per pennant."
        ),
        ("B-30", "B-31", "B-32", "B-61"),
        words=N_("city, town, castle, knight, wall"),
    ),
    Topic(
        "two-tile-city",
        N_("The city of two tiles"),
        N_(
            "First edition: a finished city of exactly two tiles gives 1 point per tile, 2 "
            "points in all.\n"
            "A pennant in it would be worth 1, but no tile with a pennant can be in so small "
            "a finished city.\n"
            "For farmers it's a finished city like any other: 4 points.\n"
            "Option *city of two tiles: 4 points*: it gives 2 per tile like any other city."
        ),
        ("B-32", "B-33", "B-63", "X-48"),
        words=N_("small city, two tile city, tiny city, smallest city"),
    ),
    Topic(
        "pennants",
        N_("Pennants"),
        N_("""\
Each pennant in a finished city gives 2 points on top of its tile, in an unfinished one 1 point at \
the end.
4 tiles and 2 pennants: finished 4 × 2 + 2 × 2 = 12, unfinished 4 + 2 = 6 points."""),
        ("B-31", "B-61"),
        words=N_("pennant, shield, coat of arms, coats of arms, crest, banner, flag, blazon"),
    ),
)

_OTHER_TOPICS: Final = (
    Topic(
        "roads",
        N_("Roads"),
        N_(
            "A road is finished when each of its ends is a crossing, a city or a monastery, "
            "or when it comes round in a loop.\n"
            "It gives 1 point per tile; a tile counts once, even if the road crosses it "
            "twice.\n"
            "A road of 5 tiles: 5 points.\n"
            "A crossing ends every road that reaches it: those beyond it are other roads.\n"
            "Unfinished at the end: 1 point per tile as well."
        ),
        ("B-20", "B-21", "B-22", "B-23", "B-61"),
        words=N_(
            "road, path, street, highwayman, highwaymen, thief, thieves, robber, bandit, "
            "crossing, crossroads, intersection, village"
        ),
    ),
    Topic(
        "monasteries",
        N_("Monasteries"),
        N_(
            "A monastery is finished when all eight spaces around it have tiles, corners "
            "included, no matter who placed them.\n"
            "It gives 1 point for itself and 1 for each tile around it: 1 + 8 = 9, and its "
            "monk returns.\n"
            "One tile can finish several.\n"
            "Unfinished at the end it gives the same 1 and 1: with four tiles around it 1 + "
            "4 = 5 points."
        ),
        ("B-40", "B-41", "B-42", "B-61"),
        words=N_("monastery, cloister, abbey, church, chapel, monk, garden"),
    ),
    Topic(
        "fields",
        N_("Fields and farmers"),
        N_(
            "Roads, cities and the open edge of the board bound a field.\n"
            "Fields are scored only at the end, **city by city** (first edition).\n"
            "For each **finished** city, the farmers of all fields that touch it are counted "
            "together: the most score 4 points, ties 4 each.\n"
            "Size and distance don't matter.\n"
            "A city pays a player once; one farmer can supply many cities.\n"
            "Ana has a farmer in each of two fields at a city, Bo one in one of them: Ana 4, "
            "Bo 0.\n"
            "Option *fields: third edition*: the most farmers in each field score 3 points for "
            "each finished city that touches it."
        ),
        ("B-50", "B-51", "B-63", "B-64", "B-65", "X-47"),
        words=N_("field, farm, farmer, farmland, meadow, pasture, grass, supply a city"),
    ),
    Topic(
        "unfinished",
        N_("What is unfinished at the end"),
        N_(
            "Every unfinished city and road gives 1 point per tile, and 1 per pennant; every "
            "unfinished monastery 1 for itself and 1 for each tile around it.\n"
            "Majority and ties count as always.\n"
            "3 tiles of road: 3 points. A city of 5 tiles with 2 pennants: 5 + 2 = 7 points."
        ),
        ("B-61", "B-62"),
        words=N_("incomplete, uncompleted, unfinished feature"),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_(
            "The turn of the last tile is the last: you may place a meeple on it, and what "
            "it finishes is scored as always.\n"
            "Then:\n"
            "1. Unfinished cities, roads and monasteries: 1 point per tile and 1 per "
            "pennant.\n"
            "2. Farmers: 4 points at each finished city."
        ),
        ("B-60", "B-61", "B-63"),
        words=N_("final scoring, game end, game over, last tile, scoring"),
    ),
)

TOPICS: Final = (*_TURN_TOPICS, *_CITY_TOPICS, *_OTHER_TOPICS, *common.LAST_TOPICS)
"""The topics of the game, in the order in which `/help` lists them."""


BASE_WORDS: Final = PartWords(
    title=N_("Carcassonne"),
    sample=(
        Sample("037", 25, Window(2, -1, 4, 1)),
        N_("walled cities, roads, green fields and a monastery, with meeples on them"),
    ),
    notes=(
        N_(
            "First-edition scoring, unless you choose otherwise. A finished city of two tiles "
            "gives 2 points. Each finished city gives 4 points to whoever has the most farmers "
            "around it. You have 7 meeples."
        ),
    ),
    figures=(
        N_(
            "**knight** in a city: 2 per tile and 2 per pennant when it's finished (1 each "
            "in a city of two tiles)"
        ),
        N_("**thief** on a road: 1 per tile when both ends are closed, or it's a loop"),
        N_("**monk** in a monastery: 9 when all eight spaces around it have tiles"),
        N_(
            "**farmer** in a field, until the end: each finished city gives 4 to whoever has "
            "the most farmers in all fields that touch it"
        ),
        N_("Unfinished at the end: 1 per tile and 1 per pennant."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
    command_option_names={
        "fields": lambda: pgettext("option", "fields"),
        "small_cities": lambda: pgettext("option", "small_cities"),
    },
    lessons=LESSONS,
)
