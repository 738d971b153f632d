"""The texts of a poster as blocks: players, honours, turning points, date and server."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from renderer import text
from renderer.blocks import Block, in_a_row
from renderer.players import Players
from renderer.points_chart import numbered_disc
from renderer.requests import HonourText, Poster
from renderer.scene import Align, Badge, Ink, Item, Label, Panel, Star
from rules.analysis.history import final_ranking, winners
from rules.game import Game

COLUMNS: Final = 3
"""The columns of honours and of turning points."""
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
    """The honours side by side between two fine lines."""
    if not honours:
        return Block(width, 0)
    wide, line = width // COLUMNS, max(1, em // 16)
    has_note = any(honour.note for honour in honours)
    high = round((5.0 + 1.15 * has_note) * em)
    items: list[Item] = [
        Panel(0, 0, width, line, Ink.BRONZE),
        Panel(0, high - line, width, line, Ink.BRONZE),
    ]
    start = (width - len(honours) * wide) // 2
    for column, honour in enumerate(honours):
        left = start + column * wide
        if column:
            items.append(Panel(left, round(0.8 * em), line, high - round(1.6 * em), Ink.GAP))
        items += _honour(players, honour, left + em // 4, wide - em // 2, em, has_note=has_note)
    return Block(width, high, tuple(items))


def _honour(
    players: Players, honour: HonourText, left: int, width: int, em: int, *, has_note: bool
) -> Iterator[Item]:
    """An honour: its title, its value, its note, its players."""
    top = round(0.3 * em)
    lines = [(honour.title, 1.0, Ink.BRONZE, True, 1.3), (honour.value, 1.5, Ink.DARK, True, 1.65)]
    if has_note:
        lines.append((honour.note, LEAST_EMS, Ink.DARK, False, 1.15))
    for words, ems, ink, bold, step in lines:
        least = round(LEAST_EMS * em)
        size = text.size_within(words, width, round(ems * em), least, bold)
        words = text.shorten(words, width, size, bold)
        high = round(step * em)
        yield Label(left, top, width, high, words, size, ink, Ink.PAPER, bold=bold)
        top += high
    yield from _seats(players, honour.seats, left, top + em // 8, width, em)


def _seats(
    players: Players, seats: Sequence[int], left: int, top: int, width: int, em: int
) -> Iterator[Item]:
    """The emblems of some seats in a row, centred; the name too of a seat alone."""
    mark, gap = round(1.3 * em), em // 4
    name, size, name_width = "", em, 0
    if len(seats) == 1:
        room = width - mark - gap
        size = text.size_within(players.title(seats[0]), room, em, round(LEAST_EMS * em), False)
        name = text.shorten(players.title(seats[0]), room, size, False)
        name_width = text.width(name, size, False) + 4 + gap
    left += (width - len(seats) * (mark + gap) + gap - name_width) // 2
    for seat in seats:
        yield Badge(left, top, mark, players.colour(seat), Ink.PAPER)
        left += mark + gap
    if name:
        yield Label(left, top, name_width, mark, name, size, Ink.DARK, Ink.PAPER, Align.LEFT)


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
    """The date and the server."""
    words = " · ".join(filter(None, (date, text.clean_name(server, ""))))
    if not words:
        return Block(width, 0)
    size, high = round(LEAST_EMS * em), round(1.3 * em)
    words = text.shorten(words, width, size, False)
    return Block(width, high, (Label(0, 0, width, high, words, size, Ink.BRONZE, Ink.PAPER),))
