"""The fair bag: a promise about the order of the tiles, given at the start and kept at the end.

Whoever deals publishes a **commitment**: the SHA-256 of a text that holds the order of every bag
and a secret, random **nonce**. Nobody can find the order from it, and once it is published nobody
can change the order. When the game is over the bags and the nonce are shown, and anybody can make
the text again and compare.

The **canonical text** is UTF-8, each line ended by one line feed, in this order::

    game: base+ferries
    seats: 3
    edition: 1
    ferries: C1                             every switch of the game, also where it is as usual
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
"""A nonce: 128 bits or more, so that trying out orders tells nobody anything."""


def canonical_text(header: Header) -> str:
    """The text that a commitment is the hash of."""
    lines = [f"game: {header.game}", f"seats: {header.seats}", f"edition: {header.edition}"]
    lines += [f"{switch}: {value}" for switch, value in header.book.ruleset.options.items()]
    lines += [f"{bag}: {' '.join(order)}" for bag, order in header.bags.items()]
    lines += [f"nonce: {header.nonce}"]
    return "".join(f"{line}\n" for line in lines)


def commitment(header: Header) -> str:
    """The commitment to a deal in hex; "" where it has no nonce, so that none could be given."""
    return sha256(canonical_text(header).encode()).hexdigest() if header.nonce else ""


def header_with_commitment(header: Header) -> str:
    """The lines of a header with its commitment, as a finished game shows them."""
    return "\n".join([header.text(), f"commitment: {commitment(header)}"])
