"""How the bot answers people: first answers within three seconds, then as webhooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.asking import Asked
from tests.wire.bodies import Routes
from tests.wire.messages import EPHEMERAL, Files, Messages, Refused
from tests.wire.shapes import APPLICATION, Json


@dataclass(frozen=True, slots=True)
class Answers:
    """Whoever waits for an answer, by the token of what they asked."""

    asked: dict[str, Asked]
    messages: Messages

    def routes(self) -> Routes:
        """What is asked for by which path."""
        hook = f"/webhooks/{APPLICATION}/{{token}}"
        answer = f"{hook}/messages/{{message}}"
        return (
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("GET", answer, self._read),
            ("PATCH", answer, self._edited),
            ("DELETE", answer, self._deleted),
            ("POST", hook, self._followed_up),
        )

    def _asker(self, request: web.Request) -> Asked:
        """Who is being answered; whoever asked a bot that was killed since is not."""
        asked = self.asked.get(request.match_info["token"])
        if asked is None:
            raise Refused(404, 10062, "Unknown interaction")
        return asked

    async def _callback(self, request: web.Request, data: Any, files: Files) -> Json:
        asked = self._asker(request)
        asked.called_back(self.messages, data, files)
        found: Json = {"interaction": {"id": asked.payload["id"], "type": asked.kind}}
        if asked.original is not None:
            found["interaction"]["response_message_id"] = asked.original.id
            found["resource"] = {"type": data["type"], "message": asked.original.body}
        return found

    def _answered(self, request: web.Request) -> tuple[Asked, str]:
        asked, message = self._asker(request), request.match_info["message"]
        if message == "@original":
            message = asked.original.id if asked.original is not None else ""
        return asked, message

    async def _read(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.found(self._answered(request)[1]).body

    async def _edited(self, request: web.Request, data: Any, files: Files) -> Json:
        asked, message = self._answered(request)
        sent = self.messages.edit(message, data, files)
        asked.said(sent)
        return sent.body

    async def _deleted(self, request: web.Request, data: Any, files: Files) -> None:
        asked, message = self._answered(request)
        self.messages.delete(message)
        asked.settled.set()

    async def _followed_up(self, request: web.Request, data: Any, files: Files) -> Json:
        asked = self._asker(request)
        flags = (data.get("flags") or 0) & EPHEMERAL
        sent = self.messages.make(asked.payload["channel_id"], data, files, flags=flags)
        asked.said(sent)
        return sent.body
