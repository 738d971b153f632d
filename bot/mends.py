"""What simcord 3.2, the playground's simulated Discord, lacks for playing, and how it is mended.

Every mend replaces something inside simcord. Where that is not there any more the playground does
not open and names the mend, rather than opening half mended.
"""

from __future__ import annotations

import functools
import inspect
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from simcord import Preview


class PlaygroundError(RuntimeError):
    """The playground cannot open; the message is for the person who started it."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A mend of a file of simcord's page: ``old`` stands in it once, ``new`` has to stand there."""

    name: str
    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text of the file with the mend."""
        if text.count(self.old) != 1:
            raise _gone(self.name, f"{self.old!r} in {self.file}")
        return text.replace(self.old, self.new)


MENDS: Final = (
    Mend(
        "the newest message stays in sight while pictures load and when the player changes",
        "timeline.js",
        "ready && state.scrollIntent?.policy",
        'ready && "target"',
    ),
    Mend(
        "the page scrolls again only where it was ready before",
        "timeline.js",
        "state.ready = false;\n      if (",
        "const r = state.ready; state.ready = false; if (r && ",
    ),
    Mend(
        "a new state of the channel is not ready before its pictures are",
        "timeline.js",
        "const ids = (snapshot",
        "state.ready = false; const ids = (snapshot",
    ),
    Mend(
        "the page goes to the bottom where the message looked for is the last",
        "timeline.js",
        'policy: "target"',
        'policy: ids.at(-1) == snapshot.targetId ? "bottom" : "target"',
    ),
    Mend(
        "choices are offered before anything is typed, and Enter sends what is filled",
        "commands.js",
        "autocomplete) {\n            const",
        'autocomplete && !field.value) { queryAutocomplete(option, ""); const',
    ),
    Mend(
        "short values are shown whole",
        "preview.css",
        ".command-option-input { flex",
        ".command-option-input { box-sizing: content-box; flex",
    ),
)
"""In the order in which they are applied."""


def mended(file: str, text: str) -> str:
    """A file of simcord's page with its mends; PlaygroundError names the first that fails."""
    for mend in MENDS:
        if mend.file == file:
            text = mend.applied(text)
    return text


def mend_languages(spoken: Mapping[int, str]) -> None:
    """Gives players' clients their languages, by user id; simcord says that all are English."""
    from simcord import interactions

    name = "each player's client has its language"
    original = _inside(interactions, "base_payload", name, takes="user_id")

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
    act = _inside(preview, "_run_interaction_action", name, takes="republish_all")
    mended_act = functools.partial(act, republish_all=True)
    preview._run_interaction_action = mended_act  # type: ignore[method-assign]


def _mend_pictures(preview: Preview) -> None:
    """Every picture is decoded in a process of its own (0.2 s) and anew for each player.

    Ours are plain PNG files: their size, in the first bytes, is all that the page has to know.
    """
    from simcord.preview import _media

    name = "a PNG file is shown without a process of its own"
    _inside(preview, "_media_worker", name)
    make_info = _inside(_media, "MediaInfo", name, takes="memory_limited")
    worker = _inside(_media, "MediaWorker", name)()
    decode = _inside(worker, "_decode", name, takes="media_time")

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
    server = _inside(preview, "_server", "the page is served mended")
    serve = _inside(server, "_static", "the page is served mended", takes="request")

    async def serve_mended(request: Any) -> Any:
        response = await serve(request)
        if request.path.endswith((".js", ".css")):
            response.text = mended(request.path.removeprefix("/"), response.text)
        return response

    server._static = serve_mended


def _inside(owner: object, attribute: str, name: str, *, takes: str | None = None) -> Any:
    """Something inside simcord that a mend is about, which may have to take a parameter."""
    where = f"{getattr(owner, '__name__', type(owner).__name__)}.{attribute}"
    if not hasattr(owner, attribute):
        raise _gone(name, where)
    found: Callable[..., Any] = getattr(owner, attribute)
    if takes is not None and takes not in inspect.signature(found).parameters:
        raise _gone(name, f"the parameter {takes} of {where}")
    return found


def _gone(name: str, what: str) -> PlaygroundError:
    from simcord import __version__

    return PlaygroundError(
        f"simcord {__version__} does not fit the playground's mend “{name}”: {what} is not there"
    )
