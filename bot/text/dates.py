"""Parse days as people type them, in any language: ``3 Dec``, ``demain``; write durations."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names

from bot.core.durations import DAY, HOUR, MINUTE
from bot.text.i18n import ALL_LANGUAGES, DateWords, _, language_of, normalise

_NameKind: TypeAlias = Literal["days", "months"]

_MIN_NAME_LETTERS: Final = 3
"""The least letters that identify the name of a month or weekday."""
_MONTH_DAYS: Final = 30
"""The days of a unit of time that is a month."""
_NUMBER_AND_WORD = re.compile(r"(?:([0-9]{1,3}) ?)?([a-z]+)")
_DIGITS = re.compile(r"[0-9]{1,4}")
_NEGATIVE_NUMBER = re.compile("(?<!\\S)[-\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}][0-9]")
_DOTTED_NUMBERS = re.compile(r"[0-9]\. ?[0-9]")


@dataclass(frozen=True, slots=True)
class _TypedWords:
    """The words of all languages, and patterns of an ordinal number and of *the 3*."""

    words: DateWords
    ordinal: re.Pattern[str]
    the_number: re.Pattern[str]


@cache
def _typed_words(language: str) -> _TypedWords:
    """Words typed in dates; the user's language wins over others."""
    every = [
        *(other.dates for code, other in ALL_LANGUAGES.items() if code != language),
        ALL_LANGUAGES[language].dates,
    ]
    ignored, articles, next_words, ordinals = (
        frozenset().union(*sets)
        for sets in zip(
            *((own.ignored, own.articles, own.next_words, own.ordinals) for own in every),
            strict=True,
        )
    )
    days, numbers, units = (
        {word: number for own in maps for word, number in own.items()}
        for maps in zip(*((own.days, own.numbers, own.units) for own in every), strict=True)
    )
    return _TypedWords(
        DateWords(ignored, articles, next_words, ordinals, days, numbers, units),
        re.compile(rf"\b([0-9]{{1,2}})(?:{'|'.join(ordinals)})\b"),
        re.compile(rf"\b(?:{'|'.join(articles)}) [0-9]{{1,2}}\b"),
    )


def parse_day(text: str, today: date, locale: object) -> date | None:
    """The day a text means to a user with a Discord locale.

    A day without a year is the next such day, perhaps today. After a comma the day may be repeated:
    ``tomorrow, 3 Dec``.
    """
    if _NEGATIVE_NUMBER.search(text):
        return None
    _first, *others = text.split(",")
    days = (_parse_part(part, today, locale) for part in (text, *others))
    return next((day for day in days if day is not None), None)


def _parse_part(text: str, today: date, locale: object) -> date | None:
    language = language_of(locale)
    typed, forms = normalise(text), _typed_words(language)
    words = forms.words
    kept = [word for word in typed.split() if word not in words.ignored]
    if len(kept) == 2 and kept[0] in words.numbers and kept[1] in words.units:
        kept[0] = str(words.numbers[kept[0]])
    normalised, ordinals = forms.ordinal.subn(r"\1", " ".join(kept))
    if normalised in words.days:
        return today + timedelta(days=words.days[normalised])
    is_numbered = bool(ordinals) or forms.the_number.search(typed) is not None
    parts = normalised.split()
    if is_numbered and len(parts) > 1 and words.units.get(parts[-1]) == _MONTH_DAYS:
        parts.pop()
        if words.next_words & {*typed.split()}:
            today = (today.replace(day=1) + timedelta(days=31)).replace(day=1)
    if counted := _NUMBER_AND_WORD.fullmatch(" ".join(parts)):
        number, word = counted.groups()
        if word in words.units:
            return today + timedelta(days=int(number or 1) * words.units[word])
        weekday = _name_number(word, "days", language) if number is None else None
        if weekday is not None:
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    month_first = _is_month_first(str(locale)) and not _DOTTED_NUMBERS.search(text)
    return _parse_date(parts, today, language, month_first, is_numbered)


