"""``python -m bot``: the program `carcassonne`, which starts the bot if no subcommand is given."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["run"]))
