"""Registry of the words of all games and expansions by name, and the list of all lessons."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.parts.ark import ARK_WORDS
from bot.parts.base import BASE_WORDS
from bot.parts.ferries import FERRIES_WORDS
from bot.parts.hunters import HUNTERS_WORDS
from bot.parts.inns import INNS_WORDS
from bot.parts.part import Lesson, PartWords
from bot.parts.river import RIVER_WORDS
from bot.parts.traders import TRADERS_WORDS

PART_WORDS: Final[dict[str, PartWords]] = {
    "hunters": HUNTERS_WORDS,
    "base": BASE_WORDS,
    "ferries": FERRIES_WORDS,
    "inns": INNS_WORDS,
    "traders": TRADERS_WORDS,
    "river": RIVER_WORDS,
    "ark": ARK_WORDS,
}
"""The parts by name, in the order in which a game names its parts."""


class MissingWords(LookupError):
    """A name of the rules for which no part has words."""


def part_words(name: str) -> tuple[PartWords, ...]:
    """Raise MissingWords for an unknown part."""
    names = name.split("+")
    missing = [part for part in names if part not in PART_WORDS]
    if missing:
        raise MissingWords(f"no words for {missing[0]!r}, a part of {name!r}")
    return tuple(PART_WORDS[part] for part in names)


@cache
def lessons() -> Mapping[str, Lesson]:
    """The lessons by key: for beginners first, then part by part."""
    every = [lesson for part in PART_WORDS.values() for lesson in part.lessons]
    return {lesson.key: lesson for lesson in sorted(every, key=lambda one: not one.beginners)}


def lesson_after(key: str) -> str | None:
    keys = list(lessons())
    following = keys[keys.index(key) + 1 :]
    return following[0] if following else None
