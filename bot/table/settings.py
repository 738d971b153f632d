"""The settings of tables, servers and players: their keys, labels, values and defaults."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from bot.core.durations import DAY, HOUR, MINUTE
from bot.table.refusals import Refusal
from bot.text.i18n import ENGLISH, LANGUAGES, N_, _
from bot.text.time_zones import MENU_ZONES, is_time_zone, zone_title


@dataclass(frozen=True, slots=True)
class TimeControl:
    move_seconds: float | None = None
    bank: float = 0.0
    increment: float = 0.0


NO_CLOCK: Final = "none"
TIME_CONTROLS: Final[Mapping[str, TimeControl]] = {
    NO_CLOCK: TimeControl(),
    "live": TimeControl(bank=25 * MINUTE, increment=MINUTE / 2),
    "day": TimeControl(move_seconds=DAY),
    "week": TimeControl(move_seconds=7 * DAY),
}
"""The time controls by the word in the log."""

DEFAULT_POLICY: Final = "usual"
"""At once for two minutes or until another person plays on, then by the consent of all."""
FREE: Final = "free"
"""At once until another person plays on, then by consent."""
CONSENT: Final = "consent"
"""By consent from the moment the next tile is shown."""
NEVER_UNDO: Final = "none"

FREE_SECONDS: Final = 120.0
"""Seconds after a move in which it is usually undone without asking, if nobody has played on."""


def is_free_undo(take: str, seconds: float) -> bool:
    """True if a move of that age needs no consent unless somebody played on."""
    return take == FREE or (take == DEFAULT_POLICY and seconds <= FREE_SECONDS)


YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, with a message for each of its values.

    Attributes:
        key: The name under which it is stored, and its option of a command.
        title: The message that names it.
        default: The value while nothing is stored; "" if none of the values stands for it.
        usual: The message of a default that is none of the values.
        notes: A message that explains a value in a menu.
        aliases: The value for each key and value that an earlier version stored for it.
        describe: The text of a typed value that is none of the values; None if it is not taken.
        attribute: The field of `Settings`, if it has another name than the key.
        needs_consent: True if players who have joined are asked again after a change.
    """

    key: str
    title: str
    values: Mapping[str, str]
    default: str
    usual: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[tuple[str, str], str] = field(default_factory=dict)
    describe: Callable[[str], str | None] | None = None
    attribute: str = ""
    needs_consent: bool = False

    def text(self, value: str) -> str | None:
        """The text in the current language; None if the setting does not take the value."""
        if value in self.values:
            return _(self.values[value])
        if value == self.default:
            return _(self.usual)
        return self.describe(value) if self.describe is not None else None

    def check(self, value: str) -> str:
        """Raise Refusal for a value that the setting does not take."""
        if self.text(value) is None:
            raise Refusal("late")
        return value

    def stored(self, values: Mapping[str, str]) -> str | None:
        """The stored value as this version spells it, or None."""
        if self.key in values:
            return self.aliases.get((self.key, values[self.key]), values[self.key])
        renamed = (new for (key, old), new in self.aliases.items() if values.get(key) == old)
        return next(renamed, None)

    @property
    def heading(self) -> str:
        title = _(self.title)
        return title[0].upper() + title[1:]


@dataclass(frozen=True, slots=True)
class Choices:
    """Stored settings of a server or player, read by a schema.

    A value unknown to this version stays, and is shown as it is.
    """

    schema: Mapping[str, Setting]
    values: Mapping[str, str] = field(default_factory=dict)

    def of(self, key: str) -> str:
        """The stored value if known, else the default."""
        setting = self.schema[key]
        value = setting.stored(self.values)
        return setting.default if value is None or setting.text(value) is None else value

    def unknown(self, key: str) -> str | None:
        """The stored value if this version does not know it."""
        value = self.schema[key].stored(self.values)
        return value if value is not None and self.schema[key].text(value) is None else None

    def chosen(self, key: str) -> str | None:
        """The stored value, None without one. Raise Refusal if it is unknown.

        An unknown language is kept, and reads as English.
        """
        unknown = self.unknown(key)
        if unknown is not None and key != LANGUAGE:
            raise Refusal("unknown-setting", title=self.schema[key].title, value=unknown)
        return self.schema[key].stored(self.values)

    def wants(self, key: str) -> bool:
        """True if a setting of YES and NO is YES."""
        return self.of(key) == YES

    def text(self, key: str) -> str:
        """The value in words; an unknown one as stored."""
        unknown = self.unknown(key)
        if unknown is not None:
            return _("`{value}`, which I don't know", value=unknown.replace("`", ""))
        return self.schema[key].text(self.of(key)) or ""


