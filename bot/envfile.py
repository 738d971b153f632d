"""The file ``.env``: where it is, and who may read it."""

import os
import stat
from pathlib import Path

from dotenv import find_dotenv, load_dotenv


def load() -> Path | None:
    """Adds what the file says to the environment, which has the last word; where it was found."""
    found = find_dotenv()
    return Path(found) if found and load_dotenv(found) else None


def exposed(file: Path | None) -> str:
    """What is wrong with who may read the file that holds the token, in a sentence, or nothing."""
    if file is None or os.name != "posix":
        return ""
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        return f"{file} can be read by others, and may hold the token; chmod 600 {file}"
    return ""
