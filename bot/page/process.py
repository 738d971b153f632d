"""``python -m bot.page.process``: make a page in a process of its own.

Making one takes seconds, and memory that is returned only when a process ends. Standard input is a
pickled `PageRequest`, standard output the page. The process runs with a raised niceness; signals to
the process group are left to its parent.
"""

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from typing import Final

from bot.page.document import PageRequest, game_page
from rules.child_process import begin_child_process

PAGE_TIMEOUT_SECONDS: Final = 90.0
"""The time limit of the process."""


class PageError(Exception):
    """The process ended without a page."""


async def make_page(request: PageRequest) -> bytes:
    """Make a page in a process.

    Raise PageError if the process fails or times out. Cancelling ends the process.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
        )
    except OSError as error:
        raise PageError(f"the page process cannot start: {error}") from error
    try:
        async with asyncio.timeout(PAGE_TIMEOUT_SECONDS):
            page, errors = await process.communicate(pickle.dumps(request))
    except TimeoutError as error:
        raise PageError(f"no page within {PAGE_TIMEOUT_SECONDS:.0f} s") from error
    except OSError as error:
        raise PageError(f"the page process closed its pipes: {error}") from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode or not page:
        last = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise PageError(f"the page process ended with status {process.returncode}: {last}")
    return page


def main() -> None:
    """Read a request from standard input and write the page to standard output."""
    begin_child_process()
    # From the bot that started this process, over its own pipe.
    request = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(game_page(request).encode())


if __name__ == "__main__":
    main()
