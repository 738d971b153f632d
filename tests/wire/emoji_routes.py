"""HTTP routes for the emoji of the application."""

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.wire.api_objects import APPLICATION, BOT, Json, new_snowflake
from tests.wire.messages import Files, RequestRefused
from tests.wire.payloads import Routes


@dataclass(slots=True)
class EmojiRoutes:
    """Handlers of requests about the application's emoji, and the emoji by name."""

    emoji: dict[str, Json] = field(default_factory=dict)
    reads: int = 0
    """The number of requests for all emoji."""

    def routes(self) -> Routes:
        path = f"/applications/{APPLICATION}/emojis"
        return (("GET", path, self._all), ("POST", path, self._create))

    async def _all(self, request: web.Request, data: Any, files: Files) -> Json:
        self.reads += 1
        return {"items": list(self.emoji.values())}

    async def _create(self, request: web.Request, data: Any, files: Files) -> Json:
        name, image = data["name"], data["image"]
        if name in self.emoji or not image.startswith("data:image/png;base64,"):
            raise RequestRefused(400, 50035, "Invalid Form Body")
        self.emoji[name] = {
            **{"id": new_snowflake(), "name": name, "roles": [], "user": BOT.user()},
            **{"require_colons": True, "managed": False, "animated": False, "available": True},
        }
        return self.emoji[name]
