"""Patches of simcord 3.2, a simulated Discord: diffs of its page, and replaced functions.

`assets/simcord.patch` mends its page and could be its own; `assets/channels.patch` loads our own
`assets/channels.js` and `channels.css`. Both are unified diffs of simcord's folder `static`; the
heading of a hunk says what it is for. If the code to be patched is missing, the playground does
not open and names the patch.
"""

from __future__ import annotations

import functools
import inspect
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from simcord import Env, Preview

PORTS: Final = 20
"""The number of ports that a playground tries."""
START_SECONDS: Final = 60.0
"""The longest wait for the bot to read its games before the page opens all the same."""
ASSETS: Final = Path(__file__).with_name("assets")
OWN_FILES: Final = {"channels.js": "application/javascript", "channels.css": "text/css"}
"""The files that simcord's page loads in addition to its own, with their content types."""
_FILE: Final = re.compile(r"^--- a/(.+)\n\+\+\+ b/.+\n", re.M)
_HUNK: Final = re.compile(r"^@@ [^@]+ @@ (.+)\n", re.M)


class PlaygroundError(RuntimeError):
    """An error that keeps the playground from opening; its text is for the user at the terminal."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A hunk of a file of simcord's page: ``old`` occurs once and is replaced by ``new``."""

    name: str
    file: str
    old: str
    new: str

    def apply(self, text: str) -> str:
        if text.count(self.old) != 1:
            raise missing_error(self.name, f"{self.old!r} in {self.file}")
        return text.replace(self.old, self.new)


@cache
def patches() -> tuple[Patch, ...]:
    """The patches of both files, in order of application."""
    return tuple(
        patch
        for name in ("simcord.patch", "channels.patch")
        for patch in _read_patches((ASSETS / name).read_text("utf-8"))
    )


def _read_patches(diff: str) -> Iterator[Patch]:
    _, *files = _FILE.split(diff)
    for file, text in zip(files[::2], files[1::2], strict=True):
        _, *hunks = _HUNK.split(text)
        for name, hunk in zip(hunks[::2], hunks[1::2], strict=True):
            lines = hunk.splitlines(keepends=True)
            old, new = (
                "".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +")
            )
            yield Patch(name, file, old, new)


def patched_file(file: str, text: str) -> str:
    """Raise PlaygroundError that names the first failing patch."""
    for patch in patches():
        if patch.file == file:
            text = patch.apply(text)
    return text


def missing_error(name: str, what: str) -> PlaygroundError:
    from simcord import __version__

    return PlaygroundError(
        f"simcord {__version__} does not fit the playground's patch “{name}”: {what} is not there"
    )


def require_attribute(owner: object, attribute: str, name: str, *, takes: str | None = None) -> Any:
    """An attribute of simcord to be patched; it must take a parameter."""
    where = f"{getattr(owner, '__name__', type(owner).__name__)}.{attribute}"
    if not hasattr(owner, attribute):
        raise missing_error(name, where)
    attribute_value: Callable[..., Any] = getattr(owner, attribute)
    if takes is not None and takes not in inspect.signature(attribute_value).parameters:
        raise missing_error(name, f"the parameter {takes} of {where}")
    return attribute_value


