"""``python -m rules``: make, score and check records, with nothing but Python."""

import sys

from rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
