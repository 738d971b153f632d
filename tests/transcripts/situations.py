"""Situations in which every command and every button is tried, by the person who tries them."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.core.durations import DAY, HOUR
from tests.support.shown_messages import answer, buttons_of
from tests.support.world import World, shuffled_header
from tests.transcripts import scenes
from tests.transcripts.stage import Stage
from tests.transcripts.unrestricted_user import UnrestrictedUser

Situation = Callable[[Stage], Awaitable[UnrestrictedUser]]


def posted(scene: scenes.Scene) -> Situation:
    async def situation(stage: Stage) -> UnrestrictedUser:
        user = await scene(stage.world)
        await post_state(stage.world)
        return user

    return situation


async def post_state(world: World) -> None:
    """Post the table as it is, if its game has begun."""
    row = await world.app.game_log.latest(world.channel.id)
    if row is not None and (await world.table()).game is not None:
        with world.env._bot_scope():  # so that what the post begins is waited for
            await world.post_state()
        await world.env.settle()


async def paused(stage: Stage) -> UnrestrictedUser:
    """Everybody has agreed to a pause while Bo is to move."""
    world = stage.world
    await scenes.begun(world)
    until = round(stage.recorder.clock() + 3 * DAY)
    await world.write(
        [(user.id, f"vote pause {until}") for user in (world.bo, world.cleo, world.ana)]
    )
    await world.write([(world.ana.id, f"pause {until}")])
    await post_state(world)
    return UnrestrictedUser(world, world.bo, world.channel)


async def vote_open(stage: Stage) -> UnrestrictedUser:
    """Cleo has voted to skip Bo, who has waited two days; Ana has not voted."""
    world = stage.world
    await scenes.begun(world)
    await post_state(world)
    await stage.pass_time(2 * DAY)
    await world.press_id(
        world.cleo, f"carc:{await world.game_id()}:{(await world.table()).version}:poll skip"
    )
    return UnrestrictedUser(world, world.ana, world.channel)


async def undo_asked(stage: Stage) -> UnrestrictedUser:
    """Bo has asked to take back a turn after which Cleo has played; Cleo has not answered."""
    world = stage.world
    bo = await scenes.overtaken(world)
    await post_state(world)
    asked = answer(await bo.slash(world.channel, "undo"))
    await bo.click(asked, custom_id=next(iter(buttons_of(asked).values())))
    return UnrestrictedUser(world, world.cleo, world.channel)


async def cup_running(stage: Stage) -> UnrestrictedUser:
    """Ana's cup of three has begun in the channel; Bo asks there."""
    world = stage.world
    await world.ana.slash(world.channel, "cup", game="hunters")
    for player in (world.bo, world.cleo):
        await world.press_id(player, "carc:0:0:cup 1 join")
    await world.press_id(world.ana, "carc:0:0:cup 1 start")
    await stage.pass_time(60)
    return UnrestrictedUser(world, world.bo, world.channel)


async def puzzle_posted(stage: Stage) -> UnrestrictedUser:
    """The server's move of the day has been posted in the channel."""
    world = stage.world
    await world.ana.slash(world.channel, "setup", puzzle="yes")
    await stage.pass_time(DAY)
    return UnrestrictedUser(world, world.bo, world.channel)


async def lesson_open(stage: Stage) -> UnrestrictedUser:
    """Bo has opened a lesson while no game runs."""
    world = stage.world
    await world.press_id(world.bo, "carc:0:0:learn")
    return UnrestrictedUser(world, world.bo, world.channel)


async def purist(stage: Stage) -> UnrestrictedUser:
    """Bo is to move at a table without aids."""
    world = stage.world
    header = shuffled_header(3, scenes.DEAL)
    await world.open(3, aids="no")
    await world.write([(world.ana.id, f"start\norder: 1 2 0\n{header.text()}")])
    await post_state(world)
    return UnrestrictedUser(world, world.bo, world.channel)


async def thread_archived(stage: Stage) -> UnrestrictedUser:
    """Bo is to move at a table in a thread that Discord has archived."""
    world = stage.world
    await scenes.inside(scenes.thread)(world)
    await post_state(world)
    world.env.backend.get_channel(world.channel.id).thread_metadata.archived = True
    return UnrestrictedUser(world, world.bo, world.channel)


async def game_archived(stage: Stage) -> UnrestrictedUser:
    """The bot has archived the game, as nobody has played for two months."""
    world = stage.world
    await scenes.begun(world)
    await post_state(world)
    await stage.pass_time(62 * DAY + HOUR)
    return UnrestrictedUser(world, world.bo, world.channel)


SITUATIONS: Final[dict[str, Situation]] = {
    **{name: posted(scene) for name, scene in scenes.SCENES.items()},
    "running, paused": paused,
    "running, a vote to skip is open": vote_open,
    "running, an undo is asked": undo_asked,
    "running, without aids": purist,
    "in an archived thread": thread_archived,
    "archived game": game_archived,
    "a cup runs": cup_running,
    "a puzzle is posted": puzzle_posted,
    "a lesson is open": lesson_open,
}
