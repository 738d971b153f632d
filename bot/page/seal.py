"""The seal of a game's shuffle as plain values for its page, which checks it by itself."""

from typing import Any

from rules.fairness import canonical_text, commitment
from rules.header import Header


def seal_row(header: Header, *, ended: bool) -> dict[str, Any]:
    """The text that is hashed, the commitment and the order of each pile.

    Without a nonce there is none; before the end of a game its order is left out.
    """
    if not header.nonce:
        return {"state": "none"}
    if not ended:
        return {"state": "wait", "commitment": commitment(header)}
    return {
        "state": "sealed",
        "commitment": commitment(header),
        "text": canonical_text(header),
        "bags": {bag: list(order) for bag, order in header.bags.items()},
    }
