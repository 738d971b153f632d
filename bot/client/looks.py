"""What has been looked at by people without a seat, so that they are told what is new to them."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from rules.story import Event

KEPT: Final = 512


class Looks:
    """How much of a game each person had seen when they last looked.

    In memory only: who is forgotten is told of the game from its start.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[int, int], Sequence[Event]] = OrderedDict()

    def forget(self, user: int) -> None:
        """Remembers nothing of a person any more."""
        for key in [key for key in self._seen if key[1] == user]:
            del self._seen[key]

    def again(self, game: int, user: int, story: Sequence[Event]) -> int | None:
        """Notes that somebody looks; where in the story begins what they have not seen.

        None for who has not looked before. What was taken back and played otherwise is new.
        """
        seen = self._seen.pop((game, user), None)
        self._seen[game, user] = story
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        if seen is None:
            return None
        pairs = enumerate(zip(seen, story, strict=False))
        return next((n for n, (old, new) in pairs if old != new), min(len(seen), len(story)))
