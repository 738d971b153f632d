"""The blocks below a board: the score strip of seats' cards, and the tile in hand with letters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final

from renderer import text
from renderer.anchors import letter_places
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stack
from renderer.players import Colour
from renderer.position_facts import choosable_letters, tokens_held
from renderer.scene import (
    Align,
    Badge,
    DiscOn,
    Heading,
    Icon,
    Ink,
    Item,
    Label,
    MarkIcon,
    Panel,
    Pointer,
    RotationArrow,
    Star,
    TileAt,
)
from renderer.view import View
from rules.analysis.history import winners
from rules.forms import Form
from rules.game import Game
from rules.pieces import Kind
from rules.tile_fitting import fitting_places

LINE_EMS: Final = 1.5
PADDING_EMS: Final = 0.4
"""The height of a line of a seat's card, and the free space around its lines, in ems."""

CARD_GAP_EMS: Final = 0.35
ICON_EMS: Final = 1.3
ICON_GAP_EMS: Final = 0.08
"""The ems between two cards, of an icon, and of the free space between an icon and its number."""

DIGIT_EMS: Final = 0.56
"""The ems of a digit of a number beside an icon; a test compares it with the font."""

ENTRY_GAP_EMS: Final = 0.22
"""The ems of free space between a number and the next icon."""

NAME_EMS: Final = 1.2
MIN_NAME_EMS: Final = 1.0
"""The ems of the font of a short name, and of the smallest font before a longer one is cut."""

POINTS_EMS: Final = 1.5
POINTS_ROOM_EMS: Final = 2.35
"""The ems of the font of points, and of the room for three digits."""

MIN_CARD_EMS: Final = 7.6
"""The ems of the narrowest card in which most names are whole."""

EMBLEM_AND_NAME_EMS: Final = 6.2
"""The ems of an emblem and a shortened name, where tokens stand beside them."""

TURN_MARK_EMS: Final = 0.65
OUTLINE_EMS: Final = 0.2
"""The ems of the pointer before the seat to move, and of the outline of its card."""

ROTATION_HEAD_EMS: Final = 1.3
"""The ems of the heading above a rotation, which says how far the tile is turned."""

PANEL_SIDE_EMS: Final = 0.5
"""The ems of free panel on the other sides of a block on it."""

PANEL_TOP_EMS: Final = 0.15
"""The ems of free panel above a block on it."""

LEVEL_BARS_EMS: Final = ((0.17, 0.28), (0.17, 0.45), (0.17, 0.62), (0.17, 0.79))
"""The width and height of the bars beside an opponent's name, one for each level."""

LEVEL_GAP_EMS: Final = 0.08
"""The ems between two of these bars."""

LAID_TILE_TOP_EMS: Final = 0.5
"""The ems of free panel above the tile just laid."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat's card in the score strip.

    ``level``: an opponent's, 0 for a person. ``pieces``: by kind the role drawn, and the number in
    supply; ``tokens``: by kind the mark drawn, and the number held. Kinds without pieces left are
    hidden.
    """

    colour: Colour
    name: str
    points: int
    gained: int
    level: int
    pieces: tuple[tuple[str, int], ...]
    tokens: tuple[tuple[str, int], ...]
    is_to_move: bool
    is_leading: bool
    is_out: bool
    has_won: bool

    @property
    def shown_pieces(self) -> tuple[tuple[str, int], ...]:
        """Kinds with pieces left; without any, a 0 beside the first kind."""
        return tuple(entry for entry in self.pieces if entry[1]) or self.pieces[:1]

    @property
    def shown_tokens(self) -> tuple[tuple[str, int], ...]:
        return tuple(entry for entry in self.tokens if entry[1])


