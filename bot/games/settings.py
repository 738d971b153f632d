"""The settings of a server's new tables and of a lobby, with the options of games."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.games import nouns
from bot.games.parts import PART_WORDS
from bot.table.settings import (
    AIDS,
    FEATURES,
    GAME,
    LANGUAGE,
    OWN_THREAD,
    SEATS,
    TABLE,
    YES,
    Choices,
    Setting,
    schema_of,
)
from bot.table.table import Table
from bot.text.i18n import ENGLISH, N_
from rules.variants import PARTS, option_values, rulebook, starting_part, starting_parts

DEFAULT_GAME: Final = next(part.extends for part in PARTS.values() if part.extends)
"""The game of a new table where none was played and none is chosen: one that takes expansions."""


def game_setting() -> Setting:
    """The game that a new table has, without its expansions."""
    titles = {name: PART_WORDS[name].title for name in starting_parts()}
    return Setting(GAME, N_("Game"), titles, DEFAULT_GAME)


def table_schema() -> Mapping[str, Setting]:
    """The settings of a new table by key, the options of games included."""
    options = map(option_setting, nouns.option_words())
    return schema_of(game_setting(), *TABLE.values(), OWN_THREAD, *options)


def server_schema() -> Mapping[str, Setting]:
    """All settings of a server by key."""
    return {**table_schema(), **FEATURES}


def option_setting(name: str) -> Setting:
    """Return an option of games, by its name in the rules, whichever game has it."""
    values = next(part.option_values[name] for part in PARTS.values() if name in part.option_values)
    words = nouns.option_words()[name]
    messages = {value: nouns.option_value_message(value) for value in values}
    return Setting(words.command_option, words.name, messages, values[0])


def option_of(key: str) -> str:
    """The name in the rules of an option of games; any other key is returned unchanged."""
    names = (name for name, words in nouns.option_words().items() if words.command_option == key)
    return next(names, key)


def lobby_choices(table: Table) -> Choices:
    """The current choices of a lobby: game, seats, settings, and the options of the game."""
    seats = {str(number): str(number) for number in rulebook(table.name).ruleset.seats}
    own = {name: option_setting(name) for name in option_values(table.name)}
    usual = {LANGUAGE: ENGLISH, AIDS: YES}
    schema = schema_of(
        game_setting(),
        Setting(SEATS, N_("Seats"), seats, next(iter(seats))),
        *(replace(one, default=usual.get(key, one.default)) for key, one in TABLE.items()),
        *own.values(),
    )
    values = {GAME: starting_part(table.name), SEATS: str(table.seat_count)}
    values |= {key: value for key in TABLE if (value := table.settings.value(key))}
    values |= {own[name].key: value for name, value in table.options.items() if name in own}
    return Choices(schema, values)
