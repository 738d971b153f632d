"""Words for what the rules of Traders & Builders name."""

from typing import Final

from bot.games.vocabulary import Count, FeatureWords, KindWords, Nouns, RoleWords, TermWords
from bot.text.i18n import N_, ngettext


def _builders(number: int) -> str:
    return ngettext("{number} builder", "{number} builders", number)


def _pigs(number: int) -> str:
    return ngettext("{number} pig", "{number} pigs", number)


GOODS: Final[dict[str, Count]] = {
    "wine": lambda n: ngettext("{number} wine", "{number} wine", n),
    "grain": lambda n: ngettext("{number} grain", "{number} grain", n),
    "cloth": lambda n: ngettext("{number} cloth", "{number} cloth", n),
}

NOUNS: Final = Nouns(
    features={
        "goods": FeatureWords(N_("goods"), N_("goods of a kind"), N_("Goods"), "📦"),
    },
    roles={
        "builder": RoleWords(N_("builder"), N_("a builder"), _builders),
        "pig": RoleWords(N_("pig"), N_("a pig"), _pigs),
    },
    kinds={
        "builder": KindWords(N_("builder"), _builders),
        "pig": KindWords(N_("pig"), _pigs),
    },
    marks=GOODS,
    # At the end the most of a kind is paid, however many that is (TB-03).
    terms={
        "wine": TermWords(
            lambda n: ngettext("{number} first place in wine", "{number} first places in wine", n)
        ),
        "grain": TermWords(
            lambda n: ngettext("{number} first place in grain", "{number} first places in grain", n)
        ),
        "cloth": TermWords(
            lambda n: ngettext("{number} first place in cloth", "{number} first places in cloth", n)
        ),
    },
    extras={"field": lambda n: ngettext("{number} for the pig", "{number} for the pig", n)},
)
