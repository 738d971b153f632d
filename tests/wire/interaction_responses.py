"""HTTP routes for responses to interactions: callback, edit, delete, follow-up."""

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.api_objects import APPLICATION, Json
from tests.wire.messages import EPHEMERAL, Files, Messages, RequestRefused
from tests.wire.payloads import Routes
from tests.wire.user_actions import Interaction


@dataclass(frozen=True, slots=True)
class InteractionResponses:
    """Handlers of responses to interactions, which are found by token."""

    interactions: dict[str, Interaction]
    messages: Messages

    def routes(self) -> Routes:
        hook = f"/webhooks/{APPLICATION}/{{token}}"
        answer = f"{hook}/messages/{{message}}"
        return (
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("GET", answer, self._read),
            ("PATCH", answer, self._edited),
            ("DELETE", answer, self._deleted),
            ("POST", hook, self._followed_up),
        )

    def _interaction(self, request: web.Request) -> Interaction:
        """The interaction with a request's token. Raise RequestRefused if unknown."""
        interaction = self.interactions.get(request.match_info["token"])
        if interaction is None:
            raise RequestRefused(404, 10062, "Unknown interaction")
        return interaction

    async def _callback(self, request: web.Request, data: Any, files: Files) -> Json:
        interaction = self._interaction(request)
        interaction.respond(self.messages, data, files)
        response: Json = {
            "interaction": {"id": interaction.payload["id"], "type": interaction.kind}
        }
        if interaction.original is not None:
            response["interaction"]["response_message_id"] = interaction.original.id
            response["resource"] = {"type": data["type"], "message": interaction.original.body}
        return response

    def _interaction_and_message(self, request: web.Request) -> tuple[Interaction, str]:
        interaction, message = self._interaction(request), request.match_info["message"]
        if message == "@original":
            message = interaction.original.id if interaction.original is not None else ""
        return interaction, message

    async def _read(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.get(self._interaction_and_message(request)[1]).body

    async def _edited(self, request: web.Request, data: Any, files: Files) -> Json:
        interaction, message = self._interaction_and_message(request)
        with interaction.losing_its_message():
            sent = self.messages.edit(message, data, files)
        interaction.store_answer(sent)
        return sent.body

    async def _deleted(self, request: web.Request, data: Any, files: Files) -> None:
        interaction, message = self._interaction_and_message(request)
        with interaction.losing_its_message():
            self.messages.delete(message)
        interaction.done.set()

    async def _followed_up(self, request: web.Request, data: Any, files: Files) -> Json:
        interaction = self._interaction(request)
        flags = (data.get("flags") or 0) & EPHEMERAL
        sent = self.messages.create_private(
            interaction.payload["channel_id"], data, files, flags=flags
        )
        interaction.store_answer(sent)
        return sent.body
