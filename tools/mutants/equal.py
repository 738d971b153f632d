"""Mistakes that are none: the changed program does the same, so no test can notice them."""

from typing import Final

EQUAL: Final[dict[str, str]] = {
    "bot/table/refusals.py Refusal.__init__: super().__init__(reason) → pass": (
        "an exception takes its positional arguments before it is initialised"
    ),
    "bot/table/table.py seat_tenures: True → False": (
        "there is one list a seat, and one player a seat"
    ),
    "rules/analysis/features.py _pieces_around: cell + step, Add → Sub": (
        "a halo has with every step the opposite one"
    ),
    "rules/analysis/placement_ranking.py _try_placement: game.replace("
    "board=game.board.with_tile(cell, form), drawn=None, placed=cell) without drawn=None": (
        "no scorer and no `Decision.unsettled_spots` asks whether a tile is in hand"
    ),
    "rules/geometry.py : p // 3 + 2, Add → Sub": "of four sides the second on is the second back",
}
"""Why, by the name of the mistake."""
