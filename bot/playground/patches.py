"""What simcord 3.2, the playground's simulated Discord, lacks for playing, and how it is mended.

Every patch replaces something inside simcord; those of its page are in `bot.playground.page`. Where
that is not there any more the playground does not open and names the patch.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.playground.page import MENDS, PlaygroundError, inside, mended

__all__ = ["PlaygroundError", "mend_languages", "mend_preview"]

if TYPE_CHECKING:
    from simcord import Preview


def mend_languages(spoken: Mapping[int, str]) -> None:
    """Gives players' clients their languages, by user id; simcord says that all are English."""
    from simcord import interactions

    name = "each player's client has its language"
    original = inside(interactions, "base_payload", name, takes="user_id")

    def payload(backend: Any, **about: Any) -> tuple[Any, dict[str, Any]]:
        record, found = original(backend, **about)
        return record, {**found, "locale": spoken.get(about["user_id"]) or found["locale"]}

    interactions.base_payload = payload


def mend_preview(preview: Preview) -> None:
    """Mends the page of a preview that is not open yet, and how it is served."""
    _mend_presses(preview)
    _mend_pictures(preview)
    _mend_files(preview)


def _mend_presses(preview: Preview) -> None:
    """A press shows only in the tab it was made in, while a command shows in all of them."""
    name = "a press shows in every tab"
    act = inside(preview, "_run_interaction_action", name, takes="republish_all")
    mended_act = functools.partial(act, republish_all=True)
    preview._run_interaction_action = mended_act  # type: ignore[method-assign]


def _mend_pictures(preview: Preview) -> None:
    """Every picture is decoded in a process of its own (0.2 s) and anew for each player.

    Ours are plain PNG files: their size, in the first bytes, is all that the page has to know.
    """
    from simcord.preview import _media

    name = "a PNG file is shown without a process of its own"
    inside(preview, "_media_worker", name)
    make_info = inside(_media, "MediaInfo", name, takes="memory_limited")
    worker = inside(_media, "MediaWorker", name)()
    decode = inside(worker, "_decode", name, takes="media_time")

    async def take_over(key: str, blob: bytes, media_time: float | None) -> Any:
        if not blob.startswith(b"\x89PNG"):
            return await decode(key, blob, media_time)
        width, height = struct.unpack(">II", blob[16:24])
        return make_info("PNG", width, height, 1, 0, blob, "image/png", memory_limited=True)

    worker._decode = take_over
    preview._media_worker = worker


def _mend_files(preview: Preview) -> None:
    """Serves the page with its mends, all of which must fit before it is opened."""
    from simcord import preview as package

    static = Path(package.__file__).with_name("static")
    for file in dict.fromkeys(mend.file for mend in MENDS):
        path = static / file
        mended(file, path.read_text(encoding="utf-8") if path.is_file() else "")
    server = inside(preview, "_server", "the page is served mended")
    serve = inside(server, "_static", "the page is served mended", takes="request")

    async def serve_mended(request: Any) -> Any:
        response = await serve(request)
        if request.path.endswith((".js", ".css")):
            response.text = mended(request.path.removeprefix("/"), response.text)
        return response

    server._static = serve_mended
