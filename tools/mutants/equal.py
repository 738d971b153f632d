"""Mistakes that are none: the changed program does the same, so no test can notice them."""

from typing import Final

EQUAL: Final[dict[str, str]] = {
    "bot/table/refusals.py Refusal.__init__: super().__init__(reason) → pass": (
        "an exception takes its positional arguments before it is initialised"
    ),
    "bot/table/server_defaults.py Defaults.read: '' → '?'": (
        "a question mark is the number of no channel, so it is left out"
    ),
    "bot/table/seat_tenures.py seat_tenures: True → False": (
        "there is one list a seat, and one player a seat"
    ),
    "rules/analysis/features.py _pieces_around: cell + step, Add → Sub": (
        "a halo has with every step the opposite one"
    ),
    "rules/analysis/placement_ranking.py _try_placement: game.replace("
    "board=game.board.with_tile(cell, form), drawn=None, placed=cell) without drawn=None": (
        "no scorer and no `Decision.unsettled_spots` asks whether a tile is in hand"
    ),
    "rules/analysis/placement_ranking.py _sort_placements: sorted("
    "(laid(cell, form) for form in forms), key=lambda ranked: ranked[0]) "
    "without key=lambda ranked: ranked[0]": (
        "a rank ends with the rotation, which no two placements in one gap share"
    ),
    **{
        f"rules/analysis/placement_ranking.py unranked_placements.untried: {change}": (
            "the ranks of all placements stay equal up to the rotation"
        )
        for constant in ("0 → 1", "False → True")
        for change in (constant, *(f"{constant} ({number})" for number in (2, 3)))
    },
    **{
        f"rules/analysis/placement_ranking.py unranked_placements.untried: 0 → 1 ({number})": (
            "the ranks of all placements stay equal up to the rotation"
        )
        for number in (4, 5)
    },
    "rules/analysis/tile_groups.py _rank: 1 → 2": (
        "the segments of groups are all counted or all not, so those of no count stay equal"
    ),
    "rules/analysis/tile_shares.py _spreading: cell + step, Add → Sub": (
        "a cross has with every step the opposite one"
    ),
    "rules/areas.py reconnect_layer: len(area.spots) > 1, Gt → GtE": (
        "an area of one spot is kept whether or not it is in `Plane.laid`"
    ),
    "rules/pieces.py leaders: 0 → 1 (2)": "without pieces no seat is counted, so none leads",
    **{
        f"rules/tiles.py Tile.{name}: 4 → 5": "the fourth quarter turn is none, which is known"
        for name in ("rotations", "same_look", "shape")
    },
    "rules/variants/ferries.py FirstFerries.run: 12 → 13": "the ports 1, 4, 7, 10 end before 12",
    "rules/geometry.py : p // 3 + 2, Add → Sub": "of four sides the second on is the second back",
    "storage/copying/interface.py digest: total += int.from_bytes("
    "hashlib.blake2b(text, digest_size=16).digest(), 'big'), Add → Sub": (
        "a digest is compared with another one only, and both sums are then negative"
    ),
    "storage/postgres/error_mapping.py storage_error: 'message' → 'message?'": (
        "the text of an error of a server begins with its message and a line break"
    ),
    "storage/sqlite/damage.py : 'disk image is malformed()' → 'disk image is malformed()?'": (
        "the empty group matches the same with a question mark"
    ),
    "storage/sqlite/writer.py Writer._savepoint:"
    " self._connection.execute('RELEASE one_write') → pass": (
        "a commit releases all savepoints, and a rollback goes to the newest of a name"
    ),
}
"""Why, by the name of the mistake."""
