"""Opponents at a table: joining, playing within the post of the move before, and leaving.

Opponents compute in worker processes, as they do outside of tests.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from simcord import InteractionResult

from bot.client.opponents import player, tasks
from bot.client.opponents.pool import QueueFull, WorkerPool
from bot.table.service import TableService
from bot.table.store import Tables
from bot.table.table import Phase, Table
from bot.text.opponents import is_opponent, opponent_level, opponent_name
from bot.text.phrases import coordinates
from rules.analysis.history import recent_placements
from rules.notation import write
from rules.opponents import EFFORTS
from storage import TableSummaries
from tests.support import crashing_task
from tests.support.shown_messages import answer, choices_of, has_no_reply, private, text_of
from tests.support.world import World


async def new(world: World, game: str = "base", seats: int = 2, **more: Any) -> InteractionResult:
    """Ana opens a table, with opponents if their number or level is among what is said."""
    more = {"order": "joined", **more}
    return await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)


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


# -- the lobby ------------------------------------------------------------------------------------


async def test_opponent_is_added_in_two_taps_and_removed_by_the_host(world: World) -> None:
    await new(world, seats=3)
    card = world.post()
    levels = [f"opponent {level}" for level in ("novice", "villager", "master", "grandmaster")]
    assert [action for action in choices_of(card) if action.startswith("opponent")] == levels
    await world.press(world.ana, "opponent master")
    table = await world.table()
    [(name, level)] = opponents(table)
    assert level == "master" and len(table.players) == 2
    assert f"**{name} \\(master\\)**" in text_of(world.post()), "the card says who and how well"
    assert len(world.posts()) == 1, "the card is brought up to date, nothing is posted"
    assert choices_of(world.post())[-1] == "opponent away 1"
    await world.press(world.ana, "opponent away 1")
    assert opponents(await world.table()) == []


async def test_game_starts_with_one_user_and_one_opponent(world: World) -> None:
    assert has_no_reply(await new(world, opponents=1, level="novice"))
    table = await world.table()
    assert len(table.players) == 2 and opponents(table)[0][1] == "novice"
    await world.press(world.ana, "start")
    assert (await world.table()).phase is Phase.PLAYING


# -- the same post --------------------------------------------------------------------------------


async def test_post_of_a_move_includes_the_opponents_answer_and_the_next_turn(
    world: World,
) -> None:
    table = await begun(world)
    before = len(world.posts())
    [(name, _level)] = opponents(table)
    answer = await plays(world)
    assert private(answer).startswith("✔️ You placed your tile at ")
    [post] = world.posts()[before:]
    assert (
        "**Ana** placed a tile at" in post and f"**{name} \\(novice\\)** placed a tile at" in post
    )
    assert f"<@{world.ana.id}>" in post, "it is Ana's turn again"
    after = await world.table()
    assert after.to_move == world.ana.id
    assert sum(line.is_placement for line in after.lines) == 2


async def test_a_chain_of_opponents_answers_in_one_post(world: World) -> None:
    table = await begun(world, seats=4)
    before = len(world.posts())
    await plays(world)
    [post] = world.posts()[before:]
    [picture] = world.post().attachments
    table = await world.table()
    game = table.running_game
    _call, own, *answers = post.splitlines()
    assert own.startswith("**Ana** placed a tile at ")
    laid = [
        (opponent_name(table.players[seat] or -1), cell)
        for cell, seat in recent_placements(game, 0)[1:]
    ]
    assert len(answers) == len(laid) == 3, "a line each, in the order of play"
    for line, (name, cell) in zip(answers, laid, strict=True):
        assert line.startswith(f"🤖 **{name}** · `{coordinates(cell)}`")
    assert [seat for _cell, seat in recent_placements(game, 0)] == [0, 1, 2, 3]
    who = ["Ana", *(f"{name} (novice)" for name, _level in opponents(table))]
    new = ", ".join(f"{who[seat]} {coordinates(cell)}" for cell, seat in recent_placements(game, 0))
    assert f"New tiles, framed: {new}." in picture.description
    assert (await world.table()).to_move == world.ana.id


async def test_first_post_shows_the_moves_of_an_opponent_who_begins(world: World) -> None:
    for _try in range(20):
        await begun(world, seats=3, order="random")
        table = await world.table()
        if table.lines:
            break
        await world.end_game()
    post = world.posts()[-1]
    assert "turn order: " in post and "placed a tile at" in post
    assert table.to_move == world.ana.id and f"<@{world.ana.id}>" in post
    assert len(table.lines) > 0


# -- what comes in between ------------------------------------------------------------------------


async def test_undo_takes_back_answers_of_opponents_without_a_vote(
    world: World,
) -> None:
    await begun(world, seats=3)
    before = (await world.table()).game
    await plays(world)
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    table = await world.table()
    assert table.game == before and table.to_move == world.ana.id
    assert "**Ana** undid their last move, and what was played after it." in world.posts()[-1]
    await plays(world)
    assert (await world.table()).to_move == world.ana.id, "they answer again"


async def test_opponent_is_not_asked_for_consent(world: World) -> None:
    await new(world, seats=3, opponents=1, level="novice", undo="consent")
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    while (await world.table()).to_move != world.ana.id:
        await plays(world)
    await plays(world)
    asked = await world.ana.slash(world.channel, "undo")
    assert "**Bo** must agree. Ask now?" in private(asked)
    await world.ana.click(answer(asked), label="Ask Bo")
    await world.press(world.bo, f"agree {(await world.table()).undo_vote.entry}")  # type: ignore[union-attr]
    assert "Everyone agreed: **Ana**'s move is undone" in world.posts()[-1]
    assert (await world.table()).to_move == world.ana.id


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A post waits for hardly any time for opponents, who take longer."""
    monkeypatch.setattr(player, "OPPONENT_GRACE_SECONDS", 0.0)
    think = WorkerPool.run

    async def slowly(pool: WorkerPool, *given: Any, **more: Any) -> Any:
        await asyncio.to_thread(time.sleep, 1.5)
        return await think(pool, *given, **more)

    monkeypatch.setattr(WorkerPool, "run", slowly)


