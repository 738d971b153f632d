"""Very many people at very many tables of a loopback Discord, who make moves by chance."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.game import Game, play_together
from rules.moves import Move
from rules.notation import write
from rules.random_play import random_move
from tests.wire.api_objects import FIRST_PERSON, Person
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tools.load.seeded_games import PEOPLE, Running

PATIENCE: Final = 120.0
"""Seconds in which a post must come, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class MeasuredMove:
    """A move with its interaction, and the times when it was sent, acknowledged and posted."""

    interaction: str
    sent: float
    heard: float
    posted: float


@dataclass(slots=True)
class LoadPlayers:
    """The players of a load test, and the tables at which nobody is moving now."""

    loopback: LoopbackDiscord
    chance: random.Random
    idle: list[Running]
    moves: list[MeasuredMove] = field(default_factory=list)
    _awaited: dict[int, asyncio.Future[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.loopback.on_post = self._posted
        users = range(FIRST_PERSON, FIRST_PERSON + PEOPLE)
        people = {user: Person(user, f"Player {user - FIRST_PERSON}") for user in users}
        self.loopback.people.update(people)

    async def at_once(self, many: int, seconds: float) -> None:
        """Have a number of people move at a time, each again as soon as the last move is posted."""
        until = time.monotonic() + seconds

        async def on_and_on() -> None:
            while time.monotonic() < until:
                await self.move()

        await asyncio.gather(*(on_and_on() for _ in range(many)))

    async def at_rate(self, moves: float, seconds: float) -> None:
        """Have people make a number of moves a second, however long each takes."""
        under_way: set[asyncio.Task[None]] = set()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.idle:
                under_way.add(asyncio.create_task(self.move()))
            await asyncio.sleep(self.chance.expovariate(moves))
        await asyncio.gather(*under_way)

    async def move(self) -> None:
        """Have the player to move at some table lay a tile and a figure, and wait for the post."""
        table = self.idle.pop(self.chance.randrange(len(self.idle)))
        moves, after = _turn(table.game, self.chance)
        user = table.people[table.game.turn]
        said = " ".join(map(write, moves)).removeprefix("place ")
        posted = self._awaited[table.channel] = asyncio.get_running_loop().create_future()
        person = self.loopback.people[user]
        sent = time.monotonic()
        asked = await self.loopback.command(person, table.channel, "place", move=said)
        await asked.answer(PATIENCE)
        try:
            async with asyncio.timeout(PATIENCE):
                seen = await posted
        except TimeoutError:
            raise AssertionError(f"{said!r} was not posted: {asked.text}") from None
        self.moves.append(MeasuredMove(asked.payload["id"], sent, asked.acknowledged_at, seen))
        if not after.over:
            self.idle.append(Running(table.channel, table.people, after))

    def _posted(self, sent: SentMessage) -> None:
        waiting = self._awaited.pop(int(sent.body["channel_id"]), None)
        if waiting is not None:
            waiting.set_result(time.monotonic())


def _turn(game: Game, chance: random.Random) -> tuple[Sequence[Move], Game]:
    """A tile laid by chance and what is decided about it, and the game after them."""
    place = random_move(game, chance)
    after, moves = play_together(game, [place])
    if not after.over and after.drawn is None:
        figure = random_move(after, chance)
        after, more = play_together(after, [figure])
        moves = (*moves, *more)
    return moves, after
