"""A small cache of analysis results: a player looks at one version of a game many times."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Concatenate, Final, ParamSpec, TypeVar

from rules.game import Game

KEPT_GAMES: Final = 32
"""The answers that each question keeps."""

P = ParamSpec("P")
Found = TypeVar("Found")


def lately(of: Callable[Concatenate[Game, P], Found]) -> Callable[Concatenate[Game, P], Found]:
    """A question about a game, which never changes, asked anew only when the answer is long ago.

    It is the same game if it is the same object: to compare two takes longer than to ask. What
    else is asked by has to be hashable and to come by its place. Answers are shared, so they are
    values; threads may ask at once.
    """
    # The game is kept with what was found, so that its number can be no other game's meanwhile.
    kept: OrderedDict[Hashable, tuple[Game, Found]] = OrderedDict()
    lock = Lock()

    @wraps(of)
    def found(game: Game, /, *more: P.args, **named: P.kwargs) -> Found:
        known = (id(game), *more, *named.items())
        with lock:
            if known in kept:
                kept.move_to_end(known)
                return kept[known][1]
        new = of(game, *more, **named)
        with lock:
            kept[known] = game, new
            while len(kept) > KEPT_GAMES:
                kept.popitem(last=False)
        return new

    return found
