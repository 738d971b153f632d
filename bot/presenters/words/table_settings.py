"""The options of a table in words, for its host and for a server; and those of a server alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.games import game_texts, nouns
from bot.table.server_defaults import (
    ALWAYS,
    ANIMATION,
    DIGEST,
    LANGUAGE,
    NEVER,
    NO,
    PACE,
    PURIST,
    PUZZLE,
    RATINGS,
    SEAT_ORDER,
    STANDING_ORDERS,
    THREAD,
    UNDO,
    YES,
)
from bot.table.server_hours import DEFAULT_HOUR, DEFAULT_ZONE, SERVER_HOUR, SERVER_ZONE
from bot.table.table import JOINED, RANDOM
from bot.table.time_control import NO_CLOCK
from bot.table.undo_policy import DEFAULT_POLICY
from bot.text.i18n import LANGUAGES, N_, _
from bot.text.time_zones import MENU_ZONES, is_time_zone, zone_title
from rules.variants import PARTS


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """An option with a message for each value; ``usual`` is the default.

    ``describe`` gives the text of a value beyond these, which is typed, or None if there is none.
    """

    title: str
    values: Mapping[str, str]
    usual: str
    describe: Callable[[str], str | None] | None = None

    def has(self, value: str) -> bool:
        """Return True if the option takes a value."""
        return self.text(value) is not None

    def text(self, value: str) -> str | None:
        """The text of a value in the current language; None if the option does not take it."""
        if value in self.values:
            return _(self.values[value])
        return self.describe(value) if self.describe is not None else None


def _describe_zone(zone: str) -> str | None:
    return zone_title(zone) if is_time_zone(zone) else None


YES_NO: Final = {YES: N_("yes"), NO: N_("no")}
TURN_ORDERS: Final = {RANDOM: N_("random"), JOINED: N_("as joined")}
CHOICES: Final[Mapping[str, SettingChoice]] = {
    LANGUAGE: SettingChoice(N_("Language"), LANGUAGES, N_("that of the host")),
    SEAT_ORDER: SettingChoice(N_("Turn order"), TURN_ORDERS, TURN_ORDERS[RANDOM]),
    PACE: SettingChoice(
        N_("Pace"), game_texts.TIME_CONTROL_CHOICES, game_texts.TIME_CONTROL_CHOICES[NO_CLOCK]
    ),
    UNDO: SettingChoice(
        N_("Undo"),
        game_texts.UNDO_POLICY_CHOICES,
        game_texts.UNDO_POLICY_CHOICES[DEFAULT_POLICY],
    ),
    STANDING_ORDERS: SettingChoice(N_("Standing orders"), YES_NO, YES_NO[YES]),
    PURIST: SettingChoice(N_("Without aids"), YES_NO, YES_NO[NO]),
    THREAD: SettingChoice(N_("Own thread"), YES_NO, YES_NO[NO]),
}
HOURS: Final = {str(hour): f"{hour}:00" for hour in range(24)}
"""The hours of the day, the same in all languages."""
FEATURES: Final[Mapping[str, SettingChoice]] = {
    ANIMATION: SettingChoice(
        N_("Animated scores"),
        {ALWAYS: N_("always"), NEVER: N_("never")},
        N_("from 10 points"),
    ),
    RATINGS: SettingChoice(N_("Ratings and leaderboard"), YES_NO, YES_NO[NO]),
    PUZZLE: SettingChoice(N_("Move of the day"), YES_NO, YES_NO[NO]),
    DIGEST: SettingChoice(N_("The week in one post"), YES_NO, YES_NO[NO]),
    SERVER_HOUR: SettingChoice(N_("Hour of the posts"), HOURS, HOURS[str(DEFAULT_HOUR)]),
    SERVER_ZONE: SettingChoice(
        N_("Time zone"), MENU_ZONES, MENU_ZONES[DEFAULT_ZONE], _describe_zone
    ),
}
"""The options of a server that no table has."""


def choices() -> dict[str, SettingChoice]:
    """Every option of a table by its name, the options of games included."""
    words = nouns.option_words()
    return {**CHOICES, **{words[name].command_option: _game_option(name) for name in words}}


def _game_option(name: str) -> SettingChoice:
    """The values of an option of games, whichever game has it."""
    values = next(part.option_values[name] for part in PARTS.values() if name in part.option_values)
    messages = {value: nouns.option_value_message(value) for value in values}
    return SettingChoice(nouns.option_words()[name].name, messages, messages[values[0]])
