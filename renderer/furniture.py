"""What stands around the table: the score strip and the tile in hand with its letters."""

from collections.abc import Iterable, Sequence
from typing import Final

from renderer import text
from renderer.anchors import anchor
from renderer.scene import (
    DISC,
    Align,
    Badge,
    Block,
    DiscOn,
    Icon,
    Ink,
    Item,
    Label,
    Panel,
    Star,
    TileAt,
    in_a_row,
    stacked,
)
from renderer.table import apart
from rules.game import Game
from rules.moves import Deploy
from rules.pieces import Kind
from rules.story import GameEnded
from rules.tiles import Tile

LYING: Final = frozenset({"hunter", "farmer", "shepherd"})
"""Roles drawn lying down, which say less in small than a follower standing up."""

SIZES: Final = (24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192, 224, 256)
"""The sizes tiles are drawn at: few, so that sprites are found again."""


def snapped(size: float) -> int:
    """The largest of the sizes that is not above a size, or the smallest of all."""
    return max((s for s in SIZES if s <= size), default=SIZES[0])


def strip(game: Game, names: Sequence[str], width: int, em: int) -> Block:
    """Every seat's emblem, name, points and pieces left; who is to move stands out."""
    between, seats = round(0.35 * em), range(game.seats)
    ended = next((e for e in reversed(game.story) if isinstance(e, GameEnded)), None)
    kinds = {kind: _icon_role(game, kind) for kind in game.book.ruleset.supply}
    columns = game.seats
    least = (3 + 2.3 * len(kinds)) * em
    while columns > 1 and (width + between) / columns - between < least:
        columns = (columns + 1) // 2
    wide = (width - between * (columns - 1)) // columns
    cells = []
    for seat in seats:
        light = seat == game.turn if ended is None else seat in ended.winners
        cells.append(
            _seat(
                seat,
                name_of(names, seat),
                game.scores[seat],
                [(role, game.supply[seat].get(kind, 0)) for kind, role in kinds.items()],
                (wide, em, light, seat in game.out, ended is not None and light),
            )
        )
    rows = [in_a_row(cells[n : n + columns], between) for n in range(0, len(cells), columns)]
    return stacked(rows, between)


def name_of(names: Sequence[str], seat: int) -> str:
    """What a seat is called in a picture."""
    return text.clean(names[seat] if seat < len(names) else "", f"Player {seat + 1}")


def rotations(game: Game, size: int, em: int, columns: int) -> Block:
    """The tile in hand in the rotations that look different, named, those that fit nowhere pale."""
    hand = game.hand
    if hand is None:
        return Block(0, 0)
    fitting = {form.rotation for gap in game.board.gaps.values() for form in hand.fitting[gap]}
    letters = {zone.letter for zone in hand.tile.zones}
    cards = []
    for form in hand.distinct:
        fits = form.rotation in fitting
        tile = lettered(hand.tile, form.rotation, size, em, letters)
        label = Label(
            0,
            0,
            size,
            round(1.3 * em),
            f"rot{form.degrees}",
            em,
            Ink.CHALK if fits else Ink.FAINT,
            Ink.PANEL,
            bold=fits,
        )
        cards.append(
            stacked((Block(size, label.height, (label,)), Block(size, size, (tile,))), em // 8)
        )
    rows = [in_a_row(cards[n : n + columns], em // 2) for n in range(0, len(cards), columns)]
    return carded(stacked(rows, em // 4), em)


def just_placed(game: Game, size: int, em: int) -> Block:
    """The tile just laid as it lies; only the letters where a piece may go are strong."""
    form = game.last_form
    live = {move.letter for move in game.offered() if isinstance(move, Deploy)}
    tile = lettered(form.tile, form.rotation, size, em, live)
    return carded(Block(size, size, (tile,)), em, above=0.5)


def lettered(tile: Tile, rotation: int, size: int, em: int, live: Iterable[str]) -> TileAt:
    """A tile with the letters of its segments, none hiding another."""
    radius = (DISC * em + 1) / size
    letters = [zone.letter for zone in tile.zones]
    places = apart([anchor(tile, rotation, letter) for letter in letters], 2 * radius, radius)
    alive = frozenset(live)
    return TileAt(
        0,
        0,
        size,
        tile,
        rotation,
        tuple(
            DiscOn(round(x * size), round(y * size), letter, em, letter in alive)
            for letter, (x, y) in zip(letters, places, strict=True)
        ),
    )


def carded(block: Block, em: int, above: float = 0.15) -> Block:
    """A block on a panel of its own."""
    side, top = em // 2, round(above * em)
    width, height = block.width + 2 * side, block.height + top + side
    panel = Panel(0, 0, width, height, Ink.PANEL, radius=em // 3)
    return Block(width, height, (panel, *block.at(side, top)))


def _icon_role(game: Game, kind: Kind) -> str:
    """The role by which a kind of piece is drawn: one that stands, if there is one."""
    roles = [role.name for role in game.book.ruleset.roles if role.kind == kind]
    return next((role for role in roles if role not in LYING), roles[0])


def _seat(
    seat: int,
    name: str,
    points: int,
    pieces: Sequence[tuple[str, int]],
    look: tuple[int, int, bool, bool, bool],
) -> Block:
    wide, em, light, out, won = look
    ground = Ink.PAPER if light else Ink.PANEL
    ink = Ink.INK if light else (Ink.FAINT if out else Ink.CHALK)
    pad, line = round(0.4 * em), round(1.5 * em)
    high = 2 * line + 2 * pad
    items: list[Item] = [Panel(0, 0, wide, high, ground, radius=em // 3)]
    items.append(Badge(pad, pad, line, seat, ground))
    left = pad + line + round(0.3 * em)
    room = wide - pad - left - (line if won else 0)
    shown = text.fitted(name, room, em, light)
    items.append(Label(left, pad, room, line, shown, em, ink, ground, Align.LEFT, light))
    if won:
        items.append(Star(wide - pad - line, pad, line, Ink.GOLD, ground))
    count, icon = round(0.75 * em), round(1.3 * em)
    right = wide - pad - len(pieces) * (count + icon + em // 5) + em // 5
    big = round(1.4 * em)
    items.append(
        Label(pad, pad + line, right - pad, line, str(points), big, ink, ground, Align.LEFT, True)
    )
    for role, left_over in pieces:
        items.append(Icon(right, pad + line + (line - icon) // 2, icon, seat, role, ground))
        right += icon
        box = (right, pad + line, count, line)
        items.append(Label(*box, str(left_over), em, ink, ground, Align.CENTRE))
        right += count + em // 5
    return Block(wide, high, tuple(items))
