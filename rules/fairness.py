"""The fair bag: the text that holds the order of the tiles, and its hash, published at the start.

The dealer publishes a **commitment**: the SHA-256 of a text that holds the order of every bag and a
secret, random **nonce**. Nobody can derive the order from it, or change the order once it is
published. After the game the bags and the nonce are shown, and anybody can rebuild the text and
compare.

The **canonical text** is UTF-8, each line ended by one line feed, in this order::

    game: base+ferries
    seats: 3
    edition: 1
    fields: third                           an option only if it is changed
    ferries: C1                             those of the ferries also with their default
    cloister extends ferry roads: yes
    bag: FER-RRRR U V …                     every bag, first drawn first, without the start tile
    nonce: 5f0c…                            lower-case hex digits, 32 or more

(without the remarks). ``python -m rules verify g.record --text | sha256sum`` prints its hash.
"""

import re
from hashlib import sha256
from typing import Final

from rules.header import Header

NONCE_PATTERN: Final = re.compile(r"[0-9a-f]{32,}")
"""A nonce of 128 bits or more, too long to guess by brute force."""


def canonical_text(header: Header) -> str:
    lines = [f"game: {header.game}", f"seats: {header.seats}", f"edition: {header.edition}"]
    lines += [f"{option}: {value}" for option, value in header.book.ruleset.options.items()]
    lines += [f"{bag}: {' '.join(order)}" for bag, order in header.bags.items()]
    lines += [f"nonce: {header.nonce}"]
    return "".join(f"{line}\n" for line in lines)


def commitment(header: Header) -> str:
    """The commitment in hex; "" for a header without a nonce."""
    return sha256(canonical_text(header).encode()).hexdigest() if header.nonce else ""


def header_with_commitment(header: Header) -> str:
    """The header and its commitment, as shown for a finished game."""
    return "\n".join([header.text(), f"commitment: {commitment(header)}"])
