"""Checks of opponents at a table: adding one, removing one, and substituting one for a player."""

import random
from collections.abc import Collection, Iterator

from bot.table.checks import require_lobby, require_running
from bot.table.entries import Leave, Opponent, Substitute
from bot.table.refusals import Refusal
from bot.table.table import COLOURS, Table
from bot.text.opponents import LEVELS, free_names, is_opponent, opponent_number
from rules.game import Game


def check_add(table: Table, user: int, level: str, chance: random.Random) -> Opponent:
    """Check that the user has a seat in a lobby with a free one. Return an opponent's entry."""
    require_lobby(table)
    if user not in table.players:
        raise Refusal("not-joined")
    if table.full:
        raise Refusal("full-for-opponents", seats=table.seat_count)
    return Opponent(_random_opponent(table.players, level, chance), table.free_colour())


def check_remove(table: Table, user: int, seat: int) -> Leave:
    """Check that the user is host, and may free the lobby seat. Return the entry.

    The seat is an opponent's, or that of a player who has not confirmed a change.
    """
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sends-away", host=table.host)
    if seat not in removable_seats(table):
        raise Refusal("late")
    return Leave(seat)


def removable_seats(table: Table) -> tuple[int, ...]:
    """Return the lobby seats that the host can free: opponents, and players to confirm a change."""
    return tuple(
        seat
        for seat, user in enumerate(table.players)
        if is_opponent(user) or (user in table.unconfirmed and user != table.host)
    )


def check_substitute_choice(table: Table, user: int, *, manager: bool) -> Game:
    """Check that the user plays or manages the server. Return the game."""
    game = require_running(table)
    if user not in table.people and not manager:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return game


def check_substitute(
    table: Table, user: int, seat: int, level: str, chance: random.Random, *, manager: bool
) -> Substitute:
    """Check that an opponent may play on for an open seat. Return the entry."""
    game = check_substitute_choice(table, user, manager=manager)
    if seat >= len(table.players) or seat in game.out:
        raise Refusal("late")
    if seat not in table.open_seats:
        raise Refusal("seat-taken", user=table.players[seat])
    return Substitute(seat, _random_opponent(table.players, level, chance))


def check_opponent_number(seats: int, number: int) -> None:
    """Check that the opponents leave a seat to the user who opens the table."""
    if number >= seats:
        raise Refusal("opponents", most=seats - 1, seats=seats)


def opponent_entries(
    seats: int, colour: int, number: int, level: str, chance: random.Random
) -> Iterator[Opponent]:
    """Yield the entries of the opponents for a table opened in a ``colour``."""
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
    """Return True if several opponents, and nobody else, would play on without a user.

    With one seat left the game ends by itself; an open seat may still be taken by a user.
    """
    seats = set(range(len(table.players))) - table.running_game.out
    opponents = {seat for seat in seats if is_opponent(table.players[seat])}
    return table.people == (leaving,) and len(opponents) == len(seats) - 1 > 1
