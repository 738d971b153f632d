"""Inputs that no client would send: every command and button, with anything in them.

They come as Discord's gateway brings them, so that all of discord.py is in the way. The tests take
2,000; ``make fuzz`` takes 20,000.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from simcord import interactions
from simcord.backend import serializers

from bot.__main__ import make_app
from bot.client import wiring
from bot.client.app import App
from bot.commands import all_commands
from bot.commands.presses import PRESSES
from tests.bot.fake_discord import Unpainted
from tests.bot.world import World, asleep, config

INPUTS: Final = int(os.environ.get("CARCASSONNE_FUZZ", "2000"))
SLOW: Final = 3.0
"""Seconds in which Discord has to be answered."""
COMMAND, COMPONENT, TYPING = 2, 3, 4
HOSTILE: Final = (
    *("", " ", "\n", "a\nb", "\r", "\x00", "\u2028", "\u202eabc", "\u200b", "\u2068", "\ud7ff"),
    *("@everyone", "<@1>", "<@&1>", "<#1>", "</new:1>", "**b** __u__ `c` ||s||", "```x", "# h"),
    *("[x](http://example.org)", "a" * 100, "🎩" * 50, "👩🏽\u200d🚀" * 20, "﷽" * 40, "שלום 1"),
    *("0", "-1", "77", "9" * 19, "9" * 30, "٣", "1e9", "None", "null", "{typed}", "%s", "{0.x}"),
    *("hunters", "base", "fr", "xx", "joined", "joined\nx: y", "place 0 1 rot0", "pass", "none"),
)
TEXTS: Final = st.sampled_from(HOSTILE) | st.text(max_size=60)
VALUES: Final = TEXTS | st.integers(-(2**70), 2**70) | st.integers(-2, 9) | st.booleans()
GAMES: Final = st.integers(0, 4).map(str) | st.sampled_from(
    ("", "x", "-1", "9" * 19, "9" * 30, "٣")
)
WORDS: Final = st.sampled_from((*PRESSES, "place", "hunter", "pass", "walk", "ark", "x"))
REST: Final = st.lists(st.integers(-2, 9).map(str) | st.sampled_from(HOSTILE), max_size=4)
ACTIONS: Final = st.builds(lambda word, rest: " ".join((word, *rest)), WORDS, REST) | TEXTS
NAMES: Final = {command.name: [o.name for o in command.parameters] for command in all_commands()}  # type: ignore[union-attr]
OPTIONS: Final = st.sampled_from(sorted(NAMES)).flatmap(
    lambda name: st.tuples(
        st.just(name), st.dictionaries(st.sampled_from((*NAMES[name], "x")), VALUES, max_size=4)
    )
)


@st.composite
def inputs(draw: Any) -> tuple[int, dict[str, Any], int, int]:
    """A kind of interaction, its data, who sends it and in which channel."""
    kind = draw(st.sampled_from((COMMAND, COMMAND, COMPONENT, COMPONENT, TYPING)))
    who, where = draw(st.integers(0, 3)), draw(st.integers(0, 1))
    if kind == COMPONENT:
        action = draw(ACTIONS)
        if draw(st.booleans()):
            custom_id = f"carc:{draw(GAMES)}:{draw(GAMES)}:{action}"[:100]
            return kind, {"custom_id": custom_id, "component_type": 2}, who, where
        custom_id = f"pick:{draw(GAMES)}:{draw(GAMES)}"
        data = {
            "custom_id": custom_id,
            "component_type": 3,
            "values": [action] * draw(st.booleans()),
        }
        return kind, data, who, where
    name, given_options = draw(OPTIONS)
    kinds = {str: 3, int: 4, bool: 5}
    options = [
        {"name": option, "type": kinds[type(value)], "value": value}
        for option, value in given_options.items()
    ]
    if kind == TYPING and options:
        options[0]["focused"] = True
    name = draw(st.sampled_from((name,) * 20 + ("nothing",)))
    return kind, {"id": "1", "name": name, "type": 1, "options": options}, who, where


def made(number: int) -> list[tuple[int, dict[str, Any], int, int]]:
    """So many inputs, the same ones each time."""
    found: list[tuple[int, dict[str, Any], int, int]] = []

    @settings(
        max_examples=number,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs())
    def collect(each: tuple[int, dict[str, Any], int, int]) -> None:
        found.append(each)

    collect()
    return found


@pytest.fixture
def simcord_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(wiring, "Rendering", Unpainted)
    return make_app(config(tmp_path), random.Random(7), sleep=asleep)


async def test_whatever_comes_in_is_answered_in_time_with_nothing_logged_and_nobody_pinged(
    world: World, request: pytest.FixtureRequest
) -> None:
    world.env.settle_timeout = 120
    await world.five(["@everyone", "**b** `c`", "שלום\u202e"])
    await world.started()
    other = world.guild.create_text_channel("elsewhere")
    await world.open(2, other)
    backend, people = world.env.backend, (world.ana, world.bo, world.cleo, world.dan)
    post = dict(
        serializers.message_payload(backend, backend.get_message(world.channel.id, world.post().id))
    )
    slowest = 0.0
    for kind, data, who, where in made(INPUTS):
        channel = (world.channel, other)[where]
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=channel.id,
            guild_id=world.guild.id,
            user_id=people[who].id,
            data=data,
        )
        if kind == COMPONENT:
            part = {"type": data["component_type"], "custom_id": data["custom_id"]}
            part |= {"label": "x", "style": 1} if part["type"] == 2 else {"options": []}
            row = {"type": 1, "components": [part]}
            payload["message"] = {**post, "flags": 0, "components": [row]}
            record.source_message_id = int(post["id"])
        before, began = len(world.env.http_requests), time.monotonic()
        backend.emit("INTERACTION_CREATE", payload)
        await world.env._settle_internal(dispatch="INTERACTION_CREATE")
        slowest = max(slowest, time.monotonic() - began)
        assert record.responded, data
        assert not bad(request), (data, bad(request))
        for sent in world.env.http_requests[before:]:
            check(sent.json, [person.id for person in people], data)
    assert slowest < SLOW, slowest


def bad(request: pytest.FixtureRequest) -> list[str]:
    """What was logged as an error."""
    log = request.getfixturevalue("caplog")
    return [each.getMessage() for each in log.get_records("call") if each.levelname == "ERROR"]


def check(sent: object, people: list[int], about: object) -> None:
    """Of what is sent nobody is pinged but a player by name, and no mention is made of a name."""
    if not isinstance(sent, dict):
        return
    body = sent.get("data", sent)
    mentions = (body or {}).get("allowed_mentions") or {}
    assert not mentions.get("parse"), about
    assert {int(user) for user in mentions.get("users", ())} <= set(people), about
    for text in texts(body):
        assert not re.search(r"(?<!\\)@everyone|<@&|(?<!\\)\*\*b\*\*", text), (about, text)


def texts(sent: object) -> Iterator[str]:
    """Whatever is read as markdown; alt texts and labels are shown as they are."""
    if isinstance(sent, dict):
        if isinstance(sent.get("content"), str):
            yield sent["content"]
        for inner in sent.values():
            yield from texts(inner)
    elif isinstance(sent, list):
        for inner in sent:
            yield from texts(inner)
