"""Refused logins of the program at a loopback Discord: one sentence and exit status 2."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.discord_io.errors import INTENTS_REFUSED, TOKEN_REFUSED
from tests.support.shell_lines import environment

SECRET = "MTIz.wrong.very-secret"
PROGRAM = """
import sys
import discord.gateway, discord.http
from yarl import URL
discord.http.Route.BASE = f"http://{sys.argv[1]}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{sys.argv[1]}/ws")
from bot.discord_io.errors import INTENTS_REFUSED, TOKEN_REFUSED
from bot.cli import main
sys.exit(main(["run"]))
"""


@dataclass
class Porter:
    """A Discord that lets nobody in."""

    code: int | None = None
    """With which the gateway closes; None where the token is refused before that."""
    netloc: str = ""
    identified: list[Any] = field(default_factory=list)

    async def http(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        user = {"id": "77", "username": "carcassonne", "discriminator": "0", "avatar": None}
        answers: dict[str, Any] = {
            "/users/@me": user,
            "/oauth2/applications/@me": {
                **{"id": "77", "name": "carcassonne", "icon": None, "flags": 0, "team": None},
                **{"description": "", "bot_public": True, "bot_require_code_grant": False},
                **{"owner": user, "verify_key": ""},
            },
            "/applications/77/commands": [],
            "/gateway/bot": {
                **{"url": f"ws://{self.netloc}/ws", "shards": 1},
                "session_start_limit": {"max_concurrency": 1},
            },
        }
        known = path in answers and self.code is not None
        body = answers[path] if known else {"message": "401: Unauthorized", "code": 0}
        return web.Response(
            body=json.dumps(body).encode(),
            status=200 if known else 401,
            headers={"Content-Type": "application/json"},
        )

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None})
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT and message.json()["op"] == 2:
                self.identified.append(message.json()["d"]["intents"])
                assert self.code is not None
                await socket.close(code=self.code)
        return socket


@pytest.fixture
async def porter() -> AsyncIterator[Porter]:
    porter = Porter()
    application = web.Application()
    application.router.add_get("/ws", porter.gateway)
    application.router.add_get("/ws/", porter.gateway)
    application.router.add_route("*", "/api/{rest:.*}", porter.http)
    runner = web.AppRunner(application, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    porter.netloc = f"{host}:{port}"
    yield porter
    await runner.cleanup()


@pytest.mark.parametrize(("code", "sentence"), [(None, TOKEN_REFUSED), (4014, INTENTS_REFUSED)])
@pytest.mark.slow
async def test_refused_login_prints_one_sentence_and_exits_with_2(
    porter: Porter, tmp_path: Path, code: int | None, sentence: str
) -> None:
    porter.code = code
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, porter.netloc),
        cwd=tmp_path,
        env=environment(DISCORD_TOKEN=SECRET, CARCASSONNE_LOG_LEVEL="WARNING"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(120):
        said, _ = await process.communicate()
    assert (said.decode(), process.returncode) == (f"{sentence}\n", 2)
    assert len(porter.identified) == (code is not None), "it was not tried again"
    assert not list(tmp_path.glob("*.alive"))
