"""Parse days as people type them, in any language: ``3 Dec``, ``demain``, ``in 5 days``."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names

from bot.text.i18n import LANGUAGES, language_of, normalise

_NameKind: TypeAlias = Literal["days", "months"]

_IGNORED_WORDS: Final = frozenset(
    {
        *("until", "till", "to", "on", "in", "for", "the", "of", "next", "back", "this"),
        *("jusqu", "jusque", "a", "au", "le", "la", "dans", "pour", "pendant", "ce", "du"),
        *("prochain", "prochaine", "retour"),
    }
)
"""Ignored words, without accents."""
_DAYS_FROM_TODAY: Final = {
    "today": 0,
    "aujourd hui": 0,
    "tomorrow": 1,
    "demain": 1,
    "day after tomorrow": 2,
    "apres demain": 2,
    "fortnight": 14,
    "quinzaine": 15,
}
"""The words for a number of days from today."""
_NUMBER_WORDS: Final = {
    **dict.fromkeys(("one", "un", "une"), 1),
    **dict.fromkeys(("two", "deux"), 2),
    **dict.fromkeys(("three", "trois"), 3),
    **dict.fromkeys(("four", "quatre"), 4),
    **dict.fromkeys(("five", "cinq"), 5),
    **{"six": 6, "seven": 7, "sept": 7, "eight": 8, "huit": 8, "nine": 9, "neuf": 9},
    **{"ten": 10, "dix": 10, "quinze": 15},
}
_UNIT_DAYS: Final = {
    **dict.fromkeys(("d", "day", "days", "j", "jour", "jours"), 1),
    **dict.fromkeys(("w", "week", "weeks", "sem", "semaine", "semaines"), 7),
    **dict.fromkeys(("month", "months", "mois"), 30),
}
"""Units of time, in days."""
_MIN_NAME_LETTERS: Final = 3
"""The least letters that identify the name of a month or weekday."""
_MONTH_WORDS: Final = frozenset({"month", "mois"})
_NEXT_WORDS: Final = frozenset({"next", "prochain"})
_NUMBER_AND_WORD = re.compile(r"(?:([0-9]{1,3}) ?)?([a-z]+)")
_DIGITS = re.compile(r"[0-9]{1,4}")
_ORDINAL = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th|er|e)\b")
_THE_NUMBER = re.compile(r"\b(?:the|le) [0-9]{1,2}\b")
_NEGATIVE_NUMBER = re.compile("(?<!\\S)[-\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}][0-9]")
_DOTTED_NUMBERS = re.compile(r"[0-9]\. ?[0-9]")


def parse_day(text: str, today: date, locale: object) -> date | None:
    """Return the day a text means to a user with a Discord locale; None if it means none.

    A day without a year is the next such day, which may be today. After a comma the day may be
    said once more: ``tomorrow, 3 Dec``.
    """
    if _NEGATIVE_NUMBER.search(text):
        return None
    _first, *others = text.split(",")
    days = (_parse_part(part, today, locale) for part in (text, *others))
    return next((day for day in days if day is not None), None)


def _parse_part(text: str, today: date, locale: object) -> date | None:
    """Return the day that a text without a repetition means, or None."""
    typed = normalise(text)
    kept = [word for word in typed.split() if word not in _IGNORED_WORDS]
    if len(kept) == 2 and kept[0] in _NUMBER_WORDS and kept[1] in _UNIT_DAYS:
        kept[0] = str(_NUMBER_WORDS[kept[0]])
    normalised, ordinals = _ORDINAL.subn(r"\1", " ".join(kept))
    if normalised in _DAYS_FROM_TODAY:
        return today + timedelta(days=_DAYS_FROM_TODAY[normalised])
    is_numbered = bool(ordinals) or _THE_NUMBER.search(typed) is not None
    words = normalised.split()
    if is_numbered and len(words) > 1 and words[-1] in _MONTH_WORDS:
        words.pop()
        if _NEXT_WORDS & {*typed.split()}:
            today = (today.replace(day=1) + timedelta(days=31)).replace(day=1)
    if counted := _NUMBER_AND_WORD.fullmatch(" ".join(words)):
        number, word = counted.groups()
        if word in _UNIT_DAYS:
            return today + timedelta(days=int(number or 1) * _UNIT_DAYS[word])
        weekday = _name_number(word, "days") if number is None else None
        if weekday is not None:
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    month_first = _is_month_first(str(locale)) and not _DOTTED_NUMBERS.search(text)
    return _parse_date(words, today, language_of(locale), month_first, is_numbered)


def _parse_date(
    words: Sequence[str], today: date, language: str, month_first: bool, is_numbered: bool
) -> date | None:
    """Return the day of a date, perhaps with a weekday before it, or None.

    ``mar 3`` is in March; to a user who writes French it is a Tuesday if the 3rd is one.
    """
    day = next(_possible_days(words, today, month_first, is_numbered), None)
    weekday = _name_number(words[0], "days") if len(words) > 1 else None
    if weekday is None:
        return day
    after = next(_possible_days(words[1:], today, month_first, True), None)
    own_weekday = _name_number(words[0], "days", (language,))
    if day is None or (after is not None and after.weekday() == own_weekday):
        return after
    return day


def _possible_days(
    words: Sequence[str], today: date, month_first: bool, is_numbered: bool
) -> Iterator[date]:
    """Yield the days that words can mean, the likeliest first: numbers, or a month by name.

    One number alone is a day of a month if it ``is_numbered``.
    """
    figures = [int(word) for word in words if _DIGITS.fullmatch(word)]
    months = [_name_number(word, "months") for word in words if not _DIGITS.fullmatch(word)]
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
    """Yield a day in a year, perhaps of two digits; without one, from today on."""
    if year is not None:
        yield from _existing_day(year if year > 99 else 2000 + year, month, day)
        return
    for possible_year in (today.year, today.year + 1):
        for possible in _existing_day(possible_year, month, day):
            if possible >= today:
                yield possible


def _existing_day(year: int, month: int, day: int) -> Iterator[date]:
    """Yield the day of these numbers, if it exists."""
    with suppress(ValueError):
        yield date(year, month, day)


@cache
def _is_month_first(locale: str) -> bool:
    """Return True if a Discord locale writes 12/24 for 24 December."""
    try:
        pattern = Locale.parse(locale, sep="-").datetime_skeletons["Md"].pattern
    except (UnknownLocaleError, ValueError, KeyError):
        return False
    return "M" in pattern.partition("d")[0]


def _name_number(
    word: str, of: _NameKind, languages: Collection[str] = tuple(LANGUAGES)
) -> int | None:
    """Return the index of the only name with this beginning; Monday is 0, January 1."""
    if len(word) < _MIN_NAME_LETTERS:
        return None
    numbers = {
        number
        for language in languages
        for name, number in _name_numbers(of, language).items()
        if name.startswith(word)
    }
    return numbers.pop() if len(numbers) == 1 else None


@cache
def _name_numbers(of: _NameKind, language: str) -> Mapping[str, int]:
    """Return the names of days or months in a language, normalised for comparison."""
    get_names = get_day_names if of == "days" else get_month_names
    return {normalise(name): number for number, name in get_names("wide", locale=language).items()}
