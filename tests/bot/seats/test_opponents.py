"""Opponents at a table: playing within the post of the move before, and taking seats over."""

import asyncio
from typing import Any

import pytest
from simcord import InteractionResult

from bot.opponents import player
from bot.opponents.pool import QueueFull, TaskTooSlow
from bot.table.table import Phase, Table
from bot.text.coordinates import coordinates
from bot.text.names import is_opponent, opponent_level, opponent_name
from rules.analysis.history import recent_placements
from rules.notation import write
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import answer, has_no_reply, private
from tests.support.world import World


async def new(world: World, game: str = "base", seats: int = 2, **more: Any) -> InteractionResult:
    """Ana opens a table, with opponents if their number or level is among what is said."""
    opened = await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)
    if has_no_reply(opened):
        await world.press(world.ana, "change order joined")
    return opened


async def begun(world: World, seats: int = 2, level: str = "novice", **more: Any) -> Table:
    """Ana's table, the other seats opponents', has begun."""
    await new(world, seats=seats, opponents=seats - 1, level=level, **more)
    await world.press(world.ana, "start")
    return await world.table()


async def plays(world: World, who: Any = None) -> InteractionResult:
    """Let the player to move lay the tile with the first possible figure, or none."""
    table = await world.table()
    game = table.running_game
    move = game.legal_moves()[0]
    member = who or await world.to_move()
    return await member.slash(world.channel, "place", move=f"{write(move)} pass")


def opponents(table: Table) -> list[tuple[str, str]]:
    """Their names and levels, by seat."""
    return [
        (opponent_name(user), opponent_level(user))
        for user in table.players
        if user is not None and is_opponent(user)
    ]


async def resign(world: World) -> None:
    """Ana gives up her seat."""
    asked = await world.ana.slash(world.channel, "resign")
    await world.ana.click(answer(asked), label="Resign")


# -- the same post --------------------------------------------------------------------------------


@pytest.mark.usefixtures("inline_workers")
async def test_a_chain_of_opponents_answers_in_one_post_and_again_after_an_undo(
    world: World,
) -> None:
    table = await begun(world, seats=4)
    before, posts = table.game, len(world.posts())
    await plays(world)
    [post] = world.posts()[posts:]
    [picture] = world.post().attachments
    table = await world.table()
    laid = recent_placements(table.running_game, 0)
    _call, own, *answers = post.splitlines()
    assert own.startswith("**Ana** placed a tile at ")
    assert [seat for _cell, seat in laid] == [0, 1, 2, 3] and len(answers) == 3
    for line, (cell, seat) in zip(answers, laid[1:], strict=True):
        name = opponent_name(table.players[seat] or -1)
        assert line.startswith(f"🤖 **{name}** · `{coordinates(cell)}`"), "in the order of play"
    who = ["Ana", *(f"{name} (novice)" for name, _level in opponents(table))]
    new = ", ".join(f"{who[seat]} {coordinates(cell)}" for cell, seat in laid)
    assert f"New tiles, framed: {new}." in picture.description
    assert table.to_move == world.ana.id
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    table = await world.table()
    assert table.game == before and table.to_move == world.ana.id
    assert "tiles back. The same tile is drawn again." in world.posts()[-1]
    await plays(world)
    assert (await world.table()).to_move == world.ana.id, "they answer again"


# -- what comes in between ------------------------------------------------------------------------


@pytest.mark.usefixtures("inline_workers")
async def test_move_is_posted_at_once_when_the_opponent_answers_slowly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "OPPONENT_GRACE_SECONDS", 0.0)
    think, posts = InlineWorkerPool.run, len(world.posts())

    async def slowly(pool: InlineWorkerPool, *given: Any, **more: Any) -> Any:
        while len(world.posts()) == posts:
            await asyncio.sleep(0.01)
        return await think(pool, *given, **more)

    await begun(world)
    posts = len(world.posts())
    monkeypatch.setattr(InlineWorkerPool, "run", slowly)
    await check_moves_apart(world, "novice")


async def check_moves_apart(world: World, level: str) -> None:
    """Play a turn, and check that the move of the opponent comes in a post of its own."""
    [(name, _level)] = opponents(await world.table())
    before = len(world.posts())
    await plays(world)
    first, second = world.posts()[before:]
    who = f"**{name} \\({level}\\)**"
    assert "**Ana** placed a tile" in first and f"💭 {who} is thinking" in first
    assert "<@" not in first, "nobody is pinged for a turn that is none of theirs"
    assert f"{who} placed a tile" in second and "**Ana** placed" not in second
    assert f"<@{world.ana.id}>" in second
    row = await world.app.game_log.row(await world.game_id())
    assert row.posted == row.last


