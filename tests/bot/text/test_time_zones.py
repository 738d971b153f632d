"""Time zones: each is found by its city, its country or another large city, in every language."""

from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.reminders.policy import read_preferences
from bot.runtime.server_posts import ServerHours
from bot.settings.words import read_preference
from bot.table.settings import FEATURES, Choices
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import MAX_SUGGESTIONS, MENU_LINE_LIMIT, without_notes
from bot.text.time_zones import (
    MENU_ZONES,
    is_time_zone,
    places,
    read_zone,
    suggest_zones,
    zone_title,
)
from tests.support.for_each import for_each

NOW: Final = datetime(2026, 1, 15, 12, tzinfo=ZoneInfo("UTC")).timestamp()


def zones_with_people() -> Iterator[str]:
    for line in files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")[2]


def suggested(typed: str, locale: str = "en-US") -> list[str]:
    return [suggestion.value for suggestion in suggest_zones(typed, locale, NOW)]


@for_each(
    ("typed", "zone"),
    [
        *(("Algiers", "Africa/Algiers"), ("alger", "Africa/Algiers")),
        *(("johannes", "Africa/Johannesburg"), ("Cape Town", "Africa/Johannesburg")),
        *(("Mexico", "America/Mexico_City"), ("phoenix", "America/Phoenix")),
        *(("Arizona", "America/Phoenix"), ("Martinique", "America/Martinique")),
        *(("Brisbane", "Australia/Brisbane"), ("Queensland", "Australia/Brisbane")),
        *(("Kathmandu", "Asia/Kathmandu"), ("Népal", "Asia/Kathmandu")),
        *(("nepal", "Asia/Kathmandu"), ("Réunion", "Indian/Reunion")),
        *(("San Francisco", "America/Los_Angeles"), ("Munich", "Europe/Berlin")),
        *(
            ("Marseille", "Europe/Paris"),
            ("Mumbai", "Asia/Kolkata"),
            ("Montreal", "America/Toronto"),
        ),
        *(("Londres", "Europe/London"), ("Buenos Aires", "America/Argentina/Buenos_Aires")),
        *(("UTC", "UTC"), ("europe/paris", "Europe/Paris"), ("Etc/GMT+5", "Etc/GMT+5")),
        *(("St. John's", "America/St_Johns"), ("são paulo", "America/Sao_Paulo")),
    ],
)
@for_each("language", LANGUAGES)
def test_zone_is_suggested_first_for_a_city_or_a_country(
    typed: str, zone: str, language: str
) -> None:
    with use_language(language):
        assert suggested(typed)[0] == zone


def test_every_zone_is_found_by_its_name_and_its_label_in_every_language() -> None:
    own = {place.zone: place for place in places() if place.is_own}
    assert {*zones_with_people(), "UTC"} == own.keys()
    assert all(is_time_zone(zone) and ZoneInfo(zone) for zone in own)
    for zone, place in [*own.items()][::6]:
        assert read_zone(zone) == zone
        for language in LANGUAGES:
            with use_language(language):
                labels = {each.value: each.label for each in suggest_zones(zone, "en-US", NOW)}
            assert without_notes(labels[zone]) == place.titles[language]


def test_every_suggested_city_has_a_title_of_its_own_within_the_limit() -> None:
    for language in LANGUAGES:
        titles = [place.titles[language] for place in places()]
        assert len(set(titles)) == len(titles) > 6000
        assert max(map(len, titles)) <= MENU_LINE_LIMIT
    assert all(is_time_zone(place.zone) for place in places())


@for_each(
    ("locale", "first"),
    [
        ("fr", "Europe/Paris"),
        ("en-US", "America/New_York"),
        ("en-GB", "Europe/London"),
        ("de", "Europe/Berlin"),
        ("pt-BR", "America/Sao_Paulo"),
        ("ja", "Asia/Tokyo"),
        ("hi", "Asia/Kolkata"),
        ("sv-SE", "Europe/Stockholm"),
    ],
)
def test_zones_of_the_users_locale_are_suggested_first(locale: str, first: str) -> None:
    zones = suggested("", locale)
    assert zones[0] == first and len(zones) == MAX_SUGGESTIONS
    if locale == "en-US":
        assert {"America/Phoenix", "Pacific/Honolulu"} <= set(zones)


@for_each("typed", ["", "  ", "Atlantis", "United States", "Springfield", "a", "?"])
def test_text_that_means_no_zone_or_several_is_not_read(typed: str) -> None:
    assert read_zone(typed) is None


def test_two_cities_of_one_name_are_told_apart() -> None:
    labels = [without_notes(one.label) for one in suggest_zones("springfield", "en-US", NOW)]
    assert len(set(labels)) == len(labels) == 2
    assert {read_zone(label) for label in labels} == {"America/Chicago", "America/New_York"}


def test_suggestion_shows_the_time_there() -> None:
    assert suggest_zones("Kathmandu", "en-US", NOW)[0].label == "Kathmandu, Nepal · 17:45"


def test_any_zone_can_be_stored_and_is_shown_by_its_city() -> None:
    for zone in ("America/Phoenix", "Asia/Kathmandu", "US/Arizona", *MENU_ZONES):
        assert read_preference("zone", zone) == ("zone", zone)
        assert read_preferences({"zone": zone}).zone == zone
        assert ServerHours.read(Choices(FEATURES, {"zone": zone})).zone == zone
    assert read_preferences({"zone": "Mars/Base"}).zone == "UTC"
    assert zone_title("America/Phoenix") == "Phoenix, United States"
    with use_language("fr"):
        assert zone_title("America/Phoenix") == "Phoenix, États-Unis"
