"""The poster of a finished game: title, winners, map, honours, chart and turning points on paper.

The same page is drawn small for a post and large for printing; all lengths follow its width.
"""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import Final

from renderer import text
from renderer.blocks import Block, in_a_row
from renderer.board_block import tiles_with_things
from renderer.players import Players
from renderer.points_chart import ON_PAPER, numbered_disc, plot_block
from renderer.requests import HonourText, Poster
from renderer.scene import Align, Badge, Ink, Item, Label, Panel, Scene, Star, TileAt
from renderer.score_strip import TILE_SIZES
from renderer.view import View
from rules.analysis.history import final_ranking, winners
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import xy

EM_SHARE: Final = 14.6 / 500
"""An em as a share of the width; texts have 11 pixels or more if shown 420 pixels wide."""

POST_WIDTH_PIXELS: Final = 980
"""The width of the poster in a post."""
DOTS_PER_INCH: Final = 300
PRINT_WIDTH_PIXELS: Final = 3508
"""The width of the poster for printing: A3 at 300 dots per inch."""
ASPECT: Final = sqrt(2)
"""The height by width, as of all A formats."""

MAX_TILE_EMS: Final = 9.0
"""The ems of the largest tiles, on a small board."""
TILE_STEP: Final = 2
"""The step in pixels of the sizes of tiles: each new size draws every tile, in 0.2 s."""
CHART_EMS: Final = 5.5
"""The height of the chart in ems."""


def poster_scenes(
    game: Game, players: Players, texts: Poster, width: int = POST_WIDTH_PIXELS
) -> Iterator[Scene]:
    """The poster, then the same with smaller and smaller tiles on its map."""
    largest: int | None = None
    while largest is None or largest > TILE_SIZES[0]:
        scene, drawn = _page(game, players, texts, width, largest)
        yield scene
        largest = max((size for size in TILE_SIZES if size < drawn), default=TILE_SIZES[0])


