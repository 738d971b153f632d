"""Inns & Cathedrals in words."""

from typing import Final

from bot.games.part import PartWords
from bot.text.i18n import N_

INNS: Final = PartWords(title=N_("Inns & Cathedrals"))
