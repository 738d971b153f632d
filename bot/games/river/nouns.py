"""Words for what the rules of the River name."""

from typing import Final

from bot.games.common import landscape
from bot.games.vocabulary import BagWords, Nouns
from bot.text.i18n import N_

NOUNS: Final = Nouns(
    terrains={"river": landscape.RIVER, "lake": landscape.LAKE},
    bags={"river": BagWords(N_("River tiles"))},
)
