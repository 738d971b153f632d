"""Make a page in a child process: the bot's call of it, and what the process itself runs.

Standard input is a pickled `PageRequest`, standard output the page.
"""

import pickle
import sys
from typing import Final

from bot.page.document import PageRequest, game_page
from rules.child_process import begin_child_process, run_child_process

PAGE_TIMEOUT_SECONDS: Final = 90.0
"""The time limit of the process."""


async def make_page(request: PageRequest) -> bytes:
    """Make a page in a process. Raise ChildFailed. Cancelling ends the process."""
    return await run_child_process(__name__, pickle.dumps(request), PAGE_TIMEOUT_SECONDS)


def main() -> None:
    """Read a request from standard input and write the page to standard output."""
    begin_child_process()
    # From the bot that started this process, over its own pipe.
    request = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(game_page(request).encode())


if __name__ == "__main__":
    main()
