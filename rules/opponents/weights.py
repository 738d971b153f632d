"""The tuned weights of the evaluation; some games' own weights and search lookaheads.

Those of games are in ``data/weights.json``.
"""

import json
from dataclasses import dataclass, replace
from importlib import resources
from typing import Final

from rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the evaluation.

    A seat spends the share ``effort`` of its remaining turns on one of its gaps. A tile that
    extends a feature without closing it counts ``onward`` of one that closes it. Each further gap
    of a feature multiplies its chance by ``gaps``. ``around`` is the effort for a cell that any
    tile can fill. ``growth`` is the share of a feature's possible growth that is expected.

    A follower in hand is worth up to ``hand`` points, less the more followers there are
    (``plenty``) and the fewer of about ``horizon`` turns are left; a follower likely to return
    counts ``back`` of one in hand. ``spare`` is the worth of any other piece, ``extra`` that of a
    second tile in the same turn. ``joining`` is the share of the change that counts where an
    undrawn tile can join two held features, ``promise`` the share of parts' forecasts that counts.

    ``coming`` is the share that counts of what parts expect an area to gain by undrawn tiles, which
    nears its most over about ``reach`` gaps. ``contested`` is the chance, for each undrawn tile
    that counts so, that a lead of one piece is lost; ``contest`` the share that counts of parts'
    forecasts for two areas that can be joined.
    """

    effort: float = 0.4061
    onward: float = 0.25
    gaps: float = 0.6467
    around: float = 0.4523
    growth: float = 0.0935
    hand: float = 73.4737
    plenty: float = 2.5
    horizon: float = 12.0
    back: float = 0.4673
    spare: float = 3.0
    extra: float = 4.0
    joining: float = 0.4539
    promise: float = 0.7243
    coming: float = 0.3
    reach: float = 3.0
    contested: float = 0.01
    contest: float = 0.5


TUNED: Final = Weights()
"""The tuned weights in use (docs/opponents.md)."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """How a search tries a turn in sampled futures, and what it assumes of them.

    ``turns`` are played in each future after the turn. The first evaluation counts as
    ``evaluation_weight`` futures. ``deviation``: the assumed standard deviation, in points, of the
    difference of two turns in one future.
    """

    turns: int
    evaluation_weight: float
    deviation: float


def _entries_by_game(key: str) -> dict[str, dict[str, float]]:
    """Read the ``weights`` or the ``lookahead`` of ``data/weights.json``, by the game's name."""
    text = resources.files("rules").joinpath("data", "weights.json").read_text("utf-8")
    return {
        game: entry[key] for entry in json.loads(text) if key in entry for game in entry["games"]
    }


BY_GAME: Final = {game: replace(TUNED, **own) for game, own in _entries_by_game("weights").items()}
"""The weights of games that have others than TUNED, by the game's name."""
LOOKAHEADS: Final = {
    game: Lookahead(int(own["turns"]), own["evaluation_weight"], own["deviation"])
    for game, own in _entries_by_game("lookahead").items()
}
"""The lookaheads of games that have their own at any number of positions."""


def weights_of(ruleset: Ruleset) -> Weights:
    return BY_GAME.get(ruleset.name, TUNED)
