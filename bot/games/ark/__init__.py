"""The Ark of the Covenant in words."""

from typing import Final

from bot.games.ark import moves
from bot.games.ark.nouns import NOUNS
from bot.games.ark.topics import TOPICS
from bot.games.part import PartWords
from bot.text.i18n import N_
from rules.variants.ark_walk import ArkSet, ArkWalked, SetArk, Walk

ARK: Final = PartWords(
    title=N_("The Ark of the Covenant"),
    notes=(
        N_(
            "First edition. The tiles are a reconstruction from published facts, not the "
            "original mix."
        ),
    ),
    figures=(
        N_("**knight** in a city: 2 a tile and 2 a scroll when it is finished"),
        N_(
            "**prophet** in a city, once a game: counts as one follower and doubles its "
            "owner's points"
        ),
        N_(
            "**thief** on a road: 1 a tile and 1 an oasis when both ends are closed, or it is "
            "a loop"
        ),
        N_("**shepherd** in a field, to the end: 2 a sheep, each wolf takes one"),
        N_(
            "**temple**: when its four neighbours lie, 7 to who has the most followers on "
            "those five tiles"
        ),
        N_(
            "**Ark**: set by who finishes the first city (`/ark 2 0`); then, instead of a "
            "figure, it may walk one to five tiles (`/walk n e e`): 1 point to its owner for "
            "each follower it comes to"
        ),
        N_("Unfinished at the end: temples 3, then 1 a tile, scroll and oasis."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
    moves={SetArk: moves.SET, Walk: moves.WALK},
    events={ArkSet: moves.told_set, ArkWalked: moves.told_walk},
    refusals={
        "no-ark": "ark-setting",
        "walk-length": "ark-walk",
        "walk-gap": "ark-walk",
        "walk-twice": "ark-walk",
        "no-walk": None,
    },
    tokens=moves.tokens,
)
