"""Traders & Builders in words."""

from typing import Final

from bot.games.part import PartWords
from bot.text.i18n import N_

TRADERS: Final = PartWords(title=N_("Traders & Builders"))
