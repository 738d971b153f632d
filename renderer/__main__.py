"""``python -m renderer``: draw records without the bot."""

import sys

from renderer.cli import main

if __name__ == "__main__":
    sys.exit(main())
