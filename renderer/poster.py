"""The poster of a finished game: title, players with honours, map, chart and turning points.

The same page is drawn small for a post and large for printing; all lengths follow its width.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Final

from renderer import text
from renderer.blocks import Block
from renderer.board_block import tiles_with_things
from renderer.layout import TILE_SIZES
from renderer.players import Players
from renderer.points_chart import ON_PAPER, numbered_disc, plot_block
from renderer.requests import HonourText, Poster, Voters
from renderer.scene import Align, Badge, Ink, Item, Label, Panel, Scene, Star, TileAt
from renderer.view import View
from rules.analysis.history import final_ranking, winners
from rules.analysis.viewport import PHONE_PIXELS, Window
from rules.game import Game
from rules.geometry import xy

LEAST_EMS: Final = 0.92
"""The smallest font in ems: 11 pixels on a phone."""
EM_SHARE: Final = 11 / (LEAST_EMS * PHONE_PIXELS) + 0.0001
"""An em as a share of the width."""

POST_WIDTH_PIXELS: Final = 980
"""The width of the poster in a post."""
DOTS_PER_INCH: Final = 300
PRINT_WIDTH_PIXELS: Final = 3508
"""The width of the poster for printing: A3 at 300 dots per inch."""
ASPECT: Final = sqrt(2)
"""The height by width, as of all A formats."""

MAX_TILE_EMS: Final = 6.6
"""The ems of the largest tiles, on a small board."""
TILE_STEP: Final = 2
"""The step in pixels of the sizes of tiles: each new size draws every tile, in 0.2 s."""
CHART_EMS: Final = 7.0
LOW_CHART_EMS: Final = 5.7
"""The height of the chart in ems, and with more than `FEW_SEATS`, whose rows take its room."""
FEW_SEATS: Final = 4


def poster_scenes(
    game: Game, players: Players, texts: Poster, width: int = POST_WIDTH_PIXELS
) -> Iterator[Scene]:
    """The poster, then the same with ever smaller tiles on its map."""
    largest: int | None = None
    while largest is None or largest > TILE_SIZES[0]:
        scene, drawn = _page(game, players, texts, width, largest)
        yield scene
        largest = max((size for size in TILE_SIZES if size < drawn), default=TILE_SIZES[0])


def _page(
    game: Game, players: Players, texts: Poster, width: int, largest: int | None
) -> tuple[Scene, int]:
    """The page with tiles of at most ``largest``, and their size."""
    em, height = ceil(EM_SHARE * width), round(ASPECT * width)
    rim = round(0.8 * em)
    inner = width - 2 * rim
    head = head_block(game, players, texts, inner, em)
    rest = [
        chart_block(game, players, texts, inner, em),
        footer_block(texts.date, texts.server, inner, em),
    ]
    gap = em // 4
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


def _paper(width: int, height: int, em: int) -> Iterator[Panel]:
    for inset, line, ink in ((0.34, 0.07, Ink.BRONZE), (0.54, 0.035, Ink.GAP)):
        away, thick = round(inset * em), max(1, round(line * em))
        yield Panel(away, away, width - 2 * away, height - 2 * away, ink)
        away += thick
        yield Panel(away, away, width - 2 * away, height - 2 * away, Ink.PAPER)


def _map(game: Game, players: Players, window: Window, size: int, em: int) -> Block:
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


NAME_EMS: Final = 2.1
"""The ems of the name of a single winner."""
ROW_EMS: Final = 1.25
"""The ems of a row of the other players, and of a winner's honour."""


