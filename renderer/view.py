"""The view of a game in a picture: the cells, and the marks on them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from renderer.highlights import legal_cells, link_letters, points_gained
from renderer.players import UNNAMED_PLAYERS, Players
from rules.analysis.draw_odds import dead_gaps
from rules.analysis.history import recent_placements
from rules.analysis.placement_ranking import TilePlacement, ranked_placements, unranked_placements
from rules.analysis.viewport import Window, turn_window
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of, xy
from rules.pieces import leaders
from rules.story import Scored, TilePlaced

CROP_CELLS: Final = 7
"""The most cells a crop shows each way."""

MIN_TILE_PIXELS: Final = 16
"""The smallest tiles, in pixels, that are drawn."""

SECTIONS: Final = "sections"
"""The term of a score that counts zones and not tiles."""

MAX_COLUMNS_WITH_GHOSTS: Final = 11
"""The most columns of a whole board whose tiles are large enough for ghosts."""

MARGIN_CELLS: Final = 2
"""Cells a crop keeps around the one it is about, where the board goes on."""


@dataclass(frozen=True, slots=True)
class View:
    """A view: the window, marks on cells and zones, and the greatest size of a tile.

    ``gaps`` are where the tile in hand may go, ``ghosts`` the quarter turns in which it is seen
    there, ``dead`` the gaps that no tile left fits,
    ``frames`` the cells framed for a seat, ``tints`` the seats in whose colours a zone is washed,
    ``numbers`` what is written on a zone, and ``pale`` where that is only to be read,
    ``path`` cells joined by a line in the colour of the seat to move, ``numerals`` what is written
    large on a cell, ``gained`` each seat's points of the last turn, ``players`` who sits there.
    """

    window: Window
    gaps: tuple[Cell, ...] = ()
    ghosts: Mapping[Cell, int] = field(default_factory=dict)
    dead: tuple[Cell, ...] = ()
    frames: tuple[tuple[Cell, int], ...] = ()
    tints: Mapping[Spot, tuple[int, ...]] = field(default_factory=dict)
    numbers: Mapping[Spot, str] = field(default_factory=dict)
    pale: frozenset[Spot] = frozenset()
    path: tuple[Cell, ...] = ()
    numerals: Mapping[Cell, str] = field(default_factory=dict)
    gained: tuple[int, ...] = ()
    players: Players = UNNAMED_PLAYERS
    tile: int = 128
    tabs: bool = True
    """True if each frame bears the emblem of its seat."""


def whole_view(
    game: Game,
    players: Players = UNNAMED_PLAYERS,
    tile: int = 96,
    *,
    aided: bool = True,
) -> View:
    """Everything on the table, the gaps the tile in hand fits, and those no tile left will fit.

    The latter only for who is ``aided``, as are most of the ghosts.
    """
    gaps = legal_cells(game)
    dead = dead_gaps(game) if aided and not game.over else ()
    window = Window.around((*game.board.tiles, *gaps, *dead))
    return View(
        window,
        gaps=gaps,
        # On more columns than that a ghost is too small to tell anything: it is not looked for.
        ghosts=_ghosts(_placements_by_gap(game, aided))
        if window.columns <= MAX_COLUMNS_WITH_GHOSTS
        else {},
        dead=dead,
        frames=recent_placements(game)[-1:],
        numbers=link_letters(game),
        gained=points_gained(game),
        players=players,
        tile=tile,
    )


def cell_view(
    game: Game,
    around: Cell | None = None,
    players: Players = UNNAMED_PLAYERS,
    columns: int = CROP_CELLS,
    rows: int = CROP_CELLS,
) -> View:
    """The cells around one, the last that was laid if none is named, moved to show most gaps."""
    gaps = legal_cells(game)
    tiles = tuple(game.board.tiles)
    centre = game.placed if around is None else around
    bounds = Window.around((*tiles, *gaps, centre))
    x, y = xy(centre)
    wide, high = columns - 1, rows - 1
    windows = [
        Window(west, south, min(bounds.east, west + wide), min(bounds.north, south + high))
        for west in _starts(x, bounds.west, bounds.east, columns)
        for south in _starts(y, bounds.south, bounds.north, rows)
    ]

    def worth(window: Window) -> tuple[int, int]:
        seen = 3 * sum(map(window.has, gaps)) + sum(map(window.has, tiles))
        off = abs(window.west + window.east - 2 * x) + abs(window.south + window.north - 2 * y)
        return seen, -off

    return View(
        max(windows, key=worth),
        gaps=gaps,
        frames=recent_placements(game),
        numbers=link_letters(game),
        gained=points_gained(game),
        players=players,
    )


def turn_view(
    game: Game, players: Players = UNNAMED_PLAYERS, *, aided: bool = True, since: int | None = None
) -> View:
    """The view of a turn: the last change and the places for the tile in hand.

    ``since`` which event of the story all is new, where that is more than the last turn.
    """
    ways = _placements_by_gap(game, aided)
    return View(
        turn_window(game, ways, since),
        gaps=legal_cells(game),
        ghosts=_ghosts(ways),
        frames=recent_placements(game, since),
        numbers=link_letters(game),
        gained=points_gained(game, since),
        players=players,
    )


def owners_view(game: Game, players: Players = UNNAMED_PLAYERS) -> View:
    """The whole board with every area in the colours of who leads in it."""
    return _tinted_view(game, players, lambda seats: bool(seats))


def seat_view(game: Game, seat: int, players: Players = UNNAMED_PLAYERS) -> View:
    """The whole board with only the areas that a seat leads or shares."""
    return _tinted_view(game, players, lambda seats: seat in seats)


def plan_view(game: Game, cell: Cell | None, seat: int, players: Players = UNNAMED_PLAYERS) -> View:
    """The whole board with every gap, one of which a seat may mean to fill: that one is framed."""
    gaps = tuple(game.board.gaps)
    window = Window.around((*game.board.tiles, *gaps))
    frames = ((cell, seat),) if cell is not None else ()
    return View(window, gaps=gaps, frames=frames, players=players, tile=96)


def laid_since_view(game: Game, since: int, players: Players = UNNAMED_PLAYERS) -> View:
    """The board around the tiles laid since an event of the story, each framed for who laid it."""
    news = [event for event in game.story[since:] if isinstance(event, TilePlaced)]
    tiles = Window.around(game.board.tiles)
    window = Window.around([event.cell for event in news] or tuple(game.board.tiles))
    return View(
        Window(
            max(tiles.west, window.west - MARGIN_CELLS),
            max(tiles.south, window.south - MARGIN_CELLS),
            min(tiles.east, window.east + MARGIN_CELLS),
            min(tiles.north, window.north + MARGIN_CELLS),
        ),
        frames=tuple((event.cell, event.seat) for event in news),
        players=players,
    )


def scored_feature_view(scored: Scored, players: Players = UNNAMED_PLAYERS) -> View:
    """The view of one scored feature, its sections or tiles numbered to be counted by finger."""
    counted: dict[Cell | Spot, Spot] = {}
    by_section = any(term.name == SECTIONS for term in scored.terms)
    for spot in scored.spots:
        counted.setdefault(spot if by_section else cell_of(spot), spot)
    numbers = {spot: str(n) for n, spot in enumerate(counted.values(), 1)}
    return View(Window.around(scored.cells()), numbers=numbers, players=players)


def dead_gaps_view(game: Game, players: Players = UNNAMED_PLAYERS) -> View:
    """The whole board with the gaps marked that no tile left fits."""
    dead = dead_gaps(game)
    gaps = legal_cells(game)
    window = Window.around((*game.board.tiles, *gaps, *dead))
    return View(window, gaps, {}, dead, recent_placements(game)[-1:], players=players, tile=96)


def with_shrinking_tiles(view: View) -> Iterator[View]:
    """The view, and then again with smaller tiles each time."""
    yield view
    while view.tile > MIN_TILE_PIXELS:
        view = replace(view, tile=max(MIN_TILE_PIXELS, view.tile * 3 // 4))
        yield view


def _placements_by_gap(game: Game, aided: bool) -> Sequence[Sequence[TilePlacement]]:
    """The ways to lay the drawn tile by gap, those that matter most first."""
    return ranked_placements(game) if aided else unranked_placements(game)


def _ghosts(ways: Iterable[Sequence[TilePlacement]]) -> dict[Cell, int]:
    """How the tile in hand is seen in gaps where one way to lay it is the best."""
    return {best.cell: best.rotation for best, *_ in ways if best.is_clearly_best}


def _tinted_view(game: Game, players: Players, wanted: Callable[[tuple[int, ...]], bool]) -> View:
    tints: dict[Spot, tuple[int, ...]] = {}
    for name in game.board.layers:
        for area in game.board.areas(name):
            seats = leaders(area.pieces)
            if seats and wanted(seats):
                for spot in area.spots:
                    tints.setdefault(spot, seats)
    return View(Window.around(game.board.tiles), tints=tints, players=players, tile=96)


def _starts(at: int, low: int, high: int, length: int) -> range:
    """The possible starts of a stretch within bounds that holds a place well inside."""
    if high - low < length:
        return range(low, low + 1)
    last, kept = high - length + 1, min(MARGIN_CELLS, (length - 1) // 2)
    return range(max(low, min(last, at - length + 1 + kept)), min(last, max(low, at - kept)) + 1)
