"""The log of the process: one line for each thing, where it belongs, and nothing secret.

ERROR means a bug. What Discord or the way to it did not take is a WARNING of one line, also where
it is discord.py that tells of it.
"""

import copy
import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final, Literal, TextIO, TypeAlias

import discord

from bot.client.discord_io.errors import no_bug
from bot.ops.log_context import bearings
from bot.ops.redaction import scrubber

Shape: TypeAlias = Literal["text", "json"]

OURS: Final = ("bot", "rules", "renderer", "storage")
"""Whose lines of DEBUG are shown: others write addresses, parameters and payloads there."""
PLAIN: Final = "[{asctime}] [{levelname:<8}] {name}: {message}"
_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def begin(
    level: str, shape: Shape = "text", *secrets: str, stream: TextIO | None = None
) -> logging.Handler:
    """Has all that is logged written, to the standard error or a ``stream``; gives what does it.

    ``secrets`` are never written, whoever logs them.
    """
    to, scrubbed = stream or sys.stderr, scrubber(*secrets)
    handler = logging.StreamHandler(to)
    handler.addFilter(no_bug)
    handler.addFilter(_bear)
    handler.setFormatter(_Json(scrubbed) if shape == "json" else _Text(to, scrubbed))
    threshold = logging.getLevelNamesMapping()[level]
    logging.root.addHandler(handler)
    logging.root.setLevel(max(logging.INFO, threshold))
    for name in OURS:
        logging.getLogger(name).setLevel(threshold)
    # What Python warns of may name an address, too.
    logging.captureWarnings(True)
    return handler


def end(handler: logging.Handler) -> None:
    """Has nothing written any more by what ``begin`` gave."""
    logging.captureWarnings(False)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.root.removeHandler(handler)
    logging.root.setLevel(logging.WARNING)


def _bear(record: logging.LogRecord) -> bool:
    """Notes on a record where it belongs, in the task that logs."""
    record.bearings = {key: value for key, value in asdict(bearings()).items() if value}
    return True


def _line(text: str) -> str:
    """A text as one line, in which nothing hides or turns what follows."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


class _Text(logging.Formatter):
    """Lines to be read by people, as discord.py writes them: in colour where there is any."""

    def __init__(self, stream: TextIO, scrubbed: Callable[[str], str]) -> None:
        super().__init__()
        # Colours are for a terminal: in a file or a journal they are in the way.
        colour = stream.isatty() and discord.utils.stream_supports_colour(stream)
        self._inner: logging.Formatter = (
            discord.utils._ColourFormatter()
            if colour
            else logging.Formatter(PLAIN, "%Y-%m-%d %H:%M:%S", style="{")
        )
        self._scrubbed = scrubbed

    def format(self, record: logging.LogRecord) -> str:
        """One line, and below it the traceback if there is one."""
        line = copy.copy(record)
        where = " ".join(f"{key}={value}" for key, value in _borne(record).items())
        line.msg, line.args = _line(record.getMessage()) + (f" [{where}]" if where else ""), None
        return self._scrubbed(self._inner.format(line))


class _Json(logging.Formatter):
    """An object a line: time, level, logger, message, where it belongs, and what was raised."""

    def __init__(self, scrubbed: Callable[[str], str]) -> None:
        super().__init__()
        self._scrubbed = scrubbed

    def format(self, record: logging.LogRecord) -> str:
        """The object; numbers of Discord's are texts, as they are too large for some readers."""
        at = datetime.fromtimestamp(record.created, UTC)
        said = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._scrubbed(record.getMessage()),
            **{key: str(value) for key, value in _borne(record).items()},
        }
        if record.exc_info and record.exc_info[0] is not None:
            said["error"] = record.exc_info[0].__name__
            said["trace"] = self._scrubbed(self.formatException(record.exc_info))
        return json.dumps(said)


def _borne(record: logging.LogRecord) -> dict[str, int]:
    found: dict[str, int] = getattr(record, "bearings", {})
    return found
