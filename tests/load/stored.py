"""A file with very many games, some of them running, and where each of these stands."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bot.table.fold import fold
from bot.table.standing import standing
from bot.table.table import Table
from rules.game import Game, play, start
from rules.notation import write
from rules.random_play import deal, random_move
from storage import EntryRow, open_database
from storage.standings import put
from tests.wire.shapes import FIRST_CHANNEL, FIRST_PERSON, GUILD

KINDS: Final = ("hunters", "base")
"""Games whose turn is one command."""
DIFFERENT: Final = 24
"""So many games are played to their end; all others are these again, with other people."""
CUTS: Final = 8
"""At so many places of each a running table stands."""
PEOPLE: Final = 1000
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Running:
    """A table that is played at: its channel, its people by seat, its game."""

    channel: int
    people: tuple[int, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Played:
    """A game up to some moment: its lines with the seats that wrote them, and its table."""

    lines: tuple[tuple[int, str], ...]
    table: Table


async def stored(path: Path, games: int, running: int, chance: random.Random) -> list[Running]:
    """A new file with so many finished games and so many that are played; the latter."""
    async with await open_database(path, synchronous="OFF"):
        pass
    whole = [_whole(number) for number in range(min(DIFFERENT, max(games, running)))]
    found: list[Running] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO actors (id, user) VALUES (?, ?)",
            [(n + 1, FIRST_PERSON + n) for n in range(PEOPLE)],
        )
        for number in range(games):
            ended = whole[number % len(whole)][-1]
            await _put(connection, number % running, ended, _people(chance), finished=True)
        for number in range(running):
            played = chance.choice(chance.choice(whole)[:-1])
            people = _people(chance)
            await _put(connection, number, played, people, finished=False)
            users = tuple(FIRST_PERSON + each for each in people)
            found.append(Running(FIRST_CHANNEL + number, users, played.table.running_game))
        # Each entry has woken who looks after its turn; that was long ago.
        connection.execute("DELETE FROM dues")
        connection.execute("COMMIT")
        # Lest what is written now goes into pages that were never full.
        connection.execute("VACUUM")
    return found


def _people(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.sample(range(PEOPLE), SEATS))


def _whole(number: int) -> list[Played]:
    """A game at some moments at which a tile is to be laid, and as it ended."""
    chance, name = random.Random(number), KINDS[number % len(KINDS)]
    header = deal(name, SEATS, chance)
    seats = " ".join(map(str, range(SEATS)))
    lines = [(0, f"new {name} {SEATS}"), *((seat, "join") for seat in range(1, SEATS))]
    lines.append((0, f"start\norder: {seats}\n{header.text()}"))
    game = start(header.book, header.seats, header.bags)
    turns = [len(lines)]
    while not game.over:
        move = random_move(game, chance)
        lines.append((game.turn, write(move)))
        game = play(game, move)
        if game.drawn is not None:
            turns.append(len(lines))
    # Not so late that a game ends while it is watched.
    cuts = [turns[len(turns) * n // (CUTS + 4)] for n in range(CUTS)]
    return [_read(lines[:cut]) for cut in (*cuts, len(lines))]


def _read(lines: Sequence[tuple[int, str]]) -> Played:
    now = time.time()
    rows = [EntryRow(n, seat, text, now) for n, (seat, text) in enumerate(lines)]
    return Played(tuple(lines), fold(rows))


async def _put(
    connection: sqlite3.Connection,
    channel: int,
    played: Played,
    people: Sequence[int],
    *,
    finished: bool,
) -> None:
    now, last = time.time(), len(played.lines) - 1
    [game] = connection.execute(
        "INSERT INTO games (guild, channel, posted, started_at) VALUES (?, ?, ?, ?) RETURNING id",
        (GUILD, FIRST_CHANNEL + channel, last, now),
    ).fetchone()
    connection.executemany(
        "INSERT INTO entries (game, number, actor, text, at) VALUES (?, ?, ?, ?, ?)",
        [
            (game, number, people[seat] + 1, text, now)
            for number, (seat, text) in enumerate(played.lines)
        ],
    )
    if finished:
        connection.execute("UPDATE games SET finished = 1 WHERE id = ?", (game,))

    async def execute(sql: str, given: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return connection.execute(sql, given).fetchall()

    users = tuple(FIRST_PERSON + each for each in people)
    await put(execute, game, replace(standing(played.table), seats=users))
