"""The simulated Discord of the transcripts is the one of the bot's tests."""

from tests.support import known_commands, quick_simcord

quick_simcord.install()
known_commands.install()
