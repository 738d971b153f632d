"""The languages of the bot: one for each folder of ``bot/locale``, see docs/translating.md."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from babel import Locale, UnknownLocaleError

ENGLISH: Final = "en"
"""The language of the messages in the code, and the default."""
_ENGLISH_LOCALE: Final = Locale("en", "GB")
_FOLDER: Final = files("bot") / "locale"
_NO_ENDING: Final = "(?!)"


@dataclass(frozen=True, slots=True)
class Contraction:
    """A change of a message by the fact that fills one of its braces: ``d’Ana`` for ``de {who}``.

    ``find`` has a group ``fact`` with the name in the braces; ``fact`` is searched in the
    normalised fact. ``replacement`` is a template of ``find``.
    """

    find: re.Pattern[str]
    fact: re.Pattern[str]
    replacement: str


@dataclass(frozen=True, slots=True)
class DateWords:
    ignored: frozenset[str]
    articles: frozenset[str]
    next_words: frozenset[str]
    ordinals: frozenset[str]
    days: Mapping[str, int]
    numbers: Mapping[str, int]
    units: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the bot, as read from its folder.

    Attributes:
        code: The name of its folder, and the first part of its Discord locales.
        name: Its own name for itself.
        locale: The conventions of its numbers, lists and dates; British ones if Babel has none.
        is_complete: True if tests demand that no sentence is missing.
        day_pattern: The CLDR pattern of a short day; "" for Babel's own.
        plural_ending: The ending of most plurals, which the search for rules ignores.
        contractions: The changes of messages by the facts in them.
        dates: The words that users type in dates.
        catalogue: The file of its messages, which may be missing.
        style: Patterns of mistakes, by kind, for the tests of its messages.
    """

    code: str
    name: str
    locale: Locale
    is_complete: bool
    day_pattern: str
    plural_ending: re.Pattern[str]
    contractions: tuple[Contraction, ...]
    dates: DateWords
    catalogue: Traversable
    style: Mapping[str, str]


def _read_language(folder: Traversable) -> Language:
    """Read the folder of a language. All that it lacks has a default."""
    path, code = folder / "language.toml", folder.name
    own: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    dates = own.get("dates", {})
    try:
        locale = Locale.parse(own.get("locale", code))
        name = locale.language_name or code
    except (UnknownLocaleError, ValueError):
        locale, name = _ENGLISH_LOCALE, code
    words = {key: frozenset(dates.get(key, ())) for key in ("ignored", "articles", "next")}
    return Language(
        code,
        own.get("name", name),
        locale,
        own.get("complete", False),
        own.get("day", ""),
        re.compile(rf"(?<=\w{{3}})(?:{own.get('plural', _NO_ENDING)})$"),
        tuple(
            Contraction(re.compile(each["find"]), re.compile(each["fact"]), each["replace"])
            for each in own.get("contractions", ())
        ),
        DateWords(
            frozenset().union(*words.values()),
            words["articles"],
            words["next"],
            frozenset(dates.get("ordinals", ())),
            *(dates.get(key, {}) for key in ("days", "numbers", "units")),
        ),
        folder / "LC_MESSAGES" / "messages.po",
        own.get("tests", {}),
    )


def _find_languages() -> dict[str, Language]:
    found = [
        _read_language(folder)
        for folder in sorted(_FOLDER.iterdir(), key=lambda each: each.name)
        if (folder / "language.toml").is_file() or (folder / "LC_MESSAGES/messages.po").is_file()
    ]
    found.sort(key=lambda language: language.code != ENGLISH)
    return {language.code: language for language in found}


ALL: Final[Mapping[str, Language]] = _find_languages()
