"""`make fuzz-wire`: 20,000 valid and 6,000 forged interactions over the wire while people play.

The bot is a process of its own on a loopback Discord; nothing leaves the machine. It ends with 0 if
nothing is logged as an error, each interaction is answered within 3 s, no forged one has changed a
game, and the database is sound. Discord's OpenAPI document is not shipped; where a file of it is
given, each request of the bot is checked against it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.wire.bot_process import NotStarted
from tests.wire.crash_run import CheckFailed
from tests.wire.fuzz_run import FuzzRun
from tests.wire.openapi import OpenApi

VALID: Final = 20_000
FORGED: Final = 6_000
TABLES: Final = 6


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if nothing is wrong; else print the problems and where the files are."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz_wire", description=__doc__)
    parser.add_argument("--valid", type=int, default=VALID)
    parser.add_argument("--forged", type=int, default=FORGED)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--minutes", type=float, help="stop sending after so many")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument(
        "--openapi", type=Path, metavar="FILE", help="Discord's OpenAPI document, as JSON"
    )
    options = parser.parse_args(arguments)
    api = None
    if options.openapi is not None:
        api = OpenApi(json.loads(options.openapi.read_text("utf-8")))
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    print(f"seed {options.seed}, files in {folder}", flush=True)
    run = FuzzRun(
        *(folder, options.seed, options.valid, options.forged, options.tables),
        seconds=None if options.minutes is None else 60 * options.minutes,
        api=api,
    )
    began, status = time.monotonic(), 0
    try:
        asyncio.run(run.run())
    except (CheckFailed, NotStarted) as error:
        print(f"WRONG:\n{error}")
        status = 1
    print("\n".join(run.report()))
    print(f"{time.monotonic() - began:.0f} s; {'something' if status else 'nothing'} is wrong")
    return status


if __name__ == "__main__":
    sys.exit(main())
