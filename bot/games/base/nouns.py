"""Words for what the rules of the base game name."""

from typing import Final

from bot.games.common import landscape
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
