"""Find English words and typographic mistakes in translations."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.text.i18n import ALL_LANGUAGES, ENGLISH
from rules.variants import games, rulebook
from tests.support.world import World

TRANSLATED: Final = [code for code in ALL_LANGUAGES if code != ENGLISH]
COMPLETE: Final = [code for code in TRANSLATED if ALL_LANGUAGES[code].is_complete]
"""The languages of which no sentence may be missing."""
LOCALES: Final = {code: "en-US" if code == ENGLISH else code for code in ALL_LANGUAGES}
"""A Discord locale of each language."""

AS_THEY_ARE: Final = re.compile(r"`[^`]*`|https?://\S+|<?a?:\w+:(?:\d+>)?|<@\d+>|<t:[^>]*>")
"""Code, addresses, mentions, times and the short names of emoji: no words of a language."""
SHOWN: Final = {"content", "label", "placeholder", "description", "name", "title"}
"""Keys of texts that players read in the bot's payloads."""
FRAGMENT: Final = 4
"""Characters of a piece of a message above which no other language has it by chance."""
AROUND: Final = " *.,:;!?()-#…"
"""Characters allowed around a piece."""
CODE: Final = re.compile(r"`[^`]*`")


def catalogue(language: str) -> Catalog:
    with ALL_LANGUAGES[language].catalogue.open("rb") as file:
        return read_po(file, locale=language)


@cache
def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def slips(text: str, language: str) -> list[str]:
    """List the mistakes of a language's typography, such as breaking spaces in French."""
    said = AS_THEY_ARE.sub("code", text)
    matches = re.finditer(ALL_LANGUAGES[language].style.get("typography", "(?!)"), said)
    return [said[max(0, slip.start() - 20) : slip.end() + 10] for slip in matches]


CORRECTIONS: Final = {
    "fr": [
        (r"(?<=\w)'(?=\w)", "’"),
        (r"(?<![\u00a0?!\s])\s?([;:!?»])", "\u00a0\\1"),
        (r"«\s?", "«\u00a0"),
    ],
    "de": [(r"(?<=\w)'(?=\w)", "’"), (r"[\"“”„]([^\"“”„]*)[\"“”]", r"„\1“")],
}
"""Replacements that mend most mistakes of a language's typography."""


def corrected(text: str, language: str) -> str:
    """Mend the typography of a sentence, but for its code; for a person to copy."""
    pieces = re.split(f"({AS_THEY_ARE.pattern})", text)
    for pattern, written in CORRECTIONS.get(language, ()):
        pieces[::2] = [re.sub(pattern, written, piece) for piece in pieces[::2]]
    return "".join(pieces)


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
def english_messages(language: str) -> tuple[str, ...]:
    """List English messages, and pieces of messages with placeholders.

    Words that occur in messages of the language too are left out: *section*, *points*.
    """
    translated = messages(language)
    spoken = without_notation(
        "\n".join(words for message in translated for words in forms(message.string))
    )
    sentences = set()
    for message in translated:
        for words in forms(message.id):
            pieces = [piece.strip(AROUND) for piece in re.split(r"`[^`]*`|\{\w*\}|\n", words)]
            least = FRAGMENT if len(pieces) > 1 else 0
            sentences |= {piece for piece in pieces if len(piece) > least}
    return tuple(sorted(piece for piece in sentences if not has_words(piece, spoken)))


def english_leaks(text: str, language: str) -> list[str]:
    plain = without_notation(text)
    return [words for words in english_messages(language) if has_words(words, plain)]


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
