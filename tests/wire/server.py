"""A small Discord on this machine: HTTP and gateway, as much as this bot needs of them.

It knows nothing of the bot. Whoever drives it plays the people and looks at what was posted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeAlias

from aiohttp import web

from tests.wire import asking
from tests.wire.asking import Asked
from tests.wire.bodies import Answer, Lost, answer_of, body_of
from tests.wire.gateway import Gateway, Session
from tests.wire.messages import EPHEMERAL, Files, Messages, Refused, Sent
from tests.wire.shapes import (
    APPLICATION,
    BOT,
    FIRST_CHANNEL,
    Json,
    Person,
    application,
    channel,
    snowflake,
)

TOKEN: Final = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.wire.wire"
API: Final = "/api/v10"
LARGEST: Final = 32 << 20
Handler: TypeAlias = Callable[[web.Request, Any, Files], Awaitable[Answer | None]]
Told: TypeAlias = Callable[[Sent], None]


@dataclass(slots=True)
class Wire:
    """A Discord of one server with so many channels; `async with` opens it on a free port."""

    channels: int = 1
    people: dict[int, Person] = field(default_factory=dict)
    messages: Messages = field(default_factory=Messages)
    commands: dict[str, Json] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    """Requests that this Discord knows nothing of."""
    refused: list[str] = field(default_factory=list)
    """Requests that it did not take, and why."""
    on_post: Told | None = None
    """Is told of each post of a channel before the bot is: as it is stored."""
    faults: list[int] = field(default_factory=list)
    """Statuses with which the next posts are answered, though they were stored."""
    served: int = 0
    """How many requests have come."""
    gateway: Gateway = field(init=False)
    netloc: str = ""
    _runner: web.AppRunner | None = None

    def __post_init__(self) -> None:
        self.gateway = Gateway(TOKEN, self.channels)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST)
        app.router.add_get("/gateway/", self.gateway.handle)
        for method, path, handler in self._routes():
            app.router.add_route(method, API + path, self._answering(handler))
        app.router.add_route("*", API + "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.netloc = f"{host}:{port}"
        self.gateway.url = f"ws://{self.netloc}/gateway/"
        return self

    async def __aexit__(self, *_: object) -> None:
        for session in self.gateway.live:
            await session.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def posts(self, where: int) -> list[Sent]:
        """The messages of a channel, oldest first."""
        return self.messages.channels.get(str(where), [])

    async def command(
        self, person: Person, where: int, name: str, to: Session | None = None, **options: Any
    ) -> Asked:
        """Somebody gives a slash command."""
        return await self._ask(asking.command(person, where, self.commands[name], options), to)

    async def typing(self, person: Person, where: int, name: str, option: str, said: str) -> Asked:
        """Somebody types, and is offered what it might become."""
        registered = self.commands[name]
        return await self._ask(asking.typing(person, where, registered, option, said), None)

    async def press(
        self,
        person: Person,
        where: int,
        message: Sent,
        custom_id: str,
        *,
        value: str = "",
        to: Session | None = None,
    ) -> Asked:
        """Somebody presses a button of a message, or chooses a value from a menu."""
        return await self._ask(asking.press(person, where, message, custom_id, value), to)

    async def repeat(self, asked: Asked, to: Session) -> None:
        """Sends an interaction to another session too."""
        await to.tell("INTERACTION_CREATE", asked.payload)

    def killed(self) -> int:
        """Whoever waits for an answer gets none any more: how many there are.

        Nonces are forgotten, as if the bot were away for longer than Discord knows them.
        """
        waiting = [asked for asked in self.asked.values() if not asked.settled.is_set()]
        for asked in waiting:
            asked.lost = True
            asked.settled.set()
        self.asked.clear()
        self.messages.forget_nonces()
        return len(waiting)

    async def _ask(self, asked: Asked, to: Session | None) -> Asked:
        self.people[asked.person.id] = asked.person
        self.asked[asked.token] = asked
        for session in [to] if to is not None else self.gateway.live[-1:]:
            await session.tell("INTERACTION_CREATE", asked.payload)
        return asked

    def _routes(self) -> tuple[tuple[str, str, Handler], ...]:
        mine, hook = f"/applications/{APPLICATION}", f"/webhooks/{APPLICATION}/{{token}}"
        answer, posts = f"{hook}/messages/{{message}}", "/channels/{channel}/messages"
        return (
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", f"{mine}/commands", self._commands),
            ("PUT", f"{mine}/commands", self._register),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("GET", answer, self._answer_read),
            ("PATCH", answer, self._answer_edited),
            ("DELETE", answer, self._answer_deleted),
            ("POST", hook, self._followed_up),
            ("GET", "/guilds/{guild}/members/{person}", self._member),
            ("GET", "/channels/{channel}", self._channel),
            ("GET", posts, self._history),
            ("POST", posts, self._posted),
            ("PATCH", f"{posts}/{{message}}", self._edited),
            ("PUT", f"{posts}/pins/{{message}}", self._pinned),
            ("DELETE", f"{posts}/pins/{{message}}", self._pinned),
            ("PUT", "/channels/{channel}/pins/{message}", self._pinned),
            ("DELETE", "/channels/{channel}/pins/{message}", self._pinned),
        )

    def _answering(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answered(request: web.Request) -> web.Response:
            self.served += 1
            try:
                data, files = await body_of(request)
                own = request.path.startswith((f"{API}/interactions", f"{API}/webhooks"))
                if not own and request.headers.get("Authorization") != f"Bot {TOKEN}":
                    raise Refused(401, 0, "401: Unauthorized")
                answer = await handler(request, data, files)
            except Lost as error:
                return answer_of({"code": 0, "message": "stored, and not said so"}, error.status)
            except Refused as error:
                # Its path may hold a token of an interaction, of which nobody needs to read.
                self.refused.append(f"{request.method} {error.status} {error.code}: {error}")
                return answer_of({"code": error.code, "message": error.message}, error.status)
            return web.Response(status=204) if answer is None else answer_of(answer, 200)

        return answered

    async def _unknown(self, request: web.Request) -> web.Response:
        self.unknown.append(f"{request.method} {request.path}")
        return answer_of({"code": 0, "message": "404: Not Found"}, 404)

    async def _me(self, request: web.Request, data: Any, files: Files) -> Json:
        return {**BOT.user(), "mfa_enabled": False, "locale": "en-US", "verified": True}

    async def _application(self, request: web.Request, data: Any, files: Files) -> Json:
        return application()

    async def _commands(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        return list(self.commands.values())

    async def _register(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        fixed = {"application_id": str(APPLICATION), "default_member_permissions": None}
        plain: Json = {"type": 1, "description": "", "nsfw": False, "contexts": None, **fixed}
        self.commands = {
            each["name"]: {**plain, **each, "id": snowflake(), "version": snowflake()}
            for each in data
        }
        return list(self.commands.values())

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

    async def _answer_read(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.found(self._answered(request)[1]).body

    async def _answer_edited(self, request: web.Request, data: Any, files: Files) -> Json:
        asked, message = self._answered(request)
        sent = self.messages.edit(message, data, files)
        asked.said(sent)
        return sent.body

    async def _answer_deleted(self, request: web.Request, data: Any, files: Files) -> None:
        asked, message = self._answered(request)
        self.messages.delete(message)
        asked.settled.set()

    async def _followed_up(self, request: web.Request, data: Any, files: Files) -> Json:
        asked = self._asker(request)
        flags = (data.get("flags") or 0) & EPHEMERAL
        sent = self.messages.make(asked.payload["channel_id"], data, files, flags=flags)
        asked.said(sent)
        return sent.body

    async def _member(self, request: web.Request, data: Any, files: Files) -> Json:
        person = self.people.get(int(request.match_info["person"]))
        if person is None:
            raise Refused(404, 10007, "Unknown Member")
        return person.member()

    async def _channel(self, request: web.Request, data: Any, files: Files) -> Json:
        return channel(self._where(request))

    async def _history(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        newest = self.posts(self._where(request))[::-1]
        before = int(request.query.get("before", 1 << 63))
        limit = int(request.query.get("limit", 50))
        return [each.body for each in newest if int(each.id) < before][:limit]

    async def _posted(self, request: web.Request, data: Any, files: Files) -> Json:
        sent, new = self.messages.post(str(self._where(request)), data, files)
        if new and self.on_post is not None:
            self.on_post(sent)
        if self.faults:
            raise Lost(self.faults.pop(0))
        return sent.body

    async def _edited(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.edit(request.match_info["message"], data, files).body

    async def _pinned(self, request: web.Request, data: Any, files: Files) -> None:
        self.messages.found(request.match_info["message"])

    def _where(self, request: web.Request) -> int:
        number = int(request.match_info["channel"])
        if not FIRST_CHANNEL <= number < FIRST_CHANNEL + self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return number
