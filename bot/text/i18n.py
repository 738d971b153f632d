"""Translation: the message catalogues, the current language, and times for each reader.

Messages are English sentences, so English needs no catalogue. ``with use_language("fr"):`` applies
to all messages inside the block, also in tasks and threads started there.
"""

import gettext
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from io import BytesIO
from typing import Final, Literal

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from bot.text.languages import ALL, ENGLISH, Contraction
from rules.i18n import N_

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

LANGUAGES: Final = {code: language.name for code, language in ALL.items()}
"""The supported languages, each by its own name."""

_current_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Translate messages inside the block; an unknown language is English."""
    token = _current_language.set(language if language in ALL else ENGLISH)
    try:
        yield
    finally:
        _current_language.reset(token)


def current_language() -> str:
    return _current_language.get()


def current_locale() -> Locale:
    """Conventions for numbers, lists and dates."""
    return ALL[_current_language.get()].locale


def language_of(locale: object) -> str:
    """The language of a Discord locale (``fr``, ``en-GB``); English if unsupported."""
    language = str(locale).partition("-")[0]
    return language if language in ALL else ENGLISH


def _(message: str, **facts: object) -> str:
    """Translate a message, braces filled with facts."""
    translated = _catalogue(_current_language.get()).gettext(message)
    return _fill_in(translated, facts) if facts else translated


def pgettext(context: str, message: str) -> str:
    """Translate a message that means something else in another context."""
    return _catalogue(_current_language.get()).pgettext(context, message)


def ngettext(one: str, many: str, number: int, **facts: object) -> str:
    """A message about a number of things, ``{number}`` in it."""
    translated = _catalogue(_current_language.get()).ngettext(one, many, number)
    return _fill_in(translated, {"number": number, **facts})


def _fill_in(translated: str, facts: Mapping[str, object]) -> str:
    """Fill the braces; facts may change the words around them."""
    for contraction in ALL[_current_language.get()].contractions:

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
    pattern = ALL[_current_language.get()].day_pattern
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
    path = ALL[language].catalogue
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
