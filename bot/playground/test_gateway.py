"""A Discord on this machine for tests of whole processes, named by `CARCASSONNE_DISCORD`.

A process that is killed by a test needs a Discord outside of it, such as ``http://127.0.0.1:8080``.
An address that could leave the machine is refused, so that no token is ever sent to a stranger.
`tests/wire` is such a Discord.
"""

import ipaddress
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import discord.gateway
import discord.http
from yarl import URL

from bot.config import ConfigError

NAME: Final = "CARCASSONNE_DISCORD"
SPACING: Final = "CARCASSONNE_DISCORD_SPACING"
"""Seconds between two IDENTIFYs there: a process killed every few seconds has no five."""
VERSION: Final = discord.http.INTERNAL_API_VERSION


def address(environment: Mapping[str, str]) -> str | None:
    """Host and port of the named Discord, if any. Raise ConfigError if it may not be used.

    A host is a number: the meaning of a name is up to others.
    """
    given = environment.get(NAME, "").strip()
    if not given:
        return None
    try:
        parts = urlsplit(given)
        home = ipaddress.ip_address(parts.hostname or "").is_loopback
        plain = parts.port is not None and given.rstrip("/") == f"http://{parts.netloc}"
        honest = parts.username is None and parts.password is None
    except ValueError:
        home = plain = honest = False
    if not (home and plain and honest):
        raise ConfigError(
            f"{NAME} is {given!r}: it is for tests only, and must be an address of this machine"
            " with a port, as in http://127.0.0.1:8080"
        )
    return parts.netloc


def spacing(environment: Mapping[str, str]) -> float | None:
    """Seconds between two IDENTIFYs, if not Discord's own."""
    given = environment.get(SPACING, "")
    if not given:
        return None
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", given):
        raise ConfigError(f"{SPACING} is {given!r}: it is for tests only, and a number of seconds")
    return float(given)


def point(netloc: str) -> None:
    """Make discord.py talk to the Discord there, in the whole process."""
    discord.http.Route.BASE = f"http://{netloc}/api/v{VERSION}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{netloc}/gateway/")