def head_block(game: Game, players: Players, texts: Poster, width: int, em: int) -> Block:
    """The title, the winners' points and honours, and a row for each other player."""
    items: list[Item] = []
    top, high = em // 8, round(1.4 * em)
    for line, size in _title_lines(texts.title, width - em, em):
        items.append(Label(0, top, width, high, line, size, Ink.BRONZE, Ink.PAPER, bold=True))
        top += high
    best, row = winners(game), round(ROW_EMS * em)
    honours = {honour.seat: honour for honour in texts.honours}
    share = max(
        1.2, (NAME_EMS if game.seats <= FEW_SEATS else 0.75 * NAME_EMS) / sqrt(max(1, len(best)))
    )
    for seat in best:
        items += _winner(game, players, seat, top, width, round(share * em))
        top += round(1.3 * share * em)
        if seat in honours:
            box = (0, top, width, row)
            size, least = em, round(LEAST_EMS * em)
            words = _honour_words(honours[seat], width, least)
            size = text.size_within(words, width, em, least, False)
            items.append(Label(*box, words, size, Ink.BRONZE, Ink.PAPER))
            top += row
    others = [seat for _place, seat in final_ranking(game) if seat not in best]
    if others:
        table = _table(game, players, others, honours, width, em)
        items += table.flat((width - table.width) // 2, top + em // 8)
        top += em // 8 + table.height
    if texts.voters is not None:
        voters = voters_block(players, texts.voters, width, em)
        items += voters.flat((width - voters.width) // 2, top + em // 8)
        top += em // 8 + voters.height
    return Block(width, top, tuple(items))


def voters_block(players: Players, voters: Voters, width: int, em: int) -> Block:
    """The badge of the voters' seat, a title, and the voters, long names cut."""
    high, mark, gap, size = round(ROW_EMS * em), round(1.15 * em), em // 2, round(LEAST_EMS * em)
    colour = players.colour(voters.seat)
    items: list[Item] = [Badge(0, (high - mark) // 2, mark, colour, Ink.PAPER)]
    left = mark + gap // 2

    def add(words: str, ink: Ink, *, bold: bool = False) -> None:
        nonlocal left
        wide = text.width(words, size, bold) + 4
        items.append(Label(left, 0, wide, high, words, size, ink, Ink.PAPER, Align.LEFT, bold))
        left += wide

    add(voters.title, Ink.BRONZE)
    numbers = sum(text.width(str(number), size, True) + 4 for _name, number in voters.voters)
    room = width - left - numbers - len(voters.voters) * (gap + gap // 2 + 4)
    longest = _longest([text.width(name, size, False) for name, _number in voters.voters], room)
    for name, number in voters.voters:
        left += gap
        add(text.shorten(name, longest, size, False), Ink.DARK)
        left += gap // 2
        add(str(number), Ink.BRONZE, bold=True)
    return Block(left, high, tuple(items))


def _longest(widths: Sequence[int], room: int) -> int:
    """The width to which wider ones are cut, so that all fit."""
    for rest, width in zip(range(len(widths), 0, -1), sorted(widths), strict=True):
        if width > room // rest:
            return room // rest
        room -= width
    return max(widths, default=0)


def _honour_words(honour: HonourText, room: int, size: int) -> str:
    """Title and value, and the note where it fits: the alt text has it too."""
    for parts in ((honour.title, honour.value, honour.note), (honour.title, honour.value)):
        words = " · ".join(filter(None, parts))
        if text.width(words, size, False) <= room:
            break
    return text.shorten(words, room, size, False)


def _table(
    game: Game,
    players: Players,
    seats: Sequence[int],
    honours: Mapping[int, HonourText],
    width: int,
    em: int,
) -> Block:
    high, mark, gap, size = round(ROW_EMS * em), round(1.15 * em), em // 2, round(LEAST_EMS * em)
    score = max(text.width(str(game.scores[seat]), em, True) for seat in seats) + 4
    free = width - mark - score - 3 * gap
    named = max(text.width(players.title(seat), size, False) for seat in seats) + 4
    # A long name is cut before an honour loses its value: both are in the alt text.
    least = max((_width_without_note(honours, seat, size) for seat in seats), default=0) + 4
    named = min(named, max(free - least, free // 3))
    words = {
        seat: _honour_words(honours[seat], free - named, size) for seat in seats if seat in honours
    }
    wide = max((text.width(one, size, False) + 4 for one in words.values()), default=-gap)
    at_name = mark + gap
    at_score = at_name + named + gap
    at_honour = at_score + score + gap
    items: list[Item] = []
    for row, seat in enumerate(seats):
        top = row * high
        name = text.shorten(players.title(seat), named, size, False)
        points = str(game.scores[seat])
        items += (
            Badge(0, top + (high - mark) // 2, mark, players.colour(seat), Ink.PAPER),
            Label(at_name, top, named, high, name, size, Ink.DARK, Ink.PAPER, Align.LEFT),
            Label(
                *(at_score, top, score, high, points, em, Ink.DARK, Ink.PAPER, Align.RIGHT, True)
            ),
        )
        if seat in words:
            box = (at_honour, top, wide, high)
            items.append(Label(*box, words[seat], size, Ink.BRONZE, Ink.PAPER, Align.LEFT))
    return Block(at_honour + wide, len(seats) * high, tuple(items))


def _width_without_note(honours: Mapping[int, HonourText], seat: int, size: int) -> int:
    """The width of the title and value of a seat's honour."""
    honour = honours.get(seat)
    return text.width(f"{honour.title} · {honour.value}", size, False) if honour else 0


def _title_lines(title: str, width: int, em: int) -> Iterator[tuple[str, int]]:
    """Lines with font sizes; two for a long title."""
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


def chart_block(game: Game, players: Players, texts: Poster, width: int, em: int) -> Block:
    """The chart, with the turning points on its right."""
    points = turning_points_block(players, texts, em)
    taken = points.width and points.width + em // 2
    ems = CHART_EMS if game.seats <= FEW_SEATS else LOW_CHART_EMS
    height = max(round(ems * em), points.height)
    marks = [(point.turn, point.seat) for point in texts.turning_points]
    chart = plot_block(game, players, width - taken, height, em, ON_PAPER, marks)
    below = (height - points.height) // 2
    return Block(width, height, blocks=((0, 0, chart), (width - points.width, below, points)))


def turning_points_block(players: Players, texts: Poster, em: int) -> Block:
    """The turning points below their heading, numbered as on the chart."""
    if not texts.turning_points:
        return Block(0, 0)
    head, high, disc, mark, gap = (round(share * em) for share in (1.3, 1.6, 1.56, 1.2, 0.25))
    size = round(LEAST_EMS * em)
    title = texts.turning_title
    at_words = disc + mark + 2 * gap
    width = (
        max(
            text.width(title, size, True),
            *(at_words + text.width(point.words, size, False) for point in texts.turning_points),
        )
        + 4
    )
    items: list[Item] = [
        Label(0, 0, width, head, title, size, Ink.BRONZE, Ink.PAPER, Align.LEFT, True)
    ]
    for row, point in enumerate(texts.turning_points):
        top = head + row * high
        items += numbered_disc(disc // 2, top + high // 2, row + 1, em)
        colour = players.colour(point.seat)
        items.append(Badge(disc + gap, top + (high - mark) // 2, mark, colour, Ink.PAPER))
        box = (at_words, top, width - at_words, high)
        items.append(Label(*box, point.words, size, Ink.DARK, Ink.PAPER, Align.LEFT))
    return Block(width, head + len(texts.turning_points) * high, tuple(items))


def footer_block(date: str, server: str, width: int, em: int) -> Block:
    words = " · ".join(filter(None, (date, text.clean_name(server, ""))))
    if not words:
        return Block(width, 0)
    size, high = round(LEAST_EMS * em), round(1.3 * em)
    words = text.shorten(words, width, size, False)
    return Block(width, high, (Label(0, 0, width, high, words, size, Ink.BRONZE, Ink.PAPER),))
