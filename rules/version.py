"""The version of the installed program."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

DISTRIBUTION: Final = "carcassonne-discord"


def program_version() -> str:
    """Return `unknown` where the program is not installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"
