"""A loopback Discord: the parts of the HTTP API and the gateway that this bot uses.

It knows nothing about the bot. Its methods send interactions of users and return stored posts.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeAlias

from aiohttp import web

from tests.wire import user_actions
from tests.wire.api_objects import (
    APPLICATION,
    BOT,
    EVERYTHING,
    Json,
    Person,
    application_object,
    new_snowflake,
    walk_components,
)
from tests.wire.gateway import Gateway, Session
from tests.wire.guilds import Guilds, direct_channel_id
from tests.wire.interaction_responses import InteractionResponses
from tests.wire.messages import (
    LAYOUT,
    MAX_KEPT_MESSAGES,
    ROW,
    Files,
    Messages,
    RequestRefused,
    SentMessage,
)
from tests.wire.payloads import (
    FaultyAnswer,
    Handler,
    Routes,
    json_response,
    rate_limit_response,
    read_body,
)
from tests.wire.rest_routes import RestRoutes
from tests.wire.user_actions import Interaction

TOKEN: Final = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.wire.wire"
API: Final = "/api/v10"
MAX_BODY_BYTES: Final = 32 << 20
OnPost: TypeAlias = Callable[[SentMessage], None]


@dataclass(slots=True)
class LoopbackDiscord:
    """A local Discord with servers and channels; `async with` opens it.

    It listens on a free local port. ``shards`` is the recommended number of shards, of which
    ``max_concurrency`` may identify within ``spacing`` seconds.
    """

    channels: int = 1
    servers: int = 1
    shards: int = 1
    max_concurrency: int = 1
    spacing: float = 0.0
    everyone: str = EVERYTHING
    """The permissions of users who are no managers."""
    people: dict[int, Person] = field(default_factory=dict)
    messages: Messages = field(default_factory=Messages)
    commands: dict[str, Json] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    unknown_requests: list[str] = field(default_factory=list)
    """Requests for unknown routes."""
    refused_requests: list[str] = field(default_factory=list)
    """Refused requests with the reason."""
    on_post: OnPost | None = None
    """Called with each stored channel post, before the bot gets the response."""
    post_faults: list[int] = field(default_factory=list)
    """HTTP statuses of the responses to the next posts, which are stored nevertheless."""
    limited_until: float = 0.0
    """Until this time of the event loop posts get a 429, and everything if `is_global`."""
    is_global: bool = False
    is_down: bool = False
    """True to answer every request about a channel with 503."""
    on_channel_request: Callable[[str, str], None] | None = None
    """Called with the method and the path of each request about a channel."""
    request_count: int = 0
    """Number of requests received."""
    guilds: Guilds = field(init=False)
    gateway: Gateway = field(init=False)
    rest_routes: RestRoutes = field(init=False)
    netloc: str = ""
    _runner: web.AppRunner | None = None

    def __post_init__(self) -> None:
        self.guilds = Guilds(self.servers, self.channels, self.everyone)
        self.gateway = Gateway(TOKEN, self.guilds, self.spacing, self.max_concurrency)
        self.rest_routes = RestRoutes(self.guilds, self.people)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
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
        for session in self.gateway.live_sessions:
            await session.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def posts(self, where: int) -> list[SentMessage]:
        """The messages of a channel, oldest first."""
        return self.messages.channels.get(str(where), [])

    async def command(
        self, person: Person, where: int, name: str, to: Session | None = None, **options: Any
    ) -> Interaction:
        place, registered = self.guilds.services_of(where), self.commands[name]
        return await self._ask(
            user_actions.command_interaction(person, place, registered, options), to
        )

    async def typing(
        self, person: Person, where: int, name: str, option: str, said: str
    ) -> Interaction:
        place, registered = self.guilds.services_of(where), self.commands[name]
        return await self._ask(
            user_actions.autocomplete_interaction(person, place, registered, option, said), None
        )

    async def press(
        self,
        person: Person,
        where: int,
        message: SentMessage,
        custom_id: str,
        *,
        value: str = "",
        to: Session | None = None,
    ) -> Interaction:
        """Press a button of a message as a person, or choose a value from a menu."""
        place = self.guilds.services_of(where)
        return await self._ask(
            user_actions.press_interaction(person, place, message, custom_id, value), to
        )

    async def send(self, interaction: Interaction) -> Interaction:
        return await self._ask(interaction, None)

    def send_reminder(self, person: Person, post: SentMessage) -> SentMessage:
        """Store a direct message with the buttons of a post, like a reminder."""
        rows = [
            component
            for component in walk_components(post.body["components"])
            if component["type"] == ROW
        ]
        data: Json = {"flags": LAYOUT, "components": rows}
        self.people[person.id] = person
        return self.messages.post(str(direct_channel_id(person.id)), data, {})[0]

    def limit_posts(self, seconds: float, *, everywhere: bool = False) -> None:
        """Answer posts with 429 for some seconds, or every request as at a global rate limit."""
        now = asyncio.get_running_loop().time()
        self.limited_until, self.is_global = now + seconds, everywhere

    def fail_all_pending(self) -> int:
        """Fail all interactions without an answer; return their number.

        Nonces are forgotten too, as if the bot had been away for longer than Discord keeps them.
        """
        waiting = self._fail_pending(lambda interaction: True)
        self.interactions.clear()
        self.messages.forget_nonces()
        return waiting

    def fail_abandoned(self) -> int:
        """Fail interactions that no connected session has received. Nonces are kept."""
        return self._fail_pending(lambda interaction: not _has_live_session(interaction))

    def fail_unacknowledged(self, seconds: float) -> int:
        """Fail those of them that are older than some seconds and not acknowledged.

        A process that ends answers what it has acknowledged, though its session is closed.
        """
        until = time.monotonic() - seconds
        return self._fail_pending(
            lambda interaction: (
                interaction.sent_at <= until
                and not interaction.acknowledged
                and not _has_live_session(interaction)
            )
        )

    def _fail_pending(self, true: Callable[[Interaction], bool]) -> int:
        lost = [
            interaction
            for interaction in self.interactions.values()
            if not interaction.done.is_set() and true(interaction)
        ]
        for interaction in lost:
            interaction.abandoned = True
            interaction.done.set()
            del self.interactions[interaction.token]
        return len(lost)

    async def _ask(self, interaction: Interaction, to: Session | None) -> Interaction:
        self.people[interaction.person.id] = interaction.person
        self.interactions[interaction.token] = interaction
        if len(self.interactions) > MAX_KEPT_MESSAGES:
            del self.interactions[next(iter(self.interactions))]
        interaction.sessions = (
            [to] if to is not None else self.gateway.sessions_of(interaction.where.guild)
        )
        for session in interaction.sessions:
            await session.send_event("INTERACTION_CREATE", interaction.payload)
        return interaction

    def _routes(self) -> Routes:
        mine, posts = f"/applications/{APPLICATION}", "/channels/{channel}/messages"
        return (
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", f"{mine}/commands", self._commands),
            ("PUT", f"{mine}/commands", self._register),
            ("GET", posts, self._history),
            ("POST", posts, self._post),
            ("PATCH", f"{posts}/{{message}}", self._edit),
            ("DELETE", f"{posts}/{{message}}", self._delete),
            ("POST", f"{posts}/{{message}}/threads", self._thread),
            ("PUT", f"{posts}/pins/{{message}}", self._pin),
            ("DELETE", f"{posts}/pins/{{message}}", self._pin),
            ("PUT", "/channels/{channel}/pins/{message}", self._pin),
            ("DELETE", "/channels/{channel}/pins/{message}", self._pin),
            *InteractionResponses(self.interactions, self.messages).routes(),
            *self.rest_routes.routes(),
        )

    def _answering(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answered(request: web.Request) -> web.Response:
            self.request_count += 1
            if request.path.startswith(f"{API}/channels"):
                if self.on_channel_request is not None:
                    self.on_channel_request(request.method, request.path.removeprefix(API))
                if self.is_down:
                    return json_response({"code": 0, "message": "Service Unavailable"}, 503)
            own = request.path.startswith((f"{API}/interactions", f"{API}/webhooks"))
            is_post = request.method == "POST" and request.path.endswith("/messages")
            left = self.limited_until - asyncio.get_running_loop().time()
            # Answers to interactions are under no global limit.
            if left > 0 and not own and (is_post or self.is_global):
                return rate_limit_response(left, is_global=self.is_global)
            try:
                data, files = await read_body(request)
                if not own and request.headers.get("Authorization") != f"Bot {TOKEN}":
                    raise RequestRefused(401, 0, "401: Unauthorized")
                answer = await handler(request, data, files)
            except FaultyAnswer as error:
                return json_response(
                    {"code": 0, "message": "stored, and not said so"}, error.status
                )
            except RequestRefused as error:
                # Its path may hold a token of an interaction, of which nobody needs to read.
                self.refused_requests.append(
                    f"{request.method} {error.status} {error.code}: {error}"
                )
                return json_response({"code": error.code, "message": error.message}, error.status)
            return web.Response(status=204) if answer is None else json_response(answer, 200)

        return answered

    async def _unknown(self, request: web.Request) -> web.Response:
        self.unknown_requests.append(f"{request.method} {request.path}")
        return json_response({"code": 0, "message": "404: Not Found"}, 404)

    async def _gateway(self, request: web.Request, data: Any, files: Files) -> Json:
        starts = {"total": 1000, "remaining": max(0, 1000 - self.gateway.identify_count)}
        limit = {**starts, "reset_after": 0, "max_concurrency": self.max_concurrency}
        return {"url": self.gateway.url, "shards": self.shards, "session_start_limit": limit}

    async def _me(self, request: web.Request, data: Any, files: Files) -> Json:
        return {**BOT.user(), "mfa_enabled": False, "locale": "en-US", "verified": True}

    async def _application(self, request: web.Request, data: Any, files: Files) -> Json:
        return application_object()

    async def _commands(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        return list(self.commands.values())

    async def _register(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        fixed = {"application_id": str(APPLICATION), "default_member_permissions": None}
        plain: Json = {"type": 1, "description": "", "nsfw": False, "contexts": None, **fixed}
        self.commands = {
            command["name"]: {**plain, **command, "id": new_snowflake(), "version": new_snowflake()}
            for command in data
        }
        return list(self.commands.values())

    async def _history(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        newest = self.posts(self.rest_routes.requested_channel(request))[::-1]
        before = int(request.query.get("before", 1 << 63))
        limit = int(request.query.get("limit", 50))
        return [message.body for message in newest if int(message.id) < before][:limit]

    async def _post(self, request: web.Request, data: Any, files: Files) -> Json:
        sent, new = self.messages.post(
            str(self.rest_routes.requested_channel(request)), data, files
        )
        if new and self.on_post is not None:
            self.on_post(sent)
        if self.post_faults:
            raise FaultyAnswer(self.post_faults.pop(0))
        return sent.body

    async def _edit(self, request: web.Request, data: Any, files: Files) -> Json:
        return self.messages.edit(request.match_info["message"], data, files).body

    async def _delete(self, request: web.Request, data: Any, files: Files) -> None:
        self.messages.delete(request.match_info["message"])

    async def _thread(self, request: web.Request, data: Any, files: Files) -> None:
        """Refuse: threads are forbidden on these servers."""
        raise RequestRefused(403, 50013, "Missing Permissions")

    async def _pin(self, request: web.Request, data: Any, files: Files) -> None:
        self.messages.get(request.match_info["message"])


def _has_live_session(interaction: Interaction) -> bool:
    return any(session.is_live for session in interaction.sessions)
