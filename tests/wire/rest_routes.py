"""HTTP routes for servers, roles, channels, members and users."""

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.api_objects import (
    BOT,
    EVERYTHING,
    Json,
    Person,
    channel_object,
    direct_channel_object,
    guild_object,
    role_objects,
)
from tests.wire.guilds import Guilds, direct_channel_id, recipient_of
from tests.wire.messages import Files, RequestRefused
from tests.wire.payloads import Routes


@dataclass(frozen=True, slots=True)
class RestRoutes:
    """Handlers of requests about servers, channels and users."""

    guilds: Guilds
    people: dict[int, Person]

    def routes(self) -> Routes:
        return (
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/roles", self._roles),
            ("GET", "/guilds/{guild}/channels", self._channels),
            ("GET", "/guilds/{guild}/members/{person}", self._member),
            ("GET", "/channels/{channel}", self._channel),
            ("GET", "/users/@me/guilds", self._guilds),
            ("GET", "/users/{person}", self._user),
            ("POST", "/users/@me/channels", self._direct),
        )

    def requested_channel(self, request: web.Request) -> int:
        """The channel id of a request. Raise RequestRefused if it is unknown."""
        number = int(request.match_info["channel"])
        if not self.guilds.has_channel(number) and recipient_of(number) not in self.people:
            raise RequestRefused(404, 10003, "Unknown Channel")
        return number

    def _guild_id(self, request: web.Request) -> int:
        number = int(request.match_info["guild"])
        if number not in self.guilds.ids:
            raise RequestRefused(404, 10004, "Unknown Guild")
        return number

    async def _guild(self, request: web.Request, data: Any, files: Files) -> Json:
        # Its channels are told by the gateway, and to who asks for them.
        return guild_object(self._guild_id(request), (), self.guilds.everyone)

    async def _guilds(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        everything = {"permissions": EVERYTHING}
        return [guild_object(number, (), EVERYTHING) | everything for number in self.guilds.ids]

    async def _roles(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        return role_objects(self._guild_id(request), self.guilds.everyone)

    async def _channels(self, request: web.Request, data: Any, files: Files) -> list[Json]:
        number = self._guild_id(request)
        return [channel_object(channel, number) for channel in self.guilds.channels_of(number)]

    async def _member(self, request: web.Request, data: Any, files: Files) -> Json:
        self._guild_id(request)
        return self._person(request.match_info["person"], 10007, "Unknown Member").member()

    async def _user(self, request: web.Request, data: Any, files: Files) -> Json:
        return self._person(request.match_info["person"], 10013, "Unknown User").user()

    async def _channel(self, request: web.Request, data: Any, files: Files) -> Json:
        number = self.requested_channel(request)
        server = self.guilds.guild_of(number)
        if server is not None:
            return channel_object(number, server)
        return direct_channel_object(number, self.people[recipient_of(number)])

    async def _direct(self, request: web.Request, data: Any, files: Files) -> Json:
        person = self._person(data["recipient_id"], 10013, "Unknown User")
        return direct_channel_object(direct_channel_id(person.id), person)

    def _person(self, number: str, code: int, unknown: str) -> Person:
        if int(number) == BOT.id:
            return BOT
        if int(number) not in self.people:
            raise RequestRefused(404, code, unknown)
        return self.people[int(number)]
