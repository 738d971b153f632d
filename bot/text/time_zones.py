"""Time zones, found by a city or a country in any language.

Zones and countries come from the package tzdata, names from Babel, other large cities from
``data/cities.tsv``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from babel.core import get_global

from bot.text.i18n import ALL_LANGUAGES, LANGUAGES, N_, _, current_language, normalise
from bot.text.message import MAX_SUGGESTIONS, Suggestion

MENU_ZONES: Final = {
    "Pacific/Honolulu": N_("Honolulu"),
    "America/Anchorage": N_("Anchorage"),
    "America/Los_Angeles": N_("Los Angeles, Vancouver"),
    "America/Denver": N_("Denver, Calgary"),
    "America/Chicago": N_("Chicago, Winnipeg"),
    "America/New_York": N_("New York, Montreal"),
    "America/Halifax": N_("Halifax"),
    "America/Sao_Paulo": N_("São Paulo, Buenos Aires"),
    "Atlantic/Azores": N_("the Azores"),
    "UTC": "UTC",
    "Europe/London": N_("London, Dublin, Lisbon"),
    "Europe/Paris": N_("Paris, Berlin, Madrid, Rome"),
    "Europe/Athens": N_("Athens, Helsinki, Kyiv"),
    "Europe/Istanbul": N_("Istanbul, Moscow"),
    "Asia/Dubai": N_("Dubai"),
    "Asia/Karachi": N_("Karachi, Tashkent"),
    "Asia/Kolkata": N_("Delhi, Mumbai"),
    "Asia/Dhaka": N_("Dhaka"),
    "Asia/Bangkok": N_("Bangkok, Jakarta, Hanoi"),
    "Asia/Shanghai": N_("Beijing, Singapore, Perth"),
    "Asia/Tokyo": N_("Tokyo, Seoul"),
    "Australia/Adelaide": N_("Adelaide"),
    "Australia/Sydney": N_("Sydney, Melbourne"),
    "Pacific/Auckland": N_("Auckland"),
}
"""The zones in menus by name, each by its cities, from west to east; a menu holds 25 lines."""
_OFFICIAL: Final = frozenset({"official", "de_facto_official"})
"""The status of a language in the countries whose zones come first for its users."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A city in a time zone, with its country's code (ISO 3166) and its titles by language.

    ``is_own``: the zone is named after the city, which is found by its country too. Search texts
    are normalised; ``text`` is all of them. ``order``: the zone's number in its country, from 0.
    """

    zone: str
    country: str
    titles: Mapping[str, str]
    is_own: bool
    whole_names: frozenset[str]
    names: frozenset[str]
    hints: frozenset[str]
    text: str
    order: int = 0

    def rank(self, wanted: str) -> int | None:
        """A search rank, 0 being best; None if the place does not match."""
        if wanted not in self.text:
            return None
        fits = (
            wanted in self.whole_names,
            wanted in self.names,
            wanted in self.hints,
            any(name.startswith(wanted) for name in self.names),
            any(f" {wanted}" in f" {name}" for name in self.names),
            any(f" {wanted}" in f" {hint}" for hint in self.hints),
            any(name.startswith(wanted) for name in self.whole_names),
        )
        return fits.index(True) if any(fits) else None


def is_time_zone(name: str) -> bool:
    """True for a time zone such as ``Europe/Paris``."""
    return name in _zone_names()


def zone_title(zone: str) -> str:
    """A time zone by its cities: ``Paris, Berlin, Madrid, Rome``, ``Phoenix, United States``."""
    if zone in MENU_ZONES:
        return _(MENU_ZONES[zone])
    if zone not in _zone_table():
        return zone
    country, _remark = _zone_table()[zone]
    return _city_title(_city_name(zone, current_language()), country, current_language())


def time_in_zone(zone: str, now: float) -> str:
    """``14:05``, at a Unix time."""
    return f"{datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"


def suggest_zones(typed: str, locale: object, now: float) -> list[Suggestion]:
    """Time zones of a typed city or country, with their time at ``now``.

    Each zone once, by the best city. Zones of the Discord locale's country and language come first.
    """
    wanted, country = normalise(typed), _country_and_language(str(locale))[0]
    found = [
        (
            (rank, place.country != country, not place.is_own),
            (_nearness(place, str(locale)), place.order),
            place,
        )
        for place in places()
        if (rank := place.rank(wanted) if wanted else _menu_rank(place)) is not None
    ]
    found.sort(key=lambda ranked: ranked[:-1])
    titles: dict[str, str] = {}
    for *_order, place in found:
        titles.setdefault(place.zone, place.titles[current_language()])
    if not found and (zone := _zone_by_name(typed)) is not None:
        titles[zone] = zone
    return [
        Suggestion(title, zone, (time_in_zone(zone, now),))
        for zone, title in [*titles.items()][:MAX_SUGGESTIONS]
    ]


def _menu_rank(place: _Place) -> int | None:
    """A rank before anything is typed: only cities that name a zone."""
    return 0 if place.is_own else None


def read_zone(typed: str) -> str | None:
    """The zone of a name, city or country; None if it is not clear."""
    wanted = normalise(typed)
    if not wanted or (zone := _zone_by_name(typed)) is not None:
        return zone if wanted else None
    ranked = [(rank, place.zone) for place in places() if (rank := place.rank(wanted)) is not None]
    best = min(ranked, default=(0, ""))[0]
    zones = {zone for rank, zone in ranked if rank == best}
    return zones.pop() if len(zones) == 1 else None


def _zone_by_name(typed: str) -> str | None:
    name = typed.strip().casefold()
    return next((zone for zone in _zone_names() if zone.casefold() == name), None)


@cache
def _zone_names() -> frozenset[str]:
    return frozenset(files("tzdata").joinpath("zones").read_text("utf-8").split())


@cache
def places() -> tuple[_Place, ...]:
    """Each time zone's city, then other large cities; the first call takes 0.3 s."""
    found = [_utc()]
    titles: set[str] = set()
    old_names = _old_names()
    order: Counter[str] = Counter()
    for zone, (country, remark) in _zone_table().items():
        names = {language: _city_name(zone, language) for language in LANGUAGES}
        nations = (language.locale.territories[country] for language in ALL_LANGUAGES.values())
        hints = (*nations, remark, *old_names.get(zone, ()))
        found.append(replace(_place(zone, country, names, titles, hints), order=order[country]))
        order[country] += 1
    for zone, country, name in _large_cities():
        if normalise(name) not in {normalise(_city_name(zone, n)) for n in LANGUAGES}:
            found.append(_place(zone, country, dict.fromkeys(LANGUAGES, name), titles))
    return tuple(found)