@pytest.mark.usefixtures("slow")
@pytest.mark.slow
async def test_move_is_posted_at_once_when_the_opponent_answers_slowly(
    world: World,
) -> None:
    table = await begun(world)
    [(name, _level)] = opponents(table)
    before = len(world.posts())
    await plays(world)
    first, second = world.posts()[before:]
    assert "**Ana** placed a tile" in first and f"💭 **{name} \\(novice\\)** is thinking" in first
    assert "<@" not in first, "nobody is pinged for a turn that is none of theirs"
    assert f"**{name} \\(novice\\)** placed a tile" in second and "**Ana** placed" not in second
    assert f"<@{world.ana.id}>" in second
    row = await world.app.game_log.row(await world.game_id())
    assert row.posted == row.last


@pytest.mark.usefixtures("inline_workers")
async def test_answer_of_a_grandmaster_follows_in_a_post_of_its_own(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level, effort in EFFORTS.items():
        monkeypatch.setitem(EFFORTS, level, replace(effort, nodes=40))
    table = await begun(world, level="grandmaster")
    [(name, _level)] = opponents(table)
    before = len(world.posts())
    await plays(world)
    first, second = world.posts()[before:]
    assert (
        "**Ana** placed a tile" in first and f"💭 **{name} \\(grandmaster\\)** is thinking" in first
    )
    assert (
        f"**{name} \\(grandmaster\\)** placed a tile" in second and "**Ana** placed" not in second
    )
    assert f"<@{world.ana.id}>" in second


@pytest.mark.slow
async def test_opponent_moves_after_a_restart_in_the_middle_of_its_search(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)

    async def never(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(3600)

    with monkeypatch.context() as patch:
        patch.setattr(player, "OPPONENT_GRACE_SECONDS", 0.0)
        patch.setattr(WorkerPool, "run", never)
        await plays(world)
        assert (await world.table()).opponent_to_move is not None
    await world.kill_and_restart()
    await world.env.settle()
    table = await world.table()
    assert table.to_move == world.ana.id, "the new process has played for it"
    assert "is thinking" not in world.posts()[-1] and f"<@{world.ana.id}>" in world.posts()[-1]
    assert sum(line.is_placement for line in table.lines) == 2


async def test_unposted_moves_of_player_and_opponent_are_posted_after_a_start(world: World) -> None:
    table = await begun(world)
    before = len(world.posts())
    game = table.running_game
    mine = f"{write(game.legal_moves()[0])} pass"
    table = await world.write([(world.ana.id, mine)], posted=False)
    assert table.opponent_to_move is not None
    theirs = f"{write(table.running_game.legal_moves()[0])} pass"
    await world.write([(table.opponent_to_move, theirs)], posted=False)
    await world.kill_and_restart()
    await world.env.settle()
    [post] = world.posts()[before:]
    assert post.count("placed a tile") == 2 and f"<@{world.ana.id}>" in post


async def test_two_processes_never_move_for_an_opponent_twice(world: World) -> None:
    table = await begun(world)
    await world.write([(world.ana.id, f"{write(table.running_game.legal_moves()[0])} pass")])
    app, game = world.app, await world.game_id()
    context = app.context
    others = [
        player.OpponentPlayer(
            Tables(app.game_log),
            TableService(Tables(app.game_log), random.Random(n)),
            context.opponents.pool,
            TableSummaries(app._database),  # type: ignore[arg-type]
        )
        for n in range(2)
    ]
    several = (app.context.opponents.player, *others)
    for opponents in several:
        opponents.begin(game, context.posting.outbox.post)
    playing = [player._playing[game].task for player in several]
    await asyncio.gather(*(task for task in playing if task is not None))
    table = await world.table()
    assert table.to_move == world.ana.id
    assert sum(line.is_placement for line in table.lines) == 2, (
        "one has moved, the others dropped it"
    )
    assert world.posts()[-1].count("placed a tile") == 1
    row = await app.game_log.row(game)
    assert row.posted == row.last


async def test_worker_process_is_warmed_up_before_an_opponent_moves(world: World) -> None:
    """Else the first answer would have to wait until there is one."""
    pool, asked = world.app.context.opponents.pool, list[str]()
    think = pool.run

    async def noted(work: Any, *given: Any, **more: Any) -> Any:
        asked.append(work.__name__)
        return await think(work, *given, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "run", noted)
        await begun(world)
        assert asked == ["preload"]
        await plays(world)
        assert asked[1] == "choose_moves"


@pytest.mark.slow
async def test_opponent_moves_although_a_worker_process_died(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(crashing_task.WHERE, str(world.folder))
    await begun(world)
    monkeypatch.setattr(tasks, "choose_moves", crashing_task.crash_once_then_move)
    await plays(world)
    assert (world.folder / "died").exists() and (await world.table()).to_move == world.ana.id


async def test_opponent_waits_and_plays_when_the_queue_is_full(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)
    think, refused = WorkerPool.run, [True, True]

    async def full(pool: WorkerPool, *given: Any, **more: Any) -> Any:
        if refused:
            refused.pop()
            raise QueueFull
        return await think(pool, *given, **more)

    waited: list[float] = []

    async def at_once(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(WorkerPool, "run", full)
    monkeypatch.setattr(world.app.context.opponents.player, "_sleep", at_once)
    await plays(world)
    assert waited == [*player.MOVE_RETRY_SECONDS[:2]], "ever longer"
    assert not refused and (await world.table()).to_move == world.ana.id


# -- who leaves, and who plays on -----------------------------------------------------------------


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


async def test_again_against_opponents_only_starts_the_next_game_at_once(world: World) -> None:
    await begun(world, seats=3)
    asked = await world.ana.slash(world.channel, "resign")
    await world.ana.click(answer(asked), label="Resign")
    first = await world.game_id()
    assert has_no_reply(await world.ana.click(world.post(), label="Again"))
    table = await world.table()
    assert await world.game_id() != first and table.phase is Phase.PLAYING
    assert table.to_move == world.ana.id and len(opponents(table)) == 2
    assert f"<@{world.ana.id}>, your turn" in world.posts()[-1]


async def test_game_ends_when_the_only_person_resigns_against_several_opponents(
    world: World,
) -> None:
    await begun(world, seats=3)
    asked = await world.ana.slash(world.channel, "resign")
    await world.ana.click(answer(asked), label="Resign")
    table = await world.table()
    assert table.phase is Phase.OVER
    assert "resigned" in world.posts()[-1]


@pytest.mark.slow
async def test_game_against_opponents_of_each_level_is_played_to_the_end(
    world: World,
) -> None:
    await new(world, seats=4)
    for level in ("novice", "villager", "grandmaster"):
        await world.press(world.ana, f"opponent {level}")
    await world.press(world.ana, "start")
    table = await world.table()
    await world.play_random_tiles(random.Random(3), 60)
    await world.app.context.posting.outbox.post_state_or_missed(
        await world.app.game_log.row(await world.game_id())
    )
    while (table := await world.table()).phase is Phase.PLAYING:
        if table.to_move is None:
            world.app.context.opponents.player.begin(await world.game_id())
            await world.env.settle()
            continue
        await plays(world)
    assert table.phase is Phase.OVER
    assert "🏆" in world.posts()[-1]
    again = await world.press(world.ana, "again")
    assert has_no_reply(again)
    lobby = await world.table()
    assert sorted(opponents(lobby)) == sorted(opponents(table)) and lobby.host == world.ana.id


# -- nobody is asked or called ------------------------------------------------------------------


async def test_opponent_is_never_mentioned_or_looked_up(world: World) -> None:
    await begun(world, seats=3, pace="day")
    for _turn in range(3):
        await plays(world)
    for look in ("board", "games", "tiles"):
        await world.ana.slash(world.channel, look)
    await world.look(world.ana, "since")
    said = json.dumps(world.sent(), default=str)
    assert not re.search(r"<@-|\"-\d+\"", said)
    asked = [request.path for request in world.env.http_requests]
    assert not any("/-" in path for path in asked)


async def test_opponent_has_the_french_name_of_its_level(world: World) -> None:
    await begun(world, seats=2, level="master", language="fr")
    await plays(world)
    post = world.posts()[-1]
    assert "\\(maître\\)** a posé" in post and "Ana" in post
