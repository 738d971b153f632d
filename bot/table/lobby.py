"""Checks of what changes in a lobby: the sets of the game, and its opponents."""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping

from bot.table.checks import require_lobby, require_running
from bot.table.entries import Channel, Choose, Leave, Opponent, Set, Substitute
from bot.table.refusals import Refusal
from bot.table.settings import GAME, SEATS, TABLE, renamed_setting
from bot.table.table import COLOURS, Table
from bot.text.names import (
    LEVELS,
    THE_CHANNEL,
    free_names,
    is_impersonal,
    is_opponent,
    opponent_number,
)
from rules.game import Game
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
    """Add sets, each once.

    Raise RulesError for an unknown game or set.
    """
    return combine_parts(starting_part(name), [*name.split("+"), *added])


def check_takes_sets(name: str) -> None:
    """Refuse a game without sets, naming the games that have some."""
    if not available_additions(name):
        others = {part.extends for part in PARTS.values()} - {""}
        raise Refusal("plays-alone", game=starting_part(name), games=sorted(others))


def check_new_game(name: str, seats: int, options: Mapping[str, str]) -> None:
    """Refuse a number of seats or options that the game lacks.

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
    """The host adds or removes a set.

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
    """The host changes a setting, an option, GAME or SEATS."""
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


def check_add(table: Table, user: int, level: str, chance: random.Random) -> Opponent:
    """A seated user gives a free seat to an opponent."""
    require_lobby(table)
    if user not in table.players:
        raise Refusal("not-joined")
    if table.full:
        raise Refusal("full-for-opponents", seats=table.seat_count)
    return Opponent(_random_opponent(table.players, level, chance), table.free_colour())


def check_add_channel(table: Table, user: int, name: str, *, rated: bool) -> Channel:
    """The host gives a seat to the channel.

    ``rated``: the server's games are rated.
    """
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sets", host=table.host)
    if THE_CHANNEL in table.players:
        raise Refusal("channel-added")
    if table.full:
        raise Refusal("full-for-opponents", seats=table.seat_count)
    if table.settings.cup or (rated and not table.settings.has_aids):
        raise Refusal("channel-unrated")
    return Channel(table.free_colour(), " ".join(name.split()) or "?")


def check_remove(table: Table, user: int, seat: int) -> Leave:
    """The host frees the seat of an opponent, or of a player yet to confirm a change."""
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sends-away", host=table.host)
    if seat not in removable_seats(table):
        raise Refusal("late")
    return Leave(seat)


def removable_seats(table: Table) -> tuple[int, ...]:
    """Seats of opponents, and of players to confirm a change."""
    return tuple(
        seat
        for seat, user in enumerate(table.players)
        if is_impersonal(user) or (user in table.unconfirmed and user != table.host)
    )


def check_substitute_choice(table: Table, user: int, *, manager: bool) -> Game:
    """Require a player or a manager of the server."""
    game = require_running(table)
    if user not in table.people and not manager:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return game


def check_substitute(
    table: Table, user: int, seat: int, level: str, chance: random.Random, *, manager: bool
) -> Substitute:
    """Check that an opponent may play on for an open seat."""
    game = check_substitute_choice(table, user, manager=manager)
    if seat >= len(table.players) or seat in game.out:
        raise Refusal("late")
    if seat not in table.open_seats:
        raise Refusal("seat-taken", user=table.players[seat])
    return Substitute(seat, _random_opponent(table.players, level, chance))


def check_opponent_number(seats: int, number: int) -> None:
    """Leave a seat to the user who opens the table."""
    if number >= seats:
        raise Refusal("opponents", most=seats - 1, seats=seats)


def opponent_entries(
    seats: int, colour: int, number: int, level: str, chance: random.Random
) -> Iterator[Opponent]:
    """Entries of the opponents for a table opened in a ``colour``."""
    check_opponent_number(seats, number)
    free = (other for other in range(COLOURS) if other != colour)
    known: list[int] = []
    for _seat in range(number):
        known.append(_random_opponent(known, level, chance))
        yield Opponent(known[-1], next(free))


def _random_opponent(players: Collection[int | None], level: str, chance: random.Random) -> int:
    if level not in LEVELS:
        raise Refusal("late")
    return opponent_number(chance.choice(free_names(players)), level)


def leaves_only_opponents(table: Table, leaving: int) -> bool:
    """True if only several opponents would play on.

    With one seat left the game ends by itself; an open seat may still be taken.
    """
    seats = set(range(len(table.players))) - table.running_game.out
    opponents = {seat for seat in seats if is_opponent(table.players[seat])}
    return table.people == (leaving,) and len(opponents) == len(seats) - 1 > 1
