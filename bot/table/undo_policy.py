"""The undo policy of a table, chosen when it is opened and shown to all.

Except at a table without undo, a tile may be laid again while the turn goes on, as the next tile is
not known yet.
"""

from typing import Final

DEFAULT_POLICY: Final = "usual"
"""At once for two minutes or until another person plays on, then by the consent of all."""
FREE: Final = "free"
"""At once until another person plays on, then by consent."""
CONSENT: Final = "consent"
"""By consent from the moment the next tile is shown."""
NEVER: Final = "none"
UNDO_POLICIES: Final = (DEFAULT_POLICY, FREE, CONSENT, NEVER)

FREE_SECONDS: Final = 120.0
"""Seconds after a move in which it is usually undone without asking, if nobody has played on."""


def is_free_undo(take: str, seconds: float) -> bool:
    """Return True if a move of that age, in seconds, needs no consent if nobody played on."""
    return take == FREE or (take == DEFAULT_POLICY and seconds <= FREE_SECONDS)
