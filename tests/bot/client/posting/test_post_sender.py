"""Posts that fail once or keep failing: retries, the private notice, and the next start."""

import random

import discord
import pytest

from bot.client.discord_io import sending
from bot.table.table import Phase
from storage import NewEntry
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.shown_messages import buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_post_that_fails_once_is_retried(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts, tried = len(world.messages()), len(world.sent())
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=2)
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert len(world.messages()) == posts + 1
    nonces = [body["nonce"] for body in world.sent()[tried:]]
    assert len(nonces) == 3 and len(set(nonces)) == 1, "so that none can arrive twice"
    assert all(body["enforce_nonce"] for body in world.sent()[tried:])
    assert all(len(str(nonce)) <= 25 for nonce in nonces)
    assert await world.app.game_log.unposted() == ()


async def test_each_post_has_a_nonce_of_its_own(world: World) -> None:
    """Discord takes a second post with the same nonce for the first, and drops it."""
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    nonces = [body["nonce"] for body in world.sent()]
    assert len(set(nonces)) == len(nonces) > 1


async def test_network_failure_is_reported_like_a_failure_of_discord(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    before = await world.game()
    turn = turn_with_figure_choice(before)
    tried = []

    async def send(*_: object, **given: object) -> None:
        tried.append(given["nonce"])
        raise ConnectionResetError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", send)
        assert "Your move is saved" in private(await world.place(turn))
    assert len(tried) == sending.MAX_TRIES
    assert await world.game() == game_after_turn(before, turn)


async def test_panel_reports_a_failed_post_of_the_players_move(world: World) -> None:
    await world.start_with(shuffled_header(2))
    asked = await world.place(turn_with_figure_choice(await world.game()), ask=True)
    assert asked.response is not None
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=sending.MAX_TRIES)
    pressed = await world.ana.click(asked.response, label="No meeple")
    assert pressed.response is not None
    assert "Your move is saved" in private(pressed)
    assert "You placed your tile at" in private(pressed), "and the receipt with it"
    assert list(buttons_of(pressed.response)) == ["Undo", "Settings"]


async def test_deleted_channel_and_unreadable_game_do_not_stop_posts_of_other_games(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    deleted, last = (world.guild.create_text_channel(name) for name in ("deleted", "last"))
    channels = (world.channel, deleted, last)
    for channel, text in zip(channels, ("nonsense", "join", "join"), strict=True):
        entries = [NewEntry(world.ana.id, "new hunters 2"), NewEntry(world.bo.id, text)]
        await world.app.game_log.begin(guild=world.guild.id, channel=channel.id, entries=entries)
    world.env.inject_error("POST", f"/channels/{deleted.id}/messages", status=404, code=10003)
    await world.kill_and_restart()
    assert [len(world.messages(channel)) for channel in channels] == [0, 0, 1]
    reply = private(await world.bo.slash(world.channel, "board"))
    assert "I can't read this game's log" in reply and "nonsense" in reply
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert len(logged) == 1 and "nonsense" in logged[0]
    caplog.clear()
    assert "All seats are taken" in private(await world.bo.slash(last, "board"))


async def test_server_manager_closes_an_unreadable_game(
    world: World,
) -> None:
    await world.open(2)
    lobby = world.post()
    await world.write([(world.ana.id, f"start\norder: 0 1\n{shuffled_header(2).text()}")])
    await world.place(turn_with_figure_choice(await world.game()))
    post = world.post()
    row = await world.app.game_log.unfinished(world.channel.id)
    assert row is not None
    nonsense = [NewEntry(world.bo.id, "nonsense")]
    await world.app.game_log.append(row.id, after=row.last, entries=nonsense)
    await world.app.game_log.mark_posted(row.id, row.last + 1)
    before = len(await world.app.game_log.read(row.id))
    for reply in (
        *[private(await world.bo.slash(world.channel, c)) for c in ("board", "undo")],
        private(await world.bo.slash(world.channel, "place", move="0 1 rot0")),
        private(await world.bo.slash(world.channel, "place", move="pass")),
        private(await world.bo.slash(world.channel, "end")),
        private(await world.bo.slash(world.channel, "new", game="hunters", seats=2)),
        private(await world.bo.click(post, label="Undo")),
        private(await world.press_old(world.dan, lobby, "Leave")),
        private(await world.dan.click(post, label="Board")),
    ):
        assert "I can't read this game's log" in reply and "nonsense" in reply and "`/end`" in reply
    assert await world.bo.autocomplete(world.channel, "place", "move", "") == []
    assert await world.bo.autocomplete(world.channel, "ark", "move", "") == []
    assert await world.app.game_log.unfinished(world.channel.id) is not None
    assert "I closed the game" in private(await world.ana.slash(world.channel, "end"))
    assert len(await world.app.game_log.read(row.id)) == before, "nothing of it is lost"
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert (await world.table()).host == world.bo.id


async def test_a_game_is_played_in_a_thread(world: World) -> None:
    parent = world.app.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="game", type=discord.ChannelType.public_thread)
    await world.env.settle()
    [thread] = world.channel.threads
    table = await world.start_game(2, thread)
    assert table.phase is Phase.PLAYING
    player = next(p for p in world.players if p.id == table.to_move)
    assert table.game is not None
    turn = any_turn(table.game, random.Random(1))
    assert has_no_reply(await player.slash(thread, "place", **turn.options))
    assert "placed a tile" in world.posts(thread)[-1]
    assert has_no_reply(await player.click(world.post(thread), label="Undo"))
    assert "'s turn · " in private(await world.dan.slash(thread, "board"))
    # The channel around it has no game, and can have one of its own.
    assert "no game in this channel" in private(await player.slash(world.channel, "board"))
    assert has_no_reply(await world.cleo.slash(world.channel, "new", game="hunters", seats=2))


async def test_refusal_looks_up_only_members_of_the_table(world: World) -> None:
    """The numbers in a refusal are no people."""
    await world.open(2)
    await world.restart()
    await world.bo.slash(world.channel, "help")
    asked = len(world.env.http_requests)
    assert "All 2 seats are taken" in private(await world.press_stale(world.dan, "join"))
    members = {world.ana.id, world.bo.id, world.dan.id}
    for request in world.env.http_requests[asked:]:
        if request.method == "GET" and "/members/" in request.path:
            assert int(request.path.rpartition("/")[2]) in members
