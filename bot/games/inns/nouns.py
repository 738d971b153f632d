"""Words for what the rules of Inns & Cathedrals name."""

from typing import Final

from bot.games.vocabulary import Count, KindWords, Nouns, RoleWords, TermWords
from bot.text.i18n import N_, ngettext

_MARKS: Final[dict[str, Count]] = {
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
            N_("big follower"),
            lambda n: ngettext("{number} big follower", "{number} big followers", n),
        ),
    },
    marks=_MARKS,
    # What they add is one point more for each tile and pennant, however many there are.
    terms={
        "inns": TermWords(lambda n: ngettext("{number} for the inn", "{number} for the inn", n)),
        "cathedrals": TermWords(
            lambda n: ngettext("{number} for the cathedral", "{number} for the cathedral", n)
        ),
    },
)
