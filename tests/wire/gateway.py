"""The gateway of a loopback Discord: who is connected, and what they are told in order."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.wire.api_objects import APPLICATION, BOT, Json, guild_object
from tests.wire.guilds import Guilds, shard_of

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
DROPPED, WRONG_TOKEN, WRONG_SHARD, TOO_MANY = 4000, 4004, 4010, 4011
"""Why the gateway closes a connection."""
GOODBYE: Final = (1000, 1001)
"""How a client closes a connection that it will not resume."""
HEARD: Final = 0.05
"""Seconds until a heartbeat is answered."""
LARGEST: Final = 4096
"""Bytes of a payload that Discord takes from a client."""
SERVERS: Final = 2500
"""What one shard may have of them."""
KEPT: Final = 4000
"""Events that a session is told again at most."""
RESUMABLE: Final = 60.0
"""Seconds for which Discord keeps what a session that is gone has missed."""
SLACK: Final = 0.8
"""The share of the spacing that must have gone by: who waits may wake early on a busy machine."""


@dataclass(slots=True, eq=False)
class Session:
    """A bot that has said who it is, for one shard of so many, and all that it has been told."""

    id: str
    socket: web.WebSocketResponse
    shard: tuple[int, int]
    sent_events: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT))
    """The newest of it, for who resumes."""
    last: int = 0
    """The number of the newest."""
    disconnected_at: float | None = None
    """When its connection was lost, by `time.monotonic`."""

    @property
    def is_live(self) -> bool:
        """Whether its socket is open."""
        return not self.socket.closed

    async def send_event(self, event: str, data: Json) -> None:
        """Send an event, kept for who resumes."""
        self.last += 1
        payload = {"op": DISPATCH, "t": event, "s": self.last, "d": data}
        self.sent_events.append(payload)
        await _send(self.socket, payload)

    def event_after(self, number: int) -> Json | None:
        """What was told next after a number, if anything."""
        if number >= self.last:
            return None
        return self.sent_events[number - self.last]

    async def disconnect(self) -> None:
        """Close its connection, as Discord does at times; it may be resumed."""
        await self.socket.close(code=DROPPED)


@dataclass(slots=True)
class Gateway:
    """Take connections with one token, and tell the sessions of a shard what happens there.

    Of two that identify in one bucket within ``spacing`` seconds the second is refused.
    """

    token: str
    guilds: Guilds
    spacing: float = 0.0
    max_concurrency: int = 1
    url: str = ""
    sessions: list[Session] = field(default_factory=list)
    """Also those whose connection was lost a short time ago, in the order they came."""
    identify_count: int = 0
    """How often somebody has said who they are, and was welcome."""
    early_identifies: list[str] = field(default_factory=list)
    """Who has identified too soon after another: a fault of the bot, as it is refused."""
    _buckets: dict[int, float] = field(default_factory=dict)

    @property
    def live_sessions(self) -> list[Session]:
        """The sessions whose socket is open."""
        return [each for each in self.sessions if each.is_live]

    def sessions_of(self, guild: int | None) -> list[Session]:
        """The sessions that are told of a server, or of direct messages."""
        return [each for each in self.sessions if shard_of(guild, each.shard[1]) == each.shard[0]]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST)
        await socket.prepare(request)
        # Text is taken whatever compression was asked for.
        await _send(socket, {"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            payload: Json = json.loads(message.data)
            match payload["op"]:
                case 1:
                    # An answer at once comes before discord.py has noted that it has asked.
                    await asyncio.sleep(HEARD)
                    await _send(socket, {"op": ACK})
                case 2:
                    await self._identify(socket, payload["d"])
                case 6:
                    await self._resume(socket, payload["d"])
        # What aiohttp says of a socket's end does not tell who has closed it.
        self._keep_for_resume(socket, message.type is WSMsgType.CLOSE and message.data in GOODBYE)
        return socket

    def _keep_for_resume(self, socket: web.WebSocketResponse, goodbye: bool) -> None:
        """Keep the sessions of a connection for who resumes, unless the bot has said goodbye."""
        now = time.monotonic()
        for each in self.sessions:
            if each.socket is socket:
                each.disconnected_at = now - RESUMABLE * goodbye
        self.sessions = [
            each
            for each in self.sessions
            if each.disconnected_at is None or now - each.disconnected_at < RESUMABLE
        ]

    async def _identify(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["token"] != self.token:
            await socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return
        shard, count = said.get("shard") or (0, 1)
        if not 0 <= shard < count:
            await socket.close(code=WRONG_SHARD, message=b"Invalid shard.")
            return
        guilds = self.guilds.ids_of_shard(shard, count)
        if len(guilds) > SERVERS:
            await socket.close(code=TOO_MANY, message=b"Sharding required.")
            return
        if self._too_soon(shard):
            await _send(socket, {"op": INVALID, "d": False})
            return
        session = Session(secrets.token_hex(8), socket, (shard, count))
        self.sessions.append(session)
        ready: dict[str, Any] = {
            "v": 10,
            "user": BOT.user(),
            "guilds": [{"id": str(each), "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, count],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await session.send_event("READY", ready)
        for each in guilds:
            await session.send_event(
                "GUILD_CREATE", guild_object(each, self.guilds.channels_of(each))
            )
        self.identify_count += 1

    def _too_soon(self, shard: int) -> bool:
        """Whether another of the same bucket has identified too short a time ago."""
        bucket, now = shard % self.max_concurrency, time.monotonic()
        since = now - self._buckets.get(bucket, -self.spacing)
        if since < SLACK * self.spacing:
            self.early_identifies.append(
                f"shard {shard}, {since:.2f} s after another of bucket {bucket}"
            )
            return True
        self._buckets[bucket] = now
        return False

    async def _resume(self, socket: web.WebSocketResponse, said: Json) -> None:
        for session in self.sessions:
            if session.id != said["session_id"] or said["token"] != self.token:
                continue
            if session.last - said["seq"] <= len(session.sent_events):
                session.disconnected_at, known = None, said["seq"]
                # What happens meanwhile is told in its order: to the new socket only from the end.
                while (missed := session.event_after(known)) is not None:
                    await _send(socket, missed)
                    known += 1
                session.socket = socket
                await session.send_event("RESUMED", {})
                return
        await _send(socket, {"op": INVALID, "d": False})


async def _send(socket: web.WebSocketResponse, payload: Json) -> None:
    """Sends, unless the other end has gone meanwhile: it may have been killed at any moment."""
    if socket.closed:
        return
    try:
        await socket.send_str(json.dumps({"s": None, "t": None, "d": None, **payload}))
    except ConnectionError:
        return
