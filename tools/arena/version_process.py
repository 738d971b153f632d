"""The process of one version of the opponents: it answers requests, a line of JSON each.

`tools.arena.versions` runs this file with the rules of another checkout, so it uses only what every
version since 1.0.0 has. Moves are lines of a record.
"""

import hashlib
import json
import sys
import time
from typing import Any

from rules import Game, play, replay, write
from rules.opponents import choose


def main() -> None:
    game: Game | None = None
    for line in sys.stdin:
        request = json.loads(line)
        if "header" in request:
            game = replay(request["header"]).game
            answer = position(game)
        elif game is None:
            raise SystemExit("the first request is a header")
        elif "level" in request:
            since = time.process_time()
            moves = choose(game, request["level"], request["seed"], request["nodes"])
            milliseconds = round(1000 * (time.process_time() - since))
            answer = {"lines": [write(move) for move in moves], "milliseconds": milliseconds}
        else:
            for text in request["lines"]:
                game = play(game, *game.read(text))
            answer = position(game)
        print(json.dumps(answer), flush=True)


def position(game: Game) -> dict[str, Any]:
    moves = [] if game.over else sorted(write(move) for move in game.legal_moves())
    return {
        "over": game.over,
        "turn": game.turn,
        "scores": list(game.scores),
        "legal moves": hashlib.sha256("\n".join(moves).encode()).hexdigest(),
    }


if __name__ == "__main__":
    main()
