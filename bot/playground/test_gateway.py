"""Another Discord than the real one, for tests: on this machine and nowhere else.

A process that is to be killed needs a Discord outside of it. `CARCASSONNE_DISCORD` names one, such
as ``http://127.0.0.1:8080``; an address that could leave the machine is refused, lest a token is
ever sent to a stranger. `tests/wire` is such a Discord.
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
"""Seconds from one IDENTIFY to the next there: who is killed every few seconds has no five."""
VERSION: Final = discord.http.INTERNAL_API_VERSION


def address(environment: Mapping[str, str]) -> str | None:
    """Host and port of the Discord that is named, if one is; ConfigError if it may not be.

    A host is a number: what a name means is somebody else's to say.
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
    """How far apart it wants its IDENTIFYs, if that is another time than Discord's, in seconds."""
    given = environment.get(SPACING, "")
    if not given:
        return None
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", given):
        raise ConfigError(f"{SPACING} is {given!r}: it is for tests only, and a number of seconds")
    return float(given)


def point(netloc: str) -> None:
    """Lets discord.py speak with the Discord there, from now on and in the whole process."""
    discord.http.Route.BASE = f"http://{netloc}/api/v{VERSION}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{netloc}/gateway/")
