"""Words for what the rules of The Ark of the Covenant name."""

from typing import Final

from bot.games.common import landscape
from bot.games.vocabulary import (
    Count,
    FeatureWords,
    KindWords,
    Nouns,
    RoleWords,
    TermWords,
    TerrainWords,
)
from bot.text.i18n import N_, ngettext


def _prophets(number: int) -> str:
    return ngettext("{number} prophet", "{number} prophets", number)


_MARKS: Final[dict[str, Count]] = {
    "scrolls": lambda n: ngettext("{number} scroll", "{number} scrolls", n),
    "oases": lambda n: ngettext("{number} oasis", "{number} oases", n),
    "sheep": lambda n: ngettext("{number} sheep", "{number} sheep", n),
    "wolves": lambda n: ngettext("{number} wolf", "{number} wolves", n),
}

NOUNS: Final = Nouns(
    terrains={
        **landscape.TERRAINS,
        "temple": TerrainWords(
            N_("temple"),
            N_("a temple"),
            N_("in the temple"),
            N_("in the {way} temple"),
            lambda n: ngettext("{number} temple", "{number} temples", n),
        ),
    },
    features={
        **landscape.FEATURES,
        "temple": FeatureWords(
            N_("temple"),
            N_("a temple"),
            N_("Temples"),
            "🏛️",
            N_("Temple closed"),
            N_("{who}'s temple"),
        ),
        "ark": FeatureWords(N_("Ark's walk"), N_("a walk of the Ark"), N_("The Ark's walks"), "⛺"),
    },
    roles={
        **landscape.ROLES,
        "shepherd": RoleWords(
            N_("shepherd"),
            N_("a shepherd"),
            lambda n: ngettext("{number} shepherd", "{number} shepherds", n),
        ),
        "prophet": RoleWords(N_("prophet"), N_("a prophet"), _prophets),
    },
    kinds={"prophet": KindWords(N_("prophet"), _prophets)},
    marks=_MARKS,
    terms={
        **{name: TermWords(_MARKS[name]) for name in ("scrolls", "oases", "sheep")},
        "temple": TermWords(lambda n: ngettext("{number} temple", "{number} temples", n)),
        # What a beast takes is not the beast.
        "wolves": TermWords(
            lambda n: ngettext(
                "{number} sheep taken by a wolf", "{number} sheep taken by wolves", n
            )
        ),
    },
)
