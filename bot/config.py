"""What the operator decides, read from the environment (and ``.env``) and checked at the start."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")

MOST_BACKUPS: Final = 28
"""Nights for which copies may be kept: they still hold who was forgotten since."""
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
    operator: str = ""
    """Who runs the bot and how they are reached, for `/privacy`; empty where it is not said."""
    backups: Path | None = None
    """The folder for the copy of each night, if one is to be made."""
    backups_kept: int = MOST_BACKUPS // 2

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Config":
        """The settings in an environment; ConfigError for the first that cannot be."""
        port = environment.get("CARCASSONNE_PORT", "") or "8765"
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise ConfigError(f"CARCASSONNE_PORT is {port!r}: it must be a number from 1 to 65535")
        kept = environment.get("CARCASSONNE_BACKUPS_KEPT", "") or str(MOST_BACKUPS // 2)
        if not kept.isdecimal() or not 1 <= int(kept) <= MOST_BACKUPS:
            raise ConfigError(
                f"CARCASSONNE_BACKUPS_KEPT is {kept!r}: it must be a number of nights from 1 to"
                f" {MOST_BACKUPS}"
            )
        folder = environment.get("CARCASSONNE_BACKUPS", "").strip()
        careful = _one_of(environment, "CARCASSONNE_SYNCHRONOUS", ("FULL", "NORMAL"), "FULL")
        token = environment.get("DISCORD_TOKEN", "").strip() or None
        return cls(
            token=token,
            database=Path(environment.get("CARCASSONNE_DATABASE") or "carcassonne.sqlite3"),
            synchronous="NORMAL" if careful == "NORMAL" else "FULL",
            port=int(port),
            level=_one_of(
                environment, "CARCASSONNE_LOG_LEVEL", LEVELS, "INFO" if token else "WARNING"
            ),
            operator=" ".join(environment.get("CARCASSONNE_OPERATOR", "").split())[:OPERATOR],
            backups=Path(folder) if folder else None,
            backups_kept=int(kept),
        )


def _one_of(
    environment: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str
) -> str:
    value = (environment.get(name) or default).upper()
    if value not in allowed:
        raise ConfigError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
    return value
