"""Translation: message catalogues, current language; and formats of lists, numbers and dates.

Messages are English sentences, so English needs no catalogue. ``with use_language("fr"):`` applies
to all messages inside the block, also in tasks and threads started there.
"""

import gettext
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any, Final, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from rules.i18n import N_

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
        code: Its folder, and the first part of its Discord locales.
        name: In the language itself.
        locale: The conventions of its numbers, lists and dates; British ones if Babel has none.
        is_complete: True if tests demand that no sentence is missing.
        day_pattern: The CLDR pattern of a short day; "" for Babel's own.
        plural_ending: The ending of most plurals, which the search for rules ignores.
        contractions: Changes of messages by the facts in them.
        dates: Words that users type in dates.
        catalogue: The file of messages, which may be missing.
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


ALL_LANGUAGES: Final[Mapping[str, Language]] = _find_languages()


__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "N_",
    "_",
    "current_language",
    "decimal",
    "format_day",
    "join_list",
    "join_with_semicolons",
    "language_of",
    "ngettext",
    "normalise",
    "percent",
    "pgettext",
    "use_language",
]

LANGUAGES: Final = {code: language.name for code, language in ALL_LANGUAGES.items()}
"""The supported languages, each by its own name."""

_current_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Translate messages inside the block; an unknown language is English."""
    token = _current_language.set(language if language in ALL_LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _current_language.reset(token)


def current_language() -> str:
    return _current_language.get()


def current_locale() -> Locale:
    """Conventions for numbers, lists and dates."""
    return ALL_LANGUAGES[_current_language.get()].locale


def language_of(locale: object) -> str:
    """The language of a Discord locale (``fr``, ``en-GB``); English if unsupported."""
    language = str(locale).partition("-")[0]
    return language if language in ALL_LANGUAGES else ENGLISH


def _(message: str, **facts: object) -> str:
    """Translate a message, braces filled with facts."""
    translated = _catalogue(_current_language.get()).gettext(message)
    return _fill_in(translated, facts) if facts else translated


def pgettext(context: str, message: str, **facts: object) -> str:
    """Translate a message that means something else in another context."""
    translated = _catalogue(_current_language.get()).pgettext(context, message)
    return _fill_in(translated, facts) if facts else translated


def ngettext(one: str, many: str, number: int, **facts: object) -> str:
    """A message about a number of things, ``{number}`` in it."""
    translated = _catalogue(_current_language.get()).ngettext(one, many, number)
    return _fill_in(translated, {"number": number, **facts})


def _fill_in(translated: str, facts: Mapping[str, object]) -> str:
    """Fill the braces; facts may change the words around them."""
    for contraction in ALL_LANGUAGES[_current_language.get()].contractions:

        def contract(found: re.Match[str], rule: Contraction = contraction) -> str:
            applies = rule.fact.search(normalise(str(facts[found["fact"]])))
            return found.expand(rule.replacement) if applies else found[0]

        translated = contraction.find.sub(contract, translated)
    return translated.format_map(facts)


def normalise(text: str) -> str:
    """Drop capitals, accents and punctuation, for comparison."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", kept))


def join_list(items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """Return ``A, B and C``, or with ``or``."""
    return format_list(list(items), style, current_locale())


def join_with_semicolons(parts: Iterable[str]) -> str:
    """Return ``A; B; C``, for parts that may contain commas."""
    return _("; ").join(parts)


def percent(share: float) -> str:
    """Return ``37%``, for a share from 0 to 1."""
    return format_percent(share, locale=current_locale())


def decimal(number: float) -> str:
    """Return ``12.5``: a number with one digit after the point."""
    return format_decimal(number, "0.#", locale=current_locale())


def format_day(day: date) -> str:
    """Return ``Thu 3 Dec``."""
    pattern = ALL_LANGUAGES[_current_language.get()].day_pattern
    if not pattern:
        # A comma would part the day from its repetition: see `bot.text.dates.parse_day`.
        return format_skeleton("MMMEd", day, locale=current_locale()).replace(",", "")
    return format_date(day, pattern, locale=current_locale())


def format_whole_date(day: date) -> str:
    """Return ``3 December 2026``."""
    return format_date(day, "long", locale=current_locale())


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    # A message without all plural forms is left out, and shown in English.
    path = ALL_LANGUAGES[language].catalogue
    if not path.is_file():
        return gettext.NullTranslations()
    with path.open("rb") as text:
        catalogue = read_po(text, locale=language)
    for message in list(catalogue):
        if message.pluralizable and not all(message.string or ()):
            catalogue.delete(message.id, message.context)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def date_timestamp(unix_seconds: float) -> str:
    """Return ``3 December 2026``, for Unix seconds."""
    return _timestamp(unix_seconds, "D")


def datetime_timestamp(unix_seconds: float) -> str:
    """Return ``3 December 2026 12:00``, for Unix seconds."""
    return _timestamp(unix_seconds, "f")


def relative_timestamp(unix_seconds: float) -> str:
    """Return ``in 3 hours`` or ``2 days ago``, for Unix seconds."""
    return _timestamp(unix_seconds, "R")


def _timestamp(unix_seconds: float, style: str) -> str:
    return f"<t:{int(unix_seconds)}:{style}>"
