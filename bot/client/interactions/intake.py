"""Validate raw interaction events before discord.py parses them; answer malformed ones.

discord.py parses interactions in the task of the gateway, where an error ends the client: this
module catches such errors. It also checks the fields that discord.py reads later, in other tasks.
It requires no field that Discord may leave out.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import discord
from discord.http import Route

from bot.client.discord_io.buttons import MAX_INT64, is_valid_component
from bot.client.discord_io.sending import ACKNOWLEDGE_SECONDS, TRANSPORT_ERRORS
from bot.client.interactions.replies import UNKNOWN
from bot.text.i18n import _, language_of, use_language

log = logging.getLogger(__name__)

EVENT: Final = "INTERACTION_CREATE"
COMMAND: Final = discord.InteractionType.application_command.value
COMPONENT: Final = discord.InteractionType.component.value
AUTOCOMPLETE: Final = discord.InteractionType.autocomplete.value
MODAL: Final = discord.InteractionType.modal_submit.value
MESSAGE: Final = discord.InteractionResponseType.channel_message.value
CHOICES: Final = discord.InteractionResponseType.autocomplete_result.value
EPHEMERAL: Final = 1 << 6
CHANNEL_MENU: Final = discord.ComponentType.channel_select.value
SNOWFLAKE: Final = re.compile("[0-9]{1,20}")
CHANNEL_SHAPE: Final[Mapping[str, type]] = {"id": str, "type": int, "name": str, "permissions": str}
SHAPE: Final[Mapping[str, type]] = {"id": str, "token": str, "type": int, "data": Mapping}
COMMAND_SHAPE: Final[Mapping[str, type]] = {"name": str, "type": int}
OPTION_SHAPE: Final[Mapping[str, type]] = {"name": str, "type": int}
COMPONENT_SHAPE: Final[Mapping[str, type]] = {"custom_id": str, "component_type": int}
USER_SHAPE: Final[Mapping[str, type]] = {"id": str, "username": str, "discriminator": str}
TARGET_SHAPE: Final[Mapping[str, type]] = {
    **{"id": str, "channel_id": str, "author": Mapping, "content": str, "timestamp": str},
    **{"type": int, "attachments": list, "embeds": list},
}
TARGETS: Final[Mapping[int, tuple[str, Mapping[str, type]]]] = {
    discord.AppCommandType.user.value: ("users", USER_SHAPE),
    discord.AppCommandType.message.value: ("messages", TARGET_SHAPE),
}
"""By the type of a context menu, the data of its targets, and their fields."""
MODAL_SHAPE: Final[Mapping[str, type]] = {"custom_id": str, "components": list}
MESSAGE_SHAPE: Final[Mapping[str, type]] = {"id": str, "components": list}


class Intake:
    """Catch malformed interactions, so that they cannot end the gateway task, and answer them."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._answering: set[asyncio.Task[None]] = set()
        # Of discord.py: there is no public way to see an event before it is read.
        parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
        self._read = parsers[EVENT]
        parsers[EVENT] = self.read

    def read(self, data: Any) -> None:
        """Give an interaction to discord.py; answer it if it is malformed."""
        trouble = wrong_field(data)
        try:
            if not trouble:
                self._read(data)
                return
        except Exception as error:
            trouble = repr(error)
        number = data.get("id") if isinstance(data, Mapping) else None
        log.warning("interaction %s is malformed: %s", number, trouble)
        task = asyncio.ensure_future(self._answer(data))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, data: Any) -> None:
        """Answer by the id and the token alone; an interaction without them gets no answer."""
        try:
            with use_language(language_of(data.get("locale"))):
                message = {"content": _(UNKNOWN), "flags": EPHEMERAL}
            response: dict[str, Any] = {"type": MESSAGE, "data": message}
            if data["type"] == AUTOCOMPLETE:
                response = {"type": CHOICES, "data": {"choices": []}}
            path = "/interactions/{interaction}/{webhook_token}/callback"
            route = Route("POST", path, interaction=data["id"], webhook_token=data["token"])
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                await self._client.http.request(route, json=response)
        except (*TRANSPORT_ERRORS, LookupError, TypeError, AttributeError) as error:
            number = data.get("id") if isinstance(data, Mapping) else None
            log.warning("malformed interaction %s could not be answered: %r", number, error)


