"""The status card: the lobby's post, pinned once and edited during the game."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.posting.status_cards import EDIT_INTERVAL_SECONDS, OLD_EDIT_INTERVAL_SECONDS
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, text_of
from tests.support.world import World, shuffled_header

PIN = "/channels/*/messages/pins/*"


def card(world: World, channel: ChannelHandle | None = None) -> discord.Message:
    """The card: the oldest post of a game whose lobby was posted."""
    return world.messages(channel)[0]


def asked(world: World, method: str, message: int) -> list[str]:
    paths = [r.path for r in world.env.http_requests if r.method == method]
    return [path for path in paths if path.endswith(f"/{message}")]


def notices(world: World) -> list[Any]:
    """Discord's own system messages in the channel."""
    plain = discord.MessageType.default
    return [m for m in world.channel.history() if m.type is not plain]


async def brought(world: World) -> None:
    """The pause between two edits is over, and the cards are up to date."""
    await world.env.settle()
    await world.advance_outbox_time(EDIT_INTERVAL_SECONDS + 1)
    await world.env.settle()


async def refuse_pins(world: World) -> None:
    guild = world.app.get_guild(world.guild.id)
    assert guild is not None
    backend = world.env.backend
    for role in list(backend.get_guild(world.guild.id).roles.values()):
        if role.managed:
            rights = discord.Permissions(role.permissions)
            rights.update(pin_messages=False)
            backend.edit_role(world.guild.id, role.id, {"permissions": rights.value})
    await world.env.settle()


async def test_status_card_is_pinned_once_before_the_first_turn(world: World) -> None:
    await world.start_game()
    assert [notice.type for notice in notices(world)] == [discord.MessageType.pins_add]
    assert notices(world)[0].id < world.post().id
    for _ in range(3):
        await world.place(turn_with_figure_choice(await world.game()))
        await brought(world)
    assert len(asked(world, "PUT", card(world).id)) == 1 and len(notices(world)) == 1


async def test_status_card_links_to_the_newest_post_and_names_the_player_to_move(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2))
    for who in ("Bo", "Ana", "Bo"):
        await world.place(turn_with_figure_choice(await world.game()))
        await brought(world)
        text = text_of(card(world))
        assert f"**{who}**'s turn since " in text
        link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.post().id}"
        assert f"]({link})" in text


async def test_status_card_edits_of_quick_turns_are_batched(world: World) -> None:
    await world.start_with(shuffled_header(2))
    before = len(asked(world, "PATCH", card(world).id))
    for _ in range(4):
        await world.place(turn_with_figure_choice(await world.game()))
    assert len(asked(world, "PATCH", card(world).id)) == before + 1
    await brought(world)
    assert len(asked(world, "PATCH", card(world).id)) == before + 2
    assert str(world.post().id) in text_of(card(world))


async def test_deleted_status_card_is_posted_again_only_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    for times in (1, 0):
        lost = next(m for m in world.messages() if "'s turn since " in text_of(m))
        target = world.app.get_partial_messageable(world.channel.id)
        await target.get_partial_message(lost.id).delete()
        await brought(world)
        await world.place(turn_with_figure_choice(await world.game()))
        await brought(world)
        cards = [m for m in world.messages() if "'s turn since " in text_of(m)]
        assert len(cards) == times
        assert len(notices(world)) == 2, "the new one is pinned, too"


async def test_status_card_is_posted_without_the_permission_to_pin(world: World) -> None:
    await refuse_pins(world)
    await world.start_game()
    assert notices(world) == [] and asked(world, "PUT", card(world).id) == []
    assert "'s turn since " in text_of(card(world))


async def test_refused_pin_is_not_retried(world: World) -> None:
    world.env.inject_error("PUT", PIN, status=400, code=30003, times=1)
    await world.start_game()
    await world.place(turn_with_figure_choice(await world.game()))
    await brought(world)
    assert len(asked(world, "PUT", card(world).id)) == 1
    assert str(world.post().id) in text_of(card(world))


async def test_card_of_an_ended_game_shows_the_end_and_is_unpinned(world: World) -> None:
    await world.start_game()
    assert card(world).pinned
    await world.end_game()
    await brought(world)
    assert "ended without final scoring" in text_of(card(world)) and not card(world).pinned
    assert len(asked(world, "DELETE", card(world).id)) == 1


async def test_a_lobby_that_was_called_off_gets_no_card(world: World) -> None:
    await world.open(2)
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="Close game")
    await brought(world)
    assert all("'s turn since" not in post for post in world.posts())
    assert notices(world) == []


async def test_stale_status_card_is_updated_after_a_kill(world: World) -> None:
    await world.start_with(shuffled_header(2))
    for _ in range(2):
        await world.place(turn_with_figure_choice(await world.game()))
    assert str(world.post().id) not in text_of(card(world))
    await world.kill_and_restart()
    assert str(world.post().id) in text_of(card(world))


async def test_status_card_is_edited_much_later_after_too_many_edits(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.posting.status_cards")
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    await brought(world)
    of_card = f"/channels/*/messages/{card(world).id}"
    world.env.inject_error("PATCH", of_card, status=429, code=30046, times=1)
    await world.place(turn_with_figure_choice(await world.game()))
    await brought(world)
    stale = text_of(card(world))
    await world.advance_outbox_time(OLD_EDIT_INTERVAL_SECONDS + 1)
    await world.env.settle()
    assert text_of(card(world)) != stale and str(world.post().id) in text_of(card(world))
