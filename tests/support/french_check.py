"""Signs of English in a French text."""

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


@cache
def notation() -> re.Pattern[str]:
    """A typed figure, the same in every language; alt texts have it without backticks."""
    roles = {role.name for game in games() for role in rulebook(game).ruleset.roles}
    return re.compile(rf"\b(?:{'|'.join(roles)}) [a-z]\b")


def without_notation(text: str) -> str:
    """Remove what is the same in every language from a text: code and typed figures."""
    return notation().sub("…", CODE.sub("…", text))


def has_words(words: str, text: str) -> bool:
    return words in text and bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text))


@cache
def english_messages() -> tuple[str, ...]:
    """List English messages, and pieces of messages with placeholders.

    Words that occur in French messages too are left out: *section*, *points*.
    """
    french = messages(FRENCH)
    spoken = without_notation(
        "\n".join(words for message in french for words in forms(message.string))
    )
    sentences = set()
    for message in french:
        for words in forms(message.id):
            pieces = [piece.strip(AROUND) for piece in re.split(r"`[^`]*`|\{\w*\}|\n", words)]
            least = FRAGMENT if len(pieces) > 1 else 0
            sentences |= {piece for piece in pieces if len(piece) > least}
    return tuple(sorted(piece for piece in sentences if not has_words(piece, spoken)))


def english_leaks(text: str) -> list[str]:
    plain = without_notation(text)
    return [words for words in english_messages() if has_words(words, plain)]


def shown_texts(thing: Any) -> Iterator[str]:
    """Yield every text in the bot's payloads that users read."""
    if isinstance(thing, list):
        for part in thing:
            yield from shown_texts(part)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            else:
                yield from shown_texts(value)


def sent_texts(world: World, start: int) -> list[str]:
    """List every text that the bot has sent after the first ``start`` requests."""
    return list(
        dict.fromkeys(shown_texts([request.json for request in world.env.http_requests[start:]]))
    )
