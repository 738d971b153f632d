"""Being away is everybody's own matter, wherever they are."""

from __future__ import annotations

from tests.bot.commands.who_may import TOLD

EVERYWHERE = {"away": TOLD}
PRESSED_EVERYWHERE = {"away": TOLD}