def wrong_field(data: Any) -> str:
    """Return the first field of an interaction that is missing or wrong, or an empty string."""
    if not isinstance(data, Mapping):
        return "no interaction"
    trouble = _lacking("", data, SHAPE)
    if trouble:
        return trouble
    sender = data.get("member") if data.get("guild_id") is not None else data
    trouble = _lacking("member." if sender is not data else "", sender, {"user": Mapping})
    if trouble:
        return trouble
    match data["type"]:
        case kind if kind in (COMMAND, AUTOCOMPLETE):
            return _wrong_command(data["data"])
        case kind if kind == COMPONENT:
            return _wrong_component(data)
        case kind if kind == MODAL:
            return _lacking("data.", data["data"], MODAL_SHAPE)
    return "type"


def _wrong_command(data: Mapping[str, Any]) -> str:
    options = data.get("options", [])
    if not isinstance(options, Sequence) or not all(isinstance(option, dict) for option in options):
        return "data.options"
    return (
        _lacking("data.", data, COMMAND_SHAPE)
        or next(
            filter(None, (_lacking("data.options.", option, OPTION_SHAPE) for option in options)),
            "",
        )
        or (_wrong_target(data) if data["type"] in TARGETS else "")
    )


def _wrong_target(data: Mapping[str, Any]) -> str:
    """Return the wrong field of a context menu; its target alone is to be described."""
    kind, shape = TARGETS[data["type"]]
    target, resolved = data.get("target_id"), data.get("resolved")
    if not isinstance(target, str) or not SNOWFLAKE.fullmatch(target) or int(target) > MAX_INT64:
        return "data.target_id"
    if not isinstance(resolved, Mapping) or not resolved.keys() <= {kind, "members"}:
        return "data.resolved"
    targets, members = resolved.get(kind), resolved.get("members", {})
    if not isinstance(targets, Mapping) or targets.keys() != {target}:
        return "data.resolved"
    if not isinstance(members, Mapping) or not members.keys() <= targets.keys():
        return "data.resolved.members"
    described = targets[target]
    trouble = _lacking("data.resolved.", described, shape)
    return trouble or ("" if described["id"] == target else "data.resolved.id")


def _wrong_component(data: Mapping[str, Any]) -> str:
    pressed, message = data["data"], data.get("message")
    trouble = _lacking("data.", pressed, COMPONENT_SHAPE) or _lacking(
        "message.", message, MESSAGE_SHAPE
    )
    if trouble:
        return trouble
    if not _is_on(pressed, message):
        return "message.components"
    values = pressed.get("values", [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return "data.values"
    if not is_valid_component(pressed["custom_id"], pressed["component_type"], len(values)):
        return "data.component_type"
    return _wrong_channels(pressed, values) if pressed["component_type"] == CHANNEL_MENU else ""


def _is_on(pressed: Mapping[str, Any], message: Any) -> bool:
    """Return True if the pressed component is one of the message's."""
    todo: list[Any] = list(message["components"])
    while todo:
        part = todo.pop()
        if not isinstance(part, Mapping):
            return False
        if part.get("custom_id") == pressed["custom_id"]:
            return bool(part.get("type") == pressed["component_type"])
        inside = part.get("components", [])
        todo += inside if isinstance(inside, list) else []
        todo += [part["accessory"]] if part.get("accessory") else []
    return False


def _wrong_channels(pressed: Mapping[str, Any], values: Sequence[str]) -> str:
    """Return the wrong field of a channel menu; each chosen channel is to be described."""
    resolved = pressed.get("resolved", {})
    channels = resolved.get("channels", {}) if isinstance(resolved, Mapping) else None
    if not isinstance(channels, Mapping):
        return "data.resolved"
    for value in values:
        trouble = _lacking("data.resolved.channels.", channels.get(value), CHANNEL_SHAPE)
        if trouble or not SNOWFLAKE.fullmatch(value):
            return trouble or "data.values"
    return ""


def _lacking(where: str, data: Any, shape: Mapping[str, type]) -> str:
    """Return the first field that is missing in an object or of another type."""
    if not isinstance(data, Mapping):
        return where.removesuffix(".")
    for name, kind in shape.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            return f"{where}{name}"
    return ""
