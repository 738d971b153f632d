"""Words for what the rules of The Ferries name."""

from typing import Final

from bot.games.common import landscape
from bot.games.vocabulary import Nouns, SwitchWords
from bot.text.i18n import N_

NOUNS: Final = Nouns(
    terrains={"lake": landscape.LAKE},
    switches={
        "ferries": SwitchWords(
            N_("lake tiles"),
            "ferries",
            N_("The Ferries: the lake tiles of the first edition or of the third"),
        ),
        "cloister extends ferry roads": SwitchWords(
            N_("a monastery tile extends the roads of ferries"),
            "cloister",
            N_("The Ferries: whether a monastery with a road extends a ferry's road"),
        ),
    },
    values={"C1": N_("first edition"), "C3": N_("third edition")},
)
