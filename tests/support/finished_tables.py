"""Logs of whole games played by chance, each line by the user whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from rules.game import Game, play, start
from rules.notation import write
from rules.random_play import deal, random_move
from storage import Log, NewEntry
from tests.support.written_logs import Entry

if TYPE_CHECKING:
    from tests.support.world import World

KINDS: Final = (("hunters", 3), ("base", 4), ("base+ferries", 3), ("ark", 2))


@cache
def played_moves(name: str, seats: int, seed: int) -> tuple[str, tuple[tuple[int, str], ...], Game]:
    """The header of a deal, the moves by seat to the last tile, and the game over."""
    chance = Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    moves = []
    while not game.over:
        move = random_move(game, chance)
        moves.append((game.turn, write(move)))
        game = play(game, move)
    return header.text(), tuple(moves), game


def opening(name: str, users: Sequence[int], header: str) -> list[tuple[int, str]]:
    """The lines that open and start a table, by author; users below 0 are opponents."""
    host, *others = users
    order = " ".join(str(seat) for seat in range(len(users)))
    return [
        (host, f"new {name} {len(users)}"),
        *(
            (user, "join") if user > 0 else (host, f"opponent Odile master {seat}")
            for seat, user in enumerate(others, 1)
        ),
        (host, f"start\norder: {order}\n{header}"),
    ]


def finished_lines(
    name: str, users: Sequence[int], seed: int = 1, *, tiles: int | None = None
) -> list[tuple[int, str]]:
    """The lines of a game to its end, or to some tiles, where the host has it scored."""
    header, moves, _game = played_moves(name, len(users), seed)
    lines = opening(name, users, header)
    laid = 0
    for seat, text in moves:
        laid += text.startswith("place")
        if tiles is not None and laid > tiles:
            return [*lines, (users[0], "end score")]
        lines.append((users[seat], text))
    return lines


def entries(lines: Sequence[tuple[int | None, str]], at: float = 0.0) -> list[Entry]:
    """The lines as entries numbered from 0, each a second after the one before."""
    return [Entry(number, user, text, at=at + number) for number, (user, text) in enumerate(lines)]


def finished_game(number: int) -> list[NewEntry]:
    """The entries of a whole game; games of other numbers are others."""
    name, seats = KINDS[number % len(KINDS)]
    return new_entries(finished_lines(name, range(1, seats + 1), number))


async def store_games(log: Log, games: int, different: Sequence[Sequence[NewEntry]]) -> None:
    """Store copies of some finished games, each in a channel of its own."""
    for channel in range(games):
        first, *entries = different[channel % len(different)]
        row = await log.begin(guild=channel % 50, channel=channel, entries=[first])
        await log.append(row.id, after=0, entries=entries, finish=True)


def new_entries(lines: Sequence[tuple[int, str]]) -> list[NewEntry]:
    return [NewEntry(user, text) for user, text in lines]


async def finish(
    world: World,
    users: Sequence[int],
    seed: int = 1,
    *,
    name: str = "hunters",
    guild: int | None = None,
    tiles: int | None = None,
    channel: int | None = None,
) -> int:
    """A finished game, by default in a channel of its own, all of it posted."""
    lines = finished_lines(name, users, seed, tiles=tiles)
    first, *more = new_entries(lines)
    log = world.app.game_log
    own = channel or 10_000 + len(await log.games())
    row = await log.begin(guild=guild or world.guild.id, channel=own, entries=[first])
    last = await log.append(row.id, after=0, entries=more, finish=True)
    await log.mark_posted(row.id, last)
    return row.id
