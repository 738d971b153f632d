"""Every number is that of the logs as they stand, after undos, erasures, departures, by chance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.statistics.policy import person_statistics
from bot.statistics.results import GameResult, game_result
from bot.statistics.service import ResultIndex
from storage import Database, Departures, KeyValues, Log, NewEntry, open_database
from storage.key_values import PREFERENCES
from storage.results import OPTED_OUT, PREFERENCE
from tests.support import migrated_file
from tests.support.finished_tables import finished_lines, new_entries
from tests.support.slow_cases import rest_slow

PEOPLE = range(1, 13)
SERVERS = range(901, 905)
ODILE = -2001
NAMES = ("hunters", "base", "ark")


class Year:
    """Servers whose people play, take back, leave the statistics, are forgotten, and depart."""

    def __init__(self, database: Database, chance: Random, now: list[float]) -> None:
        self.database = database
        self.chance = chance
        self.now = now
        self.log = Log(database)
        self.preferences = KeyValues(database, PREFERENCES)
        self.left: set[int] = set()
        self.channel = 1000

    async def happen(self) -> None:
        self.now[0] += 3600.0
        events = [self.take_back, self.leave, self.leave, self.forget]
        if self.chance.random() < 0.2:
            events.append(self.depart)
        await self.chance.choice([*[self.finish] * 8, *events])()

    async def finish(self) -> None:
        """A game of some people, now and then against an opponent, or ended early."""
        chance = self.chance
        users = chance.sample(PEOPLE, chance.choice([1, 2, 2, 3]))
        users = users if len(users) > 1 else [*users, ODILE]
        tiles = chance.choice([None, None, None, 30, 65])
        lines = finished_lines(chance.choice(NAMES), users, chance.randrange(4), tiles=tiles)
        first, *more = new_entries(lines)
        self.channel += 1
        row = await self.log.begin(
            guild=chance.choice(SERVERS), channel=self.channel, entries=[first]
        )
        await self.log.append(row.id, after=0, entries=more, finish=True)

    async def take_back(self) -> None:
        """The last move of a finished game; half of them end again."""
        finished = [row for row in await self.log.games() if row.finished]
        if not finished:
            return
        row = self.chance.choice(finished)
        last = (await self.log.read(row.id))[-1]
        author = last.user or self.chance.choice(PEOPLE)
        undone = [NewEntry(author, f"undo {last.number}")]
        await self.log.append(row.id, after=row.last, entries=undone, reopen=True)
        if self.chance.random() < 0.5:
            again = [NewEntry(author, last.text)]
            await self.log.append(row.id, after=row.last + 1, entries=again, finish=True)

    async def leave(self) -> None:
        """Somebody leaves the statistics, or comes back to them."""
        user = self.chance.choice(PEOPLE)
        self.left ^= {user}
        await self.preferences.save(
            PREFERENCE, OPTED_OUT if user in self.left else "yes", user=user
        )

    async def forget(self) -> None:
        """Somebody is forgotten; their later games are those of somebody new."""
        user = self.chance.choice(PEOPLE)
        await self.log.erase(user)
        self.left.discard(user)

    async def depart(self) -> None:
        """A server removes the bot, and its games are deleted."""
        departures, server = Departures(self.database), self.chance.choice(SERVERS)
        await departures.mark_gone("server", server)
        await departures.delete("server", server, "it removed the bot")
        self.left &= {user for user in self.left if await self._is_left(user)}

    async def _is_left(self, user: int) -> bool:
        return (await self.preferences.of(user=user)).get(PREFERENCE) == OPTED_OUT

    async def expected(self, server: int) -> list[GameResult]:
        """The results of a server by its logs, without those who left."""
        results = []
        for row in await self.log.games():
            if row.guild == server and row.finished:
                result = game_result(await self.log.read(row.id), row.id)
                if result is not None:
                    seats = (
                        replace(seat, user=None) if seat.user in self.left else seat
                        for seat in result.seats
                    )
                    results.append(replace(result, seats=tuple(seats)))
        return sorted(results, key=lambda result: (result.ended_at, result.game))


@pytest.mark.parametrize(("seed", "events"), rest_slow([(1, 12), (2, 200), (3, 200)], 1))
async def test_numbers_are_those_of_the_logs_whatever_happens(
    tmp_path: Path, seed: int, events: int
) -> None:
    path, chance, now = tmp_path / "games.sqlite3", Random(seed), [1_000_000.0]
    migrated_file.copy_migrated_file(path)
    async with await open_database(path, clock=lambda: now[0]) as database:
        year = Year(database, chance, now)
        counted = 0
        for event in range(events):
            await year.happen()
            if event % 12 != 11:
                continue
            # A process that has just started, and has derived some or all.
            index = ResultIndex(database, Log(database))
            if chance.random() < 0.5:
                assert not await index.run()
            servers = {server: await year.expected(server) for server in SERVERS}
            for server, expected in servers.items():
                known = await index.of_server(server)
                assert known.complete and list(known.results) == expected
                counted += len(expected)
            user = chance.choice(PEOPLE)
            everywhere = (await index.of_user(user)).results
            mine = [
                result
                for some in servers.values()
                for result in some
                if result.seat_of(user) is not None
            ]
            assert {result.game for result in mine} <= {result.game for result in everywhere}
            if user in year.left:
                nobody = person_statistics(everywhere, user)
                assert nobody.games == nobody.solo_games == 0
        assert counted
        before, _ = await index.rebuild(lambda done, games: None)
        assert await index.rebuild(lambda done, games: None) == (before, 0)
