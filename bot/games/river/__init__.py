"""The River in words."""

from typing import Final

from bot.games.part import PartWords
from bot.text.i18n import N_

RIVER: Final = PartWords(title=N_("The River"))
