"""The files of the playground's page: simcord 3.2's with patches, and our own.

`assets/simcord.patch` mends simcord and could be its own; `assets/channels.patch` loads
`assets/channels.js` and `channels.css`. Both are unified diffs of simcord's folder `static`; the
heading of a hunk says what it is for.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

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
