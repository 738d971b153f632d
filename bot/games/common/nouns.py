"""Words for what the rules of every game name."""

from typing import Final

from bot.games.vocabulary import BagWords, KindWords, Nouns, TermWords
from bot.text.i18n import N_, ngettext


def _followers(number: int) -> str:
    return ngettext("{number} follower", "{number} followers", number)


NOUNS: Final = Nouns(
    kinds={
        "follower": KindWords(N_("follower"), _followers),
    },
    terms={
        "tiles": TermWords(lambda n: ngettext("{number} tile", "{number} tiles", n)),
        "sections": TermWords(lambda n: ngettext("{number} section", "{number} sections", n)),
        "followers": TermWords(_followers),
    },
    bags={"bag": BagWords(N_("Tiles"))},
    values={"yes": N_("yes"), "no": N_("no")},
)
