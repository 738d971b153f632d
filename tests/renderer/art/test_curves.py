"""The curves that tiles and pieces are drawn from."""

from renderer.art.curves import Point, ribbon, straight_ribbon
from tests.support.for_each import for_each


@for_each("end", [(0.7, 0.2), (0.1, 0.9), (0.3, 0.4)])
def test_straight_ribbon_has_the_outline_of_the_ribbon_of_its_ends(end: Point) -> None:
    """To the last bit, as pictures are the same on every machine; also for a line of no length."""
    start = (0.3, 0.4)
    assert straight_ribbon(start, end, 0.1) == ribbon((start, end), 0.1)
