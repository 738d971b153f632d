"""What people do: they give commands, press buttons, type and look at what is offered."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.wire.gateway import Session
from tests.wire.messages import EPHEMERAL, LOADING, Messages, Refused, Sent, answer_shape
from tests.wire.places import Where
from tests.wire.shapes import APPLICATION, Json, Person, snowflake

COMMAND, PRESS, TYPING = 2, 3, 4
"""Kinds of interactions."""
SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8
"""Kinds of first answers."""
TEXT_OPTION: Final = 3


class Unanswered(Exception):
    """Nobody has answered a person in time."""


class Gone(Exception):
    """A message has lost the button meanwhile, as people see before they press it."""


class Killed(Exception):
    """Nor will anybody: the bot is dead."""


@dataclass(slots=True)
class Asked:
    """An interaction on its way: what was asked, and what came of it."""

    person: Person
    where: Where
    kind: int
    payload: Json
    token: str
    told: Sequence[Session] = ()
    """The sessions that were told of it."""
    sent: float = field(default_factory=time.monotonic)
    """When it was asked, by `time.monotonic`."""
    original: Sent | None = None
    heard: bool = False
    """Whether Discord has been told that it is being worked on."""
    heard_at: float = 0.0
    """When that was, by `time.monotonic`."""
    choices: list[Json] = field(default_factory=list)
    text: str = ""
    """What was said to who asked; nothing where the private answer was taken away."""
    ids: tuple[str, ...] = ()
    """The buttons and menus of the answer."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    lost: bool = False
    """Whether the bot was killed before it gave an answer."""

    async def answer(self, seconds: float) -> Asked:
        """Itself, once it is answered; Unanswered or Killed if it is not."""
        try:
            async with asyncio.timeout(seconds):
                await self.settled.wait()
        except TimeoutError:
            raise Unanswered(f"{self.payload['data']} of {self.person.name}") from None
        if self.lost:
            raise Killed
        return self

    def said(self, sent: Sent) -> None:
        """Keep the answer as it is now: another press may edit the same message."""
        self.original, self.text, self.ids = sent, sent.text, sent.ids
        self.settled.set()

    def called_back(self, messages: Messages, data: Json, files: Any) -> None:
        """The first answer."""
        if self.heard:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        self.heard, self.heard_at = True, time.monotonic()
        kind, said = data["type"], data.get("data") or {}
        private = (said.get("flags") or 0) & EPHEMERAL
        where = self.payload["channel_id"]
        shape = answer_shape(self.kind, self.person.user())
        if kind == SAY:
            self.original = messages.make(where, said, files, flags=private, more=shape)
        elif kind == DEFER:
            self.original = messages.make(where, {}, {}, flags=private | LOADING, more=shape)
        elif kind in (DEFER_UPDATE, UPDATE):
            self.original = messages.found(self.payload["message"]["id"])
            if kind == UPDATE:
                messages.edit(self.original.id, said, files)
        elif kind == CHOICES:
            self.choices = said.get("choices") or []
        if kind in (SAY, UPDATE) and self.original is not None:
            self.said(self.original)
        elif kind == CHOICES:
            self.settled.set()


def command(person: Person, where: Where, registered: Json, options: Json) -> Asked:
    """A slash command with what was given for its options."""
    known = {each["name"]: each["type"] for each in registered.get("options") or []}
    given = [{"name": name, "type": known[name], "value": v} for name, v in options.items()]
    return _asked(person, COMMAND, where, {**_named(registered), "options": given})


def typing(person: Person, where: Where, registered: Json, option: str, said: str) -> Asked:
    """What is offered while an option of text is being typed."""
    typed = {"name": option, "type": TEXT_OPTION, "value": said, "focused": True}
    return _asked(person, TYPING, where, {**_named(registered), "options": [typed]})


def press(person: Person, where: Where, message: Sent, custom_id: str, value: str = "") -> Asked:
    """A press on a button, or a choice from a menu; Gone if the message has it no more."""
    if custom_id not in message.ids:
        raise Gone(custom_id)
    kind = 3 if value else 2
    data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
    if value:
        data["values"] = [value]
    asked = _asked(person, PRESS, where, data)
    asked.payload["message"] = dict(message.body)
    return asked


def _named(registered: Json) -> Json:
    return {"id": registered["id"], "name": registered["name"], "type": 1}


def _asked(person: Person, kind: int, where: Where, data: Json) -> Asked:
    token = secrets.token_urlsafe(24)
    payload: Json = {
        "id": snowflake(),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 << 20,
        "data": data,
        **where.seen_by(person),
    }
    return Asked(person, where, kind, payload, token)
