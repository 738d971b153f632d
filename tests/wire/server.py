"""A small Discord on this machine: HTTP and gateway, as much as this bot needs of them.

It knows nothing of the bot. Whoever drives it plays the people and looks at what was posted.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeAlias

from aiohttp import web

from tests.wire import asking
from tests.wire.answers import Answers
from tests.wire.asking import Asked
from tests.wire.bodies import Handler, Lost, Routes, answer_of, body_of
from tests.wire.gateway import Gateway, Session
from tests.wire.messages import KEPT, LAYOUT, ROW, Files, Messages, Refused, Sent
from tests.wire.places import Places, direct
from tests.wire.rooms import Rooms
from tests.wire.shapes import APPLICATION, BOT, Json, Person, application, snowflake, walk

TOKEN: Final = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.wire.wire"
API: Final = "/api/v10"
LARGEST: Final = 32 << 20
Told: TypeAlias = Callable[[Sent], None]


@dataclass(slots=True)
class Wire:
    """A Discord of so many servers with so many channels each; `async with` opens it.

    It has a free port of this machine. ``shards`` is how many it says that a bot needs, of which
    ``max_concurrency`` may identify within ``spacing`` seconds.
    """

    channels: int = 1
    servers: int = 1
    shards: int = 1
    max_concurrency: int = 1
    spacing: float = 0.0
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
    places: Places = field(init=False)
    gateway: Gateway = field(init=False)
    rooms: Rooms = field(init=False)
    netloc: str = ""
    _runner: web.AppRunner | None = None

    def __post_init__(self) -> None:
        self.places = Places(self.servers, self.channels)
        self.gateway = Gateway(TOKEN, self.places, self.spacing, self.max_concurrency)
        self.rooms = Rooms(self.places, self.people)

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
        place, registered = self.places.where(where), self.commands[name]
        return await self._ask(asking.command(person, place, registered, options), to)

    async def typing(self, person: Person, where: int, name: str, option: str, said: str) -> Asked:
        """Somebody types, and is offered what it might become."""
        place, registered = self.places.where(where), self.commands[name]
        return await self._ask(asking.typing(person, place, registered, option, said), None)

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
        place = self.places.where(where)
        return await self._ask(asking.press(person, place, message, custom_id, value), to)

    async def repeat(self, asked: Asked, to: Session) -> None:
        """Send an interaction to another session too."""
        await to.tell("INTERACTION_CREATE", asked.payload)

    def call(self, person: Person, post: Sent) -> Sent:
        """A direct message to somebody with the buttons of a post, as reminders have them."""
        rows = [each for each in walk(post.body["components"]) if each["type"] == ROW]
        data: Json = {"flags": LAYOUT, "components": rows}
        self.people[person.id] = person
        return self.messages.post(str(direct(person.id)), data, {})[0]

    def killed(self) -> int:
        """Whoever waits for an answer gets none any more: how many there are.

        Nonces are forgotten, as if the bot were away for longer than Discord knows them.
        """
        waiting = self._lost(lambda asked: True)
        self.asked.clear()
        self.messages.forget_nonces()
        return waiting

    def abandoned(self, seconds: float = 0.0) -> int:
        """The same of who has asked so long ago, and no session that is left was told of it.

        Nonces are known on.
        """
        until = time.monotonic() - seconds
        return self._lost(lambda asked: asked.sent <= until and not _live(asked))

    def _lost(self, true: Callable[[Asked], bool]) -> int:
        lost = [each for each in self.asked.values() if not each.settled.is_set() and true(each)]
        for asked in lost:
            asked.lost = True
            asked.settled.set()
            del self.asked[asked.token]
        return len(lost)

    async def _ask(self, asked: Asked, to: Session | None) -> Asked:
        self.people[asked.person.id] = asked.person
        self.asked[asked.token] = asked
        if len(self.asked) > KEPT:
            del self.asked[next(iter(self.asked))]
        asked.told = [to] if to is not None else self.gateway.of(asked.where.guild)
        for session in asked.told:
            await session.tell("INTERACTION_CREATE", asked.payload)
        return asked

    def _routes(self) -> Routes:
        mine, posts = f"/applications/{APPLICATION}", "/channels/{channel}/messages"
        return (
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", f"{mine}/commands", self._commands),
            ("PUT", f"{mine}/commands", self._register),
            ("GET", posts, self._history),
            ("POST", posts, self._posted),
            ("PATCH", f"{posts}/{{message}}", self._edited),
            ("PUT", f"{posts}/pins/{{message}}", self._pinned),
            ("DELETE", f"{posts}/pins/{{message}}", self._pinned),
            ("PUT", "/channels/{channel}/pins/{message}", self._pinned),
            ("DELETE", "/channels/{channel}/pins/{message}", self._pinned),
            *Answers(self.asked, self.messages).routes(),
            *self.rooms.routes(),
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

    async def _gateway(self, request: web.Request, data: Any, files: Files) -> Json:
        starts = {"total": 1000, "remaining": max(0, 1000 - self.gateway.identified)}
        limit = {**starts, "reset_after": 0, "max_concurrency": self.max_concurrency}
        return {"url": self.gateway.url, "shards": self.shards, "session_start_limit": limit}

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

    async def _history(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        newest = self.posts(self.rooms.where(request))[::-1]
        before = int(request.query.get("before", 1 << 63))
        limit = int(request.query.get("limit", 50))
        return [each.body for each in newest if int(each.id) < before][:limit]

    async def _posted(self, request: web.Request, data: Any, files: Files) -> Json:
        sent, new = self.messages.post(str(self.rooms.where(request)), data, files)
        if new and self.on_post is not None:
            self.on_post(sent)
        if self.faults:
            raise Lost(self.faults.pop(0))
        return sent.body

    async def _edited(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.edit(request.match_info["message"], data, files).body

    async def _pinned(self, request: web.Request, data: Any, files: Files) -> None:
        self.messages.found(request.match_info["message"])


def _live(asked: Asked) -> bool:
    """Whether a session that was told of it is left."""
    return any(session.live for session in asked.told)
