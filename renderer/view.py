"""Views of the board (whole, turn, seat, plan, news): the window, marks on cells and zones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from renderer.players import UNNAMED_PLAYERS, Players
from renderer.position_facts import legal_cells, link_letters, points_gained, space_labels
from renderer.requests import Legend, Plan, PlannedTile
from rules.analysis.area_worth import area_worths
from rules.analysis.board_news import PieceNews, news_cells, piece_news, tiles_laid_since
from rules.analysis.draw_odds import dead_gaps
from rules.analysis.history import recent_placements
from rules.analysis.placements import gap_numbers
from rules.analysis.tile_groups import capital_letters
from rules.analysis.viewport import Window, news_window, turn_window
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of, xy
from rules.pieces import Kind, Piece, leaders
from rules.story import Event, Scored

CROP_CELLS: Final = 7
"""The most cells of a crop each way."""

MIN_TILE_PIXELS: Final = 16
"""The smallest size of tiles, in pixels."""

SECTIONS: Final = "sections"
"""The term of a score that counts segments instead of tiles."""

MARGIN_CELLS: Final = 2
"""The cells kept around the cell of a crop, where the board continues."""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The part of a score that an animation's frame has not settled yet.

    ``standing``: pieces drawn where they stood; ``away``: pieces in no supply yet; ``points``: by
    seat, not added yet.
    """

    standing: tuple[Piece, ...] = ()
    away: tuple[Piece, ...] = ()
    points: tuple[int, ...] = ()

    def scores(self, game: Game) -> tuple[int, ...]:
        missing = self.points or (0,) * game.seats
        return tuple(score - less for score, less in zip(game.scores, missing, strict=True))

    def supply(self, game: Game, seat: int, kind: Kind) -> int:
        away = sum(piece.seat == seat and piece.role.kind == kind for piece in self.away)
        return max(0, game.supply[seat].get(kind, 0) - away)


@dataclass(frozen=True, slots=True)
class View:
    """A view: the window, marks on cells and zones, and the largest tile size.

    ``gaps``: cells for the tile in hand, with short ``gap_labels`` in place of coordinates;
    ``ghosts``: its rotations there (or another kind's, in ``ghost_tiles``); ``dead``: gaps that no
    undrawn tile fits; ``frames``: framed cells with their seats; ``tints``: zones with the seats of
    their colours; ``zone_labels``: letters or numbers on zones; ``pale``: zones that cannot be
    chosen; ``path``: a line of cells in the mover's colour; ``numerals``: large texts on cells;
    ``gained``: each seat's points of the last turn; ``legend`` explains the marks to new players.
    """

    window: Window
    gaps: tuple[Cell, ...] = ()
    gap_labels: Mapping[Cell, str] = field(default_factory=dict, kw_only=True)
    ghosts: Mapping[Cell, int] = field(default_factory=dict)
    dead: tuple[Cell, ...] = ()
    frames: tuple[tuple[Cell, int], ...] = ()
    tints: Mapping[Spot, tuple[int, ...]] = field(default_factory=dict)
    zone_labels: Mapping[Spot, str] = field(default_factory=dict)
    pale: frozenset[Spot] = frozenset()
    path: tuple[Cell, ...] = ()
    numerals: Mapping[Cell, str] = field(default_factory=dict)
    gained: tuple[int, ...] = ()
    players: Players = UNNAMED_PLAYERS
    tile: int = 128
    votes: Mapping[Cell, str] = field(default_factory=dict)
    """The numbers of votes for ghosts that lost a vote."""
    shows_emblems: bool = True
    """True if each frame bears the emblem of its seat, and only the last frame is strong."""
    legend: Legend | None = None
    ghost_tiles: Mapping[Cell, str] = field(default_factory=dict)
    closed: bool = False
    """True if nobody is to move any more."""
    tile_letters: Mapping[Cell, str] = field(default_factory=dict)
    """The letters of new tiles in the order of their placing."""
    piece_news: tuple[PieceNews, ...] = ()
    """The pieces that were scored or left, shown with their points."""
    unsettled: Unsettled = Unsettled()
    worths: Mapping[tuple[Spot, ...], str] = field(default_factory=dict)
    """The points written on areas, by their spots."""


def whole_view(
    game: Game,
    players: Players = UNNAMED_PLAYERS,
    tile: int = 96,
    *,
    aided: bool = True,
) -> View:
    """The whole board with the gaps for the tile in hand.

    Dead gaps are only in an ``aided`` view.
    """
    gaps = legal_cells(game)
    dead = dead_gaps(game) if aided and not game.over else ()
    window = Window.around((*game.board.tiles, *gaps, *dead))
    return View(
        window,
        gaps=gaps,
        gap_labels=space_labels(game),
        dead=dead,
        frames=recent_placements(game)[-1:],
        zone_labels=link_letters(game),
        gained=points_gained(game),
        players=players,
        tile=tile,
    )


def closed_view(game: Game, players: Players = UNNAMED_PLAYERS) -> View:
    """An ended game's board: no gaps, nobody to move."""
    window = Window.around(game.board.tiles)
    frames = recent_placements(game)[-1:]
    return View(window, frames=frames, players=players, tile=96, closed=True)


def cell_view(
    game: Game,
    around: Cell | None = None,
    players: Players = UNNAMED_PLAYERS,
    columns: int = CROP_CELLS,
    rows: int = CROP_CELLS,
) -> View:
    """Cells around one, by default the last placed, moved to show most gaps."""
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
        gap_labels=space_labels(game),
        frames=recent_placements(game),
        zone_labels=link_letters(game),
        gained=points_gained(game),
        players=players,
    )


