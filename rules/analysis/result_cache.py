"""A small cache of analysis results: a player looks at one version of a game many times."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Concatenate, Final, ParamSpec, TypeVar

from rules.game import Game

MAX_CACHED_RESULTS: Final = 32
"""The answers that each question keeps."""

P = ParamSpec("P")
Result = TypeVar("Result")


def cached_by_game(
    function: Callable[Concatenate[Game, P], Result],
) -> Callable[Concatenate[Game, P], Result]:
    """A question about a game, which never changes, asked anew only when the answer is long ago.

    It is the same game if it is the same object: to compare two takes longer than to ask. What
    else is asked by has to be hashable and to come by its place. Answers are shared, so they are
    values; threads may ask at once.
    """
    # The game is kept with what was found, so that its number can be no other game's meanwhile.
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
