"""A player's own settings, for all tables."""

from typing import Final

from bot.presenters.private import quiet_hours
from bot.presenters.words.actions import ShowSettings
from bot.presenters.words.setting_menus import setting_menu, setting_text
from bot.table.reminder_policy import NotificationPreferences, read_preferences
from bot.table.settings import (
    ANIMATES,
    BOTH,
    CONFIRMS,
    DIRECT,
    NEXT,
    NO,
    NO_REMINDERS,
    PLAYER,
    QUIET,
    REMIND,
    SUGGESTS,
    TARGET,
    YES,
    Choices,
    read_choice,
)
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, Message

ASK: Final = "ask"
AT_ONCE: Final = "at-once"
MOVE_MODES: Final = {ASK: (CONFIRMS, YES), AT_ONCE: (CONFIRMS, NO)}
"""The settings of moves: confirm each, or make each at once."""
TOGGLES: Final = {
    NEXT: (N_("Ping when next"), N_("Don't ping when next")),
    ANIMATES: (N_("Animate pictures"), N_("Still pictures")),
    SUGGESTS: (N_("Start with a suggestion"), N_("Stop suggesting")),
}
"""The labels of the buttons that turn a setting on, and off again."""


def settings_message(choices: Choices) -> Message:
    """A player's settings, and the menus that change them."""
    preferences, confirming = read_preferences(choices.values), choices.wants(CONFIRMS)
    text = (
        _("**Your settings.** You confirm each move on the panel.")
        if confirming
        else _("**Your settings.** Choosing a meeple on the panel makes your move at once.")
    )
    lines = [
        text,
        *(
            [_("The panel opens with a suggestion, where aids are allowed.")]
            if choices.wants(SUGGESTS)
            else []
        ),
        reminder_text(preferences),
        quiet_hours.quiet_hours_text(preferences),
        _("You get a ping when you're next.")
        if preferences.next
        else _("You get no ping when you're next."),
        _("Pictures only you see are animated.")
        if choices.wants(ANIMATES)
        else _("Pictures only you see stand still."),
        *(f"- {setting_text(choices, key)}" for key in PLAYER if choices.unknown(key) is not None),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Move at once"), str(ShowSettings(AT_ONCE)), chosen=not confirming),
            Button(_("Confirm moves"), str(ShowSettings(ASK)), chosen=confirming),
            setting_menu(choices, REMIND, ShowSettings),
            setting_menu(choices, TARGET, ShowSettings, "way"),
            _toggle(choices, NEXT),
            Button(_("Quiet hours"), str(ShowSettings(QUIET))),
            _toggle(choices, ANIMATES),
            _toggle(choices, SUGGESTS),
        ),
    )


def reminder_text(preferences: NotificationPreferences) -> str:
    """The time and target of the player's reminders."""
    if preferences.first_reminder_hours == NO_REMINDERS:
        return _("You get no reminders.")
    after = hours_text(preferences.first_reminder_hours)
    match preferences.target:
        case target if target == DIRECT:
            return _("You get a reminder after {hours}, by DM.", hours=after)
        case target if target == BOTH:
            return _(
                "You get a reminder after {hours}, in the channel and by DM.",
                hours=after,
            )
        case _channel:
            return _("You get a reminder after {hours}, in the channel.", hours=after)


def hours_text(number: int) -> str:
    """A number of hours."""
    return ngettext("{number} hour", "{number} hours", number)


def read_preference(key: str, value: str) -> tuple[str, str] | None:
    """Read the setting and value of a button or menu line. Return None if it is none."""
    return (MOVE_MODES.get(key) if not value else None) or read_choice(PLAYER, (key, value))


def _toggle(choices: Choices, key: str) -> Button:
    """The button that turns a setting on, or off again."""
    is_on = choices.wants(key)
    return Button(_(TOGGLES[key][is_on]), str(ShowSettings(key, NO if is_on else YES)))
