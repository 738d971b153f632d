"""The operator's settings, read from the environment and .env, and checked."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from dotenv import find_dotenv, load_dotenv

from rules.text_files import NotUtf8


def load_env_file() -> Path | None:
    """Load .env into the environment, which has priority. Return its path.

    The current folder's, else that of the program's folder or one above it. Raise ConfigError if it
    is not UTF-8.
    """
    here = Path(".env")
    # Installed by pipx or uvx the program lies far from its settings.
    path = here.absolute() if here.is_file() else find_dotenv()
    try:
        return Path(path) if path and load_dotenv(path) else None
    except ValueError:  # Undecodable bytes; or the NULs of UTF-16, which no variable can hold.
        raise ConfigError(str(NotUtf8(path))) from None


def env_file_warning(file: Path | None) -> str:
    """A warning if other users can read the file with the token, else ""."""
    if file is None or os.name != "posix":
        return ""
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        return f"{file} can be read by others, and may hold the token; chmod 600 {file}"
    return ""


LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")

MOST_BACKUPS: Final = 28
"""The most nightly backups: a backup still contains users forgotten later."""
MIN_LIMITS_FACTOR: Final = 0.1
"""The least factor of the usual rate limits; a lower one would prevent playing."""
OPERATOR_CHARACTERS: Final = 200
"""The most characters of the operator's contact text."""


DATABASE_URL_SCHEMES: Final = ("postgresql", "postgres")
"""The URL schemes of a database server; any other value is a file."""


class ConfigError(Exception):
    """An invalid setting; the message names it and the valid values."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of a process, from ``first`` to ``last`` of ``count``."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a text such as 0-3/16 or 5/16. Raise ValueError."""
        match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", text)
        if match is None:
            raise ValueError(text)
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if not first <= last < count:
            raise ValueError(text)
        return cls(first, last, count)

    @property
    def are_all(self) -> bool:
        return len(self.numbers) == self.count

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    def __str__(self) -> str:
        some = f"{self.first}-{self.last}" if self.first < self.last else f"{self.first}"
        return f"{some}/{self.count}"


