"""Inns & Cathedrals in words: nouns, rule topics, additions to other topics, and a lesson."""

from typing import Final

from bot.parts.part import (
    Addition,
    Count,
    KindWords,
    Lesson,
    Nouns,
    PartWords,
    RoleWords,
    TermWords,
    Topic,
    scores,
)
from bot.text.i18n import N_, ngettext

_MARK_COUNTS: Final[dict[str, Count]] = {
    "inns": lambda n: ngettext("{number} inn", "{number} inns", n),
    "cathedrals": lambda n: ngettext("{number} cathedral", "{number} cathedrals", n),
}

NOUNS: Final = Nouns(
    roles={
        "big knight": RoleWords(
            N_("big knight"),
            N_("a big knight"),
            lambda n: ngettext("{number} big knight", "{number} big knights", n),
        ),
        "big thief": RoleWords(
            N_("big thief"),
            N_("a big thief"),
            lambda n: ngettext("{number} big thief", "{number} big thieves", n),
        ),
        "big farmer": RoleWords(
            N_("big farmer"),
            N_("a big farmer"),
            lambda n: ngettext("{number} big farmer", "{number} big farmers", n),
        ),
        "big monk": RoleWords(
            N_("big monk"),
            N_("a big monk"),
            lambda n: ngettext("{number} big monk", "{number} big monks", n),
        ),
    },
    kinds={
        "big follower": KindWords(
            N_("big meeple"),
            lambda n: ngettext("{number} big meeple", "{number} big meeples", n),
        ),
    },
    marks=_MARK_COUNTS,
    # They add one point for each tile and pennant, however many there are.
    terms={
        "inns": TermWords(lambda n: ngettext("{number} for the inn", "{number} for the inn", n)),
        "cathedrals": TermWords(
            lambda n: ngettext("{number} for the cathedral", "{number} for the cathedral", n)
        ),
    },
)


TOPICS: Final = (
    Topic(
        "inns",
        N_("Inns"),
        N_(
            "Six of the 18 tiles of this expansion have an inn beside a road.\n"
            "A finished road with an inn gives 2 points per tile instead of 1; more "
            "inns add nothing.\n"
            "Unfinished at the end, a road with an inn gives nothing at all.\n"
            "4 tiles and an inn: finished 4 + 4 = 8 points, unfinished 0.\n"
            "An inn counts only for the road it stands beside: where three roads meet, "
            "for one of them."
        ),
        ("I-01", "I-02", "I-03", "I-07"),
        words=N_("inn, tavern, inn on the lake"),
    ),
    Topic(
        "cathedrals",
        N_("Cathedrals"),
        N_(
            "Two tiles have a cathedral, with city on all four sides.\n"
            "A finished city with a cathedral gives 3 points per tile and 3 per pennant; a "
            "second cathedral adds nothing.\n"
            "Unfinished at the end, it gives nothing at all.\n"
            "6 tiles and 1 pennant: 6 × 3 + 1 × 3 = 21 points, unfinished 0.\n"
            "For farmers it's a finished city like any other: 4 points."
        ),
        ("I-01", "I-04", "I-05"),
        words=N_("cathedral, dome"),
    ),
    Topic(
        "big-follower",
        N_("The big meeple"),
        N_(
            "Besides your 7 meeples you have 1 big one: a **big knight**, **big thief**, "
            "**big farmer** or **big monk**.\n"
            "It counts as 2 for majorities; it never doubles points.\n"
            "Otherwise it's a meeple: one per turn, big or not, only on free features, and "
            "it returns with the others.\n"
            "A city worth 10: Ana's big knight and Bo's knight → Ana 10, Bo 0; Bo has two "
            "knights → 10 each."
        ),
        ("I-01", "I-06"),
        words=N_("big follower, large meeple, large follower, double meeple, big knight, giant"),
    ),
)

ADDITIONS: Final = (
    Addition(
        "deploying",
        N_("Your big meeple goes wherever a meeple can: `big knight a`, `big thief b` …"),
        ("I-06",),
    ),
    Addition("majority", N_("A big meeple counts as 2."), ("I-06",)),
    Addition(
        "cities",
        N_("With a cathedral: 3 points per tile and 3 per pennant, and unfinished nothing."),
        ("I-04", "I-05"),
    ),
    Addition(
        "pennants",
        N_("In a city with a cathedral a pennant gives 3 points, unfinished nothing."),
        ("I-04", "I-05"),
    ),
    Addition(
        "roads",
        N_("With an inn: 2 points per tile, and unfinished nothing."),
        ("I-02", "I-03"),
    ),
    Addition(
        "ferry-scoring",
        N_(
            "A road with an inn anywhere on it gives 2 per tile, its lakes too. A lake isn't "
            "an inn."
        ),
        ("I-09", "F-40"),
    ),
    Addition(
        "fields",
        N_("A field between cities that touches no side of its tile is a field too."),
        ("I-08",),
    ),
    Addition(
        "unfinished",
        N_("A road with an inn and a city with a cathedral give nothing."),
        ("I-03", "I-05"),
    ),
    Addition(
        "end",
        N_("Unfinished roads with an inn and unfinished cities with a cathedral give nothing."),
        ("I-03", "I-05"),
    ),
)


LESSONS: Final = (
    Lesson(
        "inn",
        "base+inns",
        N_("Inns"),
        N_(
            "A finished road with an inn gives 2 points per tile instead of 1. Finish your road "
            "with the arm of the crossing that has the inn."
        ),
        N_("4 tiles with an inn: 4 × 2 = 8 points."),
        ("U 1 0 rot90 thief a", "L -1 0 rot0"),
        "INN-C",
        (
            scores(4, N_("Your road isn't finished: place the crossing at its east end.")),
            scores(8, N_("The inn is on another road. Rotate the tile so that yours has it.")),
        ),
        "place 2 0 rot180 pass",
    ),
)
"""A finished road with an inn counts twice."""

INNS_WORDS: Final = PartWords(
    title=N_("Inns & Cathedrals"),
    notes=(N_("Inns and cathedrals: finished worth more, unfinished nothing."),),
    figures=(
        N_("**inn** on a road: 2 per tile when it's finished, otherwise nothing"),
        N_(
            "**cathedral** in a city: 3 per tile and 3 per pennant when it's finished, "
            "otherwise nothing"
        ),
        N_("**big meeple** (`big knight a`), one each: counts as two meeples"),
    ),
    topics=TOPICS,
    after="unfinished",
    additions=ADDITIONS,
    nouns=NOUNS,
    lessons=LESSONS,
)
