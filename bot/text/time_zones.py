"""The time zones offered to players and servers, each by its cities."""

from typing import Final

from bot.text.i18n import N_

TIME_ZONES: Final = {
    "Pacific/Honolulu": N_("Honolulu"),
    "America/Anchorage": N_("Anchorage"),
    "America/Los_Angeles": N_("Los Angeles, Vancouver"),
    "America/Denver": N_("Denver, Calgary"),
    "America/Chicago": N_("Chicago, Winnipeg"),
    "America/New_York": N_("New York, Montreal"),
    "America/Halifax": N_("Halifax"),
    "America/Sao_Paulo": N_("São Paulo, Buenos Aires"),
    "Atlantic/Azores": N_("the Azores"),
    "UTC": N_("UTC, without summer time"),
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
"""By its name, the cities of each zone, from west to east; a menu of Discord holds 25 lines."""
