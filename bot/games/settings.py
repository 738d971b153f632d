"""The settings of a server's new tables, with the options of games."""

from collections.abc import Mapping

from bot.games import nouns
from bot.table.settings import FEATURES, OWN_THREAD, TABLE, Setting, schema_of
from rules.variants import PARTS


def table_schema() -> Mapping[str, Setting]:
    """The settings of a new table by key, the options of games included."""
    return schema_of(*TABLE.values(), OWN_THREAD, *map(game_option, nouns.option_words()))


def server_schema() -> Mapping[str, Setting]:
    """All settings of a server by key."""
    return {**table_schema(), **FEATURES}


def game_option(name: str) -> Setting:
    """Return an option of games, by its name in the rules, whichever game has it."""
    values = next(part.option_values[name] for part in PARTS.values() if name in part.option_values)
    words = nouns.option_words()[name]
    messages = {value: nouns.option_value_message(value) for value in values}
    return Setting(words.command_option, words.name, messages, values[0])
