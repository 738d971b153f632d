"""Pictures of suggested moves, numbered on the board or beside the moves that were played."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from renderer import text
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stack
from renderer.board_block import board_block, cells_block
from renderer.board_margins import FRAME_SHARE, TOP_EMS, margins
from renderer.cell_frames import numeral
from renderer.layout import EM_SHARE, centred, snap_tile_size, stacked_scene
from renderer.players import Players
from renderer.scene import Heading, Ink, Label, Pointer, Scene, Star
from renderer.view import View
from rules.analysis.drafts import play_without_effects
from rules.analysis.placements import suggestion_numbers
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import RING, Cell, cell_of, xy
from rules.moves import MoveSequence, PlaceTile

WIDTH_PIXELS: Final = 700
"""The width of these pictures."""
MAX_ASPECT: Final = 1.25
"""The most height by width of the numbered board and the suggestions below it."""
MARGIN_CELLS: Final = 2
"""The cells shown around the suggestions, where the board continues."""
MIN_COLUMNS_AND_ROWS: Final = (7, 4)
"""The least columns and rows shown, if the board has as many."""
MAX_LONE_TILE_PIXELS: Final = 216
MAX_TILE_WITH_NEIGHBOURS_PIXELS: Final = 288
"""The most pixels of a suggested tile alone, and with its neighbours."""

MAX_CROP: Final = (9, 5)
"""The most columns and rows of a crop with both moves of a comparison."""

MAX_TILE_EMS: Final = TOP_EMS / FRAME_SHARE
"""The ems of the largest tile of the board, whose frame is not cut at the edge."""

TITLE_EMS: Final = 1.5
"""The ems of the title of a suggestion."""

MoveComparison: TypeAlias = tuple[Game, MoveSequence, MoveSequence]
"""A game, the moves played in it, and better moves."""


def suggestions_scene(game: Game, suggestions: Sequence[MoveSequence], players: Players) -> Scene:
    """The board with suggestions in numbered spaces, and each result below."""
    em, gap = round(EM_SHARE * WIDTH_PIXELS), round(EM_SHARE * WIDTH_PIXELS * 0.6)
    cells = [cell_of_moves(game, moves) for moves in suggestions]
    is_one_cell = game.hand is None and len(set(cells)) == 1
    card_width = (WIDTH_PIXELS - gap * (len(suggestions) + 1)) // len(suggestions)
    numbers = suggestion_numbers(game, suggestions)
    cards = [
        stack(
            (
                _title(cell, numeral(str(number), round(TITLE_EMS * em), 4 * em), em),
                _card(game, moves, players, card_width, em, 1 if is_one_cell else 0),
            ),
            em // 4,
        )
        for number, moves, cell in zip(numbers, suggestions, cells, strict=True)
    ]
    row = in_a_row(cards, gap)
    blocks = [centred(row, WIDTH_PIXELS)]
    if not is_one_cell:
        room = round(MAX_ASPECT * WIDTH_PIXELS) - row.height - 2 * em
        blocks.insert(0, centred(_board(game, suggestions, cells, players, room, em), WIDTH_PIXELS))
    return stacked_scene(game, blocks, em)


def comparisons_scene(comparisons: Sequence[MoveComparison], players: Players) -> Scene:
    """The better moves on the board, beside the played tile."""
    em = round(EM_SHARE * WIDTH_PIXELS)
    rows = [
        _crop_with_both(number, comparison, players, em)
        or _cards_side_by_side(number, comparison, players, em)
        for number, comparison in enumerate(comparisons, 1)
    ]
    return stacked_scene(comparisons[0][0], [centred(row, WIDTH_PIXELS) for row in rows], em)


def _crop_with_both(
    number: int, comparison: MoveComparison, players: Players, em: int
) -> Block | None:
    """One crop of the board: better moves framed, the played tile faded.

    None if both are in one cell, are no placements, or lie too far apart.
    """
    game, played, better = comparison
    laid, cell = played[0], cell_of_moves(game, better)
    if not isinstance(laid, PlaceTile) or not isinstance(better[0], PlaceTile):
        return None
    window = Window.around([near + step for near in (laid.cell, cell) for step in (0, *RING)])
    if laid.cell == cell or window.columns > MAX_CROP[0] or window.rows > MAX_CROP[1]:
        return None
    after = play_without_effects(game, better).replace(drawn=game.drawn)
    view = View(
        window,
        gaps=(laid.cell,),
        ghosts={laid.cell: laid.rotation},
        frames=((cell, game.turn),),
        players=players,
        shows_emblems=False,
    )
    free = margins(view)
    size = min((WIDTH_PIXELS - free.across * em) / window.columns, MAX_LONE_TILE_PIXELS / 2)
    title = in_a_row((_numeral(number, em), *_titles(game, played, better, em)), em)
    return stack((title, board_block(after, view, snap_tile_size(size), em)), em // 4)


def _cards_side_by_side(
    number: int, comparison: MoveComparison, players: Players, em: int
) -> Block:
    game, played, better = comparison
    card_width = (WIDTH_PIXELS - 6 * em) // 2
    first, arrow, second = _titles(game, played, better, em)
    cards = [
        stack((title, _card(game, moves, players, card_width, em, 1)), em // 4)
        for moves, title in ((played, first), (better, second))
    ]
    return in_a_row((_numeral(number, em), cards[0], arrow, cards[1]), em // 2)


def _numeral(number: int, em: int) -> Block:
    return numeral(str(number), round(TITLE_EMS * em), 4 * em)


def _titles(
    game: Game, played: MoveSequence, better: MoveSequence, em: int
) -> tuple[Block, Block, Block]:
    star = Block(em, em, (Star(0, 0, em, Ink.AMBER, Ink.TABLE),))
    arrow = Block(em, em, (Pointer(0, 0, em, Heading.RIGHT, Ink.AMBER, Ink.TABLE),))
    none = Block(0, round(TITLE_EMS * em))
    return (
        _title(cell_of_moves(game, played), none, em),
        arrow,
        _title(cell_of_moves(game, better), star, em),
    )


def cell_of_moves(game: Game, moves: MoveSequence) -> Cell:
    """The cell of the tile, or of the first target."""
    first = moves[0]
    if isinstance(first, PlaceTile):
        return first.cell
    targets = art_of(game.book).move_targets(game, first)
    target_cells = [*targets.cells, *map(cell_of, targets.spots)]
    return target_cells[0] if target_cells else game.placed


def _board(
    game: Game,
    suggestions: Sequence[MoveSequence],
    cells: Sequence[Cell],
    players: Players,
    room: int,
    em: int,
) -> Block:
    numerals: dict[Cell, str] = {}
    ghosts: dict[Cell, int] = {}
    numbers = suggestion_numbers(game, suggestions)
    for number, cell, moves in zip(numbers, cells, suggestions, strict=True):
        numerals[cell] = f"{numerals[cell]}, {number}" if cell in numerals else str(number)
        if isinstance(moves[0], PlaceTile):
            ghosts.setdefault(cell, moves[0].rotation)
    view = View(
        _window(game, cells),
        gaps=tuple(ghosts),
        ghosts=ghosts,
        frames=tuple((cell, game.turn) for cell in numerals),
        numerals=numerals,
        players=players,
        shows_emblems=False,
    )
    free, window = margins(view), view.window
    size = min(
        (WIDTH_PIXELS - free.across * em) / window.columns,
        (room - free.along * em) / window.rows,
        MAX_TILE_EMS * em,
    )
    return board_block(game, view, snap_tile_size(size), em)


def _window(game: Game, cells: Sequence[Cell]) -> Window:
    bounds = Window.around((*game.board.tiles, *cells))
    inner = Window.around(cells)
    columns_beside = max(MARGIN_CELLS, -(-(MIN_COLUMNS_AND_ROWS[0] - inner.columns) // 2))
    rows_beside = max(MARGIN_CELLS, -(-(MIN_COLUMNS_AND_ROWS[1] - inner.rows) // 2))
    return Window(
        max(bounds.west, inner.west - columns_beside),
        max(bounds.south, inner.south - rows_beside),
        min(bounds.east, inner.east + columns_beside),
        min(bounds.north, inner.north + rows_beside),
    )


def _card(
    game: Game, moves: MoveSequence, players: Players, room: int, em: int, margin: int
) -> Block:
    """The result before scoring, with ``margin`` cells around it."""
    after, cell = play_without_effects(game, moves), cell_of_moves(game, moves)
    x, y = xy(cell)
    window = Window(x - margin, y - margin, x + margin, y + margin)
    frames = ((cell, game.turn),) if margin else ()
    view = View(window, frames=frames, players=players, shows_emblems=False)
    return cells_block(
        after,
        view,
        snap_tile_size(
            min(room, MAX_TILE_WITH_NEIGHBOURS_PIXELS if margin else MAX_LONE_TILE_PIXELS)
            / window.columns
        ),
        em,
    )


def _title(cell: Cell, before: Block, em: int) -> Block:
    words, height = text.coordinates(*xy(cell)), round(TITLE_EMS * em)
    width = text.width(words, em, True) + 4
    label = Label(0, 0, width, height, words, em, Ink.CHALK, Ink.TABLE, bold=True)
    return in_a_row((before, Block(width, height, (label,))), em // 2)
