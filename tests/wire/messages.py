"""The messages of a loopback Discord: creation, edits, nonces, limits."""

import itertools
import json
from collections import deque
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tests.wire.api_objects import (
    APPLICATION,
    BOT,
    Json,
    Person,
    iso_now,
    new_snowflake,
    walk_components,
)

MAX_KEPT_MESSAGES: Final = 20_000
"""Ephemeral messages kept: those of 40 seconds at 500 interactions a second."""
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
LAYOUT: Final = 1 << 15
ROW, GALLERY, CONTAINER = 1, 12, 17
Files: TypeAlias = Mapping[str, "tuple[str, bytes]"]
"""Uploads by attachment number: name and content."""


class RequestRefused(Exception):
    """Discord's error response to a refused request."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(slots=True)
class SentMessage:
    """A message in its current state, with the custom ids that it was sent with."""

    body: Json
    nonce: str
    first_ids: tuple[str, ...]

    @property
    def id(self) -> str:
        return str(self.body["id"])

    @property
    def ids(self) -> tuple[str, ...]:
        """The custom ids of the message's current buttons and menus."""
        return custom_ids(self.body["components"])

    @property
    def text(self) -> str:
        texts = (
            component.get("content", "") for component in walk_components(self.body["components"])
        )
        return "\n".join(filter(None, (self.body["content"], *texts)))


@dataclass(slots=True)
class Messages:
    """All messages: of a channel in order, ephemeral ones by id only."""

    by_id: dict[str, SentMessage] = field(default_factory=dict)
    channels: dict[str, list[SentMessage]] = field(default_factory=dict)
    _nonces: dict[tuple[str, str], SentMessage] = field(default_factory=dict)
    _private: deque[str] = field(default_factory=deque)

    def forget_nonces(self, channels: Container[str] | None = None) -> None:
        """Forget nonces, as Discord does after a few minutes.

        Without ``channels`` those of all channels.
        """
        if channels is None:
            self._nonces.clear()
        else:
            self._nonces = {k: v for k, v in self._nonces.items() if k[0] not in channels}

    def post(self, channel: str, data: Json, files: Files) -> tuple[SentMessage, bool]:
        """Post to a channel; return the message and False if its nonce was known already."""
        key = (channel, str(data.get("nonce") or ""))
        if data.get("enforce_nonce") and key in self._nonces:
            return self._nonces[key], False
        sent = self._create(channel, data, files, 0, None)
        self.channels.setdefault(channel, []).append(sent)
        if key[1]:
            self._nonces[key] = sent
        return sent, True

    def create_private(
        self, channel: str, data: Json, files: Files, *, flags: int, more: Json | None = None
    ) -> SentMessage:
        """Create a response to an interaction, which is in no channel's history.

        Only the newest `MAX_KEPT_MESSAGES` are kept.
        """
        sent = self._create(channel, data, files, flags, more)
        self._private.append(sent.id)
        if len(self._private) > MAX_KEPT_MESSAGES:
            self.by_id.pop(self._private.popleft(), None)
        return sent

    def _create(
        self, channel: str, data: Json, files: Files, flags: int, more: Json | None
    ) -> SentMessage:
        body: Json = {
            "id": new_snowflake(),
            "channel_id": channel,
            "type": 0,
            "content": "",
            "author": BOT.user(),
            "timestamp": iso_now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")},
            "components": [],
            "pinned": False,
            "flags": flags,
            **(more or {}),
        }
        if not flags & LOADING:
            apply_edit(body, data, files)
        pinged = (data.get("allowed_mentions") or {}).get("users") or ()
        body["mentions"] = [
            Person(int(user), "Somebody").user()
            for user in pinged
            if f"<@{user}>" in body["content"]
        ]
        nonce = str(data.get("nonce") or "")
        sent = self.by_id[body["id"]] = SentMessage(body, nonce, custom_ids(body["components"]))
        return sent

    def edit(self, message: str, data: Json, files: Files) -> SentMessage:
        sent = self.get(message)
        sent.body["flags"] &= ~LOADING
        apply_edit(sent.body, data, files)
        sent.body["edited_timestamp"] = iso_now()
        return sent

    def get(self, message: str) -> SentMessage:
        """Return a message by id. Raise RequestRefused if it is unknown."""
        if message not in self.by_id:
            raise RequestRefused(404, 10008, "Unknown Message")
        return self.by_id[message]

    def delete(self, message: str) -> None:
        sent = self.get(message)
        del self.by_id[message]
        for posts in self.channels.values():
            posts[:] = [post for post in posts if post is not sent]