@dataclass(frozen=True, slots=True)
class Config:
    """One process's settings; secrets are not in its repr."""

    token: str | None = field(repr=False)
    database: Path | str = field(repr=False)
    """A file of SQLite, or the address of a PostgreSQL server, with its password."""
    synchronous: Literal["FULL", "NORMAL"]
    port: int
    level: str
    language: str = ""
    """The language of all players in the playground; empty for English and another one."""
    log: Literal["text", "json"] = "text"
    """The format of log lines: text for people, JSON for programs."""
    metrics: int | None = None
    """The port of the metrics page; None for no metrics."""
    metrics_host: str = "127.0.0.1"
    """The address of the metrics page: this machine only, as the page asks for no password."""
    operator: str = ""
    """The operator and how to reach them, for `/privacy`; empty where it is not set."""
    backups: Path | None = None
    """The folder for nightly backups; None for no backups."""
    backups_kept: int = MOST_BACKUPS // 2
    limits: float = 1.0
    """The factor of the usual rate limits."""
    warm: bool = True
    """True to draw every tile once after the start, so that the first pictures are quick."""
    reviews: bool = True
    """True to review each finished game, for the turning points on its poster."""
    emoji: bool = True
    """True to upload the bot's own emoji, and to use them in texts, menus and buttons."""
    shards: Shards | None = None
    """The shards of this process; None for as many as Discord recommends."""
    takeover: bool = False
    """True to start while a process with the same shards is about to end."""
    spacing: float = 5.0
    """Seconds between two IDENTIFYs where Discord allows one at a time: Discord's own value."""
    heartbeat_file: Path | None = None
    """The path of the heartbeat file; None for its default path."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that no log line or message may contain."""
        secrets = [self.token or ""]
        if isinstance(self.database, str):
            parts = urlsplit(self.database)
            given = parts.password or ""
            asked = [value for key, value in parse_qsl(parts.query) if key == "password"]
            secrets += [self.database, given, unquote(given), *asked]
        return tuple(secret for secret in secrets if secret)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Config":
        """Raise ConfigError for the first invalid setting."""
        port = _port(environment, "CARCASSONNE_PORT") or 8765
        kept = environment.get("CARCASSONNE_BACKUPS_KEPT", "") or str(MOST_BACKUPS // 2)
        if not kept.isdecimal() or not 1 <= int(kept) <= MOST_BACKUPS:
            raise ConfigError(
                f"CARCASSONNE_BACKUPS_KEPT is {kept!r}: it must be a number of nights from 1 to"
                f" {MOST_BACKUPS}"
            )
        database = read_database(environment)
        folder = environment.get("CARCASSONNE_BACKUPS", "").strip()
        if folder and isinstance(database, str):
            raise ConfigError(
                "CARCASSONNE_BACKUPS is for a database in a file: one on a PostgreSQL server is"
                " copied with pg_dump, as docs/hosting-more.md says"
            )
        shape = _one_of(environment, "CARCASSONNE_LOG", ("TEXT", "JSON"), "TEXT")
        careful = _one_of(environment, "CARCASSONNE_SYNCHRONOUS", ("FULL", "NORMAL"), "FULL")
        token = environment.get("DISCORD_TOKEN", "").strip() or None
        return cls(
            token=token,
            database=database,
            synchronous="NORMAL" if careful == "NORMAL" else "FULL",
            port=port,
            level=_one_of(
                environment, "CARCASSONNE_LOG_LEVEL", LEVELS, "INFO" if token else "WARNING"
            ),
            log="json" if shape == "JSON" else "text",
            metrics=_port(environment, "CARCASSONNE_METRICS"),
            metrics_host=environment.get("CARCASSONNE_METRICS_HOST", "").strip() or "127.0.0.1",
            operator=" ".join(environment.get("CARCASSONNE_OPERATOR", "").split())[
                :OPERATOR_CHARACTERS
            ],
            backups=Path(folder) if folder else None,
            backups_kept=int(kept),
            limits=_times(environment, "CARCASSONNE_LIMITS"),
            warm=_one_of(environment, "CARCASSONNE_WARM", ("YES", "NO"), "YES") == "YES",
            reviews=_one_of(environment, "CARCASSONNE_REVIEWS", ("YES", "NO"), "YES") == "YES",
            emoji=_one_of(environment, "CARCASSONNE_EMOJI", ("YES", "NO"), "YES") == "YES",
            shards=_shards(environment, database),
            takeover=_one_of(environment, "CARCASSONNE_TAKEOVER", ("YES", "NO"), "NO") == "YES",
            heartbeat_file=Path(heartbeat)
            if (heartbeat := environment.get("CARCASSONNE_HEARTBEAT_FILE", ""))
            else None,
        )


def read_database(environment: Mapping[str, str]) -> Path | str:
    """A file, or a URL, which may hold a password and is never printed."""
    given = environment.get("CARCASSONNE_DATABASE", "").strip()
    scheme, marked, _ = given.partition("://")
    if not marked:
        return Path(given or "carcassonne.sqlite3")
    try:
        parts = urlsplit(given)
        sound = scheme in DATABASE_URL_SCHEMES and (parts.port or 1) > 0
    except ValueError:
        sound = False
    if not sound:
        raise ConfigError(
            "CARCASSONNE_DATABASE is an address that cannot be: it must be the path of a file, or"
            " an address as in postgresql://user:password@host:5432/name, in which a password has"
            " % followed by two digits for each sign that means something there"
        )
    return given


def _shards(environment: Mapping[str, str], database: Path | str) -> Shards | None:
    given = environment.get("CARCASSONNE_SHARDS", "").strip()
    if not given:
        return None
    try:
        shards = Shards.read(given)
    except ValueError:
        raise ConfigError(
            f"CARCASSONNE_SHARDS is {given!r}: it must name shards, counted from 0, and how many"
            " there are in all processes together, as in 0-3/16 or 5/16"
        ) from None
    if isinstance(database, Path) and not shards.are_all:
        raise ConfigError(
            f"CARCASSONNE_SHARDS is {given!r}, a part of them, and CARCASSONNE_DATABASE a file of"
            " SQLite, which one process has for itself: several need a PostgreSQL server, as in"
            " postgresql://user:password@host:5432/name"
        )
    return shards


def _port(environment: Mapping[str, str], name: str) -> int | None:
    port = environment.get(name, "")
    if not port:
        return None
    # isdecimal() accepts digits of other scripts, and int() very long numbers.
    if not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
        raise ConfigError(f"{name} is {port!r}: it must be a number from 1 to 65535")
    return int(port)


def _times(environment: Mapping[str, str], name: str) -> float:
    """A factor of the usual value, by default 1."""
    times = environment.get(name, "") or "1"
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", times) or float(times) < MIN_LIMITS_FACTOR:
        raise ConfigError(
            f"{name} is {times!r}: it must be a number from {MIN_LIMITS_FACTOR} to 9999"
        )
    return float(times)


def _one_of(
    environment: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str
) -> str:
    value = (environment.get(name) or default).upper()
    if value not in allowed:
        raise ConfigError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
    return value