@pytest.mark.usefixtures("inline_workers")
async def test_opponent_moves_after_a_restart_in_the_middle_of_its_search(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)

    async def never(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(3600)

    with monkeypatch.context() as patch:
        patch.setattr(player, "OPPONENT_GRACE_SECONDS", 0.0)
        patch.setattr(InlineWorkerPool, "run", never)
        await plays(world)
        assert (await world.table()).opponent_to_move is not None
    await world.kill_and_restart()
    await world.env.settle()
    table = await world.table()
    assert table.to_move == world.ana.id, "the new process has played for it"
    assert "is thinking" not in world.posts()[-1] and f"<@{world.ana.id}>" in world.posts()[-1]
    assert sum(line.is_placement for line in table.lines) == 2


@pytest.mark.usefixtures("inline_workers")
async def test_opponent_waits_and_plays_when_the_queue_is_full(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)
    think, refused = InlineWorkerPool.run, [True, True]

    async def full(pool: InlineWorkerPool, *given: Any, **more: Any) -> Any:
        if refused:
            refused.pop()
            raise QueueFull
        return await think(pool, *given, **more)

    waited = skip_pauses(world, monkeypatch)
    monkeypatch.setattr(InlineWorkerPool, "run", full)
    await plays(world)
    assert waited == [*player.MOVE_RETRY_SECONDS[:2]], "ever longer"
    assert not refused and (await world.table()).to_move == world.ana.id


def skip_pauses(world: World, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Have no opponent wait before another try; the pauses in seconds are in the list."""
    waited: list[float] = []

    async def at_once(seconds: float) -> None:
        if seconds == player.LATE_SECONDS:
            await asyncio.Future()
        waited.append(seconds)

    monkeypatch.setattr(world.app.services.opponents, "sleep", at_once)
    return waited


@pytest.mark.parametrize("level", ["novice", "villager"])
async def test_novice_plays_in_the_bot_after_two_failures_of_workers(
    inline_workers: InlineWorkerPool, world: World, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """On a busy machine each worker may be too slow, for ever."""
    await begun(world, level=level)
    waited = skip_pauses(world, monkeypatch)
    inline_workers.fails = TaskTooSlow("nothing within 20 s")
    inline_workers.asked.clear()
    await plays(world)
    assert inline_workers.asked.count("choose_moves") == 2 and len(waited) == 1
    assert (await world.table()).to_move == world.ana.id
    assert sum(line.is_placement for line in (await world.table()).lines) == 2


@pytest.mark.usefixtures("inline_workers")
async def test_players_read_why_an_opponent_is_late_until_it_has_moved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)
    monkeypatch.setattr(player, "OPPONENT_GRACE_SECONDS", 0.0)
    think, told = InlineWorkerPool.run, asyncio.Event()
    before = len(world.posts())

    async def until_told(pool: InlineWorkerPool, *given: Any, **more: Any) -> Any:
        await told.wait()
        return await think(pool, *given, **more)

    async def pass_time(seconds: float) -> None:
        while len(world.posts()) == before:
            await asyncio.sleep(0)

    monkeypatch.setattr(InlineWorkerPool, "run", until_told)
    monkeypatch.setattr(world.app.services.opponents, "sleep", pass_time)
    playing = asyncio.create_task(plays(world))
    while len(world.posts()) < before + 2:
        await asyncio.sleep(0)
    move, notice = world.posts()[before:]
    assert "is thinking" in move
    assert "My computer is very busy" in notice and "plays a simpler move" in notice
    assert "<@" not in notice
    told.set()
    await playing
    await world.env.settle()
    assert not any("very busy" in post for post in world.posts())
    assert f"<@{world.ana.id}>" in world.posts()[-1]


# -- who leaves, and who plays on -----------------------------------------------------------------


@pytest.mark.usefixtures("inline_workers")
async def test_opponent_continues_for_a_left_seat(world: World) -> None:
    await world.start_game(3)
    table = await world.table()
    leaving = await world.to_move()
    other = next(player for player in (world.ana, world.bo, world.cleo) if player is not leaving)
    asked = await leaving.slash(world.channel, "resign")
    await leaving.click(answer(asked), label="Give up seat")
    chosen = await other.click(world.post(), label="Let an opponent play")
    assert "The opponent keeps the same meeples and points" in private(chosen)
    seat = table.running_game.turn
    assert has_no_reply(await other.select(answer(chosen), [f"substitute {seat} novice"]))
    table = await world.table()
    [(name, _level)] = opponents(table)
    post = world.posts()[-1]
    assert f"🪑 **{name} \\(novice\\)** took over the empty seat." in post
    assert f"**{name} \\(novice\\)** placed a tile" in post, "it was its turn"
    assert table.to_move is not None and f"<@{table.to_move}>" in post


@pytest.mark.usefixtures("inline_workers")
async def test_only_person_who_resigns_ends_the_game_and_again_starts_the_next_at_once(
    world: World,
) -> None:
    await begun(world, seats=3)
    await resign(world)
    assert (await world.table()).phase is Phase.OVER and "resigned" in world.posts()[-1]
    first = await world.game_id()
    assert has_no_reply(await world.ana.click(world.post(), label="Again"))
    table = await world.table()
    assert await world.game_id() != first and table.phase is Phase.PLAYING
    assert table.to_move == world.ana.id and len(opponents(table)) == 2
    assert f"<@{world.ana.id}>, your turn" in world.posts()[-1]
