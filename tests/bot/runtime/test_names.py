"""Names never delay a post: a name not found within a second becomes a number for a while."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any, cast

import discord
import pytest

from bot.cluster.guilds import Guilds
from bot.runtime import names
from bot.runtime.names import NameDirectory
from bot.text.names import Names
from renderer.players import Players
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
    book = world.app.services.names
    by_user = await book.of(await world.table(), world.guild.id)
    assert by_user.plain_name(0) == "Player 1"
    assert most == len(tried) == 3, "all are asked side by side"
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Ana** placed a tile" in world.posts()[-1], "who moves is met"
    assert len(tried) == 3, "nobody is asked for again"


async def test_failed_name_lookup_is_not_repeated_before_a_pause(world: World) -> None:
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
    book = world.app.services.names
    assert (await book.of(await world.table(), world.guild.id)).plain_name(0) == "Player 1"
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Ana** placed" in world.posts()[-1]
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert "**Bo** placed" in world.posts()[-1]


@dataclass
class Person:
    id: int
    display_name: str


async def names_of(*display_names: str) -> Names:
    """The names at a table of some users of server 1, who have just done something."""
    book = NameDirectory(Guilds(discord.Client(intents=discord.Intents.none())))
    users = [Person(number, name) for number, name in enumerate(display_names, 1)]
    for user in users:
        book.remember(cast(discord.abc.User, user), 1)
    return await book.seated(tuple(user.id for user in users), 1)


async def test_texts_call_a_player_as_pictures_do() -> None:
    names = await names_of("𝓐𝓷𝓪", "𝕭𝖔 ツ", "Ana", "꧁Cleo꧂", "ⵉⴷⵉⵔ")
    drawn = Players.of(names.picture_names(), ())
    shown = ["Ana (1)", "Bo ツ", "Ana (3)", "Cleo", "Player 5"]
    assert [names.plain_name(seat) for seat in range(5)] == shown
    assert [drawn.name(seat) for seat in range(5)] == shown
    assert names.user_name(5) == "**Player 5**"


async def test_user_at_no_table_keeps_a_name_that_cannot_be_drawn() -> None:
    seated = await names_of("ⵉⴷⵉⵔ")
    assert replace(seated, players=()).user_name(1) == "**ⵉⴷⵉⵔ**"


async def test_name_of_a_direct_message_stands_in_where_no_other_is_known() -> None:
    book = NameDirectory(Guilds(discord.Client(intents=discord.Intents.none())))
    ana = cast(discord.abc.User, Person(1, "Ana"))
    book.remember(ana, None)
    assert (await book.seated((1,), 7)).plain_name(0) == "Ana"
    book.remember(cast(discord.abc.User, Person(1, "Queen Ana")), 7)
    assert (await book.seated((1,), 7)).plain_name(0) == "Queen Ana"
    assert (await book.seated((1,), 8)).plain_name(0) == "Ana"
    book.forget(1)
    assert (await book.seated((1,), 7)).plain_name(0) == "Player 1"
