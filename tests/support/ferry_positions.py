"""Positions with lakes and ferries, and shortcuts to read their roads and ferries."""

from rules.game import Game, play
from rules.geometry import xy
from rules.variants.ferries import TurnFerry
from tests.support.positions import area, offered_moves, scores_of_kind
from tests.support.read_moves import read

ONE_LAKE = "Red FER-FRRR 1 0 rot0 thief c; ferry a c  # a east, b south, c west: start's road"
"""Red's thief on the road that leads east and west through the lake at 1 0."""

TWO_LAKES = """
    Red   FER-FRRR 1 0 rot0; ferry a c
    Blue  FER-FRRR 2 0 rot0; ferry a c
"""

THREE_ROADS = """
    Red    E 0 1 rot180
    Blue   U -1 0 rot90 thief a         # on start's road, which leads east to 1 0
    Green  B 1 1 rot0
    Red    A 2 1 rot0 thief a           # from the monastery south
    Blue   V 2 0 rot90                  # ... and west to 1 0
"""
"""Green comes next; a lake at 1 0 would meet Blue's road in the west and Red's in the east."""

FOUR_LAKES = """
    Red   FER-FRRR -1 0 rot0; ferry a b   # its east road is start's
    Blue  E 0 1 rot180
    Red   FER-FRRR 1 1 rot270; ferry a c  # its south road leads to 1 0
    Blue  B 0 -1 rot0
    Red   FER-FRRR 1 -1 rot270; ferry a b # its north road leads to 1 0
    Blue  V 2 1 rot90
    Red   FER-FRRR 2 0 rot0; ferry b c    # its west road leads to 1 0
"""
"""Blue comes next; a crossing at 1 0 meets four roads, each with a ferry on it."""

REOPENED = """
    Red   FER-FRRR 1 0 rot0 thief c; ferry a c
    Blue  FER-FRRR 2 0 rot0; ferry a b      # the road ends at its west quay
    Red   T -1 0 rot270                     # city, start, lake, lake: 4 tiles for Red
    Blue  V 3 0 rot0 thief a; turn 2 0 a c  # open again, and one with Blue's
"""

LOOP = """
    Red   FER-FRRR 1 0 rot180 thief b; ferry b c  # a west, b north, c east
    Blue  V 1 1 rot270
    Red   V 2 1 rot0
"""
"""Blue's bend at 2 0 leads the road from the north quay back to the east quay."""


def after_moves(game: Game, *texts: str) -> Game:
    for text in texts:
        (move,) = read(text)
        assert move in game.legal_moves(), f"{text}: {offered_moves(game)}"
        game = play(game, move)
    return game


def turnable_lakes(game: Game) -> set[tuple[int, int]]:
    """The lakes whose ferries are offered to be turned."""
    return {xy(move.cell) for move in game.legal_moves() if isinstance(move, TurnFerry)}


def joined_roads(game: Game) -> dict[tuple[int, int], str]:
    letters = game.board.zone
    assert len({xy(a) for a, _ in game.board.links}) == len(game.board.links)
    return {xy(a): letters(a).letter + letters(b).letter for a, b in game.board.links}


def road_cells(game: Game, where: str) -> set[tuple[int, int]]:
    return set(map(xy, area(game, "road", where).cells()))


def is_road_closed(game: Game, where: str) -> bool:
    return area(game, "road", where).closed


def thief_seats(game: Game, where: str) -> list[int]:
    return sorted(piece.seat for piece in area(game, "road", where).pieces)


def paid_roads(game: Game, *, final: bool = False) -> list[tuple[set[tuple[int, int]], object]]:
    """Each road that scored: its cells, and the points of each seat."""
    events = [event for event in scores_of_kind(game, "road", final=final) if event.points]
    return [(set(map(xy, event.cells())), dict(event.points)) for event in events]
