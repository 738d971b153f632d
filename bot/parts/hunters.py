"""Hunters and Gatherers in words: nouns, figures, rule topics, and a lesson."""

from typing import Final

from bot.parts import common
from bot.parts.common import LAKE, RIVER
from bot.parts.part import (
    BagWords,
    Count,
    FeatureWords,
    KindWords,
    Lesson,
    Nouns,
    PartWords,
    RoleWords,
    TermWords,
    TerrainWords,
    Topic,
    scores,
)
from bot.text.i18n import N_, ngettext
from renderer.requests import Sample
from rules.analysis.viewport import Window

_PIECES: Final = (
    Topic(
        "turn",
        N_("A turn, step by step"),
        N_(
            "1. Draw a land tile and place it.\n"
            "2. You may place **one** meeple **or one** hut on it, or nothing.\n"
            "3. Finished forests and rivers are scored; then their meeples return.\n"
            "4. If you finished a forest with gold, you play one bonus tile the same way.\n"
            "5. The next player's turn, clockwise. This order never changes."
        ),
        ("COM-01", "COM-02", "H-20", "H-45"),
        words=N_("turn order, order of play, sequence, phases"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which piece goes where"),
        N_(
            "A **gatherer** goes in a forest, a **fisher** on a river, a **hunter** in a "
            "meadow; a **hut** on a river or a lake.\n"
            "Meeples never go on a lake.\n"
            "You may place one piece per turn, on one segment of the tile you just placed.\n"
            "You can always place none.\n"
            "You have 5 meeples and 2 huts. With nothing left you still place tiles."
        ),
        ("COM-11", "COM-14", "COM-15", "H-03", "H-20", "H-21", "H-23"),
        words=N_("meeple, follower, figure, piece, supply, deploy, place a meeple"),
    ),
    Topic(
        "taken",
        N_("A feature that's taken"),
        N_(
            "A meeple can only go in a forest, river or meadow without any meeple, not even "
            "your own, however far away.\n"
            "The whole feature counts, with your new tile; of rivers only the one river, up "
            "to the lakes at its ends.\n"
            "A hut needs a whole river **system** without a hut.\n"
            "Huts and fishers don't disturb each other.\n"
            "Often another part of the tile is free: the small meadow next to a large one "
            "that's taken."
        ),
        ("COM-12", "H-22", "H-24", "H-25"),
        words=N_("occupied, claimed, taken, blocked"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Pieces returning"),
        N_(
            "When a forest or river is finished and scored, all its meeples return to their "
            "owners, even if they scored nothing.\n"
            "So a meeple can be placed, score and return within one turn.\n"
            "It may then even go onto the bonus tile of that turn.\n"
            "Hunters and huts stay to the end. No piece ever moves from one place to another."
        ),
        ("COM-18", "COM-19", "H-26", "H-47"),
        words=N_("return, get back, take back, get a meeple back"),
    ),
)

_FORESTS: Final = (
    Topic(
        "forests",
        N_("Forests"),
        N_(
            "A forest is finished when meadow surrounds it and none of its sides is open any "
            "more.\n"
            "It gives 2 points per **section**, not per tile: two sections of the forest on "
            "one tile count twice.\n"
            "Each mushroom clearing adds 2.\n"
            "The smallest, with 2 sections: 2 × 2 = 4 points.\n"
            "A forest that's unfinished at the end gives nothing."
        ),
        ("H-40", "H-41", "H-42", "H-61"),
        words=N_("forest, wood, tree, gatherer"),
    ),
    Topic(
        "mushrooms",
        N_("Mushrooms"),
        N_(
            "Each mushroom clearing adds 2 points to its forest when that's finished.\n"
            "3 sections and 1 clearing: 3 × 2 + 2 = 8 points.\n"
            "In a forest that stays unfinished mushrooms give nothing.\n"
            "Three of the bonus tiles have them; land tiles never do."
        ),
        ("H-42", "H-61", "H-68"),
        words=N_("mushroom, clearing"),
    ),
    Topic(
        "gold",
        N_("Gold and the bonus tile"),
        N_(
            "If you finish a forest with at least one gold nugget, you draw a bonus tile "
            "after scoring, whoever has the gatherers, even if nobody does.\n"
            "Play it at once like any tile: place it, place a meeple or a hut if you like, "
            "score what it finishes.\n"
            "Never more than one per turn, however many nuggets or forests, not even if the "
            "bonus tile itself finishes a forest with gold.\n"
            "A bonus tile that fits nowhere is set aside and you draw the next one.\n"
            "Once the pile is empty there are none to play."
        ),
        ("H-43", "H-44", "H-45", "H-46", "H-48"),
        words=N_("gold, gold nugget, nugget, bonus"),
    ),
    Topic(
        "bonus-tiles",
        N_("The bonus tiles"),
        N_(
            "12 tiles in a pile of their own, all different: 3 with mushrooms, 3 with an "
            "aurochs, 1 with the fire, 1 with the shrine.\n"
            "The other four bring a lake with 4 fish; a lake with 3 fish and a deer; "
            "two lakes with 2 fish each and two deer; two mammoths.\n"
            "Bonus tiles that are left over don't prolong the game."
        ),
        ("H-02", "H-10", "H-60", "H-68"),
        words=N_("bonus tile, menhir tile"),
    ),
)

_WATER: Final = (
    Topic(
        "rivers",
        N_("Rivers and springs"),
        N_(
            "A river is finished when each of its ends is a spring or a lake, or when it "
            "comes round in a loop.\n"
            "It gives 1 point per **section** (two on one tile count twice), and 1 for each "
            "fish in the lakes at its ends.\n"
            "Springs give nothing themselves.\n"
            "3 sections between a lake with 1 fish and one with 2: 3 + 1 + 2 = 6 points.\n"
            "From spring to spring with 2 sections: 2 points.\n"
            "A river that's unfinished at the end gives nothing."
        ),
        ("H-30", "H-31", "H-32", "H-35"),
        words=N_("river, stream, spring, fisher, fisherman, fishermen"),
    ),
    Topic(
        "lakes",
        N_("Lakes and fish"),
        N_(
            "A lake ends every river that reaches it: where three rivers meet at a "
            "lake, they are three rivers but one river system.\n"
            "Its fish count 1 each for every finished river that ends there, and at "
            "the end for huts.\n"
            "The lake itself counts for nothing; the section of river on its tile "
            "counts 1.\n"
            "If both ends of a river reach the same lake, its fish count once: 5 "
            "sections and 2 fish give 5 + 2 = 7 points."
        ),
        ("H-31", "H-32", "H-33", "H-34", "H-51", "H-62"),
        words=N_("lake, fish, pond"),
    ),
    Topic(
        "huts",
        N_("River systems and huts"),
        N_(
            "Connected rivers and lakes make a river system.\n"
            "Here a lake doesn't separate; springs, open sides and lakes with a single river "
            "are its ends.\n"
            "A hut goes on a river or lake of a system without huts, and stays until the "
            "end.\n"
            "Then, finished or not, each system gives 1 point per fish in all its lakes to "
            "whoever has the most huts in it; ties get all of it.\n"
            "A system with 5 fish: 5 points.\n"
            "Two huts only meet where systems grow together."
        ),
        ("H-23", "H-24", "H-26", "H-51", "H-62"),
        words=N_("hut, fishing hut, river system, hut scoring"),
    ),
)

_MEADOWS: Final = (
    Topic(
        "meadows",
        N_("Meadows and animals"),
        N_(
            "Forests, rivers, lakes and the open edge of the board bound a meadow.\n"
            "It's scored only at the end, closed or not, and its hunters stay until then.\n"
            "Whoever has the most hunters in it takes 2 points for each deer, mammoth and "
            "aurochs; ties get all of it.\n"
            "Each tiger eats one deer.\n"
            "2 deer, 2 mammoths, 1 aurochs, 1 tiger: 2 × 2 + 2 × 2 + 1 × 2 − 1 × 2 = 8 "
            "points.\n"
            "Deer are drawn in three ways, all worth the same."
        ),
        ("H-10", "H-26", "H-50", "H-63", "H-64"),
        words=N_(
            "meadow, hunter, hunting field, deer, stag, mammoth, animal, field, grassland, "
            "game animal"
        ),
    ),
    Topic(
        "tigers",
        N_("Tigers"),
        N_(
            "At the end each sabre-tooth tiger takes one deer of its meadow; mammoths and "
            "aurochs are safe.\n"
            "Tigers without a deer left do nothing: a meadow is never worth less than 0.\n"
            "1 deer, 1 mammoth, 1 tiger: 2 points. 1 deer, 2 tigers: 0 points."
        ),
        ("H-64",),
        words=N_("tiger, sabre tooth, saber tooth, sabre toothed tiger, smilodon"),
    ),
    Topic(
        "aurochs",
        N_("Aurochs"),
        N_(
            "Each aurochs gives 2 points to the hunters of its meadow at the end, and "
            "no tiger touches it.\n"
            "Three of the bonus tiles have one; land tiles never do."
        ),
        ("H-63", "H-64", "H-68"),
        words=N_("aurochs, cattle, bison, ox"),
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
        words=N_("fire, forest fire, bush fire, flame"),
    ),
    Topic(
        "shrine",
        N_("The shrine (standing stones)"),
        N_(
            "If you place this bonus tile and a hunter in its meadow, only you score that "
            "meadow at the end, however many hunters others have in it by then.\n"
            "The usual rule applies: if the meadow already has a hunter, you can't place "
            "one.\n"
            "Without that hunter the shrine does nothing."
        ),
        ("H-66", "H-67"),
        words=N_("shrine, standing stones, menhir, stonehenge, megalith, stone circle"),
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
        N_(
            "The volcano only marks the start tile, which is in the middle before the first "
            "turn; in the first edition it does nothing else.\n"
            "Everything else on that tile counts as usual: a gold nugget in the forest, a "
            "fish in the lake, a mammoth in the meadow."
        ),
        ("H-01",),
        words=N_("volcano, start tile, starting tile"),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_(
            "The game ends with the turn of the last land tile.\n"
            "You still play a bonus tile that you earn in it, but no others.\n"
            "1. Gatherers and fishers on unfinished forests and rivers return and score "
            "nothing.\n"
            "2. Huts: each river system gives 1 point per fish.\n"
            "3. Hunters: each meadow gives 2 points per animal that no tiger eats."
        ),
        ("H-60", "H-61", "H-62", "H-63", "H-64"),
        words=N_("final scoring, game end, game over, last tile, scoring"),
    ),
    *common.LAST_TOPICS,
)
"""The topics of the game, in the order in which `/help` lists them."""


def _huts(number: int) -> str:
    return ngettext("{number} hut", "{number} huts", number)


_TERRAINS: Final = {
    "forest": TerrainWords(
        N_("forest"),
        N_("a forest"),
        N_("in the forest"),
        N_("in the {way} forest"),
        lambda n: ngettext("{number} forest", "{number} forests", n),
    ),
    "river": RIVER,
    "meadow": TerrainWords(
        N_("meadow"),
        N_("a meadow"),
        N_("in the meadow"),
        N_("in the {way} meadow"),
        lambda n: ngettext("{number} meadow", "{number} meadows", n),
        is_ground=True,
    ),
    "lake": LAKE,
}

_FEATURES: Final = {
    "forest": FeatureWords(
        N_("forest"),
        N_("a forest"),
        N_("Forests"),
        "🌲",
        N_("Forest finished"),
        N_("{who}'s forest"),
        yours=N_("your forest"),
    ),
    "river": FeatureWords(
        N_("river"),
        N_("a river"),
        N_("Rivers"),
        "🐟",
        N_("River finished"),
        N_("{who}'s river"),
        lambda n: ngettext("Longest river: {number} tile", "Longest river: {number} tiles", n),
        yours=N_("your river"),
    ),
    "system": FeatureWords(
        N_("river system"),
        N_("a river system"),
        N_("River systems"),
        "🛖",
        of_whom=N_("{who}'s river system"),
        yours=N_("your river system"),
    ),
    "meadow": FeatureWords(
        N_("meadow"),
        N_("a meadow"),
        N_("Meadows"),
        "🌿",
        of_whom=N_("{who}'s meadow"),
        yours=N_("your meadow"),
    ),
}

_ROLES: Final = {
    "hunter": RoleWords(
        N_("hunter"),
        N_("a hunter"),
        lambda n: ngettext("{number} hunter", "{number} hunters", n),
    ),
    "gatherer": RoleWords(
        N_("gatherer"),
        N_("a gatherer"),
        lambda n: ngettext("{number} gatherer", "{number} gatherers", n),
    ),
    "fisher": RoleWords(
        N_("fisher"),
        N_("a fisher"),
        lambda n: ngettext("{number} fisher", "{number} fishers", n),
    ),
    "hut": RoleWords(N_("hut"), N_("a hut"), _huts),
}

_MARK_COUNTS: Final[dict[str, Count]] = {
    "fish": lambda n: ngettext("{number} fish", "{number} fish", n),
    "gold": lambda n: ngettext("{number} gold nugget", "{number} gold nuggets", n),
    "mushrooms": lambda n: ngettext("{number} mushroom clearing", "{number} mushroom clearings", n),
    "deer": lambda n: ngettext("{number} deer", "{number} deer", n),
    "mammoth": lambda n: ngettext("{number} mammoth", "{number} mammoths", n),
    "tiger": lambda n: ngettext("{number} tiger", "{number} tigers", n),
    "aurochs": lambda n: ngettext("{number} aurochs", "{number} aurochs", n),
    "fire": lambda n: ngettext("{number} fire", "{number} fires", n),
    "shrine": lambda n: ngettext("{number} shrine", "{number} shrines", n),
}

_TERMS: Final = {
    **{name: TermWords(_MARK_COUNTS[name]) for name in ("fish", "mushrooms")},
    **{name: TermWords(_MARK_COUNTS[name]) for name in ("deer", "mammoth", "aurochs")},
    # The term counts what the beast takes, not the beast.
    "tiger": TermWords(
        lambda n: ngettext("{number} deer eaten by a tiger", "{number} deer eaten by tigers", n)
    ),
}

NOUNS: Final = Nouns(
    terrains=_TERRAINS,
    features=_FEATURES,
    roles=_ROLES,
    kinds={"hut": KindWords(N_("hut"), _huts)},
    marks=_MARK_COUNTS,
    terms=_TERMS,
    bags={
        "bonus": BagWords(
            N_("Bonus tiles"),
            drawn=N_("✨ There was gold: {who} draws a bonus tile."),
            extra_tile=N_("a bonus tile"),
            your_extra_tile=N_("your bonus tile"),
        )
    },
)


LESSONS: Final = (
    Lesson(
        "forest",
        "hunters",
        N_("Forests and gold"),
        N_(
            "Your gatherer is in a forest with gold. Close it: you score 2 points per "
            "section, and the gold brings you a bonus tile at once."
        ),
        N_("4 sections: 4 × 2 = 8 points. The gold gives you a bonus tile this turn."),
        ("L47 1 0 rot0 gatherer a", "L32 0 -1 rot180"),
        "L20",
        (scores(8, N_("Your forest is still open in the east. Close it there.")),),
        "place 2 0 rot180 pass",
    ),
)
"""A forest with gold brings a bonus tile."""

HUNTERS_WORDS: Final = PartWords(
    title=N_("Carcassonne: Hunters and Gatherers"),
    sample=(
        Sample("029", 20, Window(-2, -2, 0, 0)),
        N_("forests, rivers with fish, a volcano and meadows with animals, with meeples on them"),
    ),
    notes=(
        N_("First edition: forests and rivers score by section. You have 5 meeples and 2 huts."),
    ),
    figures=(
        N_(
            "**gatherer** in a forest: 2 per section and 2 per mushroom clearing when it's "
            "finished; whoever finishes a forest with gold plays a bonus tile"
        ),
        N_(
            "**fisher** on a river: 1 per section when both ends are closed, plus 1 per fish "
            "in the lakes there"
        ),
        N_("**hunter** in a meadow, until the end: 2 per animal; each tiger eats one deer"),
        N_("**hut** on a river or lake, until the end: 1 per fish in the whole river system"),
        N_("Unfinished at the end: nothing."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
    lessons=LESSONS,
)
