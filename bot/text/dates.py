"""Parse days as people type them, in any language: ``3 Dec``, ``demain``, ``in 5 days``."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal

from babel.dates import get_day_names, get_month_names

from bot.text.i18n import LANGUAGES, normalise

_IGNORED_WORDS: Final = frozenset(
    {
        *("until", "till", "to", "on", "in", "for", "the", "of", "next", "back"),
        *("jusqu", "jusque", "a", "au", "le", "la", "dans", "pour", "pendant"),
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
_NUMBER_AND_WORD = re.compile(r"(?:([0-9]{1,3}) ?)?([a-z]+)")
_DIGITS = re.compile(r"[0-9]{1,4}")
_ORDINAL = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th|er|e)\b")


def parse_day(text: str, today: date) -> date | None:
    """Return the day a text means, seen from today; None if it means none.

    A day without a year is the next such day, which may be today.
    """
    kept = [word for word in normalise(text).split() if word not in _IGNORED_WORDS]
    if len(kept) == 2 and kept[0] in _NUMBER_WORDS and kept[1] in _UNIT_DAYS:
        kept[0] = str(_NUMBER_WORDS[kept[0]])
    normalised = _ORDINAL.sub(r"\1", " ".join(kept))
    if normalised in _DAYS_FROM_TODAY:
        return today + timedelta(days=_DAYS_FROM_TODAY[normalised])
    if counted := _NUMBER_AND_WORD.fullmatch(normalised):
        number, word = counted.groups()
        if word in _UNIT_DAYS:
            return today + timedelta(days=int(number or 1) * _UNIT_DAYS[word])
        weekday = _name_number(word, "days") if number is None else None
        if weekday is not None:
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    words = normalised.split()
    if words and _name_number(words[0], "days") is not None and len(words) > 1:
        words = words[1:]
    return next(_possible_days(words, today), None)


def _possible_days(words: list[str], today: date) -> Iterator[date]:
    """Yield the days that words can mean: numbers, or a month by name."""
    figures = [int(word) for word in words if _DIGITS.fullmatch(word)]
    months = [_name_number(word, "months") for word in words if not _DIGITS.fullmatch(word)]
    match figures, months:
        case [year, month, day], [] if len(words[0]) == 4:
            yield from _existing_day(year, month, day)
        case ([day, month], []) | ([day], [int(month)]):
            for year in (today.year, today.year + 1):
                yield from (
                    possible for possible in _existing_day(year, month, day) if possible >= today
                )
        case ([day, month, year], []) | ([day, year], [int(month)]):
            yield from _existing_day(year if year > 99 else 2000 + year, month, day)


def _existing_day(year: int, month: int, day: int) -> Iterator[date]:
    """Yield the day of these numbers, if it exists."""
    with suppress(ValueError):
        yield date(year, month, day)


def _name_number(word: str, of: Literal["days", "months"]) -> int | None:
    """Return the index of the only name with this beginning; Monday is 0, January 1."""
    numbers = {number for name, number in _name_numbers(of).items() if name.startswith(word)}
    return numbers.pop() if len(numbers) == 1 and len(word) >= _MIN_NAME_LETTERS else None


@cache
def _name_numbers(of: Literal["days", "months"]) -> Mapping[str, int]:
    """Return the names of days or months in all languages, normalised for comparison."""
    get_names = get_day_names if of == "days" else get_month_names
    return {
        normalise(name): number
        for language in LANGUAGES
        for number, name in get_names("wide", locale=language).items()
    }
