"""Draw the replay of a game in a child process: the call that starts it, and the process itself.

Standard input is one JSON object, standard output the WebP; standard error has a line ``done of``
for each frame.
"""

import json
import sys
from collections.abc import Callable
from typing import Final

from renderer.animations.replay import animate_replay, turn_ends
from renderer.players import Players
from rules.child_process import begin_child_process, run_child_process

ANIMATION_TIMEOUT_SECONDS: Final = 180.0
"""The time limit of the process."""


async def render_animation(
    record: str, players: Players, limit: int, progress: Callable[[int, int], None]
) -> bytes:
    """Draw a record's WebP in a process, within ``limit`` bytes if possible.

    Raise ChildFailed as `run_child_process` does. Cancelling ends the process.
    """
    request = {
        "record": record,
        "names": players.names,
        "colours": players.colours,
        "unnamed": players.unnamed,
        "levels": players.levels,
        "titles": players.titles,
        "limit": limit,
    }

    def takes(line: str) -> bool:
        match line.split():
            case [done, of] if done.isdigit() and of.isdigit():
                progress(int(done), int(of))
                return True
        return False

    given = json.dumps(request).encode()
    return await run_child_process(__name__, given, ANIMATION_TIMEOUT_SECONDS, takes)


def main() -> None:
    begin_child_process()
    request = json.load(sys.stdin)
    players = Players.of(
        *(request[key] for key in ("names", "colours", "unnamed", "levels", "titles"))
    )
    games = list(turn_ends(request["record"]))
    replay = animate_replay(games, players, request["limit"], _print_progress)
    sys.stdout.buffer.write(replay.data)


def _print_progress(done: int, of: int) -> None:
    print(done, of, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
