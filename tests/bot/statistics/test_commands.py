"""`/stats` and `/leaderboard`: private, of one server, without those who left or are forgotten."""

from tests.bot.interactions.test_remote import hide
from tests.support.finished_tables import finish
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World

ODILE = -2001
ELSEWHERE = 4242


async def turned_on(world: World) -> None:
    """Ana, who manages the server, turns its ratings on."""
    shown = await world.ana.slash(world.channel, "setup", ratings="yes")
    assert "Ratings and leaderboard: yes" in private(shown)


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
