"""A cache of sprites and other values, in memory and in files that all processes share.

The files lie in the folder that `FOLDER_VARIABLE` names, under a digest of the code that draws
them. A file that is damaged or cannot be written costs only the time to make it again.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from threading import Lock, get_ident
from typing import Any, Final, TypeVar

import PIL
from cachetools import LRUCache
from isal import isal_zlib
from PIL import Image

T = TypeVar("T")
FOLDER_VARIABLE: Final = "CARCASSONNE_SPRITES"
"""The environment variable with the folder; child processes inherit it."""
MAX_FILE_BYTES: Final = 64 * 2**20
"""The most bytes of files; all tiles of all boxes take a third."""
MAX_MEMORY_BYTES: Final = 16 * 2**20
"""The most bytes of compressed sprites in memory, as where there is no folder."""
DEFLATE_LEVEL: Final = 1
DIGEST: Final = re.compile(r"[0-9a-f]{32}")

_lock = Lock()
_file_bytes: dict[Path, int] = {}
"""The bytes of the files of each folder, with those that this process has written since."""
_memory: LRUCache[str, bytes] = LRUCache(MAX_MEMORY_BYTES, len)


def kept_sprite(name: str, mode: str, side: int, draw: Callable[[], Image.Image]) -> Image.Image:
    """The square sprite of a `stable_name`: kept, or else drawn and kept."""
    size = side, side
    return _kept(name, lambda data: Image.frombytes(mode, size, data), draw, Image.Image.tobytes)


def kept_values(name: str, make: Callable[[], Any]) -> Any:
    """The JSON values of a `stable_name`: kept, or else made and kept."""
    return _kept(name, json.loads, make, lambda values: json.dumps(values).encode())


def _kept(
    name: str,
    read: Callable[[bytes], T],
    make: Callable[[], T],
    data_of: Callable[[T], bytes],
) -> T:
    folder = _folder(os.environ.get(FOLDER_VARIABLE, ""))
    with _lock:
        packed = _memory.get(name)
    try:
        if packed is None:
            packed = (folder / name).read_bytes() if folder else b""
        made = read(isal_zlib.decompress(packed))
    except (OSError, ValueError, isal_zlib.error):  # type: ignore[misc]  # its stub is wrong
        made = make()
        packed = isal_zlib.compress(data_of(made), DEFLATE_LEVEL)
        if folder:
            _write(folder, name, packed)
    with _lock:
        _memory[name] = packed
    return made


def clear_memory() -> None:
    with _lock:
        _memory.clear()


def _write(folder: Path, name: str, data: bytes) -> None:
    """Write a file atomically, if there is room for it."""
    part = folder / f"{name}.{os.getpid()}.{get_ident()}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if folder not in _file_bytes:
            _file_bytes[folder] = sum(entry.stat().st_size for entry in os.scandir(folder))
        if _file_bytes[folder] + len(data) <= MAX_FILE_BYTES:
            _file_bytes[folder] += len(data)
            part.write_bytes(data)
            part.replace(folder / name)
    with suppress(OSError):
        part.unlink(missing_ok=True)


@cache
def _folder(name: str) -> Path | None:
    """This version's folder; those of others are removed."""
    if not name:
        return None
    own = Path(name, code_digest())
    with suppress(OSError):
        for other in Path(name).iterdir():
            if DIGEST.fullmatch(other.name) and other != own:
                shutil.rmtree(other, ignore_errors=True)
    return own


@cache
def code_digest() -> str:
    """The digest of the code that draws."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    code = b"\0".join(path.read_bytes() for path in sources)
    return hashlib.sha256(code + PIL.__version__.encode()).hexdigest()[:32]


def stable_name(*values: object) -> str:
    """A file name, the same for equal values in every process."""
    return hashlib.sha256(_text(values).encode()).hexdigest()


def _text(value: object) -> str:
    """Equal for equal values; of a function its name, as the digest covers its code."""
    match value:
        case str() | int() | float() | None:  # Most values, so they come first.
            return repr(value)
        case Mapping():
            return _text(sorted((_text(key), _text(each)) for key, each in value.items()))
        case tuple() | list():
            return f"({','.join(map(_text, value))})"
        case partial():
            return _text((value.func, value.args))
    if callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', '')}"
    if is_dataclass(value):
        return _text([getattr(value, field.name) for field in fields(value)])
    return repr(value)
