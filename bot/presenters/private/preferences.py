"""A player's own settings, for all tables."""

from typing import Final

from bot.presenters.private import quiet_hours
from bot.presenters.words.buttons import SETTINGS
from bot.table import reminder_policy, server_defaults
from bot.table.reminder_policy import NotificationPreferences
from bot.text.actions import Action
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, Menu, MenuLine, Message
from bot.text.time_zones import is_time_zone

ASK: Final = "ask"
AT_ONCE: Final = "at-once"
SUGGESTS: Final = "suggest"
"""The setting of a player whose panel opens with a suggestion, at tables with aids."""
MOVE_MODES: Final = frozenset({ASK, AT_ONCE})
"""The settings of moves: confirm each, or make each at once."""
REMINDER_TARGETS: Final = {
    reminder_policy.CHANNEL: (
        N_("In the game's channel"),
        N_("A post that pings you."),
    ),
    reminder_policy.DIRECT: (
        N_("By DM"),
        N_("In the channel only if I can't DM you."),
    ),
    reminder_policy.BOTH: (
        N_("Both"),
        N_("A post that pings you, and a DM."),
    ),
}
"""The targets of reminders: the choice, and its meaning."""


def settings_message(
    preferences: NotificationPreferences, *, confirming: bool, animating: bool, suggesting: bool
) -> Message:
    """A player's settings, and the menus that change them."""
    text = (
        _("**Your settings.** You confirm each move on the panel.")
        if confirming
        else _("**Your settings.** Choosing a meeple on the panel makes your move at once.")
    )
    lines = [
        text,
        *([_("The panel opens with a suggestion, where aids are allowed.")] if suggesting else []),
        reminder_text(preferences),
        quiet_hours.quiet_hours_text(preferences),
        _("You get a ping when you're next.")
        if preferences.next
        else _("You get no ping when you're next."),
        _("Scores move in pictures just for you.")
        if animating
        else _("Pictures just for you stand still."),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Move at once"), f"{SETTINGS} {AT_ONCE}", chosen=not confirming),
            Button(_("Confirm moves"), f"{SETTINGS} {ASK}", chosen=confirming),
            _interval_menu(preferences),
            _target_menu(preferences),
            _next_player_button(preferences),
            Button(_("Quiet hours"), f"{SETTINGS} {reminder_policy.QUIET}"),
            _animation_button(animating=animating),
            _suggestion_button(suggesting=suggesting),
        ),
    )


def reminder_text(preferences: NotificationPreferences) -> str:
    """The time and target of the player's reminders."""
    if preferences.first_reminder_hours == reminder_policy.NO_REMINDERS:
        return _("You get no reminders.")
    after = hours_text(preferences.first_reminder_hours)
    match preferences.target:
        case reminder_policy.DIRECT:
            return _("You get a reminder after {hours}, by DM.", hours=after)
        case reminder_policy.BOTH:
            return _(
                "You get a reminder after {hours}, in the channel and by DM.",
                hours=after,
            )
        case _channel:
            return _("You get a reminder after {hours}, in the channel.", hours=after)


def hours_text(number: int) -> str:
    """A number of hours."""
    return ngettext("{number} hour", "{number} hours", number)


def read_preference(action: str) -> tuple[str, str] | None:
    """Read the preference and value of a menu choice. Return None if it is none."""
    choice = Action.read(Action.read(action).rest)
    key, value = choice.word, choice.rest
    match key:
        case reminder_policy.REMIND:
            known = value.isdecimal() and int(value) in (
                reminder_policy.NO_REMINDERS,
                *reminder_policy.REMINDER_HOUR_CHOICES,
            )
        case reminder_policy.TARGET:
            known = value in reminder_policy.TARGETS
        case reminder_policy.NEXT | server_defaults.ANIMATES:
            known = value in (reminder_policy.YES, reminder_policy.NO)
        case _ if key == SUGGESTS:
            known = value in (reminder_policy.YES, reminder_policy.NO)
        case reminder_policy.ZONE:
            known = is_time_zone(value)
        case reminder_policy.QUIET:
            known = (
                value == quiet_hours.NONE
                or reminder_policy.read_preferences({key: value}).quiet is not None
            )
        case _other:
            known = False
    return (key, value) if known else None


def _interval_menu(preferences: NotificationPreferences) -> Menu:
    lines = [
        MenuLine(
            _("Remind me after {hours}", hours=hours_text(interval)),
            f"{SETTINGS} {reminder_policy.REMIND} {interval}",
            _("Then after twice as long, up to four times."),
            preferences.first_reminder_hours == interval,
        )
        for interval in reminder_policy.REMINDER_HOUR_CHOICES
    ]
    never = f"{SETTINGS} {reminder_policy.REMIND} {reminder_policy.NO_REMINDERS}"
    lines.append(
        MenuLine(
            _("No reminders"),
            never,
            chosen=preferences.first_reminder_hours == reminder_policy.NO_REMINDERS,
        )
    )
    return Menu(_("Reminders"), tuple(lines), reminder_policy.REMIND)


def _target_menu(preferences: NotificationPreferences) -> Menu:
    lines = [
        MenuLine(
            _(label),
            f"{SETTINGS} {reminder_policy.TARGET} {target}",
            _(words),
            preferences.target == target,
        )
        for target, (label, words) in REMINDER_TARGETS.items()
    ]
    return Menu(_("Where to remind you"), tuple(lines), "way")


def _next_player_button(preferences: NotificationPreferences) -> Button:
    if preferences.next:
        return Button(
            _("Don't ping when next"),
            f"{SETTINGS} {reminder_policy.NEXT} {reminder_policy.NO}",
        )
    return Button(
        _("Ping when next"),
        f"{SETTINGS} {reminder_policy.NEXT} {reminder_policy.YES}",
    )


def _suggestion_button(*, suggesting: bool) -> Button:
    """The button that has the panel open with a suggestion, or with all spaces again."""
    if suggesting:
        return Button(_("Start with spaces"), f"{SETTINGS} {SUGGESTS} {reminder_policy.NO}")
    return Button(_("Start with a suggestion"), f"{SETTINGS} {SUGGESTS} {reminder_policy.YES}")


def _animation_button(*, animating: bool) -> Button:
    """The button that has pictures in private answers stand still, or move again."""
    if animating:
        return Button(
            _("Still pictures"), f"{SETTINGS} {server_defaults.ANIMATES} {server_defaults.NO}"
        )
    return Button(
        _("Moving pictures"), f"{SETTINGS} {server_defaults.ANIMATES} {server_defaults.YES}"
    )
