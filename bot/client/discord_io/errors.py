"""The errors of Discord, the network and the disk, and the start-up errors no retry can fix."""

import logging
from typing import Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS, refuses
from storage import StorageError, StorageUnavailable

TOO_LATE: Final = (10062, 10015, 40060)
"""Error codes of an interaction that can no longer be answered: unknown, its time for answers
over, or answered already because it was sent twice.
"""
UNKNOWN_CHANNEL: Final = 10003
"""The error code with which Discord answers about a deleted channel."""
CLOSED: Final = "Session is closed"
"""The message of aiohttp about a request after the session was closed."""
LOST: Final = (discord.ConnectionClosed, discord.GatewayNotFound)
"""The errors of a gateway connection that is gone for a while."""


def unheard(error: Exception) -> bool:
    """Return True if nobody can receive an answer: the user or the bot is gone."""
    if isinstance(error, discord.HTTPException):
        return error.code in TOO_LATE
    return isinstance(error, RuntimeError) and str(error) == CLOSED


def passing(error: Exception) -> bool:
    """Return True for a failure of Discord, the network or the disk, which is not a bug."""
    cause = cause_of(error)
    ours = isinstance(cause, OSError) and cause.filename is not None  # A file of this machine.
    away = isinstance(cause, (*TRANSPORT_ERRORS, *LOST)) and not refuses(cause)
    return unheard(cause) or (away and not ours) or isinstance(cause, StorageUnavailable)


def cause_of(error: Exception) -> Exception:
    """The error raised within a command, unwrapped from discord.py's own."""
    original = getattr(error, "original", None)
    return original if isinstance(original, Exception) else error


def bug(error: Exception) -> bool:
    """Return True for an error that is not a failure of the network, of Discord or of a disk."""
    return not isinstance(error, (*TRANSPORT_ERRORS, StorageError))


def no_bug(record: logging.LogRecord) -> bool:
    """Log a failed request as a one-line warning where discord.py logs it as a bug.

    discord.py does so when an autocomplete comes too late or the gateway goes away.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno >= logging.ERROR and isinstance(error, Exception) and passing(error):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{record.getMessage()}: {error!r}", None
        record.exc_info = record.exc_text = None
    return True


TOKEN: Final = (
    "Discord does not know this token: copy it anew from the developer portal"
    " (your application, Bot, Reset Token) to DISCORD_TOKEN."
)
INTENTS: Final = (
    "Discord refuses the intents that were asked for: this bot needs none of the privileged ones,"
    " so get a version of it whose code has not been changed."
)
SHARDS: Final = (
    "Discord does not take these shards: leave CARCASSONNE_SHARDS empty, or name more of them, the"
    " same number in all processes, of which each looks after its own."
)
PROTOCOL: Final = (
    "Discord does not speak this version of its protocol any more: update the program and"
    " discord.py."
)
# What the gateway's codes for the end of a connection mean; the others are worth another try.
CODES: Final = {
    4004: TOKEN,
    4010: SHARDS,
    4011: SHARDS,
    4012: PROTOCOL,
    4013: INTENTS,
    4014: INTENTS,
}


class LoginRefused(Exception):
    """A login that no retry can fix; the message is a sentence for the operator."""


def turned_away(error: BaseException) -> LoginRefused | None:
    """The final error behind an error that ended a connection, if no retry can fix it."""
    match error:
        case discord.LoginFailure():
            return LoginRefused(TOKEN)
        case discord.PrivilegedIntentsRequired():
            return LoginRefused(INTENTS)
        case discord.ConnectionClosed(code=int(code)) if code in CODES:
            return LoginRefused(CODES[code])
    return None
