"""Bodies of HTTP requests and responses."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from aiohttp import web

from tests.wire.api_objects import Json
from tests.wire.messages import Files

ResponseBody: TypeAlias = Json | list[Json]
Handler: TypeAlias = Callable[[web.Request, Any, Files], Awaitable[ResponseBody | None]]
Routes: TypeAlias = "tuple[tuple[str, str, Handler], ...]"
"""Methods, paths and handlers."""


class FaultyAnswer(Exception):
    """An injected fault: the request is carried out but answered with an error ``status``."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


async def read_body(request: web.Request) -> tuple[Any, Files]:
    """Read a request's JSON body and uploads."""
    if not request.can_read_body:
        return {}, {}
    if not request.content_type.startswith("multipart/"):
        return await request.json(), {}
    said: Any = {}
    files: dict[str, tuple[str, bytes]] = {}
    for key, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            files[key.removeprefix("files[").removesuffix("]")] = (
                value.filename,
                value.file.read(),
            )
        else:
            said = json.loads(str(value))
    return said, files


def json_response(answer: ResponseBody, status: int) -> web.Response:
    """A JSON response with Discord's content type."""
    # Exactly this content type, without a charset: discord.py compares.
    body = json.dumps(answer).encode()
    return web.Response(body=body, status=status, content_type="application/json")


def rate_limit_response(seconds: float, *, is_global: bool) -> web.Response:
    """A 429 as Discord sends it, from behind a proxy."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": is_global}
    answer = json_response(body, 429)
    answer.headers.update({"Via": "1.1 google", "Retry-After": f"{seconds:.3f}"})
    if is_global:
        answer.headers["X-RateLimit-Global"] = "true"
    return answer