def schema_of(*settings: Setting) -> Mapping[str, Setting]:
    return {setting.key: setting for setting in settings}


YES_NO: Final = {YES: N_("yes"), NO: N_("no")}

# -- a table ----------------------------------------------------------------------------------

LANGUAGE, SEAT_ORDER, AIDS, PACE = "language", "order", "aids", "pace"
UNDO, VOTING, STANDING_ORDERS, THREAD = "undo", "votes", "orders", "thread"
WINDOW: Final = "window"
WINDOW_SECONDS: Final = {"10m": 10 * MINUTE, "3h": 3 * HOUR, "12h": 12 * HOUR, "24h": DAY}
"""Seconds in which a channel votes for a move, by the word in the log."""
LIVE_WINDOW_SECONDS: Final = 1 * MINUTE
"""Seconds in which a channel votes for a move of a live game."""
GAME, SEATS = "game", "seats"
RANDOM, JOINED = "random", "joined"
"""The orders of the seats: random, or as the players joined."""
MAJORITY, ALL = "majority", "all"
"""The voters who must agree to a decision: more than half of them, or all."""
TABLE: Final = schema_of(
    Setting(LANGUAGE, N_("Language"), LANGUAGES, "", N_("the host's")),
    Setting(
        SEAT_ORDER,
        N_("Turn order"),
        {RANDOM: N_("random"), JOINED: N_("as joined")},
        RANDOM,
        attribute="seat_order",
    ),
    Setting(
        PACE,
        N_("Pace"),
        {
            "live": N_("live: 25 minutes, plus 30 seconds per move"),
            "day": N_("one day per move"),
            "week": N_("one week per move"),
            NO_CLOCK: N_("no clock"),
        },
        NO_CLOCK,
        needs_consent=True,
    ),
    Setting(
        UNDO,
        N_("Undo"),
        {
            DEFAULT_POLICY: N_("for 2 minutes, then if everyone agrees"),
            FREE: N_("until another player moves, then if everyone agrees"),
            CONSENT: N_("only if everyone agrees"),
            NEVER_UNDO: N_("never"),
        },
        DEFAULT_POLICY,
    ),
    Setting(
        VOTING,
        N_("Votes"),
        {MAJORITY: N_("by majority"), ALL: N_("unanimous")},
        MAJORITY,
        notes={
            MAJORITY: N_("More than half can skip a turn, pause or end."),
            ALL: N_("All must agree to skip a turn, pause or end."),
        },
    ),
    Setting(STANDING_ORDERS, N_("Standing orders"), YES_NO, YES, attribute="standing_orders"),
    Setting(
        AIDS,
        N_("Hints and aids"),
        YES_NO,
        "",
        N_("yes; no while ratings are on"),
        aliases={("purist", YES): NO, ("purist", NO): YES},
        needs_consent=True,
    ),
    Setting(
        WINDOW,
        N_("Channel's vote"),
        {
            "10m": N_("10 minutes"),
            "3h": N_("3 hours"),
            "12h": N_("12 hours"),
            "24h": N_("24 hours"),
        },
        "12h",
    ),
)
"""The settings of every table, whatever its game; none changes a rule."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table, as in TABLE.

    ``cup``: the number of a match's cup, or 0. ``aids`` is "" in games older than the setting,
    which have them.
    """

    language: str = ENGLISH
    seat_order: str = RANDOM
    aids: str = ""
    pace: str = NO_CLOCK
    undo: str = DEFAULT_POLICY
    votes: str = MAJORITY
    standing_orders: bool = True
    window: str = "12h"
    cup: int = 0

    def value(self, key: str) -> str:
        value = getattr(self, TABLE[key].attribute or key)
        return str(value) if not isinstance(value, bool) else YES if value else NO

    @property
    def has_aids(self) -> bool:
        """True if hints, odds, the kinds of tiles left and projected points are offered."""
        return self.aids != NO

    @property
    def window_seconds(self) -> float:
        return LIVE_WINDOW_SECONDS if self.pace == "live" else WINDOW_SECONDS[self.window]

    def with_values(self, values: Mapping[str, str]) -> "Settings":
        changes: dict[str, Any] = {}
        for key, value in values.items():
            name = TABLE[key].attribute or key
            changes[name] = value == YES if isinstance(getattr(self, name), bool) else value
        return replace(self, **changes)


