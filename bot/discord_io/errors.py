"""Classify errors: outage, bug, expired interaction, or a login that no retry can fix."""

import logging
from typing import Final

import discord

from bot.config import ConfigError
from bot.core.logs import error_summary
from bot.discord_io.sending import TRANSPORT_ERRORS, refuses
from storage import StorageError, StorageUnavailable

UNANSWERABLE_CODES: Final = (10062, 10015, 50027, 40060)
"""Discord's error codes: unknown interaction, unknown webhook and invalid webhook token (the token
has expired), already acknowledged (Discord sent the interaction twice).
"""
UNKNOWN_CHANNEL: Final = 10003
"""The error code with which Discord answers about a deleted channel."""
SESSION_CLOSED: Final = "Session is closed"
"""The error message of aiohttp for a request on a closed session."""
GATEWAY_ERRORS: Final = (discord.ConnectionClosed, discord.GatewayNotFound)
"""The errors of a gateway connection that is gone for a while."""


def is_unanswerable(error: Exception) -> bool:
    """True if the interaction has expired or was answered, or the session is closed."""
    if isinstance(error, discord.HTTPException):
        return error.code in UNANSWERABLE_CODES
    return isinstance(error, RuntimeError) and str(error) == SESSION_CLOSED


def is_outage(error: Exception) -> bool:
    """True for a passing outage of Discord, the network or the database.

    `is_unanswerable` errors count too, though some are refusals (4xx): a late answer is no bug.
    Other refusals and errors of local files do not.
    """
    cause = cause_of(error)
    is_local_file = isinstance(cause, OSError) and cause.filename is not None
    is_unreachable = isinstance(cause, (*TRANSPORT_ERRORS, *GATEWAY_ERRORS)) and not refuses(cause)
    is_network = is_unreachable and not is_local_file
    return is_unanswerable(cause) or is_network or isinstance(cause, StorageUnavailable)


def cause_of(error: Exception) -> Exception:
    """Unwrap a command's error from discord.py's own."""
    original = getattr(error, "original", None)
    return original if isinstance(original, Exception) else error


def is_bug(error: Exception) -> bool:
    """True for an error neither of Discord, the network nor storage."""
    return not isinstance(error, (*TRANSPORT_ERRORS, StorageError))


def downgrade_outages(record: logging.LogRecord) -> bool:
    """Logging filter: reduce an outage's traceback to a one-line warning.

    discord.py logs one when an autocomplete comes too late or the gateway goes away.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno >= logging.ERROR and isinstance(error, Exception) and is_outage(error):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{record.getMessage()}: {error_summary(error)}", None
        record.exc_info = record.exc_text = None
    return True


TOKEN_REFUSED: Final = (
    "Discord does not know this token: copy it again from the developer portal"
    " (your application, Bot, Reset Token) to DISCORD_TOKEN, or run `carcassonne setup` again."
)
INTENTS_REFUSED: Final = (
    "Discord refuses the intents that were asked for: this bot needs none of the privileged ones,"
    " so get a version of it whose code has not been changed."
)
SHARDS_REFUSED: Final = (
    "Discord does not take these shards: leave CARCASSONNE_SHARDS empty, or set a higher number of"
    " shards, the same in every process."
)
PROTOCOL_REFUSED: Final = (
    "Discord does not speak this version of its protocol any more: update the program and"
    " discord.py."
)
# Gateway close codes that no retry can fix, and what to tell the operator.
FATAL_CLOSE_CODES: Final = {
    4004: TOKEN_REFUSED,
    4010: SHARDS_REFUSED,
    4011: SHARDS_REFUSED,
    4012: PROTOCOL_REFUSED,
    4013: INTENTS_REFUSED,
    4014: INTENTS_REFUSED,
}


class LoginRefused(ConfigError):
    """No retry can fix the login; the message is for the operator."""


def login_refusal(error: BaseException) -> LoginRefused | None:
    """None for an error that a retry may fix."""
    match error:
        case discord.LoginFailure():
            return LoginRefused(TOKEN_REFUSED)
        case discord.PrivilegedIntentsRequired():
            return LoginRefused(INTENTS_REFUSED)
        case discord.ConnectionClosed(code=int(code)) if code in FATAL_CLOSE_CODES:
            return LoginRefused(FATAL_CLOSE_CODES[code])
    return None
