"""What no log may hold: tokens, the order of the bags, and what they are sealed with."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from rules.variants import by_part, rulebook

HIDDEN: Final = "•••"

_NEVER: Final[tuple[tuple[str, str], ...]] = (
    # The token of an interaction or a webhook stands in its address, whoever says that.
    (r"((?:interactions|webhooks)/\d+/)[^/\s?'\"\\)>]+", r"\1" + HIDDEN),
    # The same by itself: "interaction:" in base 64, and what follows.
    (r"\baW50ZXJhY3Rpb246[\w+/=-]+", HIDDEN),
    (r"(\b(?:access_)?token\\?['\"]?\s*[:=]\s*\\?['\"]?)[^\s'\",}&\\]+", r"\1" + HIDDEN),
    (
        r"(\bAuthorization\\?['\"]?\s*[:=]\s*\\?['\"]?)(?:Bot|Bearer)?\s*[^\s'\",}\\]+",
        r"\1" + HIDDEN,
    ),
    # The password in the address of a database.
    (r"(\bpostgres(?:ql)?://[^\s:/@'\"]*:)[^\s@'\"]+(?=@)", r"\1" + HIDDEN),
    # The token of a bot, of whichever.
    (r"\b[\w-]{23,30}\.[\w-]{5,8}\.[\w-]{25,}", HIDDEN),
    # Nonces, and the sessions of the gateway.
    (r"(?<![0-9a-fA-F])[0-9a-fA-F]{32,}", HIDDEN),
)


def scrubber(*secrets: str) -> Callable[[str], str]:
    """What takes out of a text what is never to be read, and these ``secrets``."""
    own = [(re.escape(each), HIDDEN) for each in secrets if each]
    patterns = [(re.compile(found), put) for found, put in (*own, *_NEVER, *_piles())]

    def scrubbed(text: str) -> str:
        for found, put in patterns:
            text = found.sub(put, text)
        return text

    return scrubbed


@cache
def _piles() -> tuple[tuple[str, str], ...]:
    """The line of a record for each bag there is in any game."""
    named = sorted({pile for name in by_part() for pile in rulebook(name).ruleset.bags})
    return (
        (rf"(?:\b|(?<=\\n))({'|'.join(map(re.escape, named))}): [^\n\\'\"]*", r"\1: " + HIDDEN),
    )