def _page(
    game: Game, players: Players, texts: Poster, width: int, largest: int | None
) -> tuple[Scene, int]:
    """The page with tiles of at most a size, and the size of its tiles."""
    em, height = ceil(EM_SHARE * width), round(ASPECT * width)
    rim = em
    inner = width - 2 * rim
    head = head_block(game, players, texts.title, inner, em)
    rest = [
        block
        for block in (
            honours_block(players, texts.honours, inner, em),
            plot_block(
                *(game, players, inner, _chart_height(game.seats, em), em, ON_PAPER),
                [(point.turn, point.seat) for point in texts.turning_points],
            ),
            turning_points_block(players, texts, inner, em),
            footer_block(texts.date, texts.server, inner, em),
        )
        if block.height
    ]
    gap = em // 3
    taken = 2 * rim + head.height + sum(block.height + gap for block in rest)
    room = height - taken - 2 * gap
    window = Window.around(game.board.tiles)
    fitting = min(inner // window.columns, room // window.rows, round(MAX_TILE_EMS * em))
    size = max(TILE_SIZES[0], min(fitting, largest or fitting) // TILE_STEP * TILE_STEP)
    board = _map(game, players, window, size, em)
    items = [*_paper(width, height, em), *head.flat(rim, rim)]
    top = rim + head.height + gap + max(0, (room - board.height) // 2)
    items += board.flat((width - board.width) // 2, top)
    bottom = height - rim
    for block in reversed(rest):
        bottom -= block.height
        items += block.flat(rim, bottom)
        bottom -= gap
    return Scene(game.book, width, height, tuple(items), Ink.PAPER), size


def _chart_height(seats: int, em: int) -> int:
    """The height of the chart, in which the emblems of all seats have room."""
    return round(max(CHART_EMS, 1.1 * seats + 1.9) * em)


def _paper(width: int, height: int, em: int) -> Iterator[Panel]:
    """A fine double line around the page."""
    for inset, line, ink in ((0.34, 0.07, Ink.BRONZE), (0.54, 0.035, Ink.GAP)):
        away, thick = round(inset * em), max(1, round(line * em))
        yield Panel(away, away, width - 2 * away, height - 2 * away, ink)
        away += thick
        yield Panel(away, away, width - 2 * away, height - 2 * away, Ink.PAPER)


def _map(game: Game, players: Players, window: Window, size: int, em: int) -> Block:
    """The board cut out of the table, with a soft shadow on the paper."""
    cells = tuple(game.board.tiles)
    view = View(window, players=players, tile=size)

    def corner(cell: int) -> tuple[int, int]:
        x, y = xy(cell)
        return (x - window.west) * size, (window.north - y) * size

    items: list[Item] = []
    for share, ink in ((0.11, Ink.GAP), (0.05, Ink.FAINT)):
        away = max(1, round(share * size))
        items += [Panel(x + away, y + away, size, size, ink) for x, y in map(corner, cells)]
    edge = max(1, size // 48)
    items += [
        Panel(x - edge, y - edge, size + 2 * edge, size + 2 * edge, Ink.DARK)
        for x, y in map(corner, cells)
    ]
    items += [
        TileAt(
            *corner(cell), size, game.board.tiles[cell].tile, game.board.tiles[cell].rotation, on
        )
        for cell, on in tiles_with_things(game, view, cells, size, em)
    ]
    return Block(window.columns * size, window.rows * size, tuple(items))


COLUMNS: Final = 3
"""The columns of honours and of turning points."""
HONOUR_EMS: Final = 2.8
"""The height of a row of honours in ems."""
PLAYER_GAP_EMS: Final = 1.3
"""The ems between two players in a row."""
NAME_EMS: Final = 2.3
LEAST_EMS: Final = 0.92
"""The ems of a winner's name, and of the smallest font: 11 pixels on a phone."""


def head_block(game: Game, players: Players, title: str, width: int, em: int) -> Block:
    """The title, the winners with their points, and the other players."""
    items: list[Item] = []
    top, high = em // 4, round(1.3 * em)
    for line, size in _title_lines(title, width - 2 * em, em):
        items.append(Label(0, top, width, high, line, size, Ink.BRONZE, Ink.PAPER, bold=True))
        top += high
    best = winners(game)
    share = max(1.2, NAME_EMS / sqrt(max(1, len(best))))
    for seat in best:
        items += _winner(game, players, seat, top, width, round(share * em))
        top += round(1.35 * share * em)
    others = [(place, seat) for place, seat in final_ranking(game) if seat not in best]
    for row in _rows([_player(game, players, *other, width, em) for other in others], width, em):
        top += em // 8
        left = (width - row.width) // 2
        items += row.flat(left, top)
        top += row.height
    return Block(width, top, tuple(items))


def _rows(blocks: Sequence[Block], width: int, em: int) -> Iterator[Block]:
    """Blocks in rows, as many side by side as fit into a width."""
    gap = round(PLAYER_GAP_EMS * em)
    row: list[Block] = []
    for block in blocks:
        if row and sum(one.width + gap for one in row) + block.width > width:
            yield in_a_row(row, gap)
            row = []
        row.append(block)
    if row:
        yield in_a_row(row, gap)


def _title_lines(title: str, width: int, em: int) -> Iterator[tuple[str, int]]:
    """The lines of the title with their font sizes: one, or two for a long title."""
    least = round(LEAST_EMS * em)
    size = text.size_within(title, width, round(1.15 * em), least, True)
    words = title.split(" ")
    cut = len(words)
    while cut > 1 and text.width(" ".join(words[:cut]), size, True) > width:
        cut -= 1
    for line in (words[:cut], words[cut:]):
        if line:
            yield text.shorten(" ".join(line), width, size, True), size


def _winner(
    game: Game, players: Players, seat: int, top: int, width: int, em: int
) -> Iterator[Item]:
    """A winner's emblem, name and points between two stars, centred."""
    high, points = round(1.3 * em), str(game.scores[seat])
    mark, star, gap = round(1.15 * em), round(0.62 * em), em // 3
    room = width - 2 * star - mark - 5 * gap - text.width(points, em, True)
    name = players.title(seat)
    size = text.size_within(name, room, em, round(0.5 * em), True)
    name = text.shorten(name, room, size, True)
    name_width, score_width = text.width(name, size, True) + 4, text.width(points, em, True) + 4
    left = (width - 2 * star - mark - name_width - score_width - 4 * gap) // 2
    middle = top + (high - star) // 2
    yield Star(left, middle, star, Ink.AMBER, Ink.PAPER)
    left += star + gap
    yield Badge(left, top + (high - mark) // 2, mark, players.colour(seat), Ink.PAPER)
    left += mark + gap
    yield Label(left, top, name_width, high, name, size, Ink.DARK, Ink.PAPER, Align.LEFT, True)
    left += name_width + gap
    yield Label(left, top, score_width, high, points, em, Ink.BRONZE, Ink.PAPER, Align.LEFT, True)
    yield Star(left + score_width + gap, middle, star, Ink.AMBER, Ink.PAPER)


def _player(game: Game, players: Players, place: int, seat: int, width: int, em: int) -> Block:
    """The place, emblem, name and points of a player, at most so wide."""
    high, mark, gap = round(1.5 * em), round(1.3 * em), em // 4
    points, number = str(game.scores[seat]), f"{place}."
    number_width = text.width(number, em, True) + 4
    score_width = text.width(points, em, True) + 4
    room = width - number_width - mark - score_width - 4 * gap
    name = players.title(seat)
    size = text.size_within(name, room, em, round(LEAST_EMS * em), False)
    name = text.shorten(name, room, size, False)
    name_width = text.width(name, size, False) + 4
    at_mark = number_width + gap
    at_name = at_mark + mark + gap
    at_score = at_name + name_width + gap
    return Block(
        at_score + score_width,
        high,
        (
            Label(0, 0, number_width, high, number, em, Ink.BRONZE, Ink.PAPER, bold=True),
            Badge(at_mark, (high - mark) // 2, mark, players.colour(seat), Ink.PAPER),
            Label(at_name, 0, name_width, high, name, size, Ink.DARK, Ink.PAPER, Align.LEFT),
            Label(
                *(at_score, 0, score_width, high, points, em),
                *(Ink.DARK, Ink.PAPER, Align.LEFT, True),
            ),
        ),
    )


def honours_block(players: Players, honours: Sequence[HonourText], width: int, em: int) -> Block:
    """The honours side by side in rows between two fine lines."""
    if not honours:
        return Block(width, 0)
    columns, line = _columns(len(honours)), max(1, em // 16)
    wide, high = width // columns, round(HONOUR_EMS * em)
    rows = range(0, len(honours), columns)
    total = len(rows) * high + em // 2
    items: list[Item] = [Panel(0, top, width, line, Ink.BRONZE) for top in (0, total - line)]
    for number, first in enumerate(rows):
        row = honours[first : first + columns]
        left, top = (width - len(row) * wide) // 2, em // 4 + number * high
        for column, honour in enumerate(row):
            start = left + column * wide
            if column:
                items.append(Panel(start, top + em // 4, line, high - em // 2, Ink.GAP))
            items += _honour(players, honour, start + em // 4, top, wide - em // 2, em)
    return Block(width, total, tuple(items))


def _columns(number: int) -> int:
    """The columns of so many honours: rows of two where three would leave one alone."""
    return 2 if number in {2, 4} else COLUMNS


def _honour(
    players: Players, honour: HonourText, left: int, top: int, width: int, em: int
) -> Iterator[Item]:
    """An honour: the emblem of its player beside its title and value."""
    mark, gap, least = round(2.1 * em), round(0.4 * em), round(LEAST_EMS * em)
    value = " · ".join(filter(None, (honour.value, honour.note)))
    if text.width(value, least, False) > width - mark - gap:
        value = honour.value  # A note that does not fit is in the alt text only.
    lines: list[tuple[str, int, Ink, bool, int]] = []
    for words, ink, bold in ((honour.title, Ink.BRONZE, True), (value, Ink.DARK, False)):
        size = text.size_within(words, width - mark - gap, em, least, bold)
        words = text.shorten(words, width - mark - gap, size, bold)
        lines.append((words, size, ink, bold, text.width(words, size, bold) + 4))
    left += (width - mark - gap - max(line[-1] for line in lines)) // 2
    step = round(1.25 * em)
    top += (round(HONOUR_EMS * em) - 2 * step) // 2
    yield Badge(left, top + step - mark // 2, mark, players.colour(honour.seat), Ink.PAPER)
    for words, size, ink, bold, wide in lines:
        yield Label(
            *(left + mark + gap, top, wide, step, words, size, ink, Ink.PAPER, Align.LEFT, bold)
        )
        top += step


def turning_points_block(players: Players, texts: Poster, width: int, em: int) -> Block:
    """The turning points side by side below their heading, each with its number on the chart."""
    points = texts.turning_points
    if not points:
        return Block(width, 0)
    head, wide = round(1.3 * em), width // COLUMNS
    high, disc, mark, gap = round(1.6 * em), round(1.56 * em), round(1.3 * em), em // 4
    size = text.size_within(texts.turning_title, width, em, round(LEAST_EMS * em), True)
    title = text.shorten(texts.turning_title, width, size, True)
    items: list[Item] = [Label(0, 0, width, head, title, size, Ink.BRONZE, Ink.PAPER, bold=True)]
    start = (width - len(points) * wide) // 2
    for column, point in enumerate(points):
        room = wide - disc - mark - em
        size = text.size_within(point.words, room, em, round(LEAST_EMS * em), False)
        words = text.shorten(point.words, room, size, False)
        length = text.width(words, size, False) + 4
        left = start + column * wide + (wide - disc - mark - 2 * gap - length) // 2
        items += numbered_disc(left + disc // 2, head + high // 2, column + 1, em)
        left += disc + gap
        top = head + (high - mark) // 2
        items.append(Badge(left, top, mark, players.colour(point.seat), Ink.PAPER))
        left += mark + gap
        items.append(Label(left, head, length, high, words, size, Ink.DARK, Ink.PAPER, Align.LEFT))
    return Block(width, head + high, tuple(items))


def footer_block(date: str, server: str, width: int, em: int) -> Block:
    words = " · ".join(filter(None, (date, text.clean_name(server, ""))))
    if not words:
        return Block(width, 0)
    size, high = round(LEAST_EMS * em), round(1.3 * em)
    words = text.shorten(words, width, size, False)
    return Block(width, high, (Label(0, 0, width, high, words, size, Ink.BRONZE, Ink.PAPER),))
