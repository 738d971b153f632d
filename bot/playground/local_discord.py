"""Redirect discord.py to a Discord on this machine, by an address checked here; for tests only.

`CARCASSONNE_DISCORD` is its address, such as ``http://127.0.0.1:8080``, where `tests/wire` listens.
Other machines are refused, so that no token leaves this one.
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

ADDRESS_VARIABLE: Final = "CARCASSONNE_DISCORD"
SPACING_VARIABLE: Final = "CARCASSONNE_DISCORD_SPACING"
"""Seconds between two IDENTIFYs; a process killed every few seconds cannot wait for five."""
API_VERSION: Final = discord.http.INTERNAL_API_VERSION


def read_address(environment: Mapping[str, str]) -> str | None:
    """Host and port of the named Discord. Raise ConfigError if forbidden.

    The host must be an IP address, as others decide what a name resolves to.
    """
    given = environment.get(ADDRESS_VARIABLE, "").strip()
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
            f"{ADDRESS_VARIABLE} is {given!r}: it is for tests only, and must be an address of this"
            " machine with a port, as in http://127.0.0.1:8080"
        )
    return parts.netloc


def read_identify_spacing(environment: Mapping[str, str]) -> float | None:
    """Seconds between IDENTIFYs, if different from Discord's."""
    given = environment.get(SPACING_VARIABLE, "")
    if not given:
        return None
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", given):
        raise ConfigError(
            f"{SPACING_VARIABLE} is {given!r}: it is for tests only, and a number of seconds"
        )
    return float(given)


def redirect_discord(netloc: str) -> None:
    discord.http.Route.BASE = f"http://{netloc}/api/v{API_VERSION}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{netloc}/gateway/")