def custom_ids(components: list[Json]) -> tuple[str, ...]:
    """The custom ids of buttons and menus, in order."""
    return tuple(
        str(component["custom_id"])
        for component in walk_components(components)
        if component.get("custom_id")
    )


def apply_edit(body: Json, data: Json, files: Files) -> None:
    """Apply a request's changes to a message. Raise RequestRefused as Discord would."""
    body["flags"] |= (data.get("flags") or 0) & (LAYOUT | EPHEMERAL)
    if body["flags"] & LAYOUT and data.get("content"):
        raise RequestRefused(400, 50035, "a layout has no content")
    if "content" in data:
        body["content"] = data["content"] or ""
    if "attachments" in data:
        kept = {attachment["id"]: attachment for attachment in body["attachments"]}
        body["attachments"] = [
            kept.get(str(attachment["id"])) or _stored(body, attachment, files)
            for attachment in data["attachments"]
        ]
    if "components" in data:
        body["components"] = _resolve_components(data["components"] or [], body)
    _check_limits(body)


def _check_limits(body: Json) -> None:
    parts = list(walk_components(body["components"]))
    ids = custom_ids(body["components"])
    texts = sum(len(part.get("content", "")) for part in parts)
    if (
        len(parts) > 40
        or len(set(ids)) != len(ids)
        or any(len(custom_id) > 100 for custom_id in ids)
    ):
        raise RequestRefused(400, 50035, "too many components, or two of the same id")
    if texts > 4000 or len(body["content"]) > 2000:
        raise RequestRefused(400, 50035, "too long a text")
    if not (body["content"] or parts or body["attachments"]):
        raise RequestRefused(400, 50006, "Cannot send an empty message")


def _stored(body: Json, declared: Json, files: Files) -> Json:
    """The attachment object of an upload."""
    number = str(declared["id"])
    if number not in files:
        raise RequestRefused(400, 50035, f"attachment {number} is not there")
    name, content = files[number]
    url = f"attachment://{name}"
    return {
        "id": new_snowflake(),
        "filename": name,
        "size": len(content),
        "url": url,
        "proxy_url": url,
        "content_type": f"image/{name.rpartition('.')[2]}",
        "description": declared.get("description"),
    }


def _resolve_components(components: list[Json], body: Json) -> list[Json]:
    """Components as Discord returns them: numbered and with all optional fields."""
    there = {attachment["url"] for attachment in body["attachments"]}
    numbers = itertools.count(1)

    def media(given: Json) -> Json:
        url = given["url"]
        if url.startswith("attachment://") and url not in there:
            raise RequestRefused(400, 50035, f"{url} is not there")
        sizes: dict[str, Any] = {"width": 500, "height": 500, "content_type": "image/png"}
        return {"url": url, "proxy_url": url, **sizes}

    def shown(given: Json) -> Json:
        component: Json = {**given, "id": given.get("id") or next(numbers)}
        if "components" in component:
            component["components"] = [shown(inner) for inner in component["components"]]
        if component["type"] == CONTAINER:
            component = {"accent_color": None, "spoiler": False, **component}
        if component["type"] == GALLERY:
            plain: Json = {"description": None, "spoiler": False}
            component["items"] = [
                {**plain, **item, "media": media(item["media"])} for item in component["items"]
            ]
        return component

    shown_components: list[Json] = json.loads(
        json.dumps([shown(component) for component in components])
    )
    return shown_components


def response_fields(kind: int, user: Json) -> Json:
    """The extra fields of a message that responds to an interaction."""
    return {
        "type": 20 if kind == 2 else 0,
        "application_id": str(APPLICATION),
        "webhook_id": str(APPLICATION),
        "interaction_metadata": {
            "id": new_snowflake(),
            "type": kind,
            "user": user,
            "authorizing_integration_owners": {},
        },
    }
