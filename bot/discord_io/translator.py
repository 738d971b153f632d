"""Translations of command descriptions and options into the language of each client.

Names of typed commands are not translated: like the notation of moves they are the same in every
post, log and rule.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.parts import PART_WORDS
from bot.text.i18n import ENGLISH, _, language_of, pgettext, use_language

OPTIONS: Final[Mapping[str, Callable[[], str]]] = {
    "against": lambda: pgettext("option", "against"),
    "animation": lambda: pgettext("option", "animation"),
    "game": lambda: pgettext("option", "game"),
    "language": lambda: pgettext("option", "language"),
    "digest": lambda: pgettext("option", "digest"),
    "hour": lambda: pgettext("option", "hour"),
    "level": lambda: pgettext("option", "level"),
    "move": lambda: pgettext("option", "move"),
    "new": lambda: pgettext("option", "new"),
    "old": lambda: pgettext("option", "old"),
    "opponents": lambda: pgettext("option", "opponents"),
    "order": lambda: pgettext("option", "order"),
    "orders": lambda: pgettext("option", "orders"),
    "pace": lambda: pgettext("option", "pace"),
    "place": lambda: pgettext("option", "place"),
    "player": lambda: pgettext("option", "player"),
    "aids": lambda: pgettext("option", "aids"),
    "puzzle": lambda: pgettext("option", "puzzle"),
    "ratings": lambda: pgettext("option", "ratings"),
    "seats": lambda: pgettext("option", "seats"),
    "sets": lambda: pgettext("option", "sets"),
    "text": lambda: pgettext("option", "text"),
    "thread": lambda: pgettext("option", "thread"),
    "topic": lambda: pgettext("option", "topic"),
    "turn": lambda: pgettext("option", "turn"),
    "undo": lambda: pgettext("option", "undo"),
    "until": lambda: pgettext("option", "until"),
    "view": lambda: pgettext("option", "view"),
    "votes": lambda: pgettext("option", "votes"),
    "zone": lambda: pgettext("option", "zone"),
}
"""The names of the options of commands that all games share, each one lower-case word."""
UNTRANSLATED: Final = frozenset({Location.command_name, Location.group_name})
"""The contexts of texts that are the same in all languages, except names of context menus."""


def _is_typed(context: app_commands.TranslationContext[Any, Any]) -> bool:
    return context.location in UNTRANSLATED and not isinstance(
        context.data, app_commands.ContextMenu
    )


def option_names() -> Mapping[str, Callable[[], str]]:
    """Option names that all games share, and those that parts add."""
    names = dict(OPTIONS)
    for part in PART_WORDS.values():
        names.update(part.command_option_names)
    return names


class Translator(app_commands.Translator):
    """Translate command texts.

    A text that is no single message has a function ``translation`` in its extras, which returns it
    in the current language.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """None to show the text in English."""
        language = language_of(locale)
        if language == ENGLISH or _is_typed(context):
            return None
        with use_language(language):
            if "translation" in string.extras:
                translation = string.extras["translation"]()
            elif context.location is Location.parameter_name:
                translation = option_names()[string.message]()
            else:
                translation = _(string.message)
        return None if translation == string.message else translation
