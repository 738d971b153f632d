"""The turn watch: an empty lobby is closed, a pause ends, a table is loaded once."""

from __future__ import annotations

import pytest

from bot.core.durations import DAY, HOUR, MINUTE
from bot.runtime.scheduler import TurnDue
from bot.statistics.results import VERSION
from bot.table.refusals import Refusal, Unreadable
from bot.table.service import TableService
from bot.table.store import LoadedTable, Tables
from bot.table.table import Phase
from storage import Results, Schedule, open_database
from tests.support.clock import Clock, pass_time, pass_time_without_bot
from tests.support.finished_tables import finish
from tests.support.shown_messages import buttons_of
from tests.support.world import World, config, shuffled_header

CALLED_OFF = "was cancelled: nobody joined"


async def alone(world: World, **options: str | int) -> None:
    """Ana opens a table for three, and nobody comes."""
    await world.ana.slash(world.channel, "new", game="hunters", seats=3, **options)


async def passed(world: World, clock: Clock, seconds: float) -> None:
    await pass_time(world, clock, seconds)
    await world.env.settle()


async def test_full_lobby_that_nobody_starts_is_closed_and_says_so(
    world: World, clock: Clock
) -> None:
    await alone(world, opponents=2)
    await passed(world, clock, DAY + HOUR)
    assert (await world.table()).phase is Phase.STOPPED
    assert "was cancelled: nobody started it" in world.posts()[-1]


async def test_empty_lobby_is_closed_after_a_day_by_an_edit_of_its_post(
    world: World, clock: Clock
) -> None:
    await alone(world)
    await passed(world, clock, DAY - HOUR)
    assert (await world.table()).phase is Phase.LOBBY
    sent = len(world.sent())
    await passed(world, clock, 2 * HOUR)
    assert (await world.table()).phase is Phase.STOPPED
    [post] = world.posts()
    assert CALLED_OFF in post and len(world.sent()) == sent
    assert not buttons_of(world.post())
    assert await world.app.game_log.unposted() == ()
    await alone(world)
    assert (await world.table()).phase is Phase.LOBBY, "the channel is free again"


async def test_lobby_that_expired_while_the_bot_was_away_is_closed_at_its_start(
    world: World, clock: Clock
) -> None:
    await alone(world)
    # As in a database of a version that put no due for it.
    schedule = Schedule(world.database)
    for claim in await schedule.claim(clock() + 100, 99):
        await schedule.settle(claim, None)
    await pass_time_without_bot(world, clock, 2 * DAY)
    assert (await world.table()).phase is Phase.LOBBY
    await world.app.services.turn_watch.begin()
    await passed(world, clock, HOUR)
    assert (await world.table()).phase is Phase.STOPPED and CALLED_OFF in world.posts()[-1]


async def test_due_reminder_loads_its_table_once(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    game, posts = await world.game_id(), len(world.messages())
    clock.now += 13 * HOUR
    loaded: list[int] = []
    playing = Tables.unfinished_game

    async def counted(tables: Tables, number: int) -> LoadedTable | None:
        loaded.append(number)
        return await playing(tables, number)

    monkeypatch.setattr(Tables, "unfinished_game", counted)
    await world.app.services.scheduler.run()
    assert len(world.messages()) == posts + 1
    assert loaded == [game]


async def test_pause_that_is_over_ends_with_one_entry(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    game = await world.game_id()
    until = int(clock.now + DAY)
    await world.write([(world.ana.id, f"pause {until}")])
    due = TurnDue(game).write(clock())
    watch = world.app.services.turn_watch
    assert await watch.handle(due) is not None
    assert (await world.table()).paused is not None
    clock.now += DAY + 1
    assert await watch.handle(due) is None, "the entry makes the game due again"
    assert (await world.table()).paused is None
    assert (await world.entries()).count("resume") == 1


async def test_refused_change_is_retried_in_a_minute(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(*_given: object, **_more: object) -> None:
        raise Refusal("late")

    await alone(world)
    clock.now += DAY + HOUR
    due = TurnDue(await world.game_id()).write(clock())
    with monkeypatch.context() as patch:
        patch.setattr(TableService, "end", late)
        assert await world.app.services.turn_watch.handle(due) == clock() + MINUTE
    assert (await world.table()).phase is Phase.LOBBY
    for _twice in range(2):
        assert await world.app.services.turn_watch.handle(due) is None
    assert (await world.table()).phase is Phase.STOPPED
    assert (await world.entries()).count("end") == 1


async def test_broken_log_is_not_retried(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_given: object) -> None:
        raise Unreadable("broken", where="entry 3")

    await world.start_with(shuffled_header(2))
    due = TurnDue(await world.game_id()).write(clock())
    monkeypatch.setattr(Tables, "unfinished_game", broken)
    services = world.app.services
    await services.schedule.put(due)
    await services.scheduler.run()
    assert await services.schedule.of(due.key) is None
    assert f"due {due.key} cannot be read: {{'where': 'entry 3'}}" in caplog.text
    caplog.clear()


async def test_finished_game_has_its_result_a_minute_later(world: World, clock: Clock) -> None:
    game = await finish(world, (world.ana.id, world.bo.id))
    posts = world.posts()
    async with await open_database(config(world.folder).database) as other_process:
        results = Results(other_process, VERSION)
        assert await results.stale(1) == (game,)
        await passed(world, clock, 2 * MINUTE)
        assert await results.stale(1) == ()
        [row] = await results.of_server(world.guild.id)
    assert [seat.user for seat in row.seats] == [world.ana.id, world.bo.id]
    assert world.posts() == posts
