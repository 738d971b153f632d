"""A player's own settings, for all tables."""

from typing import Final

from bot.presenters.private import quiet_hours
from bot.table import notification_preferences
from bot.table.notification_preferences import NotificationPreferences
from bot.text.actions import Action
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, Menu, MenuLine, Message

SETTINGS: Final = "habits"
"""The button that shows a player's settings."""
ASK: Final = "ask"
AT_ONCE: Final = "at-once"
MOVE_MODES: Final = frozenset({ASK, AT_ONCE})
"""The settings of moves: confirm each, or make each at once."""
REMINDER_TARGETS: Final = {
    notification_preferences.CHANNEL: (
        N_("In the table's channel"),
        N_("A post that mentions you."),
    ),
    notification_preferences.DIRECT: (
        N_("By direct message"),
        N_("In the channel only if I cannot write to you."),
    ),
    notification_preferences.BOTH: (
        N_("Both"),
        N_("A post that mentions you, and a direct message."),
    ),
}
"""The targets of reminders: the choice, and its meaning."""


def settings_button() -> Button:
    """The button that shows the settings."""
    return Button(_("Settings"), SETTINGS)


def settings_message(wished: NotificationPreferences, *, confirming: bool) -> Message:
    """A player's settings, and the menus that change them."""
    text = (
        _(
            "**Your settings.** What you choose on the panel is shown first, and made when you "
            "confirm it."
        )
        if confirming
        else _("**Your settings.** What you choose on the panel is your move, and made at once.")
    )
    lines = [
        text,
        reminder_text(wished),
        quiet_hours.quiet_hours_text(wished),
        _("You are told when the player before you begins.")
        if wished.next
        else _("You are not told when the player before you begins."),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Make my moves at once"), f"{SETTINGS} {AT_ONCE}", chosen=not confirming),
            Button(_("Let me confirm them"), f"{SETTINGS} {ASK}", chosen=confirming),
            _interval_menu(wished),
            _target_menu(wished),
            _next_player_button(wished),
            Button(_("Quiet hours"), f"{SETTINGS} {notification_preferences.QUIET}"),
        ),
    )


def reminder_text(wished: NotificationPreferences) -> str:
    """The time and target of the player's reminders."""
    if wished.hours == notification_preferences.NO_REMINDERS:
        return _("You get no reminders.")
    after = hours_text(wished.hours)
    match wished.way:
        case notification_preferences.DIRECT:
            return _("You are reminded after {hours}, by direct message.", hours=after)
        case notification_preferences.BOTH:
            return _(
                "You are reminded after {hours}, in the channel and by direct message.",
                hours=after,
            )
        case _channel:
            return _("You are reminded after {hours}, in the channel.", hours=after)


def hours_text(number: int) -> str:
    """A number of hours."""
    return ngettext("{number} hour", "{number} hours", number)


def read_preference(action: str) -> tuple[str, str] | None:
    """Read the preference and value of a menu choice. Return None if it is none."""
    wish = Action.read(Action.read(action).rest)
    key, value = wish.word, wish.rest
    match key:
        case notification_preferences.REMIND:
            known = value.isdecimal() and int(value) in (
                notification_preferences.NO_REMINDERS,
                *notification_preferences.REMINDER_HOURS,
            )
        case notification_preferences.WAY:
            known = value in notification_preferences.WAYS
        case notification_preferences.NEXT:
            known = value in (notification_preferences.YES, notification_preferences.NO)
        case notification_preferences.ZONE:
            known = value in notification_preferences.ZONES
        case notification_preferences.QUIET:
            known = (
                value == quiet_hours.NONE
                or notification_preferences.read_preferences({key: value}).quiet is not None
            )
        case _other:
            known = False
    return (key, value) if known else None


def _interval_menu(wished: NotificationPreferences) -> Menu:
    lines = [
        MenuLine(
            _("Remind me after {hours}", hours=hours_text(interval)),
            f"{SETTINGS} {notification_preferences.REMIND} {interval}",
            _("Then after twice as long, four times at most."),
            wished.hours == interval,
        )
        for interval in notification_preferences.REMINDER_HOURS
    ]
    never = f"{SETTINGS} {notification_preferences.REMIND} {notification_preferences.NO_REMINDERS}"
    lines.append(
        MenuLine(
            _("No reminders"), never, chosen=wished.hours == notification_preferences.NO_REMINDERS
        )
    )
    return Menu(_("Reminders"), tuple(lines), notification_preferences.REMIND)


def _target_menu(wished: NotificationPreferences) -> Menu:
    lines = [
        MenuLine(
            _(label),
            f"{SETTINGS} {notification_preferences.WAY} {way}",
            _(words),
            wished.way == way,
        )
        for way, (label, words) in REMINDER_TARGETS.items()
    ]
    return Menu(_("Where to remind you"), tuple(lines), "way")


def _next_player_button(wished: NotificationPreferences) -> Button:
    if wished.next:
        return Button(
            _("Do not say when I am next"),
            f"{SETTINGS} {notification_preferences.NEXT} {notification_preferences.NO}",
        )
    return Button(
        _("Say when I am next"),
        f"{SETTINGS} {notification_preferences.NEXT} {notification_preferences.YES}",
    )
