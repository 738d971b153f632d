"""Posts that fail once or keep failing: retries, the private notice, and the next start."""

import pytest

from storage import NewEntry
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import has_no_reply, private
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


async def test_server_manager_closes_an_unreadable_game(world: World) -> None:
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
