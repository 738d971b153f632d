"""`/stats` and `/leaderboard`: private, of one server, without those who left or are forgotten."""

import asyncio
import threading

import pytest

from bot.client.people import results
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.results import game_result
from bot.table.statistics import person_statistics
from bot.text.i18n import decimal
from tests.bot.client.interactions.test_remote import hide
from tests.support.finished_tables import entries, finish, finished_lines
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World

ODILE = -2001
ELSEWHERE = 4242


async def turned_on(world: World) -> None:
    """Ana, who manages the server, turns its ratings on."""
    shown = await world.ana.slash(world.channel, "setup", ratings="yes")
    assert "Ratings and leaderboard: yes" in private(shown)


async def test_own_statistics_are_of_this_server_in_words_and_as_a_chart(world: World) -> None:
    users = (world.ana.id, world.bo.id)
    for seed in (1, 2):
        await finish(world, users, seed)
    await finish(world, users, 3, tiles=20)  # Ended early, with many tiles left.
    await finish(world, users, 4, guild=ELSEWHERE)
    games = [game_result(entries(finished_lines("hunters", users, seed)), seed) for seed in (1, 2)]
    expected = person_statistics([game for game in games if game is not None], world.ana.id)
    shown = await world.ana.slash(world.channel, "stats")
    text = private(shown)
    assert "**Your games on this server**" in text
    assert f"- 2 games with others, **{expected.wins} won**" in text
    assert f"2 players: 2 games, {decimal(expected.tables[0].points)} points on average" in text
    for one in expected.kinds:
        assert one.others is not None
        assert f"{decimal(one.own)} ({decimal(one.others)})" in text
    [picture] = answer(shown).message.attachments
    assert picture.description is not None
    assert picture.description.startswith("Average points in a game. ")
    everywhere = await world.ana.click(answer(shown), label="In all servers")
    assert "**Your games in all servers**" in private(everywhere)
    assert "- 3 games with others" in private(everywhere) and "Bo" not in private(everywhere)
    assert not world.posts()


async def test_numbers_of_a_server_have_no_game_of_another_server(world: World) -> None:
    await finish(world, (world.ana.id, world.bo.id), guild=ELSEWHERE)
    await finish(world, (world.ana.id, ODILE))
    about_bo = await world.ana.slash(world.channel, "stats", player=world.bo.user)
    assert "**Bo** has no finished game that counts here." in private(about_bo)
    pair = await world.ana.slash(world.channel, "stats", against=world.bo.user)
    assert "You and **Bo** haven't finished a game here." in private(pair)
    in_message = await world.ana.user.slash("stats")
    text = private(in_message)
    assert "**Your games in all servers**" in text and "- 1 game with others" in text
    assert "- 1 game against opponents only" in text
    assert "This server" not in buttons_of(answer(in_message))
    other = await world.ana.user.slash("stats", player=world.bo.user)
    assert "Other people's games are only counted in a server." in private(other)


async def test_person_who_leaves_the_statistics_is_in_no_number(world: World) -> None:
    await turned_on(world)
    for seed in (1, 2):
        await finish(world, (world.ana.id, world.bo.id, world.cleo.id), seed)
    stored = await world.bo.slash(world.channel, "privacy")
    assert "Your finished games are counted in `/stats`" in private(stored)
    left = await world.bo.click(answer(stored), label="Leave statistics")
    assert "You left the statistics: neither" in private(left)
    own = await world.bo.slash(world.channel, "stats")
    assert private(own).startswith("You left the statistics, so I count nothing about you.")
    assert "Bo" not in private(await world.ana.slash(world.channel, "leaderboard"))
    pair = await world.ana.slash(world.channel, "stats", against=world.bo.user)
    assert "You and **Bo** haven't finished a game here." in private(pair)
    server = await world.ana.click(
        answer(await world.ana.slash(world.channel, "stats")), label="This server"
    )
    assert "2 games finished, by 2 people" in private(server)
    assert "Bo" not in private(server)
    await world.bo.click(answer(left), label="Rejoin statistics")
    assert "Bo" in private(await world.ana.slash(world.channel, "leaderboard"))


async def test_answer_says_that_older_games_are_still_to_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "DERIVED_AT_ONCE", 2)
    for seed in (1, 2, 3):
        await finish(world, (world.ana.id, world.bo.id), seed)
    shown = await world.ana.slash(world.channel, "stats")
    assert "- 2 games with others" in private(shown)
    assert "I'm still loading older games." in private(shown)
    assert not await world.app.services.results.run()
    shown = await world.ana.slash(world.channel, "stats")
    assert "- 3 games with others" in private(shown)
    assert "still reading" not in private(shown)


async def test_too_many_requests_for_numbers_are_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await turned_on(world)

    def exhausted(kind: RequestKind, user: int, channel: int | None) -> None:
        if kind is RequestKind.STATISTICS:
            raise Refusal("enough-statistics", when=world.app.game_log.clock() + 60)

    monkeypatch.setattr(world.app.services.limits._own, "take", exhausted)
    for command in ("stats", "leaderboard"):
        refused = private(await world.bo.slash(world.channel, command))
        assert refused.startswith("You've just looked at many statistics. Try again <t:")


async def test_tables_are_read_while_numbers_are_calculated(world: World) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        started.set()
        assert go_on.wait(30)
        return "done"

    calculating = asyncio.create_task(world.app.services.results.calculate(slow))
    try:
        await asyncio.to_thread(started.wait, 30)
        game = await finish(world, (world.ana.id, world.bo.id))
        loaded = await world.app.services.tables.game(game)
        assert loaded is not None and loaded.table.ended and not calculating.done()
    finally:
        go_on.set()
    assert await calculating == "done"


async def test_games_of_a_hidden_channel_are_counted_only_for_those_who_played_there(
    world: World,
) -> None:
    await turned_on(world)
    secret = world.guild.create_text_channel("secret")
    await finish(world, (world.ana.id, world.bo.id), channel=secret.id)
    hide(world, secret, world.dan)
    hide(world, secret, world.bo)
    for asker, counted in ((world.cleo, True), (world.dan, False), (world.bo, True)):
        about_ana = await asker.slash(world.channel, "stats", player=world.ana.user)
        pair = await asker.slash(
            world.channel, "stats", player=world.ana.user, against=world.bo.user
        )
        own = await asker.slash(world.channel, "stats")
        server = await asker.click(answer(own), label="This server")
        assert ("- 1 game with others" in private(about_ana)) == counted
        assert ("1 game, " in private(pair)) == counted
        assert ("- 1 game finished" in private(server)) == counted
    assert "1 game" in private(await world.dan.slash(world.channel, "leaderboard"))
