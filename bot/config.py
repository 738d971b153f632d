"""What the operator decides, read from the environment (and ``.env``) and checked at the start."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")

MOST_BACKUPS: Final = 28
"""Nights for which copies may be kept: they still hold who was forgotten since."""
LEAST: Final = 0.1
"""Of the usual limits: less would not let people play."""
OPERATOR: Final = 200
"""Characters of what is said of the operator."""


class ConfigError(Exception):
    """A setting that cannot be; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process. The token is kept out of every printed form."""

    token: str | None = field(repr=False)
    database: Path
    synchronous: Literal["FULL", "NORMAL"]
    port: int
    level: str
    log: Literal["text", "json"] = "text"
    """Whether lines of the log are to be read by people or by programs."""
    metrics: int | None = None
    """The port of this machine, for itself alone, at which there are figures; None for none."""
    operator: str = ""
    """Who runs the bot and how they are reached, for `/privacy`; empty where it is not said."""
    backups: Path | None = None
    """The folder for the copy of each night, if one is to be made."""
    backups_kept: int = MOST_BACKUPS // 2
    limits: float = 1.0
    """How many times the usual one person and one channel may ask for."""
    warm: bool = True
    """Whether every tile is drawn once after the start, so that the first pictures are quick."""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Config":
        """The settings in an environment; ConfigError for the first that cannot be."""
        port = _port(environment, "CARCASSONNE_PORT") or 8765
        kept = environment.get("CARCASSONNE_BACKUPS_KEPT", "") or str(MOST_BACKUPS // 2)
        if not kept.isdecimal() or not 1 <= int(kept) <= MOST_BACKUPS:
            raise ConfigError(
                f"CARCASSONNE_BACKUPS_KEPT is {kept!r}: it must be a number of nights from 1 to"
                f" {MOST_BACKUPS}"
            )
        folder = environment.get("CARCASSONNE_BACKUPS", "").strip()
        shape = _one_of(environment, "CARCASSONNE_LOG", ("TEXT", "JSON"), "TEXT")
        careful = _one_of(environment, "CARCASSONNE_SYNCHRONOUS", ("FULL", "NORMAL"), "FULL")
        token = environment.get("DISCORD_TOKEN", "").strip() or None
        return cls(
            token=token,
            database=Path(environment.get("CARCASSONNE_DATABASE") or "carcassonne.sqlite3"),
            synchronous="NORMAL" if careful == "NORMAL" else "FULL",
            port=port,
            level=_one_of(
                environment, "CARCASSONNE_LOG_LEVEL", LEVELS, "INFO" if token else "WARNING"
            ),
            log="json" if shape == "JSON" else "text",
            metrics=_port(environment, "CARCASSONNE_METRICS"),
            operator=" ".join(environment.get("CARCASSONNE_OPERATOR", "").split())[:OPERATOR],
            backups=Path(folder) if folder else None,
            backups_kept=int(kept),
            limits=_times(environment, "CARCASSONNE_LIMITS"),
            warm=_one_of(environment, "CARCASSONNE_WARM", ("YES", "NO"), "YES") == "YES",
        )


def _port(environment: Mapping[str, str], name: str) -> int | None:
    """The number of a port, if one is set."""
    port = environment.get(name, "")
    if not port:
        return None
    # Digits of other scripts are decimal, too, and a very long number none of a port.
    if not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
        raise ConfigError(f"{name} is {port!r}: it must be a number from 1 to 65535")
    return int(port)


def _times(environment: Mapping[str, str], name: str) -> float:
    """How many times the usual something is to be, the usual if it is not said."""
    times = environment.get(name, "") or "1"
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", times) or float(times) < LEAST:
        raise ConfigError(f"{name} is {times!r}: it must be a number from {LEAST} to 9999")
    return float(times)


def _one_of(
    environment: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str
) -> str:
    value = (environment.get(name) or default).upper()
    if value not in allowed:
        raise ConfigError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
    return value