def _utc() -> _Place:
    names = frozenset({"utc"})
    titles = dict.fromkeys(LANGUAGES, "UTC")
    return _Place("UTC", "", titles, True, names, names, frozenset(), "utc")


def _place(
    zone: str,
    country: str,
    names: Mapping[str, str],
    titles: set[str],
    hints: Sequence[str] | None = None,
) -> _Place:
    """A place with titles not yet in ``titles``, which are added.

    Only a zone's own city has ``hints``.
    """
    shown = {n: _city_title(name, country, n) for n, name in names.items()}
    if titles & set(map(normalise, shown.values())):
        shown = {n: f"{title} ({_city_name(zone, n)})" for n, title in shown.items()}
    normalised = frozenset(map(normalise, shown.values()))
    titles |= normalised
    whole = normalised if hints is None else normalised | {normalise(zone)}
    normalised_names = frozenset(map(normalise, names.values()))
    normalised_hints = frozenset(map(normalise, filter(None, hints or ())))
    text = "\n".join((*whole, *normalised_names, *normalised_hints))
    is_own = hints is not None
    return _Place(zone, country, shown, is_own, whole, normalised_names, normalised_hints, text)


def _city_title(city: str, country: str, language: str) -> str:
    return f"{city}, {ALL_LANGUAGES[language].locale.territories[country]}"


@cache
def _zone_table() -> Mapping[str, tuple[str, str]]:
    """Zones with people in them: by name the country, and a remark."""
    rows = (line.split("\t") for line in _tzdata_lines("zone.tab") if not line.startswith("#"))
    return {row[2]: (row[0], row[3] if len(row) > 3 else "") for row in rows}


def _old_names() -> Mapping[str, list[str]]:
    """Old names such as ``Arizona`` of ``America/Phoenix``."""
    names: dict[str, list[str]] = {}
    for line in _tzdata_lines("tzdata.zi"):
        match line.split():
            case ["L", zone, name] if name not in _zone_table():
                names.setdefault(zone, []).append(name.rpartition("/")[2])
    return names


def _tzdata_lines(name: str) -> list[str]:
    return files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()


def _large_cities() -> Iterator[tuple[str, str, str]]:
    path = files("bot").joinpath("text", "data", "cities.tsv")
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            country, zone, cities = line.split("\t")
            for city in cities.split(";"):
                yield zone, country, city


@cache
def _city_name(zone: str, language: str) -> str:
    known = ALL_LANGUAGES[language].locale.time_zones.get(
        get_global("zone_aliases").get(zone, zone), {}
    )
    return str(known.get("city") or zone.rpartition("/")[2].replace("_", " "))


def _nearness(place: _Place, locale: str) -> int:
    """Sort key for a Discord locale: its country, its language, the menu's zones, others."""
    country, language = _country_and_language(locale)
    official = get_global("territory_languages").get(place.country, {}).get(language, {})
    order = (
        place.country == country and place.zone in MENU_ZONES,
        place.country == country and place.zone.count("/") == 1,
        place.country == country,
        official.get("official_status") in _OFFICIAL,
        place.zone in MENU_ZONES,
    )
    return order.index(True) if any(order) else len(order)


@cache
def _country_and_language(locale: str) -> tuple[str, str]:
    """The likeliest country and language of a Discord locale."""
    language, _dash, country = locale.partition("-")
    likely = get_global("likely_subtags").get(language, "")
    known = country if len(country) == 2 else likely.rpartition("_")[2]
    return known, language
