"""Why a move is not offered, and what would be right instead."""

from collections.abc import Sequence

from rules.errors import IllegalMove
from rules.game import Game
from rules.geometry import REACH, Cell, Side, xy
from rules.layers import NIBBLE, TERRAIN_CODE
from rules.moves import Deploy, Move, PlaceTile
from rules.notation import write
from rules.pieces import Piece, Role
from rules.ruleset import Decision
from rules.tiles import Terrain

_TERRAINS = {code: terrain for terrain, code in TERRAIN_CODE.items()}


def not_now(move: Move, decision: Decision) -> IllegalMove:
    """The reason why a move does not answer what is to be decided."""
    return IllegalMove("not-now", move=f"`{write(move)}`", wanted=decision.wanted)


def placement(game: Game, move: PlaceTile) -> IllegalMove:
    """The reason why the drawn tile cannot be laid so."""
    where = Place(move.cell)
    board = game.board
    if max(map(abs, xy(move.cell))) > REACH:
        return IllegalMove("far", low=-REACH, high=REACH)
    if move.cell in board.tiles:
        return IllegalMove("occupied", cell=where)
    gap = board.gaps.get(move.cell)
    hand = game.hand
    if gap is None or hand is None:
        return IllegalMove("apart", cell=where)
    form = hand.turned[move.rotation]
    fitting = hand.fitting[gap]
    if not fitting:
        return IllegalMove("nowhere-here", cell=where, sides=_demands(gap))
    clashes = "; ".join(
        f"its {side.name.lower()} side is a {_TERRAINS[form.sides >> 4 * side & NIBBLE]} "
        f"and meets a {_TERRAINS[gap >> 4 * side & NIBBLE]}"
        for side in Side
        if gap >> 4 * side & NIBBLE and (gap ^ form.sides) >> 4 * side & NIBBLE
    )
    return IllegalMove(
        "mismatch",
        cell=where,
        rotation=f"rot{90 * move.rotation}",
        sides=clashes,
        fitting=" or ".join(f"rot{f.degrees}" for f in fitting),
    )


def deployment(game: Game, move: Deploy, meant: Sequence[Deploy]) -> IllegalMove:
    """The reason why a piece cannot be deployed so; ``meant`` are the readings that could be."""
    role = game.book.role(move.role)
    tile = game.last_form.tile
    if meant:
        choices = ", ".join(f"{figure.role} {figure.letter}" for figure in meant)
        return IllegalMove("which-segment", role=role.name, choices=choices)
    if not game.supply[game.turn][role.kind]:
        return IllegalMove("supply", kind=role.kind.value)
    terrains = game.board.layers[role.layer][1].terrains
    wanted = " or ".join(f"a {terrain}" for terrain in sorted(terrains))
    if move.letter:
        if move.letter not in (zone.letter for zone in tile.zones):
            letters = ", ".join(zone.letter for zone in tile.zones)
            return IllegalMove("no-letter", letter=move.letter, letters=letters)
        zone = tile.zone(move.letter)
        if zone.terrain not in terrains:
            return IllegalMove(
                *("wrong-terrain",),
                letter=move.letter,
                terrain=zone.terrain.value,
                role=role.name,
                wanted=wanted,
            )
        zones = [zone]
    else:
        zones = [zone for zone in tile.zones if zone.terrain in terrains]
        if not zones:
            return IllegalMove("no-place", role=role.name, wanted=wanted)
    blocking = _standing(game, role, [zone.letter for zone in zones])
    return IllegalMove("taken", area=_area_name(role, zones[0].terrain), piece=blocking)


class Place(tuple[int, int]):
    """A cell as a fact in a refusal: its column and row."""

    def __new__(cls, cell: Cell) -> "Place":
        return super().__new__(cls, xy(cell))

    def __str__(self) -> str:
        return f"{self[0]} {self[1]}"


class Standing(tuple[int, str, Place]):
    """A piece as a fact in a refusal: its seat, its role and where it stands."""

    def __new__(cls, piece: Piece) -> "Standing":
        return super().__new__(cls, (piece.seat, piece.role.name, Place(piece.spot)))

    def __str__(self) -> str:
        return f"seat {self[0]}'s {self[1]} at {self[2]}"


def _standing(game: Game, role: Role, letters: Sequence[str]) -> Standing:
    """The piece that blocks the first of some segments for a role."""
    areas = (game.board.area(role.layer, game.board.spot(game.placed, x)) for x in letters)
    return Standing(next(piece for area in areas for piece in area.pieces))


def _area_name(role: Role, terrain: Terrain) -> str:
    return terrain.value if role.layer == terrain.value else f"{terrain.value} {role.layer}"


def _demands(gap: int) -> str:
    """What the neighbours of a gap ask of each side, in words."""
    return ", ".join(
        f"its {side.name.lower()} side must be a {_TERRAINS[gap >> 4 * side & NIBBLE]}"
        for side in Side
        if gap >> 4 * side & NIBBLE
    )
