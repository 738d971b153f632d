"""Filling a database with what is in another, by its own laws and so that it can be gone on with.

A game is there with all its entries or not at all; of what stands beside the log each table is
emptied first, as a copy that was cut off left any part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from storage.records import Row
from storage.replaying import Told
from storage.sides import Side
from storage.tables import (
    ABSENCES,
    ACTORS,
    BESIDE,
    COPYING,
    DELETIONS,
    ENTRIES,
    GAMES,
    NUMBERED,
    POSTS,
    SETTINGS,
)

AT_ONCE: Final = 50
"""Games that are held at a time."""
NOWHERE: Final = -1
"""The server in which games are that were deleted, for the moment in which they are once more."""


def fill(source: Side, target: Side, told: Told) -> None:
    """Writes all that is missing in the target, `told` how many games of how many are there."""
    _actors(source, target)
    _deletions(source, target)
    _games(source, target, told)
    _absences(source, target)
    _beside(source, target)
    with target.writing():
        target.many(
            f"{SETTINGS.insert} ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [row for row in source.read(SETTINGS.select) if row[0] not in ("identity", COPYING)],
        )
        for table in NUMBERED:
            target.number_from(table, source.highest(table))


def _actors(source: Side, target: Side) -> None:
    for rows in source.batches(ACTORS.select):
        with target.writing():
            target.many(f"{ACTORS.insert} ON CONFLICT DO NOTHING", rows)


def _deletions(source: Side, target: Side) -> None:
    """A game is written down as deleted only where it was, in a server that is gone."""
    known = {game for [game] in target.read("SELECT game FROM deletions")}
    for rows in source.batches(DELETIONS.select):
        missing = [row for row in rows if row[0] not in known]
        with target.writing():
            target.many("INSERT INTO gone VALUES ('server', ?, 0)", [(NOWHERE,)])
            target.many(
                "INSERT INTO games (id, guild, channel, started_at) VALUES (?, ?, ?, 0)",
                [(game, NOWHERE, -game) for game, *_ in missing],
            )
            target.many(DELETIONS.insert, missing)
            target.many("DELETE FROM gone WHERE place = ?", [(NOWHERE,)])


def _games(source: Side, target: Side, told: Told) -> None:
    """The finished games, then those that run: of these a channel has one only."""
    [[games]] = source.read("SELECT count(*) FROM games")
    [[done]] = target.read("SELECT count(*) FROM games")
    told(done, games)
    for which in ("finished", "NOT finished"):
        [[last]] = target.read(f"SELECT coalesce(max(id), 0) FROM games WHERE {which}")
        sql = f"{GAMES.select} WHERE {which} AND id > ? ORDER BY id LIMIT ?"
        while rows := source.read(sql, (last, AT_ONCE)):
            for group in _apart(rows):
                with target.writing():
                    _put(source, target, group)
                done += len(group)
                told(done, games)
            last = rows[-1][0]


def _apart(games: Sequence[Row]) -> Iterator[list[Row]]:
    """Games in groups in which no channel comes twice: all of them run while they are written."""
    group: list[Row] = []
    for game in games:
        channel = game[2]
        if any(channel == other[2] for other in group):
            yield group
            group = []
        group.append(game)
    yield group


def _put(source: Side, target: Side, games: Sequence[Row]) -> None:
    ids = ", ".join(str(game[0]) for game in games)
    target.many(
        "INSERT INTO games (id, guild, channel, started_at) VALUES (?, ?, ?, ?)",
        [(game, guild, channel, at) for game, guild, channel, _, _, at in games],
    )
    entries = f"{ENTRIES.select} WHERE game IN ({ids}) ORDER BY game, number"
    target.many(ENTRIES.insert, source.read(entries))
    target.many(
        "UPDATE games SET posted = ?, finished = ? WHERE id = ?",
        [(posted, bool(finished), game) for game, _, _, posted, finished, _ in games],
    )
    posts = source.read(f"{POSTS.select} WHERE game IN ({ids})")
    target.many(POSTS.insert, [POSTS.told(row) for row in posts])


def _absences(source: Side, target: Side) -> None:
    """Each begins before its end is known, as one that went on may have met the next."""
    with target.writing():
        target.many("DELETE FROM absences", [()])
    for rows in source.batches(f"{ABSENCES.select} ORDER BY user, began"):
        with target.writing():
            target.many(ABSENCES.insert, [(user, began, began) for user, began, _ in rows])
    for rows in source.batches(ABSENCES.select):
        with target.writing():
            target.many(
                "UPDATE absences SET until = ? WHERE user = ? AND began = ?",
                [(until, user, began) for user, began, until in rows],
            )


def _beside(source: Side, target: Side) -> None:
    for table in BESIDE:
        with target.writing():
            target.many(f"DELETE FROM {table.name}", [()])
        for rows in source.batches(table.select):
            with target.writing():
                target.many(table.insert, [table.told(row) for row in rows])
