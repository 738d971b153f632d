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
from importlib.resources import files
from io import BytesIO
from typing import Final, Literal

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

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

ENGLISH: Final = "en"
"""The language of the messages in the code, and the default."""
LANGUAGES: Final = {ENGLISH: "English", "fr": "français"}
"""The supported languages, each by its own name."""

_LOCALES: Final = {"en": Locale("en", "GB"), "fr": Locale("fr")}
_current_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_ELIDED: Final = {"fr": re.compile(r"\b([dD]|[qQ]u)e (?=\{(\w+)\})")}
"""By language, the words before a placeholder that lose their last vowel before another: *de*."""
_VOWEL: Final = re.compile(r"[aeiou]|y[b-df-hj-np-tv-xz]")
"""The beginning of a normalised word that starts with a vowel; *Yves*, but not *Yann*."""


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Translate all messages inside the block into a language."""
    token = _current_language.set(language)
    try:
        yield
    finally:
        _current_language.reset(token)


def current_language() -> str:
    """Return the language that messages are translated into."""
    return _current_language.get()


def language_of(locale: object) -> str:
    """Return the language for a Discord locale (``fr``, ``en-GB``), or English if unsupported."""
    language = str(locale).partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def _(message: str, **facts: object) -> str:
    """Return a message in the current language, with its braces filled with facts."""
    translated = _catalogue(_current_language.get()).gettext(message)
    return _fill_in(translated, facts) if facts else translated


def pgettext(context: str, message: str) -> str:
    """Return a translated message whose words have another meaning in another context."""
    return _catalogue(_current_language.get()).pgettext(context, message)


def ngettext(one: str, many: str, number: int, **facts: object) -> str:
    """Return a message about a number of things; ``{number}`` in it is that number."""
    translated = _catalogue(_current_language.get()).ngettext(one, many, number)
    return _fill_in(translated, {"number": number, **facts})


def _fill_in(translated: str, facts: Mapping[str, object]) -> str:
    """Fill the braces of a message with facts, in French with ``d’Ana`` for ``de {who}``."""
    if (elided := _ELIDED.get(_current_language.get())) is not None:
        translated = elided.sub(
            lambda word: f"{word[1]}’" if _VOWEL.match(normalise(str(facts[word[2]]))) else word[0],
            translated,
        )
    return translated.format_map(facts)


def normalise(text: str) -> str:
    """Normalise typed text for comparison: no capitals, accents or punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", kept))


def join_list(items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """Return ``A, B and C``, or with ``or``."""
    return format_list(list(items), style, _LOCALES[_current_language.get()])


def join_with_semicolons(parts: Iterable[str]) -> str:
    """Return ``A; B; C``, for parts that may contain commas."""
    return _("; ").join(parts)


def percent(share: float) -> str:
    """Return ``37%``, for a share from 0 to 1."""
    return format_percent(share, locale=_LOCALES[_current_language.get()])


def decimal(number: float) -> str:
    """Return ``12.5``: a number with one digit after the point."""
    return format_decimal(number, "0.#", locale=_LOCALES[_current_language.get()])


def format_day(day: date) -> str:
    """Return ``Thu 3 Dec``."""
    return format_date(day, "EEE d MMM", locale=_LOCALES[_current_language.get()])


def format_whole_date(day: date) -> str:
    """Return ``3 December 2026``."""
    return format_date(day, "d MMMM y", locale=_LOCALES[_current_language.get()])


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = files("bot") / "locale" / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as text:
        write_mo(compiled, read_po(text, locale=language))
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