def score_strip(game: Game, view: View, width: int, em: int) -> Block:
    """The seats' cards; that of the seat to move has an outline and a pointer.

    The most points are golden. After the game winners have a star instead.
    """
    gap, seats = round(CARD_GAP_EMS * em), range(game.seats)
    best = winners(game)
    kinds = {kind: icon_role(game, kind) for kind in game.book.ruleset.supply}
    holdings = tokens_held(game)
    columns = _columns(game, width, em)
    card_width = (width - gap * (columns - 1)) // columns
    scores, supply = view.unsettled.scores(game), view.unsettled.supply
    cells = [
        _seat_block(
            SeatCard(
                view.players.colour(seat),
                view.players.name(seat),
                scores[seat],
                view.gained[seat] if view.gained else 0,
                view.players.level(seat),
                tuple((role, supply(game, seat, kind)) for kind, role in kinds.items()),
                tuple((name, numbers[seat]) for name, numbers in holdings.items()),
                is_to_move=not (game.over or view.closed) and seat == game.turn,
                is_leading=not game.over and 0 < scores[seat] == max(scores),
                is_out=seat in game.out,
                has_won=seat in best,
            ),
            card_width,
            em,
        )
        for seat in seats
    ]
    rows = [in_a_row(cells[n : n + columns], gap) for n in range(0, len(cells), columns)]
    return stack(rows, gap)


def strip_height(game: Game, width: int, em: int) -> int:
    rows = seat_rows(game, width, em)
    return rows * 2 * (round(LINE_EMS * em) + round(PADDING_EMS * em)) + (rows - 1) * round(
        CARD_GAP_EMS * em
    )