def patch_languages(spoken: Mapping[int, str]) -> None:
    """Set clients' languages by user id; simcord reports English for all."""
    from simcord import interactions

    name = "each player's client has its language"
    original = require_attribute(interactions, "base_payload", name, takes="user_id")

    def payload(backend: Any, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        record, values = original(backend, **arguments)
        return record, {**values, "locale": spoken.get(arguments["user_id"]) or values["locale"]}

    interactions.base_payload = payload


@contextmanager
def patch_start(env: Env, on_wait: Callable[[], None]) -> Iterator[None]:
    """Allow a slow start in a `with` block: simcord gives up after five seconds.

    ``on_wait`` is called after those. A bot still busy START_SECONDS later goes on while the page
    is open.
    """
    name = "a bot with many games may start slowly"
    settle = require_attribute(env, "_settle_internal", name, takes="timeout")

    async def settle_slowly(**arguments: Any) -> None:
        for seconds in (arguments.pop("timeout", None), START_SECONDS):
            try:
                await settle(timeout=seconds, **arguments)
                return
            except TimeoutError:
                if seconds != START_SECONDS:
                    on_wait()

    env._settle_internal = settle_slowly  # type: ignore[method-assign]
    try:
        yield
    finally:
        env._settle_internal = settle  # type: ignore[method-assign]


def patch_preview(preview: Preview) -> None:
    """Patch a preview's page and serving, before it opens."""
    _patch_presses(preview)
    _patch_pictures(preview)
    _patch_files(preview)
    _patch_port(preview)


def _patch_presses(preview: Preview) -> None:
    """Show a press only in its own tab, a command in all."""
    name = "a press shows in every tab"
    act = require_attribute(preview, "_run_interaction_action", name, takes="republish_all")
    patched_act = functools.partial(act, republish_all=True)
    preview._run_interaction_action = patched_act  # type: ignore[method-assign]


def _patch_pictures(preview: Preview) -> None:
    """Read a picture's size from its first bytes.

    Simcord decodes each in a process (0.2 s), again for each player, but the page needs only the
    size of these plain PNGs.
    """
    from simcord.preview import _media

    name = "a PNG file is shown without a process of its own"
    require_attribute(preview, "_media_worker", name)
    make_info = require_attribute(_media, "MediaInfo", name, takes="memory_limited")
    worker = require_attribute(_media, "MediaWorker", name)()
    decode = require_attribute(worker, "_decode", name, takes="media_time")

    async def take_over(key: str, blob: bytes, media_time: float | None) -> Any:
        if not blob.startswith(b"\x89PNG"):
            return await decode(key, blob, media_time)
        width, height = struct.unpack(">II", blob[16:24])
        return make_info("PNG", width, height, 1, 0, blob, "image/png", memory_limited=True)

    worker._decode = take_over
    preview._media_worker = worker


def _patch_files(preview: Preview) -> None:
    """Serve our files and the patched page; all patches must fit before it opens."""
    from simcord import preview as package

    static, name = Path(package.__file__).with_name("static"), "the page is served with its patches"
    for file in dict.fromkeys(patch.file for patch in patches()):
        path = static / file
        patched_file(file, path.read_text(encoding="utf-8") if path.is_file() else "")
    server = require_attribute(preview, "_server", name)
    serve = require_attribute(server, "_static", name, takes="request")
    routes = require_attribute(server, "_STATIC_FILES", name)
    types = require_attribute(server, "_STATIC_CONTENT_TYPES", name)

    async def serve_patched(request: Any) -> Any:
        response = await serve(request)
        file = routes.get(request.path)
        if file in patched_files:
            response.text = patched_file(file, response.text)
        return response

    patched_files = {patch.file for patch in patches()}
    # An absolute path is read where it is, not below simcord's own folder.
    own = {file: str(ASSETS / file) for file in OWN_FILES}
    server._STATIC_FILES = {**routes, **{f"/{file}": path for file, path in own.items()}}
    server._STATIC_CONTENT_TYPES = {
        **types,
        **{own[file]: kind for file, kind in OWN_FILES.items()},
    }
    server._static = serve_patched


def _patch_port(preview: Preview) -> None:
    """Serve at the next free port where another program, such as a playground, has this one."""
    from simcord.backend.errors import SetupError

    name = "the page is served at a free port"
    server = require_attribute(preview, "_server", name)
    start = require_attribute(server, "start", name)
    first = require_attribute(server, "_requested_port", name) or 0

    async def start_at_free_port() -> None:
        for port in range(first, first + PORTS):
            server._requested_port = port
            try:
                await start()
            except SetupError:
                await server.close()
            else:
                return
        raise PlaygroundError(f"No free port from {first} to {first + PORTS - 1}.")

    server.start = start_at_free_port
