"""Command lines of the documents, run as they are written, without this machine's settings."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GUIDES: Final = ("docs/hosting.md", "docs/hosting-more.md")
GUIDE: Final = "\n".join((ROOT / path).read_text("utf-8") for path in GUIDES)
PROGRAMS: Final = ".venv/bin/"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
SECONDS: Final = 300


def lines_of(heading: str) -> list[str]:
    """The commands of a section of the guides for hosts, in order."""
    section = GUIDE.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return "".join(BLOCK.findall(section)).splitlines()


def environment(**settings: str) -> dict[str, str]:
    """The variables of this process without our settings, for a program of this checkout."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CARCASSONNE_", "DISCORD_"))}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHON_DOTENV_DISABLED": "1", **settings}


def run_line(line: str, folder: Path, **settings: str) -> str:
    """Run a command line, which must succeed and say nothing on standard error."""
    ran = subprocess.run(
        line.replace(PROGRAMS, f"{Path(sys.executable).parent}/"),
        shell=True,
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert ran.returncode == 0 and not ran.stderr, f"{line}: {ran.stdout}{ran.stderr}"
    return ran.stdout
