"""Interactions such as Discord never sends: answered, and the connection stays."""

from __future__ import annotations

import copy
from typing import Any, Final

import pytest
from simcord import interactions

from bot.client.interactions.intake import wrong_field
from tests.support.world import World

PRESS: Final[dict[str, Any]] = {
    "id": "1",
    "token": "t",
    "type": 3,
    "data": {"custom_id": "carc:1:1:panel", "component_type": 2},
    "user": {"id": "7"},
    "message": {
        "id": "2",
        "components": [
            {"type": 1, "components": [{"type": 2, "custom_id": "carc:1:1:panel"}]},
            {"type": 9, "accessory": {"type": 2, "custom_id": "carc:1:1:board"}},
            {"type": 1, "components": [{"type": 3, "custom_id": "pick:1:1"}]},
            {"type": 1, "components": [{"type": 8, "custom_id": "channels:1:1:setup"}]},
        ],
    },
}
COMMAND: Final[dict[str, Any]] = {
    **{"id": "1", "token": "t", "type": 2, "guild_id": "3", "member": {"user": {"id": "7"}}},
    "data": {"name": "board", "type": 1, "options": [{"name": "view", "type": 3}]},
}
USER: Final = {"id": "7", "username": "bo", "discriminator": "0"}
POST: Final = {
    **{"id": "8", "channel_id": "9", "author": USER, "content": "", "timestamp": "", "type": 0},
    **{"attachments": list[str](), "embeds": list[str]()},
}
CHANNEL: Final = {"id": "5", "type": 0, "name": "x", "permissions": "0"}


def pressed(**data: Any) -> dict[str, Any]:
    """A press with other data."""
    return {**copy.deepcopy(PRESS), "data": {**PRESS["data"], **data}}


def menu(kind: int, target: object, **resolved: object) -> dict[str, Any]:
    """A context menu on a user or a message."""
    data = {"name": "x", "type": kind, "target_id": target, "resolved": resolved}
    return {**COMMAND, "data": data}


def chosen(*values: str, **channels: object) -> dict[str, Any]:
    """A choice of channels."""
    return pressed(
        custom_id="channels:1:1:setup",
        component_type=8,
        values=list(values),
        resolved={"channels": {name.removeprefix("c"): it for name, it in channels.items()}},
    )


@pytest.mark.parametrize(
    "sound",
    [
        PRESS,
        COMMAND,
        {**COMMAND, "data": {"name": "board", "type": 1}},
        pressed(custom_id="carc:1:1:board"),
        pressed(custom_id="pick:1:1", component_type=3, values=["pass"]),
        chosen("5", c5=CHANNEL),
        menu(2, "7", users={"7": USER}, members={"7": {}}),
        menu(3, "8", messages={"8": POST}),
        chosen(),
        {**COMMAND, "type": 5, "data": {"custom_id": "x", "components": []}},
    ],
)
def test_interaction_as_discord_sends_it_has_no_wrong_field(sound: dict[str, Any]) -> None:
    assert wrong_field(sound) == ""


@pytest.mark.parametrize(
    ("forged", "field"),
    [
        (None, "no interaction"),
        (menu(2, 7, users={"7": USER}), "data.target_id"),
        (menu(3, "9" * 19, messages={"9" * 19: POST}), "data.target_id"),
        (menu(2, "7"), "data.resolved"),
        (menu(2, "7", users={"8": USER}), "data.resolved"),
        (menu(2, "7", users={"7": {"id": "7"}}), "data.resolved.username"),
        (menu(2, "7", users={"7": USER}, members={"8": {}}), "data.resolved.members"),
        (menu(3, "9", messages={"9": POST}), "data.resolved.id"),
        (menu(3, "8", messages={"8": POST}, users={"7": USER}), "data.resolved"),
        ({**PRESS, "token": 1}, "token"),
        ({**PRESS, "type": True}, "type"),
        ({**PRESS, "type": 9}, "type"),
        ({**PRESS, "user": None}, "user"),
        ({**PRESS, "guild_id": "3"}, "member"),
        ({**COMMAND, "member": {}}, "member.user"),
        ({**PRESS, "message": None}, "message"),
        ({**PRESS, "message": {"id": "2", "components": [None]}}, "message.components"),
        (pressed(custom_id="carc:1:1:other"), "message.components"),
        (pressed(component_type=3), "message.components"),
        (pressed(custom_id=None), "data.custom_id"),
        (pressed(values=[1]), "data.values"),
        (pressed(custom_id="pick:1:1", component_type=3, values=["a", "b"]), "data.component_type"),
        (chosen("5"), "data.resolved.channels"),
        (chosen("x", cx=CHANNEL), "data.values"),
        (chosen("5", c5={**CHANNEL, "name": None}), "data.resolved.channels.name"),
        ({**chosen(), "data": {**chosen()["data"], "resolved": []}}, "data.resolved"),
        ({**COMMAND, "data": {"type": 1}}, "data.name"),
        ({**COMMAND, "data": {"name": "board", "type": 1, "options": [1]}}, "data.options"),
        (
            {**COMMAND, "data": {"name": "board", "type": 1, "options": [{"name": "x"}]}},
            "data.options.type",
        ),
        ({**COMMAND, "type": 5, "data": {"custom_id": "x"}}, "data.components"),
    ],
)
def test_wrong_field_of_a_forged_interaction_is_named(forged: Any, field: str) -> None:
    assert wrong_field(forged) == field


@pytest.mark.parametrize("missing", ["version", "data", "member"])
async def test_interaction_without_a_field_is_answered_and_the_bot_goes_on(
    world: World, caplog: pytest.LogCaptureFixture, missing: str
) -> None:
    await world.start_game()
    record, payload = interactions.base_payload(
        world.env.backend,
        type=2,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ana.id,
        data={"id": "1", "name": "board", "type": 1, "options": []},
    )
    del payload[missing]
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.responded
    assert "is malformed" in caplog.text
    assert (await world.ana.slash(world.channel, "board")).response is not None


async def test_press_as_of_an_entry_that_is_not_there_yet_changes_nothing(world: World) -> None:
    await world.start_game()
    before = await world.log()
    loaded = await world.app.context.table.store.latest(world.channel.id)
    assert loaded is not None
    entry = loaded.table.last + 1
    for word in ("undo", "end", "resign", "pass", "vote skip"):
        await world.press_id(world.ana, f"carc:{loaded.row.id}:{entry}:{word}")
        assert await world.log() == before, word
