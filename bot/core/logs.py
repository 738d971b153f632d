"""Logging setup: text and JSON formatters, the log context in each line, secrets removed."""

import copy
import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Final, Literal, TextIO, TypeAlias

import discord

from bot.core.log_context import current
from rules.errors import shortened
from rules.variants import games_by_part, rulebook

REDACTED: Final = "•••"

_SECRET_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    # Interaction and webhook tokens are part of the URL.
    (r"((?:interactions|webhooks)/\d+/)[^/\s?'\"\\)>]+", r"\1" + REDACTED),
    # An interaction token by itself: "interaction:" in base 64, and the rest.
    (r"\baW50ZXJhY3Rpb246[\w+/=-]+", REDACTED),
    (r"(\b(?:access_)?token\\?['\"]?\s*[:=]\s*\\?['\"]?)[^\s'\",}&\\]+", r"\1" + REDACTED),
    (
        r"(\bAuthorization\\?['\"]?\s*[:=]\s*\\?['\"]?)(?:Bot|Bearer)?\s*[^\s'\",}\\]+",
        r"\1" + REDACTED,
    ),
    # The password in the address of a database.
    (r"(\bpostgres(?:ql)?://[^\s:/@'\"]*:)[^\s@'\"]+(?=@)", r"\1" + REDACTED),
    # Any bot token, not only ours.
    (r"\b[\w-]{23,30}\.[\w-]{5,8}\.[\w-]{25,}", REDACTED),
    # Nonces, and the sessions of the gateway.
    (r"(?<![0-9a-fA-F])[0-9a-fA-F]{32,}", REDACTED),
)


def redactor(*secrets: str) -> Callable[[str], str]:
    """A function that removes tokens, bags, nonces and ``secrets`` from a text."""
    own = [(re.escape(secret), REDACTED) for secret in secrets if secret]
    patterns = [
        (re.compile(pattern), replacement)
        for pattern, replacement in (*own, *_SECRET_PATTERNS, *_bag_patterns())
    ]

    def redact(text: str) -> str:
        for pattern, replacement in patterns:
            text = pattern.sub(replacement, text)
        return text

    return redact


@cache
def _bag_patterns() -> tuple[tuple[str, str], ...]:
    """Patterns of record lines with bags, for the bags of all games."""
    named = sorted({pile for name in games_by_part() for pile in rulebook(name).ruleset.bags})
    return (
        (rf"(?:\b|(?<=\\n))({'|'.join(map(re.escape, named))}): [^\n\\'\"]*", r"\1: " + REDACTED),
    )


LogFormat: TypeAlias = Literal["text", "json"]

MAX_ERROR_CHARACTERS: Final = 200
"""The most characters of an error's message within a line."""

OWN_LOGGERS: Final = ("bot", "rules", "renderer", "storage")
"""The loggers shown at DEBUG: others log addresses, parameters and payloads there."""
LINE_FORMAT: Final = "[{asctime}] [{levelname:<8}] {name}: {message}"
_CONTROL_CHARACTERS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


def start_logging(
    level: str,
    shape: LogFormat = "text",
    *secrets: str,
    stream: TextIO | None = None,
    log_filter: Callable[[logging.LogRecord], bool] | None = None,
) -> logging.Handler:
    """Log to standard error or a ``stream``.

    ``secrets`` are redacted from all lines. ``log_filter`` may change a record before it is
    written, for example its level.
    """
    target, redact = stream or sys.stderr, redactor(*secrets)
    handler = logging.StreamHandler(target)
    if log_filter is not None:
        handler.addFilter(log_filter)
    handler.addFilter(_attach_context)
    handler.addFilter(_shorten_errors)
    handler.setFormatter(
        _JsonFormatter(redact) if shape == "json" else _TextFormatter(target, redact)
    )
    threshold = logging.getLevelNamesMapping()[level]
    logging.root.addHandler(handler)
    logging.root.setLevel(max(logging.INFO, threshold))
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(threshold)
    # Warnings of Python may contain an address, too.
    logging.captureWarnings(True)
    return handler


def _attach_context(record: logging.LogRecord) -> bool:
    record.log_context = {key: value for key, value in asdict(current()).items() if value}
    return True


@dataclass(frozen=True, slots=True)
class _LoggedError:
    """An error in a record: ``%s`` is its message, ``%r`` adds its class."""

    error: BaseException

    def __str__(self) -> str:
        return shortened(" ".join(str(self.error).split()), MAX_ERROR_CHARACTERS)

    def __repr__(self) -> str:
        return ": ".join(filter(None, (type(self.error).__name__, str(self))))


def error_summary(error: BaseException) -> str:
    """Class and message in one short line.

    ``repr`` can be long: aiohttp's shows the settings of the connection.
    """
    return repr(_LoggedError(error))


def _shorten_errors(record: logging.LogRecord) -> bool:
    if isinstance(record.args, tuple):
        record.args = tuple(
            _LoggedError(arg) if isinstance(arg, BaseException) else arg for arg in record.args
        )
    return True


def _single_line(text: str) -> str:
    # Not by the codec `unicode_escape`: its module is read from a file when it is first used.
    return _CONTROL_CHARACTERS.sub(lambda match: repr(match[0])[1:-1], text)


class _TextFormatter(logging.Formatter):
    """Formatted as discord.py does, coloured on a terminal."""

    def __init__(self, stream: TextIO, redact: Callable[[str], str]) -> None:
        super().__init__()
        # Colours are for a terminal only.
        colour = stream.isatty() and discord.utils.stream_supports_colour(stream)
        self._inner: logging.Formatter = (
            discord.utils._ColourFormatter()
            if colour
            else logging.Formatter(LINE_FORMAT, "%Y-%m-%d %H:%M:%S", style="{")
        )
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """A traceback goes below the line."""
        line = copy.copy(record)
        where = " ".join(f"{key}={value}" for key, value in _record_context(record).items())
        line.msg, line.args = (
            _single_line(record.getMessage()) + (f" [{where}]" if where else ""),
            None,
        )
        return self._redact(self._inner.format(line))


class _JsonFormatter(logging.Formatter):
    """One JSON object per record: time, level, logger, message, log context, error."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Ids are strings: some readers cannot take such large numbers."""
        written_at = datetime.fromtimestamp(record.created, UTC)
        entry = {
            "time": written_at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._redact(record.getMessage()),
            **{key: str(value) for key, value in _record_context(record).items()},
        }
        if record.exc_info and record.exc_info[0] is not None:
            entry["error"] = record.exc_info[0].__name__
            entry["trace"] = self._redact(self.formatException(record.exc_info))
        return json.dumps(entry)


def _record_context(record: logging.LogRecord) -> dict[str, int]:
    context: dict[str, int] = getattr(record, "log_context", {})
    return context