def turn_view(
    game: Game,
    players: Players = UNNAMED_PLAYERS,
    *,
    since: int | None = None,
    legend: Legend | None = None,
    others: Sequence[PlannedTile] = (),
) -> View:
    """The last changes and the places for the tile in hand.

    ``since``: first new event, if more than the last turn is new. ``others`` are faint tiles that
    lost a vote, on cells of their own, with the number of their votes.
    """
    return View(
        turn_window(game, since, [tile.cell for tile in others]),
        gaps=legal_cells(game),
        gap_labels=space_labels(game),
        frames=recent_placements(game, since),
        zone_labels=link_letters(game),
        gained=points_gained(game, since),
        players=players,
        legend=legend,
        ghosts={tile.cell: tile.rotation for tile in others},
        ghost_tiles={tile.cell: tile.tile for tile in others},
        votes={tile.cell: tile.letters for tile in others},
    )


def position_view(game: Game, players: Players = UNNAMED_PLAYERS) -> View:
    """A turn with the whole board, however small its tiles."""
    whole = Window.around((*game.board.tiles, *legal_cells(game)))
    return replace(turn_view(game, players), window=whole)


def owners_view(game: Game, players: Players = UNNAMED_PLAYERS, *, aided: bool = True) -> View:
    """Every area in its leaders' colours, with its points.

    Without ``aided`` no points before the end. After it, areas that brought points have the colours
    of the seats that got most.
    """
    worths = area_worths(game)
    sign = "+" if game.over else ""
    numbered = worths if aided or game.over else ()
    return replace(
        whole_view(game, players, aided=aided),
        # Of layers that share spots, the first is shown.
        tints={spot: worth.seats for worth in reversed(worths) for spot in worth.spots},
        worths={worth.spots: f"{sign}{worth.points}" for worth in numbered if worth.points},
    )


def seat_view(game: Game, seat: int, players: Players = UNNAMED_PLAYERS) -> View:
    return _tinted_view(game, players, lambda seats: seat in seats)


def plan_view(game: Game, plan: Plan, players: Players = UNNAMED_PLAYERS) -> View:
    """Every gap by its number, the planned one framed.

    Of several tiles planned for one gap the first is shown, with all letters.
    """
    gaps = tuple(gap_numbers(game))
    window = Window.around((*game.board.tiles, *gaps))
    tiles = [tile for tile in plan.tiles if tile.cell in game.board.gaps]
    numerals: dict[Cell, str] = {}
    for tile in tiles:
        earlier = f"{numerals[tile.cell]}, " if tile.cell in numerals else ""
        numerals[tile.cell] = f"{earlier}{tile.letters}"
    framed = [] if plan.cell is None else [plan.cell]
    framed += [cell for cell in numerals if cell != plan.cell]
    return View(
        window,
        gaps=gaps,
        gap_labels={cell: str(number) for cell, number in gap_numbers(game).items()},
        ghosts={tile.cell: tile.rotation for tile in reversed(tiles)},
        ghost_tiles={tile.cell: tile.tile for tile in reversed(tiles)},
        frames=tuple((cell, plan.seat) for cell in framed),
        numerals=numerals,
        players=players,
        tile=96,
        shows_emblems=not numerals,
    )


def news_view(game: Game, since: int, players: Players = UNNAMED_PLAYERS) -> View:
    """The board around what is new since an event.

    New tiles are framed for their seats and lettered in order. Pieces that went home stand faintly
    where they left, with their points; the score strip has all gains.
    """
    laid = tiles_laid_since(game, since)
    return View(
        news_window(game, news_cells(game, since)),
        frames=laid,
        gained=points_gained(game, since),
        players=players,
        shows_emblems=False,
        tile_letters={cell: capital_letters(n) for n, (cell, _seat) in enumerate(laid, 1)},
        piece_news=piece_news(game, since),
    )


def scored_feature_view(scored: Event, players: Players = UNNAMED_PLAYERS) -> View:
    """A scored feature, its segments or tiles numbered for counting."""
    assert isinstance(scored, Scored)
    counted: dict[Cell | Spot, Spot] = {}
    by_section = any(term.name == SECTIONS for term in scored.terms)
    for spot in scored.spots:
        counted.setdefault(spot if by_section else cell_of(spot), spot)
    labels = {spot: str(n) for n, spot in enumerate(counted.values(), 1)}
    return View(Window.around(scored.cells()), zone_labels=labels, players=players)


def dead_gaps_view(game: Game, players: Players = UNNAMED_PLAYERS) -> View:
    dead = dead_gaps(game)
    gaps = legal_cells(game)
    window = Window.around((*game.board.tiles, *gaps, *dead))
    return View(window, gaps, {}, dead, recent_placements(game)[-1:], players=players, tile=96)


def with_shrinking_tiles(view: View) -> Iterator[View]:
    """The view, then the same with ever smaller tiles."""
    yield view
    while view.tile > MIN_TILE_PIXELS:
        view = replace(view, tile=max(MIN_TILE_PIXELS, view.tile * 3 // 4))
        yield view


def _tinted_view(game: Game, players: Players, is_shown: Callable[[tuple[int, ...]], bool]) -> View:
    tints: dict[Spot, tuple[int, ...]] = {}
    for name in game.board.layers:
        for area in game.board.areas(name):
            seats = leaders(area.pieces)
            if seats and is_shown(seats):
                for spot in area.spots:
                    tints.setdefault(spot, seats)
    return View(Window.around(game.board.tiles), tints=tints, players=players, tile=96)


def _starts(position: int, low: int, high: int, length: int) -> range:
    """Starts of a range within bounds that contains a position with a margin."""
    if high - low < length:
        return range(low, low + 1)
    last, margin = high - length + 1, min(MARGIN_CELLS, (length - 1) // 2)
    return range(
        max(low, min(last, position - length + 1 + margin)),
        min(last, max(low, position - margin)) + 1,
    )
