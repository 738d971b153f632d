"""The undo policies of a table in words."""

from collections.abc import Mapping
from typing import Final

from bot.table.undo_policy import CONSENT, FREE, NEVER, USUAL
from bot.text.i18n import N_, _

CHOICES: Final[Mapping[str, str]] = {
    USUAL: N_("at once for two minutes, then if all agree"),
    FREE: N_("at once until somebody plays on, then if all agree"),
    CONSENT: N_("only if all agree"),
    NEVER: N_("never"),
}
"""The policies to choose from, by name."""
_TOLD: Final[Mapping[str, str]] = {
    FREE: N_("Tiles are taken back at once until somebody plays on, then if all agree"),
    CONSENT: N_("Tiles are taken back only if all agree"),
    NEVER: N_("No tile is taken back"),
}
_AFTER: Final[Mapping[str, str]] = {
    USUAL: N_("You can take it back for two minutes, unless somebody plays on."),
    FREE: N_("You can take it back until somebody plays on."),
    CONSENT: N_("You can take it back if all agree."),
    NEVER: N_("It stays: at this table no tile is taken back."),
}


def told(take: str) -> str:
    """The undo policy of a table if it is not the usual one; else empty."""
    return _(_TOLD[take]) if take in _TOLD else ""


def after_a_move(take: str) -> str:
    """What a player can still do about the tile just laid."""
    return _(_AFTER[take])
