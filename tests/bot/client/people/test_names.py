"""Names never delay a post: a name not found within a second becomes a number for a while."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.client.cluster.guilds import Guilds
from bot.client.people import names
from bot.client.people.names import NameDirectory
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import has_no_reply
from tests.support.world import World, shuffled_header

MEMBER = "/guilds/*/members/*"


def asked(world: World) -> list[int]:
    """The users requested from Discord, in order."""
    requests = [r for r in world.env.http_requests if r.method == "GET" and "/members/" in r.path]
    return [int(request.path.rpartition("/")[2]) for request in requests]


async def test_hanging_lookup_delays_no_post(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start_with(shuffled_header(3))
    await world.restart()
    tried, hanging_now, most = [], 0, 0

    async def hanging(_: discord.Guild, user: int) -> Any:
        nonlocal hanging_now, most
        tried.append(user)
        hanging_now += 1
        most = max(most, hanging_now)
        try:
            await asyncio.Event().wait()
        finally:
            hanging_now -= 1

    assert names.NAMES_SECONDS <= 1
    monkeypatch.setattr(names, "NAMES_SECONDS", 0.05)
    monkeypatch.setattr(discord.Guild, "fetch_member", hanging)
    book = world.app.context.people.names
    by_user = await book.of(await world.table(), world.guild.id)
    assert by_user.plain_name(0) == "Player 1"
    assert most == len(tried) == 3, "all are asked side by side"
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Ana** placed a tile" in world.posts()[-1], "who moves is met"
    assert len(tried) == 3, "nobody is asked for again"


async def test_failed_name_lookup_is_not_repeated_before_a_pause(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.restart()
    now = 100.0
    book = NameDirectory(Guilds(world.app), lambda: now)
    table, guild = await world.table(), world.guild.id
    world.env.inject_error("GET", MEMBER, status=500, times=None)
    before = len(asked(world))
    for _ in range(3):
        assert (await book.of(table, guild)).plain_name(1) == "Player 2"
    assert sorted(asked(world)[before:]) == sorted(p.id for p in world.players)
    world.env.backend.faults.clear()
    now += names.FAILED_LOOKUP_SECONDS - 1
    assert (await book.of(table, guild)).plain_name(1) == "Player 2"
    now += 1
    assert (await book.of(table, guild)).plain_name(1) == "Bo"


async def test_name_of_a_former_member_is_learned_from_their_interaction(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.restart()
    world.env.inject_error("GET", MEMBER, status=404, code=10007, times=None)
    book = world.app.context.people.names
    assert (await book.of(await world.table(), world.guild.id)).plain_name(0) == "Player 1"
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Ana** placed" in world.posts()[-1]
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Bo** placed" in world.posts()[-1]
