"""Forged ids, options and typed text of every command and button, anywhere.

They arrive as gateway events, so that they pass through discord.py. `make nightly` sends more.
"""

import os
import random
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from simcord import ChannelHandle, MemberActor, interactions
from simcord.backend import serializers

from bot.app import App
from bot.serve import make_app
from tests.support import message_limits
from tests.support.blank_pictures import BlankRendering
from tests.support.forged_interactions import (
    BUTTON,
    COMPONENT,
    PLACES,
    USER,
    ForgedInteraction,
    forged_interactions,
)
from tests.support.world import World, config, slow_sleep

FEW: Final = 120
MANY: Final = int(os.environ.get("CARCASSONNE_FUZZ", "2000"))
SLOW: Final = 3.0
"""Seconds in which Discord has to be answered."""
PRIVATE: Final = 1 << 6
"""The flag of a message that one person sees."""
PLAIN: Final = "a private answer"


async def outlasted(seconds: float) -> None:
    """A pause that is longer than twenty thousand inputs on a busy machine."""
    await slow_sleep(seconds * 1000)


@pytest.fixture
def simcord_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr("bot.services.Rendering", BlankRendering)
    return make_app(config(tmp_path), random.Random(7), sleep=outlasted)


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
async def test_random_input_is_answered_in_time_without_errors_or_pings(
    world: World, request: pytest.FixtureRequest, number: int
) -> None:
    world.env.settle_timeout = 120
    await world.rename_and_add_players(["@everyone", "**b** `c`", "שלום\u202e"])
    people = [world.ana, world.bo, world.cleo, world.dan]
    places = await furnished(world)
    for count, interaction in enumerate(forged_interactions(number)):
        before, worked = len(world.env.http_requests), time.process_time()
        record = await sent(world, interaction, people[interaction.who], places)
        about = (count, interaction)
        assert time.process_time() - worked < SLOW, about
        assert record.responded, about
        assert not bad(request), (about, bad(request))
        for said in world.env.http_requests[before:]:
            check(said.json, [person.id for person in people], about, edit=said.method == "PATCH")


async def furnished(world: World) -> dict[str, ChannelHandle]:
    """A table in each place where one can be, by the names of places."""
    backend = world.env.backend
    other, voice = (
        world.guild.create_text_channel("elsewhere"),
        world.guild.create_voice_channel("parlour"),
    )
    far = world.env.create_guild("Far away")
    pub = far.create_text_channel("pub")
    for person in (world.ana, world.bo, world.cleo, world.dan):
        far.add_member(person.user)
    thread = backend.create_thread(world.channel.id, "corner", world.ana.id)
    await world.env.settle()
    inside = ChannelHandle(world.env, world.guild, thread)
    await world.start_game()
    await world.open(2, other)
    await world.start_game(2, inside)
    await world.open(3, voice)
    await MemberActor(world.env, far, world.bo.user).slash(pub, "new", game="base", seats=2)
    assert await world.log(pub) and await world.log(voice)
    channels = (world.channel, other, inside, voice, pub)
    return dict(zip(PLACES, channels, strict=False))


async def sent(
    world: World,
    interaction: ForgedInteraction,
    who: MemberActor,
    places: Mapping[str, ChannelHandle],
) -> Any:
    """Discord's record of an interaction that the bot has handled."""
    backend = world.env.backend
    channel = places.get(interaction.where, who.user.dm_channel)
    record, payload = interactions.base_payload(
        backend,
        type=interaction.kind,
        channel_id=channel.id,
        guild_id=channel.guild.id if channel.guild else None,
        user_id=who.id,
        data=with_people(world, interaction.data),
    )
    if interaction.kind == COMPONENT:
        kind, custom_id = (interaction.data[key] for key in ("component_type", "custom_id"))
        part = {"type": kind, "custom_id": custom_id}
        part |= {"label": "x", "style": 1} if kind == BUTTON else {"options": []}
        post = await pressed_on(world, channel, private=interaction.private)
        payload["message"] = {
            **serializers.message_payload(backend, post),
            "flags": PRIVATE if interaction.private else 0,
            "components": [{"type": 1, "components": [part]}],
        }
        record.source_message_id = post.id
    backend.emit("INTERACTION_CREATE", payload)
    await world.env._settle_internal(dispatch="INTERACTION_CREATE")
    return record


async def pressed_on(world: World, channel: ChannelHandle, *, private: bool) -> Any:
    """The newest post of a place, or a plain text, as a private answer is one."""
    kept = world.env.backend.messages[channel.id].values()
    messages = [message for message in kept if message.content == PLAIN]
    if not private:
        messages = [
            message for message in kept if message.flags & message_limits.LAYOUT
        ] or messages
    if not messages:
        await world.app.get_partial_messageable(channel.id).send(PLAIN)
        return await pressed_on(world, channel, private=private)
    return messages[-1]


def with_people(world: World, data: dict[str, Any]) -> dict[str, Any]:
    """Data in which small numbers of people are the ids of those there are."""
    people = (world.ana, world.bo, world.cleo, world.dan)
    options, users = list[dict[str, Any]](), dict[str, Any]()
    for option in data.get("options", ()):
        if option["type"] == USER:
            user = people[int(option["value"])].user
            option = {**option, "value": str(user.id)}
            users[str(user.id)] = serializers.user_payload(world.env.backend.get_user(user.id))
        options.append(option)
    return {**data, "options": options, "resolved": {"users": users}} if options else data


def bad(request: pytest.FixtureRequest) -> list[str]:
    log = request.getfixturevalue("caplog")
    return [
        record.getMessage() for record in log.get_records("call") if record.levelname == "ERROR"
    ]


def check(sent: object, people: list[int], about: object, *, edit: bool) -> None:
    """Check that messages ping only players of the table, and no name makes a mention.

    Nothing of it is over a limit of Discord's.
    """
    if not isinstance(sent, dict):
        return
    body = sent.get("data", sent) or {}
    mentions = body.get("allowed_mentions") or {}
    assert not mentions.get("parse"), about
    assert {int(user) for user in mentions.get("users", ())} <= set(people), about
    for text in texts(body):
        assert text.count("```") % 2 == 0, (about, text)
        text = re.sub(r"```.*?```", "", text, flags=re.S)  # There nothing is markdown.
        assert not re.search(r"(?<!\\)@everyone|<@&|(?<!\\)\*\*b\*\*", text), (about, text)
    if "choices" in body:
        message_limits.check_choices(body["choices"])
    elif body.get("content") or body.get("components"):
        message_limits.check_message(body, message_limits.files_of(body, edit=edit))


def texts(sent: object) -> Iterator[str]:
    """All texts read as markdown; alt texts and labels are plain."""
    if isinstance(sent, dict):
        if isinstance(sent.get("content"), str):
            yield sent["content"]
        for inner in sent.values():
            yield from texts(inner)
    elif isinstance(sent, list):
        for inner in sent:
            yield from texts(inner)