def _parse_date(
    words: Sequence[str], today: date, language: str, month_first: bool, is_numbered: bool
) -> date | None:
    """The day of a date, perhaps after a weekday.

    ``mar 3`` is in March; to a user who writes French it is a Tuesday if the 3rd is one.
    """
    day = next(_possible_days(words, today, language, month_first, is_numbered), None)
    weekday = _name_number(words[0], "days", language) if len(words) > 1 else None
    if weekday is None:
        return day
    after = next(_possible_days(words[1:], today, language, month_first, True), None)
    own_weekday = _own_name_number(words[0], "days", language)
    if day is None or (after is not None and after.weekday() == own_weekday):
        return after
    return day


def _possible_days(
    words: Sequence[str], today: date, language: str, month_first: bool, is_numbered: bool
) -> Iterator[date]:
    """Days that words can mean, likeliest first: numbers, or a month by name.

    One number alone is a day of a month if it ``is_numbered``.
    """
    figures = [int(word) for word in words if _DIGITS.fullmatch(word)]
    names = [word for word in words if not _DIGITS.fullmatch(word)]
    months = [_name_number(name, "months", language) for name in names]
    match figures, months:
        case [day], [] if is_numbered:
            yield from sorted(
                coming for month in range(1, 13) for coming in _coming_days(month, day, today)
            )
        case [year, month, day], [] if len(words[0]) == 4:
            yield from _existing_day(year, month, day)
        case [first, second, *years], [] if len(years) < 2:
            orders = [(first, second), (second, first)]
            for month, day in orders if month_first else reversed(orders):
                yield from _coming_days(month, day, today, *years)
        case [day, *years], [int(month)] if len(years) < 2:
            yield from _coming_days(month, day, today, *years)


def _coming_days(month: int, day: int, today: date, year: int | None = None) -> Iterator[date]:
    """A day in a year, perhaps of two digits; without one, from today on."""
    if year is not None:
        yield from _existing_day(year if year > 99 else 2000 + year, month, day)
        return
    for possible_year in (today.year, today.year + 1):
        for possible in _existing_day(possible_year, month, day):
            if possible >= today:
                yield possible


def _existing_day(year: int, month: int, day: int) -> Iterator[date]:
    with suppress(ValueError):
        yield date(year, month, day)


@cache
def _is_month_first(locale: str) -> bool:
    """True if the locale writes 12/24 for 24 December."""
    try:
        pattern = Locale.parse(locale, sep="-").datetime_skeletons["Md"].pattern
    except (UnknownLocaleError, ValueError, KeyError):
        return False
    return "M" in pattern.partition("d")[0]


def _name_number(word: str, of: _NameKind, language: str) -> int | None:
    """A name's index in the user's language, else in any; Monday is 0, January 1."""
    own = _own_name_number(word, of, language)
    return own if own is not None else _only_number(word, of, ALL_LANGUAGES)


def _own_name_number(word: str, of: _NameKind, language: str) -> int | None:
    """The index of a name by its beginning or abbreviation."""
    short = _name_numbers(of, "abbreviated", language).get(word)
    return short if short is not None else _only_number(word, of, [language])


def _only_number(word: str, of: _NameKind, languages: Iterable[str]) -> int | None:
    """Index of the only name that begins with a word of three letters or more."""
    if len(word) < _MIN_NAME_LETTERS:
        return None
    numbers = {
        number
        for language in languages
        for name, number in _name_numbers(of, "wide", language).items()
        if name.startswith(word)
    }
    return numbers.pop() if len(numbers) == 1 else None


@cache
def _name_numbers(
    of: _NameKind, width: Literal["wide", "abbreviated"], language: str
) -> Mapping[str, int]:
    """Names of days or months, normalised for comparison."""
    get_names = get_day_names if of == "days" else get_month_names
    names = get_names(width, locale=ALL_LANGUAGES[language].locale)
    return {normalise(name): number for number, name in names.items()}


def format_duration(seconds: float) -> str:
    """``40 min``, ``9 h`` or ``3 d``, short enough for a button.

    Rounded down, in hours up to two days.
    """
    if seconds < HOUR:
        return _("{number} min", number=int(max(0, seconds)) // MINUTE)
    if seconds < 2 * DAY:
        return _("{number} h", number=int(seconds) // HOUR)
    return _("{number} d", number=int(seconds) // DAY)
