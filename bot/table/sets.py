"""Checks of the sets a game is made of, when its table is opened and in its lobby.

An impossible combination is refused before a table is opened.
"""

from collections.abc import Iterable, Mapping

from bot.table.checks import require_lobby
from bot.table.entries import Choose, Set
from bot.table.refusals import Refusal
from bot.table.settings import GAME, SEATS, TABLE, renamed_setting
from bot.table.table import Table
from rules.variants import (
    PARTS,
    available_additions,
    combine_parts,
    option_values,
    parts_of,
    rulebook,
    starting_part,
    starting_parts,
)


def with_sets(name: str, added: Iterable[str]) -> str:
    """Return the name of a game with sets added, each once.

    Raise RulesError for an unknown game or set.
    """
    return combine_parts(starting_part(name), [*name.split("+"), *added])


def check_takes_sets(name: str) -> None:
    """Refuse a game that takes no sets; the refusal names the games that do."""
    if not available_additions(name):
        others = {part.extends for part in PARTS.values()} - {""}
        raise Refusal("plays-alone", game=starting_part(name), games=sorted(others))


def check_new_game(name: str, seats: int, options: Mapping[str, str]) -> None:
    """Refuse a number of seats or options that the game does not have.

    Raise RulesError for an unknown game or value.
    """
    for option in options:
        if option not in option_values(name):
            check_takes_sets(name)
            [owner] = (part.name for part in PARTS.values() if option in part.option_values)
            raise Refusal("not-without", switch=option, sets=[owner], typed=owner)
    allowed = rulebook(name, options).ruleset.seats
    if seats not in allowed:
        facts = {"low": allowed.start, "high": allowed.stop - 1}
        for part in available_additions(name):
            if seats in rulebook(with_sets(name, [part])).ruleset.seats:
                raise Refusal("seats-with", sets=[part], typed=part, **facts)
        raise Refusal("seats", **facts)


def check_set_choice(table: Table, user: int, part: str, *, on: bool) -> Choose:
    """Check that the host may add or remove a set in the lobby. Return the entry.

    Refuse a game for fewer players than are seated.
    """
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-chooses", host=table.host)
    part_names = [other.name for other in parts_of(table.name)]
    if part not in available_additions(table.name) or (part in part_names) == on:
        raise Refusal("late")
    game = with_sets(table.name, [part])
    if not on:
        game = combine_parts(
            starting_part(table.name), [other for other in part_names if other != part]
        )
    most, seated = rulebook(game).ruleset.seats.stop - 1, len(table.players)
    if seated > most:
        raise Refusal("too-many", sets=[part], high=most, seated=seated)
    return Choose(game)


def check_setting(table: Table, user: int, key: str, value: str) -> Set:
    """Check that the host may change a setting, an option, GAME or SEATS. Return the entry."""
    key, value = renamed_setting(key, value)
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sets", host=table.host)
    seated, options = len(table.players), option_values(table.name)
    if key in TABLE:
        TABLE[key].check(value)
        now = table.settings.value(key)
    elif key == GAME:
        now = starting_part(table.name)
        if value not in starting_parts():
            raise Refusal("late")
        most = rulebook(value).ruleset.seats.stop - 1
        if seated > most:
            raise Refusal("too-many-players", game=value, high=most, seated=seated)
    elif key == SEATS:
        now = str(table.seat_count)
        if value not in map(str, rulebook(table.name).ruleset.seats):
            raise Refusal("late")
        if int(value) < seated:
            raise Refusal("seats-taken", seated=seated)
    else:
        if value not in options.get(key, ()):
            raise Refusal("late")
        now = table.options.get(key, options[key][0])
    if value == now:
        raise Refusal("set-already")
    return Set(key, value)
