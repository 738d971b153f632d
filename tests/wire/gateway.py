"""The gateway of a loopback Discord: sessions, shards, identify limits, resume."""

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
"""Close codes of the gateway."""
FINAL_CLOSE_CODES: Final = (1000, 1001)
"""Close codes of a client that will not resume."""
HEARTBEAT_DELAY_SECONDS: Final = 0.05
"""Seconds until a heartbeat is answered."""
MAX_PAYLOAD_BYTES: Final = 4096
"""Bytes of a payload that Discord takes from a client."""
MAX_SHARD_SERVERS: Final = 2500
"""Servers that one shard may have."""
MAX_KEPT_EVENTS: Final = 4000
"""Events kept for a resume."""
RESUME_SECONDS: Final = 60.0
"""Seconds for which Discord keeps the missed events of a disconnected session."""
SPACING_TOLERANCE: Final = 0.8
"""Share of the spacing that must have passed: timers may fire early on a busy machine."""


@dataclass(slots=True, eq=False)
class Session:
    """An identified session of one shard, with the events sent to it."""

    id: str
    socket: web.WebSocketResponse
    shard: tuple[int, int]
    sent_events: deque[Json] = field(default_factory=lambda: deque(maxlen=MAX_KEPT_EVENTS))
    """The newest events, for a resume."""
    last: int = 0
    """The sequence number of the newest event."""
    disconnected_at: float | None = None
    """Time of the disconnection (`time.monotonic`)."""

    @property
    def is_live(self) -> bool:
        """True if the session's socket is open."""
        return not self.socket.closed

    async def send_event(self, event: str, data: Json) -> None:
        self.last += 1
        payload = {"op": DISPATCH, "t": event, "s": self.last, "d": data}
        self.sent_events.append(payload)
        await _send(self.socket, payload)

    def event_after(self, number: int) -> Json | None:
        if number >= self.last:
            return None
        return self.sent_events[number - self.last]

    async def disconnect(self) -> None:
        """Close the connection as Discord sometimes does; the session can be resumed."""
        await self.socket.close(code=DROPPED)


@dataclass(slots=True)
class Gateway:
    """Accepts connections with one token and sends each shard's sessions its events.

    Of two that identify in one bucket within ``spacing`` seconds the second is refused.
    """

    token: str
    guilds: Guilds
    spacing: float = 0.0
    max_concurrency: int = 1
    url: str = ""
    sessions: list[Session] = field(default_factory=list)
    """All sessions in order of identification, including recently disconnected ones."""
    identify_count: int = 0
    """Number of accepted IDENTIFYs."""
    identified: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at each of them, for whoever waits for a process."""
    early_identifies: list[str] = field(default_factory=list)
    """IDENTIFYs refused for coming too early: each is a fault of the bot."""
    _buckets: dict[int, float] = field(default_factory=dict)

    @property
    def live_sessions(self) -> list[Session]:
        return [session for session in self.sessions if session.is_live]

    def sessions_of(self, guild: int | None) -> list[Session]:
        """The sessions that receive the events of a server, or of direct messages for None."""
        return [
            session
            for session in self.sessions
            if shard_of(guild, session.shard[1]) == session.shard[0]
        ]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=MAX_PAYLOAD_BYTES)
        await socket.prepare(request)
        # Text is taken whatever compression was asked for.
        await _send(socket, {"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            payload: Json = json.loads(message.data)
            match payload["op"]:
                case 1:
                    # An answer at once comes before discord.py has noted that it has asked.
                    await asyncio.sleep(HEARTBEAT_DELAY_SECONDS)
                    await _send(socket, {"op": ACK})
                case 2:
                    await self._identify(socket, payload["d"])
                case 6:
                    await self._resume(socket, payload["d"])
        # What aiohttp says of a socket's end does not tell who has closed it.
        self._keep_for_resume(
            socket, message.type is WSMsgType.CLOSE and message.data in FINAL_CLOSE_CODES
        )
        return socket

    def _keep_for_resume(self, socket: web.WebSocketResponse, goodbye: bool) -> None:
        """Keep the sessions of a connection for a resume, unless the bot closed it for good."""
        now = time.monotonic()
        for session in self.sessions:
            if session.socket is socket:
                session.disconnected_at = now - RESUME_SECONDS * goodbye
        self.sessions = [
            session
            for session in self.sessions
            if session.disconnected_at is None or now - session.disconnected_at < RESUME_SECONDS
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
        if len(guilds) > MAX_SHARD_SERVERS:
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
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, count],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await session.send_event("READY", ready)
        for guild in guilds:
            await session.send_event(
                "GUILD_CREATE",
                guild_object(guild, self.guilds.channels_of(guild), self.guilds.everyone),
            )
        self.identify_count += 1
        self.identified.set()

    def _too_soon(self, shard: int) -> bool:
        """Return True if another shard of the same bucket has just identified."""
        bucket, now = shard % self.max_concurrency, time.monotonic()
        since = now - self._buckets.get(bucket, -self.spacing)
        if since < SPACING_TOLERANCE * self.spacing:
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
    """Send a payload unless the client has gone: it may be killed at any moment."""
    if socket.closed:
        return
    try:
        await socket.send_str(json.dumps({"s": None, "t": None, "d": None, **payload}))
    except ConnectionError:
        return
