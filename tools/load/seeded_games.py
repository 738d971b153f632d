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

from bot.table.store import table_summary
from rules.game import Game
from storage import open_database
from storage.checksums import IDENTITY, entry_checksum
from storage.table_summaries import put
from tests.support.positions_by_chance import PlayedGame, positions_of_game
from tests.wire.api_objects import FIRST_CHANNEL, FIRST_PERSON, GUILD

KINDS: Final = ("hunters", "base")
"""Games whose turn is one command."""
DIFFERENT: Final = 24
"""The number of games that are played to their end; all others are copies with other people."""
PEOPLE: Final = 1000
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Running:
    """A table that is played at: its channel, its people by seat, its game."""

    channel: int
    people: tuple[int, ...]
    game: Game


async def write_games(path: Path, games: int, running: int, chance: random.Random) -> list[Running]:
    """Write a new file with finished and running games. Return the running ones."""
    async with await open_database(path, synchronous="OFF"):
        pass
    different = range(min(DIFFERENT, max(games, running)))
    played = [positions_of_game(KINDS[number % len(KINDS)], SEATS, number) for number in different]
    games_running: list[Running] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO actors (id, user) VALUES (?, ?)",
            [(n + 1, FIRST_PERSON + n) for n in range(PEOPLE)],
        )
        for number in range(games):
            ended = played[number % len(played)][-1]
            await _put(connection, number % running, ended, _people(chance), finished=True)
        for number in range(running):
            moment = chance.choice(chance.choice(played)[:-1])
            people = _people(chance)
            await _put(connection, number, moment, people, finished=False)
            users = tuple(FIRST_PERSON + person for person in people)
            games_running.append(Running(FIRST_CHANNEL + number, users, moment.table.running_game))
        # Each entry has woken who looks after its turn; that was long ago.
        connection.execute("DELETE FROM dues")
        connection.execute("COMMIT")
        # Lest what is written now goes into pages that were never full.
        connection.execute("VACUUM")
    return games_running


def _people(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.sample(range(PEOPLE), SEATS))


async def _put(
    connection: sqlite3.Connection,
    channel: int,
    played: PlayedGame,
    people: Sequence[int],
    *,
    finished: bool,
) -> None:
    now, last = time.time(), len(played.lines) - 1
    [identity] = connection.execute(f"SELECT {IDENTITY}").fetchone()
    [game] = connection.execute(
        "INSERT INTO games (guild, channel, posted, started_at) VALUES (?, ?, ?, ?) RETURNING id",
        (GUILD, FIRST_CHANNEL + channel, last, now),
    ).fetchone()

    def checksum(number: int, actor: int, text: str) -> int:
        place = identity, GUILD, FIRST_CHANNEL + channel, now
        return entry_checksum(*place, game, number, actor, text, now)

    connection.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
        [
            (game, number, actor, text, now, checksum(number, actor, text))
            for number, (seat, text) in enumerate(played.lines)
            for actor in [people[seat] + 1]
        ],
    )
    if finished:
        connection.execute("UPDATE games SET finished = 1 WHERE id = ?", (game,))

    async def execute(sql: str, given: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return connection.execute(sql, given).fetchall()

    users = tuple(FIRST_PERSON + person for person in people)
    await put(execute, game, replace(table_summary(played.table), seats=users))
