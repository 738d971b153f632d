"""Typed days: in both languages, in lenient notation, and refused if unreadable."""

from datetime import date, timedelta

from bot.text.dates import parse_day
from bot.text.i18n import LANGUAGES, format_day, use_language
from tests.support.for_each import for_each

TODAY = date(2026, 11, 22)
"""A Sunday."""


@for_each(
    ("typed", "month", "day"),
    [
        ("3 Dec", 12, 3),
        ("3 dec.", 12, 3),
        ("until 3 December", 12, 3),
        ("Dec 3", 12, 3),
        ("December 3rd", 12, 3),
        ("the 3rd of December", 12, 3),
        ("Thu 3 Dec", 12, 3),
        ("3 déc.", 12, 3),
        ("jusqu'au 3 décembre", 12, 3),
        ("jusqu’au 3 DÉCEMBRE 2026", 12, 3),
        ("jeu. 3 déc.", 12, 3),
        ("1er décembre", 12, 1),
        ("2026-12-03", 12, 3),
        ("3.12.", 12, 3),
        ("03/12", 12, 3),
        ("3/12/2026", 12, 3),
        ("3.12.26", 12, 3),
        ("today", 11, 22),
        ("aujourd'hui", 11, 22),
        ("tomorrow", 11, 23),
        ("demain", 11, 23),
        ("the day after tomorrow", 11, 24),
        ("après-demain", 11, 24),
        ("in 5 days", 11, 27),
        ("5 days", 11, 27),
        ("5d", 11, 27),
        ("dans 5 jours", 11, 27),
        ("cinq jours", 11, 27),
        ("sept jours", 11, 29),
        ("a week", 11, 29),
        ("une semaine", 11, 29),
        ("2 weeks", 12, 6),
        ("dans deux semaines", 12, 6),
        ("in a month", 12, 22),
        ("Monday", 11, 23),
        ("next friday", 11, 27),
        ("vendredi", 11, 27),
        ("dim", 11, 29),
        ("22 Nov", 11, 22),
    ],
)
def test_a_day_is_understood(typed: str, month: int, day: int) -> None:
    assert parse_day(typed, TODAY, "en-GB") == date(2026, month, day)


@for_each(
    ("typed", "day"),
    [
        ("3 Jan", date(2027, 1, 3)),
        ("3 sept.", date(2027, 9, 3)),
        ("21 nov", date(2027, 11, 21)),
        ("1/2", date(2027, 2, 1)),
        ("3 mars", date(2027, 3, 3)),
        ("3 Dec 2030", date(2030, 12, 3)),
        ("2020-01-01", date(2020, 1, 1)),
    ],
)
def test_past_day_means_next_year_unless_its_year_is_given(typed: str, day: date) -> None:
    assert parse_day(typed, TODAY, "en-GB") == day


@for_each(
    "typed",
    [
        *("", " ", "soon", "bientôt", "31 Feb", "30/2", "32 Dec", "2026-13-01", "3 jui", "ma"),
        *(
            "3 Dec 4 Dec",
            "in days 5 weeks",
            "12",
            "0",
            "9999 days",
            "1 2 3 4",
            "٣ Dec",
            "-",
            "5 apples",
        ),
        *("3 Dec 99999", "in", "until", "dec"),
    ],
)
def test_unreadable_day_gives_none(typed: str) -> None:
    assert parse_day(typed, TODAY, "en-GB") is None


@for_each(
    ("typed", "month", "day"),
    [
        ("Mar 3", 3, 3),
        ("mar. 3", 3, 3),
        ("Mar 3rd", 3, 3),
        ("3 mar", 3, 3),
        ("mar 3 Dec", 12, 3),
        ("mardi", 11, 24),
        ("the 30th", 11, 30),
        ("until the 30th.", 11, 30),
        ("30th", 11, 30),
        ("the 30", 11, 30),
        ("le 30", 11, 30),
        ("1er", 12, 1),
        ("the 5th", 12, 5),
        ("the 31st", 12, 31),
        ("5th of this month", 12, 5),
        ("30th of next month", 12, 30),
        ("le 3 du mois prochain", 12, 3),
        ("Thursday the 3rd", 12, 3),
        ("jeudi 3", 12, 3),
        ("tomorrow, 3 Dec", 12, 3),
        ("Thursday, December 3", 12, 3),
        ("this friday", 11, 27),
        ("12/24", 12, 24),
        ("24/12", 12, 24),
        ("12-24-2026", 12, 24),
        ("December 24, 2026", 12, 24),
    ],
)
@for_each("locale", ["en-US", "en-GB"])
def test_day_is_understood_as_people_write_it(
    typed: str, month: int, day: int, locale: str
) -> None:
    assert parse_day(typed, TODAY, locale) in (date(2026, month, day), date(2027, month, day))


@for_each(
    ("locale", "typed", "day"),
    [
        *((locale, "1/12", date(2026, 12, 1)) for locale in ("en-GB", "fr", "de", "sv-SE", "?")),
        *((locale, "1/12", date(2027, 1, 12)) for locale in ("en-US", "ja", "zh-CN", "ko")),
        ("en-US", "1/12/2027", date(2027, 1, 12)),
        ("en-US", "1.12.", date(2026, 12, 1)),
        ("en-US", "2026-12-01", date(2026, 12, 1)),
        ("en-US", "30/11", date(2026, 11, 30)),
        ("fr", "11/30", date(2026, 11, 30)),
    ],
)
def test_two_numbers_are_read_in_the_order_of_the_users_locale(
    locale: str, typed: str, day: date
) -> None:
    assert parse_day(typed, TODAY, locale) == day


def test_in_french_mar_is_tuesday_if_the_day_is_one() -> None:
    monday = date(2026, 11, 30)
    assert parse_day("mar 1", monday, "fr") == date(2026, 12, 1)
    assert parse_day("mar 2", monday, "fr") == date(2027, 3, 2)
    assert parse_day("Mar 1", monday, "en-US") == date(2027, 3, 1)


@for_each(
    "typed",
    [
        *("-3 days", "in -3 days", "−3 jours", "–3 d", "3 days ago", "yesterday", "hier"),
        *("last friday", "il y a 3 jours", "the 32nd", "le 0"),
    ],
)
@for_each("locale", ["en-US", "fr"])
def test_no_day_is_read_from_one_in_the_past(typed: str, locale: str) -> None:
    assert parse_day(typed, TODAY, locale) is None


@for_each("language", LANGUAGES)
def test_displayed_day_is_read_back_as_the_same_day(language: str) -> None:
    for more in range(365):
        day = TODAY + timedelta(days=more)
        with use_language(language):
            assert parse_day(format_day(day), TODAY, language) == day
