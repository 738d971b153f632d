"""The undo policy of a table: chosen when it is opened, and shown to all.

Whatever is chosen, what lies while the turn goes on may be laid anew, as the next tile is not known
yet; but not at a table where nothing is taken back.
"""

from typing import Final

USUAL: Final = "usual"
"""At once for two minutes or until somebody plays on, then by the consent of all."""
FREE: Final = "free"
"""At once until somebody plays on, then by consent."""
CONSENT: Final = "consent"
"""By consent from the moment the next tile is shown."""
NEVER: Final = "none"
TAKES: Final = (USUAL, FREE, CONSENT, NEVER)

FREE_SECONDS: Final = 120.0
"""How long after one's move it is usually taken back without asking, while nobody has played on."""


def at_once(take: str, seconds: float) -> bool:
    """Return True if a move that old is taken back without asking, if nobody has played on."""
    return take == FREE or (take == USUAL and seconds <= FREE_SECONDS)
