"""Departed servers and deleted channels: recorded, kept for a while, deleted with their games."""

import random

import pytest

from bot.cluster.guilds import KEPT_DAYS
from bot.serve import make_app
from storage import Departure, Departures, NewEntry
from tests.support.clock import NOON, Clock
from tests.support.world import World, config, shuffled_header, slow_sleep

pytestmark = pytest.mark.usefixtures("clock")

DAY = 86_400.0
LINE = NewEntry(1, "new hunters 2")


def departures(world: World) -> Departures:
    """The running bot's record of departed servers."""
    return world.app.services.departures.departures


async def gone(world: World) -> tuple[Departure, ...]:
    return await departures(world).all()


async def put_out(world: World) -> None:
    """The server removes the bot: Discord says so, and does not tell of it any more."""
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    world.app._connection._remove_guild(server)
    await world.app.on_guild_remove(server)


async def looked_around(world: World) -> None:
    """The bot has looked for what is gone."""
    looking = world.app.services.departures._start_check
    assert looking is not None
    await looking


def unknown(world: World, path: str, code: int, times: int | None = None) -> None:
    """Discord says that there is no such thing."""
    world.env.inject_error("GET", path, status=404, code=code, times=times)


async def test_games_of_a_server_without_the_bot_are_deleted_after_thirty_days(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    game = await world.game_id()
    await put_out(world)
    assert await gone(world) == (Departure("server", world.guild.id, NOON),)
    unknown(world, f"/guilds/{world.guild.id}", 10004)
    clock.now += KEPT_DAYS * DAY - 1
    assert not await world.app.services.departures.run()
    assert (await world.app.game_log.row(game)).id == game
    clock.now += 1
    assert not await world.app.services.departures.run()
    assert await world.app.game_log.row_if_any(game) is None
    assert await world.app.game_log.games() == () and await gone(world) == ()


async def test_server_that_invites_the_bot_again_keeps_its_games(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    await world.app.on_guild_remove(server)
    await world.app.on_guild_join(server)
    assert await gone(world) == ()
    clock.now += KEPT_DAYS * DAY
    assert not await world.app.services.departures.run()
    assert len(await world.app.game_log.games()) == 1


async def test_server_that_came_back_unnoticed_keeps_its_games(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(3))
    await departures(world).mark_gone("server", world.guild.id)
    clock.now += KEPT_DAYS * DAY
    assert not await world.app.services.departures.run()
    assert len(await world.app.game_log.games()) == 1 and await gone(world) == ()


async def test_outage_is_no_departure(world: World) -> None:
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    away = {"id": str(server.id), "unavailable": True}
    world.app._connection.parse_guild_delete(away)  # type: ignore[arg-type]
    await world.env.settle()
    assert server.unavailable and await gone(world) == ()


async def test_games_are_kept_if_discord_does_not_confirm_the_departure(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    await put_out(world)
    clock.now += KEPT_DAYS * DAY
    path = f"/guilds/{world.guild.id}"
    world.env.inject_error("GET", path, status=400, times=None)
    assert not await world.app.services.departures.run()
    assert len(await world.app.game_log.games()) == 1 and len(await gone(world)) == 1


async def test_game_of_a_deleted_channel_ends_at_once_and_is_deleted_after_thirty_days(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    game = await world.game_id()
    other = world.guild.create_text_channel("elsewhere")
    await world.open(2, other)
    await world.app.http.delete_channel(world.channel.id)
    await world.env.settle()
    assert (await world.app.game_log.row(game)).finished
    assert await gone(world) == (Departure("channel", world.channel.id, NOON),)
    clock.now += KEPT_DAYS * DAY
    await world.app.services.departures.run()
    assert [row.channel for row in await world.app.game_log.games()] == [other.id]


async def test_start_finds_departures_during_the_absence_of_the_bot(world: World) -> None:
    await world.start_with(shuffled_header(3))
    here = await world.game_id()
    hidden = (await world.app.game_log.begin(guild=world.guild.id, channel=71, entries=[LINE])).id
    lost = (await world.app.game_log.begin(guild=world.guild.id, channel=72, entries=[LINE])).id
    failing = (await world.app.game_log.begin(guild=world.guild.id, channel=73, entries=[LINE])).id
    far = (await world.app.game_log.begin(guild=801, channel=81, entries=[LINE])).id
    world.env.inject_error("GET", "/channels/71", status=403, code=50001, times=None)
    unknown(world, "/channels/72", 10003)
    world.env.inject_error("GET", "/channels/73", status=400, times=None)
    unknown(world, "/guilds/801", 10004)
    await looked_around(world)
    world.app.services.departures.begin()
    await looked_around(world)
    assert {(departure.kind, departure.place) for departure in await gone(world)} == {
        ("channel", 72),
        ("server", 801),
    }
    finished = {row.id for row in await world.app.game_log.games() if row.finished}
    assert finished == {lost}
    assert {here, hidden, lost, failing, far} == {
        row.id for row in await world.app.game_log.games()
    }


async def test_start_checks_departures_and_makes_daily_jobs_due_in_a_minute(
    world: World, clock: Clock
) -> None:
    far = (await world.app.game_log.begin(guild=801, channel=81, entries=[LINE])).id
    await world.app.game_log.mark_posted(far, 0)
    unknown(world, "/guilds/801", 10004)
    await world.env.bot.close()
    again = make_app(config(world.folder), random.Random(9), clock=clock, sleep=slow_sleep)
    await world.env.restart_bot(again)
    await looked_around(world)
    assert await gone(world) == (Departure("server", 801, NOON),)
    schedule = world.app.services.schedule
    for kind in ("archive", "copies", "gone", "limits"):
        due = await schedule.of(kind)
        assert due is not None and due.kind == kind and due.at == NOON + 60
    clock.now += KEPT_DAYS * DAY
    [due] = [claim.due for claim in await schedule.claim(clock.now, 99) if claim.due.kind == "gone"]
    assert await world.app.services.daily_jobs.handle(due) == clock.now + DAY
    assert await world.app.game_log.row_if_any(far) is None
