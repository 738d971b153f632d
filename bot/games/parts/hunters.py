"""The words of Hunters and Gatherers: nouns and figures, and its lesson."""

from typing import Final

from bot.games.lesson import Lesson, scores
from bot.games.part import PartWords
from bot.games.parts.hunters_topics import TOPICS
from bot.games.parts.landscape import LAKE, RIVER
from bot.games.vocabulary import (
    BagWords,
    Count,
    FeatureWords,
    KindWords,
    Nouns,
    RoleWords,
    TermWords,
    TerrainWords,
)
from bot.text.i18n import N_, ngettext


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
        N_("forest"), N_("a forest"), N_("Forests"), "🌲", N_("Forest closed"), N_("{who}'s forest")
    ),
    "river": FeatureWords(
        N_("river"),
        N_("a river"),
        N_("Rivers"),
        "🐟",
        N_("River closed"),
        N_("{who}'s river"),
        lambda n: ngettext("Longest river: {number} tile", "Longest river: {number} tiles", n),
    ),
    "system": FeatureWords(
        N_("river system"),
        N_("a river system"),
        N_("River systems"),
        "🛖",
        of_whom=N_("{who}'s river system"),
    ),
    "meadow": FeatureWords(
        N_("meadow"), N_("a meadow"), N_("Meadows"), "🌿", of_whom=N_("{who}'s meadow")
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
            "Your gatherer is in a forest with gold. Close it: you score 2 points per segment, "
            "and the gold brings you a bonus tile at once."
        ),
        N_("4 segments: 4 × 2 = 8 points. The gold gives you a bonus tile this turn."),
        ("L47 1 0 rot0 gatherer a", "L32 0 -1 rot180"),
        "L20",
        (scores(8, N_("Your forest is still open in the east. Close it there.")),),
        "place 2 0 rot180 pass",
    ),
)
"""A forest with gold brings a bonus tile."""

HUNTERS_WORDS: Final = PartWords(
    title=N_("Carcassonne: Hunters and Gatherers"),
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
