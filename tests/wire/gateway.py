"""The gateway of a loopback Discord: who is connected, and what they are told in order."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.wire.shapes import APPLICATION, BOT, GUILD, Json, guild

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
WRONG_TOKEN: Final = 4004
LARGEST: Final = 4096
"""Bytes of a payload that Discord takes from a client."""


@dataclass(slots=True)
class Session:
    """A bot that has said who it is, and all that it has been told."""

    id: str
    socket: web.WebSocketResponse
    told: list[Json] = field(default_factory=list)

    async def tell(self, event: str, data: Json) -> None:
        """Sends an event, kept for who resumes."""
        payload = {"op": DISPATCH, "t": event, "s": len(self.told) + 1, "d": data}
        self.told.append(payload)
        await _send(self.socket, payload)


@dataclass(slots=True)
class Gateway:
    """Takes connections with one token, and tells whoever is connected what happens."""

    token: str
    channels: int
    url: str = ""
    sessions: list[Session] = field(default_factory=list)
    identified: int = 0
    """How often somebody has said who they are."""

    @property
    def live(self) -> list[Session]:
        """The sessions whose socket is open."""
        return [each for each in self.sessions if not each.socket.closed]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST)
        await socket.prepare(request)
        # Text is taken whatever compression was asked for.
        await _send(socket, {"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            payload: Json = json.loads(message.data)
            match payload["op"]:
                case 1:
                    await _send(socket, {"op": ACK})
                case 2:
                    await self._identify(socket, payload["d"])
                case 6:
                    await self._resume(socket, payload["d"])
        self.sessions = [each for each in self.sessions if each.socket is not socket]
        return socket

    async def _identify(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["token"] != self.token:
            await socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return
        session = Session(secrets.token_hex(8), socket)
        self.sessions.append(session)
        ready: dict[str, Any] = {
            "v": 10,
            "user": BOT.user(),
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await session.tell("READY", ready)
        await session.tell("GUILD_CREATE", guild(self.channels))
        self.identified += 1

    async def _resume(self, socket: web.WebSocketResponse, said: Json) -> None:
        for session in self.sessions:
            if session.id == said["session_id"]:
                session.socket = socket
                for payload in session.told[said["seq"] :]:
                    await _send(socket, payload)
                await session.tell("RESUMED", {})
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
