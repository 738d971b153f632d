"""A message that Discord refuses for its emoji goes out at once without; emoji are fetched anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord_io import sending
from bot.discord_io.application_emoji import EMOJI_REFRESH_SECONDS, EmojiProvider
from bot.discord_io.buttons import PickMenu, PressButton, card_payload, plain_payload
from bot.discord_io.sending import REFUSED_EMOJI_EVENT, payload_without_emoji, retry_without_emoji
from bot.text import emoji
from bot.text.message import Button, Menu, MenuLine, Message
from renderer.emoji import emoji_names
from tests.support.clock import Clock
from tests.support.discord_faults import EDIT_PATH, POST_PATH, http_error
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply
from tests.support.world import World, shuffled_header

MARKUP = {name: f"<:{name}:{10**17 + n}>" for n, name in enumerate(emoji_names())}
SEAT = MARKUP["seat_1"]
INVALID_FORM = 50035


@pytest.fixture(autouse=True)
def uploaded() -> Iterator[None]:
    emoji.use_emoji(MARKUP)
    yield
    emoji.use_emoji({})


def refuse_once(world: World, method: str, path: str) -> None:
    world.env.inject_error(method, path, status=400, code=INVALID_FORM, times=1)


async def test_public_post_refused_for_an_emoji_is_sent_at_once_without(world: World) -> None:
    refuse_once(world, "POST", POST_PATH)
    assert has_no_reply(await world.ana.slash(world.channel, "new", game="hunters", seats=3))
    refused, sent = world.sent()
    assert SEAT in str(refused) and SEAT not in str(sent) and "Join" in buttons_of(world.post())
    assert refused["nonce"] == sent["nonce"]


async def test_private_panel_refused_for_an_emoji_is_sent_at_once_without(world: World) -> None:
    await world.start_with(shuffled_header(2))
    turn = turn_with_figure_choice(await world.game())
    refuse_once(world, "PATCH", "/webhooks/*/messages/@original")
    asked = answer(await world.place(turn, ask=True))
    assert "No meeple" in buttons_of(asked)
    [panel] = [h.json for h in world.env.http_requests if h.path.endswith("@original")][-1:]
    assert "'emoji'" not in str(panel)


async def test_edit_refused_for_an_emoji_is_made_at_once_without(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    refuse_once(world, "PATCH", EDIT_PATH)
    await world.press(world.bo, "join")
    assert len(world.messages()) == 1 and "**Bo**" in world.posts()[-1]
    assert SEAT not in world.posts()[-1]


async def test_private_answer_after_a_lost_panel_loses_its_refused_emoji_too() -> None:
    client, sent = RecordingClient(), list[str]()

    async def edit(**_: object) -> None:
        raise http_error(404, 10008)

    async def send(text: str, **_: object) -> None:
        sent.append(text)
        if SEAT in text:
            raise http_error(400, INVALID_FORM)

    followup = SimpleNamespace(send=send)
    asking: Any = SimpleNamespace(client=client, edit_original_response=edit, followup=followup)
    text = f"{SEAT} Ana"
    assert (
        await sending.answer(asking, plain_payload(Message(text), text, 1, 2), more=["more"])
        is None
    )
    assert sent == [text, "Ana", "more"] and client.dispatched == [REFUSED_EMOJI_EVENT]


def test_payload_without_emoji_keeps_its_words_buttons_and_menu_lines() -> None:
    menu = Menu("Which?", (MenuLine(f"{SEAT} Red", "a"), MenuLine("plain", "b")))
    message = Message(f"{SEAT} **Ana**", buttons=(Button(f"{SEAT} Mine", "join"), menu))
    for payload in (
        plain_payload(message, message.text, 1, 2),
        card_payload(message, message.text, 1, 2),
    ):
        plain = payload_without_emoji(payload)
        assert plain is not None and plain.view is not None
        items = list(plain.view.walk_children())
        [button] = [item.item for item in items if isinstance(item, PressButton)]
        [select] = [item.item for item in items if isinstance(item, PickMenu)]
        assert (button.label, button.emoji) == ("Mine", None)
        assert [(line.label, line.emoji) for line in select.options] == [
            ("Red", None),
            ("plain", None),
        ]
        texts = [item.content for item in items if isinstance(item, discord.ui.TextDisplay)]
        assert (plain.content or texts[0]) == "**Ana**"
        assert payload_without_emoji(plain) is None


async def test_message_refused_without_emoji_too_is_refused_and_no_emoji_is_blamed() -> None:
    client, tried = RecordingClient(), []

    async def refuse(payload: object) -> None:
        tried.append(payload)
        raise http_error(400, INVALID_FORM)

    for text, tries in ((f"{SEAT} Ana", 2), ("Ana", 1)):
        tried.clear()
        with pytest.raises(discord.HTTPException):
            await retry_without_emoji(client, plain_payload(Message(text), text, 1, 2), refuse)
        assert len(tried) == tries and client.dispatched == []


async def test_refused_emoji_are_fetched_anew_with_one_warning_in_ten_minutes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client, clock = RecordingClient(), Clock()
    provider = EmojiProvider(client, clock, uploads=False)
    provider.begin()
    await emoji_are_fetched()
    for _ in range(3):
        provider.refresh()
        await emoji_are_fetched()
    assert client.fetches == 2
    assert [r.levelno for r in caplog.records if "refuses emoji" in r.message] == [logging.WARNING]
    assert emoji.mark_sign("gold") == "", "what the host has deleted is not used any more"
    clock.now += EMOJI_REFRESH_SECONDS
    provider.refresh()
    await emoji_are_fetched()
    assert client.fetches == 3
    await provider.close()


async def emoji_are_fetched() -> None:
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "emoji"))


class RecordingClient(discord.Client):
    """A client whose application has no emoji, and which notes what it dispatches."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.dispatched: list[str] = []
        self.fetches = 0

    def dispatch(self, event: str, /, *_: object, **__: object) -> None:
        self.dispatched.append(event)

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        self.fetches += 1
        return []
