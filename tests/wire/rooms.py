"""What a loopback Discord tells of servers, channels and people to who asks over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.bodies import Routes
from tests.wire.messages import Files, Refused
from tests.wire.places import Places, direct, whose
from tests.wire.shapes import BOT, Json, Person, channel, direct_channel, everyone, guild


@dataclass(frozen=True, slots=True)
class Rooms:
    """All servers with their channels, and people with those of their direct messages."""

    places: Places
    people: dict[int, Person]

    def routes(self) -> Routes:
        """What is asked for by which path."""
        return (
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/roles", self._roles),
            ("GET", "/guilds/{guild}/channels", self._channels),
            ("GET", "/guilds/{guild}/members/{person}", self._member),
            ("GET", "/channels/{channel}", self._channel),
            ("GET", "/users/{person}", self._user),
            ("POST", "/users/@me/channels", self._direct),
        )

    def where(self, request: web.Request) -> int:
        """The channel that a request is about; Refused where there is no such."""
        number = int(request.match_info["channel"])
        if not self.places.has(number) and whose(number) not in self.people:
            raise Refused(404, 10003, "Unknown Channel")
        return number

    def _server(self, request: web.Request) -> int:
        number = int(request.match_info["guild"])
        if number not in self.places.guilds:
            raise Refused(404, 10004, "Unknown Guild")
        return number

    async def _guild(self, request: web.Request, data: Any, files: Files) -> Json:
        # Its channels are told by the gateway, and to who asks for them.
        return guild(self._server(request), ())

    async def _roles(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        return [everyone(self._server(request))]

    async def _channels(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        number = self._server(request)
        return [channel(each, number) for each in self.places.channels_of(number)]

    async def _member(self, request: web.Request, data: Any, files: Files) -> Json:
        self._server(request)
        return self._person(request.match_info["person"], 10007, "Unknown Member").member()

    async def _user(self, request: web.Request, data: Any, files: Files) -> Json:
        return self._person(request.match_info["person"], 10013, "Unknown User").user()

    async def _channel(self, request: web.Request, data: Any, files: Files) -> Json:
        number = self.where(request)
        server = self.places.guild_of(number)
        if server is not None:
            return channel(number, server)
        return direct_channel(number, self.people[whose(number)])

    async def _direct(self, request: web.Request, data: Any, files: Files) -> Json:
        person = self._person(data["recipient_id"], 10013, "Unknown User")
        return direct_channel(direct(person.id), person)

    def _person(self, number: str, code: int, unknown: str) -> Person:
        if int(number) == BOT.id:
            return BOT
        if int(number) not in self.people:
            raise Refused(404, code, unknown)
        return self.people[int(number)]
