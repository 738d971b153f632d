"""Posts that were sent but not marked as posted are never sent twice."""

from __future__ import annotations

import pytest

from bot.discord_io import sending
from bot.posting.outbox import PROBE_SECONDS
from storage import Log, StorageError
from tests.support.discord_faults import POST_PATH, play_with_failing_post
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_sent_post_that_could_not_be_marked_is_not_sent_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord recognises no nonce, as the real one some minutes later."""
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_without_mark(world, monkeypatch)
    assert len(world.messages()) == posts + 1
    assert len(await world.app.game_log.unposted()) == 1
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts + 1
    assert await world.app.game_log.unposted() == ()
    # It is known by now: it loses its buttons as any other.
    await world.place(turn_with_figure_choice(await world.game()))
    assert buttons_of(world.messages()[-2]) == {}


async def test_sent_post_without_buttons_is_not_repeated_after_a_crash(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two cancelled tables is still posted, once."""
    for _ in range(2):
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        posts = len(world.messages())
        asked = answer(await world.ana.slash(world.channel, "end"))
        with monkeypatch.context() as patch:
            patch.setattr(Log, "mark_posted", raise_locked)
            await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        assert len(world.messages()) == posts + 1 and "was cancelled" in world.posts()[-1]
        await world.kill_and_restart()
        assert len(world.messages()) == posts + 1
        assert await world.app.game_log.unposted() == ()
        world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        asked = answer(await world.ana.slash(world.channel, "end"))
        world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
        await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        await world.advance_outbox_time(PROBE_SECONDS)
        assert len(world.messages()) == posts + 2, "the same words about another table"


async def test_retry_posts_without_a_search_when_the_history_cannot_be_read(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world)
    world.env.inject_error("GET", POST_PATH, status=403, code=50013)
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts + 1


async def test_retry_waits_when_the_search_for_an_earlier_post_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    await play_without_mark(world, monkeypatch)
    posts = len(world.messages())
    world.env.inject_error("GET", POST_PATH, status=500)
    await world.kill_and_restart()
    assert len(world.messages()) == posts and len(await world.app.game_log.unposted()) == 1
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts and await world.app.game_log.unposted() == ()


async def raise_locked(*_: object, **__: object) -> None:
    raise StorageError("database is locked")


async def play_without_mark(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a move whose post is sent but cannot be marked in the log."""
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", raise_locked)
        await world.place(turn_with_figure_choice(await world.game()))


async def test_edited_card_that_could_not_be_marked_is_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", raise_locked)
        assert has_no_reply(await world.press(world.bo, "join"))
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == 1 and "**Bo**" in world.posts()[0]
    assert await world.app.game_log.unposted() == ()
