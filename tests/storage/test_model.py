"""The log against a model of a few dictionaries, with any order of calls."""

import asyncio
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage import (
    ChannelBusy,
    Conflict,
    Departures,
    GameFinished,
    Log,
    NewEntry,
    NoSuchGame,
    open_database,
)
from tests.storage.conftest import Fresh

CHANNELS, USERS = st.integers(1, 2), st.integers(1, 3)
BEGIN = st.tuples(st.just("begin"), CHANNELS, USERS)
APPEND = st.tuples(
    st.just("append"),
    st.integers(1, 3),
    USERS,
    st.sampled_from([0, 0, 0, 0, -1, 1]),  # how far `after` is off
    st.integers(1, 3),
    st.booleans(),
    st.booleans(),
)
ERASE_USER = st.tuples(st.just("forget"), USERS)
DROP = st.tuples(st.just("drop"), CHANNELS)
DELETE = st.tuples(st.just("delete"), CHANNELS)


@dataclass
class Game:
    channel: int
    finished: bool = False
    users: list[int | None] = field(default_factory=list)


@dataclass
class Model:
    """The model: each call returns a value, or the class of its error."""

    games: dict[int, Game] = field(default_factory=dict)
    begun: int = 0

    def unfinished(self, channel: int) -> int | None:
        games = self.games.items()
        return next((n for n, g in games if g.channel == channel and not g.finished), None)

    def begin(self, channel: int, user: int) -> object:
        if self.unfinished(channel):
            return ChannelBusy
        self.begun += 1
        self.games[self.begun] = Game(channel, users=[user])
        return self.begun

    def append(
        self, number: int, user: int, off: int, count: int, finish: bool, reopen: bool
    ) -> object:
        game = self.games.get(number)
        if game is None:
            return NoSuchGame
        if reopen and self.unfinished(game.channel) not in (None, number):
            return ChannelBusy
        if off:
            return Conflict
        if game.finished and not reopen:
            return GameFinished
        game.users += [user] * count
        game.finished = finish
        return len(game.users) - 1

    def forget(self, user: int) -> object:
        held = any(user in game.users for game in self.games.values())
        for game in self.games.values():
            game.users = [None if user == other else other for other in game.users]
        return int(held)

    def drop(self, channel: int) -> object:
        number = self.unfinished(channel)
        if number:
            self.games[number].finished = True
        return int(number is not None)

    def delete(self, channel: int) -> object:
        gone = tuple(number for number, game in self.games.items() if game.channel == channel)
        for number in gone:
            del self.games[number]
        return gone


class Real:
    def __init__(self, log: Log, departures: Departures) -> None:
        self.log = log
        self.departures = departures

    async def begin(self, channel: int, user: int) -> object:
        entries = [NewEntry(user, "bag")]
        return (await self.log.begin(guild=900, channel=channel, entries=entries)).id

    async def append(
        self, number: int, user: int, off: int, count: int, finish: bool, reopen: bool
    ) -> object:
        after = len(await self.log.read(number)) - 1 + off
        entries = [NewEntry(user, "pass")] * count
        return await self.log.append(
            number, after=after, entries=entries, finish=finish, reopen=reopen
        )

    async def forget(self, user: int) -> object:
        return await self.log.erase(user)

    async def drop(self, channel: int) -> object:
        return await self.log.drop_channel(channel)

    async def delete(self, channel: int) -> object:
        await self.departures.mark_gone("channel", channel)
        return await self.departures.delete("channel", channel, "a test")


# Each example has a database of its own.
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.one_of(BEGIN, APPEND, APPEND, APPEND, ERASE_USER, DROP, DELETE), max_size=25))
def test_any_order_of_calls_gives_what_the_model_gives(
    fresh: Fresh, calls: list[tuple[object, ...]]
) -> None:
    async def compare() -> None:
        model = Model()
        async with fresh() as address, await open_database(address, synchronous="OFF") as database:
            log = Log(database)
            real = Real(log, Departures(database))
            for name, *arguments in calls:
                expected = getattr(model, str(name))(*arguments)
                try:
                    given = await getattr(real, str(name))(*arguments)
                except Exception as error:
                    given = type(error)
                assert given == expected, (name, arguments)
            for row in await log.games():
                game = model.games[row.id]
                assert [entry.user for entry in await log.read(row.id)] == game.users
                assert (row.channel, row.finished) == (game.channel, game.finished)
                assert row.last == len(game.users) - 1
            assert len(await log.games()) == len(model.games)

    asyncio.run(compare())