def seat_rows(game: Game, width: int, em: int) -> int:
    """Rows of cards in a width."""
    return -(-game.seats // _columns(game, width, em))


def _columns(game: Game, width: int, em: int) -> int:
    columns, gap = game.seats, round(CARD_GAP_EMS * em)
    while columns > 1 and (width + gap) / columns - gap < min_card_ems(game) * em:
        columns = (columns + 1) // 2
    return columns


def min_card_ems(game: Game) -> float:
    """The narrowest card with room for name, points, pieces and tokens, in ems."""
    return _min_card_ems(len(game.book.ruleset.supply), len(art_of(game.book).held))


@cache  # measured a hundred times for a picture
def _min_card_ems(below: int, beside: int) -> float:
    """The width for so many kinds of pieces and of tokens."""
    with_pieces = 2 * PADDING_EMS + POINTS_ROOM_EMS + _entries_ems(below)
    return max(
        MIN_CARD_EMS, with_pieces, EMBLEM_AND_NAME_EMS + _entries_ems(beside) if beside else 0
    )


def _entries_ems(number: int) -> float:
    return number * (ICON_EMS + ICON_GAP_EMS + DIGIT_EMS + ENTRY_GAP_EMS) - ENTRY_GAP_EMS


def rotations_block(game: Game, size: int, em: int, columns: int) -> Block:
    """The fitting rotations of the tile in hand; only the first has letters."""
    hand = game.hand
    if hand is None:
        return Block(0, 0)
    shown = hand_forms(game)
    look, letters = art_of(game.book).look(hand.tile), {zone.letter for zone in hand.tile.zones}
    tiles = [TileAt(0, 0, size, hand.tile, form.rotation) for form in shown]
    tiles[0] = lettered_tile(look, shown[0].rotation, size, em, letters)
    cards = []
    for form, tile in zip(shown, tiles, strict=True):
        words, mark, high = f"{form.degrees}°", em, round(ROTATION_HEAD_EMS * em)
        written = text.width(words, em, True) + 4
        left = (size - mark - em // 4 - written) // 2
        label = Block(
            size,
            high,
            (
                RotationArrow(left, (high - mark) // 2, mark, Ink.CHALK, Ink.PANEL),
                Label(
                    *(size - left - written, 0, written, high, words, em, Ink.CHALK, Ink.PANEL),
                    bold=True,
                ),
            ),
        )
        cards.append(stack((label, Block(size, size, (tile,))), em // 8))
    rows = [in_a_row(cards[n : n + columns], em // 2) for n in range(0, len(cards), columns)]
    return on_panel(stack(rows, em // 4), em)


def hand_forms(game: Game) -> Sequence[Form]:
    """The hand's distinct fitting rotations; all if none fits."""
    hand = game.hand
    if hand is None:
        return ()
    fitting = {form.rotation for _, form in fitting_places(game, hand.tile.id)}
    return tuple(form for form in hand.distinct if form.rotation in fitting) or hand.distinct


def hand_size(game: Game, size: int, em: int) -> tuple[int, int]:
    """The row of the tile in hand, or else of the tile just laid, in pixels."""
    if game.hand is None:
        return size + 2 * (em // 2), size + round(LAID_TILE_TOP_EMS * em) + em // 2
    columns = len(hand_forms(game))
    wide = columns * size + (columns - 1) * (em // 2)
    high = round(ROTATION_HEAD_EMS * em) + em // 8 + size
    return wide + 2 * (em // 2), high + round(PANEL_TOP_EMS * em) + em // 2


def laid_tile_block(game: Game, size: int, em: int) -> Block:
    """The tile just laid; letters where a piece may go are strong."""
    form = game.last_form
    look = art_of(game.book).look(form.tile)
    tile = lettered_tile(look, form.rotation, size, em, choosable_letters(game))
    return on_panel(Block(size, size, (tile,)), em, above=LAID_TILE_TOP_EMS)


def lettered_tile(look: Look, rotation: int, size: int, em: int, strong: Iterable[str]) -> TileAt:
    """A tile with its letters side by side and off buildings.

    The letters in ``strong`` stand out.
    """
    radius = (text.DISC_RADIUS_EMS * em + 1) / size
    places = letter_places(look, rotation, radius)
    strong_letters = frozenset(strong)
    return TileAt(
        0,
        0,
        size,
        look.tile,
        rotation,
        tuple(
            DiscOn(round(x * size), round(y * size), zone.letter, em, zone.letter in strong_letters)
            for zone, (x, y) in zip(look.tile.zones, places, strict=True)
        ),
    )


def on_panel(block: Block, em: int, above: float = PANEL_TOP_EMS) -> Block:
    """``above``: ems free above the block."""
    side, top = int(PANEL_SIDE_EMS * em), round(above * em)
    width, height = block.width + 2 * side, block.height + top + side
    panel = Panel(0, 0, width, height, Ink.PANEL, radius=em // 3)
    return Block(width, height, (panel,), ((side, top, block),))


def icon_role(game: Game, kind: Kind) -> str:
    """A standing role, if there is one."""
    roles = [role.name for role in game.book.ruleset.roles if role.kind == kind]
    art = art_of(game.book)
    return next((role for role in roles if not art.figure(role).lying), roles[0])


def _seat_block(card: SeatCard, wide: int, em: int) -> Block:
    is_light = card.is_to_move or card.has_won
    ground = Ink.PAPER if is_light else Ink.PANEL
    ink = Ink.DARK if is_light else (Ink.FAINT if card.is_out else Ink.CHALK)
    pad, line = round(PADDING_EMS * em), round(LINE_EMS * em)
    high = 2 * (line + pad)
    items: list[Item] = [Panel(0, 0, wide, high, ground, radius=em // 3)]
    left = pad
    if card.is_to_move:
        rim, mark = max(2, round(OUTLINE_EMS * em)), round(TURN_MARK_EMS * em)
        items = [
            Panel(0, 0, wide, high, Ink.AMBER, radius=em // 3),
            Panel(rim, rim, wide - 2 * rim, high - 2 * rim, ground, radius=em // 4),
            Pointer(pad, pad + (line - mark) // 2, mark, Heading.RIGHT, Ink.BRONZE, ground),
        ]
        left += mark + em // 5
    items.append(Badge(left, pad, line, card.colour, ground))
    left += line + round(0.3 * em)
    right = wide - pad - (line if card.has_won else 0)
    if card.has_won:
        items.append(Star(right, pad, line, Ink.AMBER, ground))
    tokens, width = _entries(card.shown_tokens, em)
    for x, token, number, digits in tokens:
        icon = round(ICON_EMS * em)
        x += right - width
        items.append(MarkIcon(x, pad + (line - icon) // 2, icon, token, ground))
        items.append(_number(x, pad, digits, number, em, ink, ground))
    bars = _level_bars(card.level, ink, em)
    room = right - (width + em // 4 if width else 0) - left
    room -= bars.width + em // 4 if card.level else 0
    most, least = round(NAME_EMS * em), ceil(MIN_NAME_EMS * em)
    size = text.size_within(card.name, room, most, least, is_light)
    name = text.shorten(card.name, room, size, is_light)
    items.append(Label(left, pad, room, line, name, size, ink, ground, Align.LEFT, is_light))
    beside = left + text.width(name, size, is_light) + em // 4
    items += bars.flat(beside, pad + (line - bars.height) // 2)
    return Block(wide, high, (*items, *_points_and_pieces(card, wide, em, ink, ground)))


def _level_bars(level: int, ink: Ink, em: int) -> Block:
    """Rising bars, as many strong as the level; none for a person."""
    if not level:
        return Block(0, 0)
    items, left, high = [], 0, round(LEVEL_BARS_EMS[-1][1] * em)
    pale = Ink.FAINT if ink is Ink.DARK else Ink.GRID
    for number, (wide, tall) in enumerate(LEVEL_BARS_EMS, 1):
        top = high - round(tall * em)
        shade = ink if number <= level else pale
        items.append(Panel(left, top, round(wide * em), high - top, shade))
        left += round((wide + LEVEL_GAP_EMS) * em)
    return Block(left - round(LEVEL_GAP_EMS * em), high, tuple(items))


def _points_and_pieces(card: SeatCard, wide: int, em: int, ink: Ink, ground: Ink) -> Iterator[Item]:
    pad, line = round(PADDING_EMS * em), round(LINE_EMS * em)
    top, icon = pad + line, round(ICON_EMS * em)
    pieces, width = _entries(card.shown_pieces, em)
    start = wide - pad - width
    size, points = round(POINTS_EMS * em), str(card.points)
    while size > 1 and text.width(points, size, True) > start - pad - em // 8:
        size -= 1
    room = min(text.width(points, size, True) + round(0.35 * em), start - pad)
    amber = Ink.BRONZE if ground is Ink.PAPER else Ink.AMBER
    shade = amber if card.is_leading else ink
    yield Label(pad, top, room, line, points, size, shade, ground, Align.LEFT, True)
    gain, free = f"+{card.gained}", start - pad - room - em // 4
    if card.gained and text.width(gain, em, True) <= free:
        yield Label(pad + room, top, free, line, gain, em, amber, ground, Align.LEFT, True)
    for x, role, number, digits in pieces:
        yield Icon(start + x, top + (line - icon) // 2, icon, card.colour, role, ground)
        yield _number(start + x, top, digits, number, em, ink if number else Ink.FAINT, ground)


def _entries(
    shown: Iterable[tuple[str, int]], em: int
) -> tuple[list[tuple[int, str, int, int]], int]:
    """Left end, name, number and number's width of each icon; and the whole width."""
    placed, x = [], 0
    for name, number in shown:
        digits = len(str(number)) * round(DIGIT_EMS * em)
        placed.append((x, name, number, digits))
        x += round(ICON_EMS * em) + round(ICON_GAP_EMS * em) + digits + round(ENTRY_GAP_EMS * em)
    return placed, max(0, x - round(ENTRY_GAP_EMS * em))


def _number(x: int, y: int, width: int, number: int, em: int, ink: Ink, ground: Ink) -> Label:
    left, line = x + round(ICON_EMS * em) + round(ICON_GAP_EMS * em), round(LINE_EMS * em)
    return Label(left, y, width, line, str(number), em, ink, ground, Align.LEFT, True)