DEFAULT_SETTINGS: Final = Settings()


def settings_by(
    choices: Choices, language: str, typed: Mapping[str, str | None] = MappingProxyType({})
) -> Settings:
    """A new table's settings: those typed, else those of the server.

    ``language`` is the host's. Raise Refusal if the server has chosen an unknown value.
    """
    schema = choices.schema
    chosen = {key: typed.get(key) or choices.chosen(key) for key in TABLE if key in schema}
    chosen[AIDS] = chosen[AIDS] or usual_aids(choices)
    known = {key: value for key, value in chosen.items() if value is not None}
    return DEFAULT_SETTINGS.with_values({LANGUAGE: language} | known)


def usual_aids(choices: Choices) -> str:
    """The usual aids of new tables: rated games have none (RT-09)."""
    return choices.chosen(AIDS) or (NO if choices.values.get(RATINGS) == YES else YES)


def renamed_setting(key: str, value: str) -> tuple[str, str]:
    """Key and value as this version spells them; others unchanged."""
    for setting in TABLE.values():
        if any(key == earlier for earlier, _value in setting.aliases):
            return setting.key, setting.aliases.get((key, value), value)
    return key, value


def settings_after(last: Settings, choices: Choices) -> Settings:
    """A new table's settings in a channel, after its last game's.

    The turn order is the server's, because *Again* changes it unasked; so are the aids where games
    are rated.
    """
    order = choices.chosen(SEAT_ORDER) or DEFAULT_SETTINGS.seat_order
    kept_aids = "" if choices.values.get(RATINGS) == YES else last.aids
    return replace(last, seat_order=order, aids=kept_aids or usual_aids(choices), cup=0)


# -- a server ---------------------------------------------------------------------------------

CHANNELS: Final = "channels"
"""The key of the channels in which tables are allowed."""
POST_CHANNEL: Final = "post_channel"
"""The key of the channel in which a server turned its puzzle or digest on, for both."""
ANIMATION, RATINGS, PUZZLE, DIGEST = "animation", "ratings", "puzzle", "digest"
SERVER_HOUR, SERVER_ZONE = "hour", "zone"
ALWAYS, NEVER = "always", "never"
ANIMATED_POINTS: Final = 10
"""The points of a move from which its scores are animated, unless the server says otherwise."""


def _describe_zone(zone: str) -> str | None:
    return zone_title(zone) if is_time_zone(zone) else None


OWN_THREAD: Final = Setting(THREAD, N_("Own thread"), YES_NO, NO)
"""The setting of a server whose new tables open in threads of their own."""
FEATURES: Final = schema_of(
    Setting(
        ANIMATION,
        N_("Animated scores"),
        {ALWAYS: N_("always"), NEVER: N_("never")},
        "",
        N_("from 10 points"),
    ),
    Setting(RATINGS, N_("Ratings and leaderboard"), YES_NO, NO),
    Setting(PUZZLE, N_("Move of the day"), YES_NO, NO),
    Setting(DIGEST, N_("The week in one post"), YES_NO, NO),
    # Hours are the same in all languages.
    Setting(
        SERVER_HOUR, N_("Hour of the posts"), {str(hour): f"{hour}:00" for hour in range(24)}, "9"
    ),
    Setting(SERVER_ZONE, N_("Time zone"), MENU_ZONES, "UTC", describe=_describe_zone),
)
"""The settings of a server that are about no table."""


