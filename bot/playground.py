"""The same bot against a simulated Discord in the browser: no token, no network, three players."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib.util
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord
from discord.app_commands import CommandTree

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, MemberActor, Preview

SERVER, CHANNEL, PLAYERS = "Prehistoric Meadow", "carcassonne", ("Ana", "Bo", "Cleo")
CLIENTS = {"Cleo": "fr"}
"""Whose Discord speaks what, if not English: whoever tries the playground can see both."""
NEEDED = ("simcord", "markdown_it", "linkify_it", "av", "PIL", "aiohttp")
MISSING = "The playground needs simcord with its preview: pip install '.[playground]'"
# What stands in simcord's page, and what has to stand there for a game.
MENDS = (
    # Keep the newest post in sight while pictures load and when the player changes.
    ("ready && state.scrollIntent?.policy", 'ready && "target"'),
    ("state.ready = false;\n      if (", "const r = state.ready; state.ready = false; if (r && "),
    ("const ids = (snapshot", "state.ready = false; const ids = (snapshot"),
    ('policy: "target"', 'policy: ids.at(-1) == snapshot.targetId ? "bottom" : "target"'),
    # Offer choices before anything is typed, let Enter send what is filled, show short values.
    (
        "autocomplete) {\n            const",
        'autocomplete && !field.value) { queryAutocomplete(option, ""); const',
    ),
    (".command-option-input { flex", ".command-option-input { box-sizing: content-box; flex"),
)


class PlaygroundError(RuntimeError):
    """The playground cannot open; the message is for the person who started it."""


async def run(
    make_client: Callable[[], discord.Client],
    *,
    port: int = 8765,
    stop: asyncio.Event,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve the playground until `stop` is set; announces its address once the page answers."""
    if any(importlib.util.find_spec(module) is None for module in NEEDED):
        raise PlaygroundError(MISSING)
    import simcord

    client = make_client()
    try:
        # A command may draw several pictures; simcord's default of 5 s is for tests.
        env = simcord.Env(client, settle_timeout=60)
        channel, players = _build_world(env)
        _speak(players)
        _follow_real_time(env)
        await env.start()
        try:
            # The simulated Discord forgets the commands that the bot may recall having synced.
            tree: CommandTree | None = getattr(client, "tree", None)
            if tree is not None and not await tree.fetch_commands():
                await tree.sync()
            preview = env.preview(channel, viewers=players, layout="channel", port=_free_port(port))
            _mend(preview)
            async with preview:
                announce(f"Playground: {preview.url}")
                sys.stdout.flush()  # a pipe would hold the address back
                await _until_the_end(env, preview, stop)
            with contextlib.suppress(TimeoutError):
                await env.settle()
        finally:
            await env.shutdown()
    finally:
        await client.close()


def _build_world(env: Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """Create server, channel and players, always in the same order."""
    # Ids count up from a fixed instant. Everything a game in the database refers to is made
    # before the bot starts, so that neither its commands nor its version can shift an id.
    guild = env.create_guild(SERVER)
    channel = guild.create_text_channel(CHANNEL, topic="Type / to see the commands.")
    host = guild.create_role("host", permissions=discord.Permissions(manage_guild=True))
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
    players = [guild.add_member(user, roles=[host] if user is users[0] else []) for user in users]
    env.backend.edit_bot_profile("Carcassonne")
    return channel, players


def _speak(players: list[MemberActor]) -> None:
    """Give each player's client its language."""
    from simcord import interactions

    # simcord 3.2 says that everybody's client is English.
    spoken = {player.id: CLIENTS.get(name) for name, player in zip(PLAYERS, players, strict=True)}
    original = interactions.base_payload

    def payload(backend: Any, **about: Any) -> tuple[Any, dict[str, Any]]:
        record, found = original(backend, **about)
        return record, {**found, "locale": spoken.get(about["user_id"]) or found["locale"]}

    interactions.base_payload = payload


def _follow_real_time(env: Env) -> None:
    """Move the simulated clock up to the real one."""
    # Message and interaction ids carry this clock. Were it to start at the same instant each
    # time, a second run would repeat the interaction ids of the first.
    env.backend.advance_clock(max(0.0, time.time() - env.now().timestamp()))


async def _until_the_end(env: Env, preview: Preview, stop: asyncio.Event) -> None:
    """Keep the time until `stop` is set or the visitor ends the session on the page."""
    ended = asyncio.create_task(preview.wait_closed())
    while not (stop.is_set() or ended.done()):
        _follow_real_time(env)
        await asyncio.wait({ended}, timeout=0.25)


def _mend(preview: Preview) -> None:
    """Make up for what simcord 3.2 lacks for playing."""
    from simcord.preview import _media

    # A press shows only in the tab it was made in, while a command shows in all of them.
    act = functools.partial(preview._run_interaction_action, republish_all=True)
    preview._run_interaction_action = act  # type: ignore[method-assign]
    # Every picture is decoded in a process of its own (0.2 s) and anew for each player. Ours are
    # plain PNG files: their size, in the first bytes, is all that the page has to know.
    worker = preview._media_worker = _media.MediaWorker()
    decode = worker._decode

    async def take_over(key: str, blob: bytes, media_time: float | None) -> _media.MediaInfo:
        if not blob.startswith(b"\x89PNG"):
            return await decode(key, blob, media_time)
        width, height = struct.unpack(">II", blob[16:24])
        return _media.MediaInfo("PNG", width, height, 1, 0, blob, "image/png", memory_limited=True)

    worker._decode = take_over  # type: ignore[method-assign]
    serve = preview._server._static

    async def serve_mended(request: Any) -> Any:
        response = await serve(request)
        if request.path.endswith((".js", ".css")):
            for old, new in MENDS:
                response.text = response.text.replace(old, new)
        return response

    preview._server._static = serve_mended  # type: ignore[method-assign]


def _free_port(first: int) -> int:
    """The first loopback port from `first` on where nobody listens."""
    for port in range(first, first + 20):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise PlaygroundError(f"No free port from {first} to {first + 19}.")
