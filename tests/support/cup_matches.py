"""A cup in a simulated Discord: its buttons, its threads, and matches that are played quickly."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.cups.policy import Cup
from bot.cups.service import LoadedCup
from rules import notation
from rules.game import play
from rules.moves import Move
from rules.random_play import random_move
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import text_of
from tests.support.world import World

GAME = "hunters"


@contextmanager
def inside(world: World, thread: ChannelHandle) -> Iterator[None]:
    channel, world.channel = world.channel, thread
    try:
        yield
    finally:
        world.channel = channel


async def pass_cup_time(world: World, clock: Clock, seconds: float) -> None:
    """Pass time, and wait for the looks at cups that commands and posts have started."""
    await at_rest(world)
    await pass_time(world, clock, seconds)
    await at_rest(world)


async def at_rest(world: World) -> None:
    """Wait until no due is being handled and no cup is being woken."""
    services = world.app.services
    await services.cup_rounds.close()
    while not services.scheduler.idle:
        await asyncio.sleep(0.005)


def people(world: World) -> list[MemberActor]:
    """The four members; Dan plays too."""
    if world.dan not in world.more:
        world.more.insert(0, world.dan)
    return world.players


async def loaded(world: World, number: int = 1) -> LoadedCup:
    loaded = await world.app.services.cup_store.of(number)
    assert loaded is not None
    return loaded


async def cup(world: World, number: int = 1) -> Cup:
    return (await loaded(world, number)).cup


async def press(
    world: World, who: MemberActor, word: str, message: discord.Message | None = None
) -> InteractionResult:
    """Press a button of the cup under its card, or under another message."""
    return await who.click(message or card(world), custom_id=f"carc:0:0:cup 1 {word}")


def card(world: World) -> discord.Message:
    """The card of the cup: the first message with a button to leave it, or the last one shown."""
    return next(m for m in world.messages() if "## 🏆" in text_of(m))


async def begun(world: World, clock: Clock, players: int = 4, **options: str) -> None:
    """A cup of so many players, started by Ana; its first matches are open."""
    await world.ana.slash(world.channel, "cup", game=GAME, **options)
    for player in people(world)[1:players]:
        await press(world, player, "join")
    await press(world, world.ana, "start")
    await pass_cup_time(world, clock, 1)


async def threads(world: World) -> list[ChannelHandle]:
    """The threads of the open matches of the present round, in the order of its pairs."""
    state, found = await cup(world), []
    assert state.round is not None
    for match in state.round.matches:
        if match.game is not None and match.result is None:
            row = await world.app.game_log.row(match.game)
            found += [t for t in world.channel.threads if t.id == row.channel]
    return found


async def play_match(world: World, thread: ChannelHandle, seed: int = 0) -> None:
    """Play a match to its last tile: all but the last turn by the log, that by `/place`."""
    chance = random.Random(seed)
    with inside(world, thread):
        game = (await world.table()).running_game
        players = (await world.table()).players
        lines, turn, states = list[tuple[int, str]](), list[tuple[int, str]](), [game]
        while not game.over:
            if game.drawn is not None:
                lines, turn = [*lines, *turn], []
                states.append(game)
            user = players[game.turn]
            assert user is not None
            move: Move = random_move(game, chance)
            turn.append((user, notation.write(move)))
            game = play(game, move)
        await world.write(lines)
        last = any_turn((await world.game()), chance)
        player = await world.to_move()
        await player.slash(thread, "place", move=last.text)
        assert (await world.table()).ended
