"""``python -m renderer``: draw recorded games, contact sheets of tiles, and the bot's icon."""

import sys

from renderer.cli import main

if __name__ == "__main__":
    sys.exit(main())
