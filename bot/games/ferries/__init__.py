"""The Ferries in words: what they change of the base game, and their own two decisions."""

from typing import Final

from bot.games.ferries import moves, topics
from bot.games.ferries.nouns import NOUNS
from bot.games.part import PartWords
from bot.text.i18n import N_, pgettext
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry

FERRIES: Final = PartWords(
    title=N_("The Ferries"),
    notes=(N_("A ferry is laid on every new lake."),),
    figures=(
        N_(
            "**Ferries**: a new lake gets a ferry between two of its roads (`/ferry b d`); the "
            "other roads end at their quays. Extending a road lets you turn the first ferry "
            "along it (`/turn 2 0 b c`), each once a turn; `/place pass` when done."
        ),
    ),
    topics=topics.TOPICS,
    after="roads",
    nouns=NOUNS,
    moves={LayFerry: moves.LAY, TurnFerry: moves.TURN},
    events={FerryLaid: moves.told},
    refusals={
        "no-ferry": "ferry-laying",
        "no-turn": "ferry-turning",
        "not-turnable": "first-ferry",
        "no-roads": None,
    },
    options={
        "cloister": lambda: pgettext("option", "cloister"),
        "ferries": lambda: pgettext("option", "ferries"),
    },
    tokens=moves.tokens,
)
