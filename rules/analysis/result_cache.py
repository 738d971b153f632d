"""A small cache of analysis results, because one version of a game is analysed many times."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Concatenate, Final, ParamSpec, TypeVar

from rules.game import Game

MAX_CACHED_RESULTS: Final = 32
"""The number of results kept for each function."""

P = ParamSpec("P")
Result = TypeVar("Result")


def cached_by_game(
    function: Callable[Concatenate[Game, P], Result],
) -> Callable[Concatenate[Game, P], Result]:
    """Cache recent results of a function of a game.

    Games are compared by identity, as comparing values takes longer than computing most results.
    The other arguments must be hashable and positional, results immutable, as they are shared.
    Thread-safe.
    """
    # The game is kept, so that no other game reuses its id.
    cache: OrderedDict[Hashable, tuple[Game, Result]] = OrderedDict()
    lock = Lock()

    @wraps(function)
    def cached_call(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        key = (id(game), *args, *kwargs.items())
        with lock:
            if key in cache:
                cache.move_to_end(key)
                return cache[key][1]
        result = function(game, *args, **kwargs)
        with lock:
            cache[key] = game, result
            while len(cache) > MAX_CACHED_RESULTS:
                cache.popitem(last=False)
        return result

    return cached_call
