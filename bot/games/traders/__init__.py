"""Traders & Builders in words."""

from typing import Final

from bot.games.part import PartWords
from bot.games.traders import events
from bot.games.traders.nouns import NOUNS
from bot.games.traders.topics import ADDITIONS, TOPICS
from bot.text.i18n import N_
from rules.variants.traders import BuilderWorked, GoodsTaken

TRADERS: Final = PartWords(
    title=N_("Traders & Builders"),
    notes=(N_("Who finishes a city takes its goods; builders bring second tiles."),),
    figures=(
        N_(
            "**goods**: who finishes a city takes those in it; at the end 10 for the most of each "
            "kind"
        ),
        N_(
            "**builder** (`builder c`) where you have a knight or thief: extend it, and you have a "
            "second tile"
        ),
        N_("**pig** (`pig d`) where you have a farmer, to the end: 1 more for each city"),
    ),
    topics=TOPICS,
    after="fields",
    additions=ADDITIONS,
    nouns=NOUNS,
    events={GoodsTaken: events.told_goods, BuilderWorked: events.told_work},
    holdings=events.holdings,
)
