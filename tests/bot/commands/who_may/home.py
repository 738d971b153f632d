"""A person's own tables: theirs to see anywhere."""

from typing import Final

from tests.bot.commands.who_may import TOLD

EVERYWHERE: Final = {"home": TOLD}
PRESSED_EVERYWHERE: Final = {"home": TOLD, "open-tables": TOLD}
