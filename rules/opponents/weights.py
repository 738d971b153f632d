"""The weights of the evaluation, found by `tools.arena.tune`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the evaluation.

    Of the turns a seat has left it spends the part ``effort`` on one gap of its own; a tile that
    goes on with a feature without closing it counts ``onward`` of one that does; each further gap
    of a feature multiplies its chance by ``gaps``. ``around`` is the effort for a cell that is to
    be filled with anything. ``growth`` is how much of what a feature could still grow by it does.

    A follower in hand brings up to ``hand`` points, less the more there are (``plenty``) and the
    fewer of about ``horizon`` turns are left; one that is likely to come back counts ``back`` of
    one in hand. ``spare`` are the points of a piece that does other things. ``extra`` is what a
    further tile in the same turn is worth, ``joining`` how much of what would change is counted
    where a tile that is left can join two features that are held. ``promise`` is how much of what
    parts foresee is believed.
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


TUNED = Weights()
"""The best there are by now, as the tuning found them (docs/opponents.md)."""