class ServerChoices(Choices):
    """Channels, defaults of new tables, and features."""

    __slots__ = ()

    @property
    def channels(self) -> tuple[int, ...]:
        """The channels where tables are allowed; () for all."""
        channels = self.values.get(CHANNELS, "").split()
        return tuple(int(channel) for channel in channels if channel.isdecimal())

    @property
    def post_channel(self) -> int | None:
        """The channel of the puzzle and the digest."""
        text = self.values.get(POST_CHANNEL, "")
        return int(text) if text.isdecimal() else None

    def allow(self, *places: int | None) -> bool:
        """True if one of the places is allowed."""
        return not self.channels or not set(self.channels).isdisjoint(places)

    def animates(self, points: int) -> bool:
        """True if a move's scores with so many points are animated."""
        match self.of(ANIMATION):
            case value if value == ALWAYS:
                return points > 0
            case value if value == NEVER:
                return False
            case _usual:
                return points >= ANIMATED_POINTS


# -- a player ---------------------------------------------------------------------------------

CONFIRMS, SUGGESTS, ANIMATES = "confirms", "suggest", "animates"
REMIND, TARGET, QUIET, ZONE, NEXT = "remind", "remind-way", "quiet", "zone", "next"
NO_REMINDERS: Final = 0
REMINDER_HOUR_CHOICES: Final = (6, 12, 24, 48)
"""Hours until the first reminder that a user can choose."""
CHANNEL, DIRECT, BOTH = "channel", "direct", "both"
NOT_QUIET: Final = "none"


def read_quiet_hours(text: str) -> tuple[int, int] | None:
    """Parse hours such as ``22-7``; None for any other text."""
    first, _, end = text.partition("-")
    if not (first.isdecimal() and end.isdecimal()):
        return None
    hours = int(first), int(end)
    return hours if max(hours) < 24 and hours[0] != hours[1] else None


def _describe_quiet_hours(text: str) -> str | None:
    hours = read_quiet_hours(text)
    return f"{hours[0]}:00–{hours[1]}:00" if hours is not None else None


PLAYER: Final = schema_of(
    Setting(CONFIRMS, N_("Confirm moves"), YES_NO, NO),
    Setting(SUGGESTS, N_("Start with a suggestion"), YES_NO, NO),
    Setting(
        REMIND,
        N_("Reminders"),
        {
            "6": N_("after 6 hours"),
            "12": N_("after 12 hours"),
            "24": N_("after 24 hours"),
            "48": N_("after 48 hours"),
            str(NO_REMINDERS): N_("never"),
        },
        "12",
        notes={
            str(hours): N_("Then after twice as long, up to four times.")
            for hours in REMINDER_HOUR_CHOICES
        },
    ),
    Setting(
        TARGET,
        N_("Where to remind you"),
        {
            CHANNEL: N_("in the game's channel"),
            DIRECT: N_("by DM"),
            BOTH: N_("both"),
        },
        CHANNEL,
        notes={
            CHANNEL: N_("A post that pings you."),
            DIRECT: N_("In the channel only if I can't DM you."),
            BOTH: N_("A post that pings you, and a DM."),
        },
    ),
    Setting(NEXT, N_("Ping when next"), YES_NO, NO),
    Setting(
        QUIET,
        N_("Quiet hours"),
        {NOT_QUIET: N_("none")},
        NOT_QUIET,
        describe=_describe_quiet_hours,
    ),
    Setting(ZONE, N_("Time zone"), MENU_ZONES, "UTC", describe=_describe_zone),
    Setting(ANIMATES, N_("Animated pictures"), YES_NO, YES),
)
"""The settings of a player, for all tables."""


def read_choice(schema: Mapping[str, Setting], words: Sequence[str]) -> tuple[str, str] | None:
    """A key and its value; None if one is unknown."""
    key, value = renamed_setting(*(*words, "", "")[:2])
    setting = schema.get(key)
    return (key, value) if setting is not None and setting.text(value) is not None else None
