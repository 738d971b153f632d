"""When Discord does not let the bot in, and will not later either."""

from typing import Final

import discord

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
    """No waiting helps; the message is a sentence for the operator."""


def turned_away(error: BaseException) -> LoginRefused | None:
    """What an error that ended a connection means, if it is final."""
    match error:
        case discord.LoginFailure():
            return LoginRefused(TOKEN)
        case discord.PrivilegedIntentsRequired():
            return LoginRefused(INTENTS)
        case discord.ConnectionClosed(code=int(code)) if code in CODES:
            return LoginRefused(CODES[code])
    return None
