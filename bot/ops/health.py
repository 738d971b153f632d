"""``python -m bot.ops.health``: exit status 0 while the bot is connected and its database answers.

The check only reads the heartbeat file of a bot with the same settings, so it is cheap enough to
run every few seconds.
"""

import os
import sys

from bot import config
from bot.config import Config, ConfigError
from bot.ops.heartbeat import LOST_AFTER_SECONDS, heartbeat_file, seconds_since_heartbeat


def main() -> int:
    """Print the health in one line. Return the exit status."""
    try:
        config.load_env_file()
        seconds = seconds_since_heartbeat(heartbeat_file(Config.read(os.environ)))
    except ConfigError as error:
        print(error)
        return 1
    if seconds is None:
        print("no sign of life: not connected to Discord yet, or not running")
        return 1
    if abs(seconds) > LOST_AFTER_SECONDS:
        print(f"no sign of life for {seconds:.0f} s: Discord or the database does not answer")
        return 1
    print(f"connected to Discord, and the database answered {max(seconds, 0):.0f} s ago")
    return 0


if __name__ == "__main__":
    sys.exit(main())
