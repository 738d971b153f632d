"""Signs of English in a French text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from rules.variants import games, rulebook
from tests.bot.text.test_catalogues import forms, messages
from tests.support.world import World

FRENCH: Final = "fr"
SHOWN: Final = {"content", "label", "placeholder", "description", "name", "title"}
"""Keys of texts that players read in the bot's payloads."""
FRAGMENT: Final = 4
"""Characters of a piece of a message above which no French text has it by chance."""
AROUND: Final = " *.,:;!?()-#…"
"""Characters allowed around a piece."""
CODE: Final = re.compile(r"`[^`]*`")
NOTATION: Final = re.compile(
    r"\b(?:{}) [a-z]\b".format(
        "|".join({role.name for game in games() for role in rulebook(game).ruleset.roles})
    )
)
"""A figure as one types it, the same in every language; alt texts have it without backticks."""


def stripped(text: str) -> str:
    """A text without what is the same in every language: code, and figures as one types them."""
    return NOTATION.sub("…", CODE.sub("…", text))


def within(words: str, text: str) -> bool:
    """Return True if a text has whole words."""
    return words in text and bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text))


@cache
def english() -> tuple[str, ...]:
    """English messages, and pieces of messages with placeholders.

    What some French message has as well says nothing: *section*, *points*.
    """
    french = messages(FRENCH)
    spoken = stripped("\n".join(words for each in french for words in forms(each.string)))
    found = set()
    for each in french:
        for words in forms(each.id):
            pieces = [piece.strip(AROUND) for piece in re.split(r"`[^`]*`|\{\w*\}|\n", words)]
            least = FRAGMENT if len(pieces) > 1 else 0
            found |= {piece for piece in pieces if len(piece) > least}
    return tuple(sorted(piece for piece in found if not within(piece, spoken)))


def leaks(text: str) -> list[str]:
    """The English in a text."""
    plain = stripped(text)
    return [words for words in english() if within(words, plain)]


def shown(thing: Any) -> Iterator[str]:
    """Every text in the bot's payloads that users read."""
    if isinstance(thing, list):
        for each in thing:
            yield from shown(each)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            else:
                yield from shown(value)


def sent(world: World, start: int) -> list[str]:
    """Every text the bot has sent since a number of requests."""
    return list(dict.fromkeys(shown([each.json for each in world.env.http_requests[start:]])))
