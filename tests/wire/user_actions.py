"""User actions as Discord interactions: commands, autocomplete, buttons and menus."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from tests.wire.api_objects import APPLICATION, Json, Person, new_snowflake
from tests.wire.gateway import Session
from tests.wire.guilds import ChannelContext
from tests.wire.messages import (
    EPHEMERAL,
    LOADING,
    Messages,
    RequestRefused,
    SentMessage,
    response_fields,
)

COMMAND, PRESS, TYPING = 2, 3, 4
"""Types of interactions."""
SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8
"""Types of first responses."""
TEXT_OPTION: Final = 3


class NoAnswer(Exception):
    """The bot has not answered an interaction in time."""


class ButtonGone(Exception):
    """The message does not have the button any more."""


class BotKilled(Exception):
    """The bot was killed before it answered."""


@dataclass(slots=True)
class Interaction:
    person: Person
    where: ChannelContext
    kind: int
    payload: Json
    token: str
    sessions: Sequence[Session] = ()
    """The sessions that received the interaction."""
    sent_at: float = field(default_factory=time.monotonic)
    """Time of sending (`time.monotonic`)."""
    original: SentMessage | None = None
    acknowledged: bool = False
    """True once the bot has sent its first response."""
    acknowledged_at: float = 0.0
    """Time of the first response (`time.monotonic`)."""
    choices: list[Json] = field(default_factory=list)
    text: str = ""
    """The text of the response; empty if the ephemeral response was deleted."""
    ids: tuple[str, ...] = ()
    """The custom ids of the response."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    is_thinking: bool = False
    """True if the bot has announced an answer, which must come."""
    abandoned: bool = False
    """True if the bot was killed before it responded."""
    is_message_gone: bool = False
    """True if the message with the button, or the answer, was deleted before the bot responded."""

    async def answer(self, seconds: float) -> Interaction:
        """Wait for the response. Raise NoAnswer, BotKilled or ButtonGone."""
        try:
            async with asyncio.timeout(seconds):
                await self.done.wait()
        except TimeoutError:
            raise NoAnswer(f"{self.payload['data']} of {self.person.name}") from None
        if self.abandoned:
            raise BotKilled
        if self.is_message_gone:
            raise ButtonGone(str(self.payload["data"]))
        return self

    @contextmanager
    def losing_its_message(self) -> Iterator[None]:
        """End the wait for an answer where its message is gone, as another press may delete it."""
        try:
            yield
        except RequestRefused as error:
            if error.status == HTTPStatus.NOT_FOUND:
                self.is_message_gone = True
                self.done.set()
            raise

    def store_answer(self, sent: SentMessage) -> None:
        """Keep a copy of the response: another press may edit the same message."""
        self.original, self.text, self.ids = sent, sent.text, sent.ids
        self.done.set()

    def respond(self, messages: Messages, data: Json, files: Any) -> None:
        """Handle the bot's first response."""
        if self.acknowledged:
            raise RequestRefused(400, 40060, "Interaction has already been acknowledged.")
        self.acknowledged, self.acknowledged_at = True, time.monotonic()
        kind, said = data["type"], data.get("data") or {}
        private = (said.get("flags") or 0) & EPHEMERAL
        where = self.payload["channel_id"]
        shape = response_fields(self.kind, self.person.user())
        if kind == SAY:
            self.original = messages.create_private(where, said, files, flags=private, more=shape)
        elif kind == DEFER:
            self.is_thinking = True
            self.original = messages.create_private(
                where, {}, {}, flags=private | LOADING, more=shape
            )
        elif kind in (DEFER_UPDATE, UPDATE):
            with self.losing_its_message():
                self.original = messages.get(self.payload["message"]["id"])
            if kind == UPDATE:
                messages.edit(self.original.id, said, files)
        elif kind == CHOICES:
            self.choices = said.get("choices") or []
        if kind in (SAY, UPDATE) and self.original is not None:
            self.store_answer(self.original)
        elif kind == CHOICES:
            self.done.set()


def command_interaction(
    person: Person, where: ChannelContext, registered: Json, options: Json
) -> Interaction:
    known = {option["name"]: option["type"] for option in registered.get("options") or []}
    given = [{"name": name, "type": known[name], "value": v} for name, v in options.items()]
    return _interaction(person, COMMAND, where, {**_command_fields(registered), "options": given})


def autocomplete_interaction(
    person: Person, where: ChannelContext, registered: Json, option: str, said: str
) -> Interaction:
    typed = {"name": option, "type": TEXT_OPTION, "value": said, "focused": True}
    return _interaction(person, TYPING, where, {**_command_fields(registered), "options": [typed]})


def press_interaction(
    person: Person, where: ChannelContext, message: SentMessage, custom_id: str, value: str = ""
) -> Interaction:
    """A press on a button or a choice from a menu. Raise ButtonGone."""
    if custom_id not in message.ids:
        raise ButtonGone(custom_id)
    kind = 3 if value else 2
    data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
    if value:
        data["values"] = [value]
    interaction = _interaction(person, PRESS, where, data)
    interaction.payload["message"] = dict(message.body)
    return interaction


def forged_interaction(
    person: Person, where: ChannelContext, kind: int, data: Json, message: Json | None = None
) -> Interaction:
    """An interaction of any kind with any data, which Discord need not allow."""
    interaction = _interaction(person, kind, where, data)
    if message is not None:
        interaction.payload["message"] = message
    return interaction


def _command_fields(registered: Json) -> Json:
    return {"id": registered["id"], "name": registered["name"], "type": 1}


def _interaction(person: Person, kind: int, where: ChannelContext, data: Json) -> Interaction:
    token = secrets.token_urlsafe(24)
    payload: Json = {
        "id": new_snowflake(),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 << 20,
        "data": data,
        **where.interaction_fields(person),
    }
    return Interaction(person, where, kind, payload, token)
