"""Build the error for an illegal move, with its reason and the legal alternatives."""

from collections.abc import Iterator, Sequence

from rules.board import Board
from rules.error_facts import (
    Clashes,
    Demands,
    FeatureName,
    Figures,
    Letters,
    Phrase,
    Place,
    RoleName,
    Roles,
    Rotations,
    Standing,
    Terrains,
    Written,
)
from rules.errors import IllegalMove
from rules.geometry import MAX_COORDINATE, Cell, Side, xy
from rules.layers import SIDE_MASK
from rules.moves import Deploy, Move, PlaceTile
from rules.pieces import Role
from rules.ruleset import Decision, Game
from rules.tile_fitting import forms_at, limit_refusal
from rules.tiles import Terrain


def not_now(move: Move, decision: Decision) -> IllegalMove:
    """The error for a move that does not answer the current decision."""
    return IllegalMove("not-now", move=Written(move.write()), wanted=Phrase(decision.wanted))


def too_late(move: Move) -> IllegalMove:
    """The error for a move after the last decision of a turn."""
    return IllegalMove("complete", move=Written(move.write()))


def no_gap(board: Board, cell: Cell) -> IllegalMove:
    """The error for a cell where no tile can be placed."""
    if max(map(abs, xy(cell))) > MAX_COORDINATE:
        return IllegalMove("far", low=-MAX_COORDINATE, high=MAX_COORDINATE)
    return IllegalMove("occupied" if cell in board.tiles else "apart", cell=Place(cell))


def placement_refusal(game: Game, move: PlaceTile) -> IllegalMove:
    where = Place(move.cell)
    gap = game.board.gaps.get(move.cell)
    hand = game.hand
    if gap is None or hand is None:
        return no_gap(game.board, move.cell)
    form = hand.turned[move.rotation]
    matching = hand.fitting[gap]
    demands = tuple(_constrained_sides(gap, game.book.terrains))
    if not matching:
        return IllegalMove("nowhere-here", cell=where, sides=Demands(demands))
    fitting = forms_at(game, hand.tile.id, move.cell)
    refused = limit_refusal(game, move.cell, matching[0]) if not fitting else None
    if refused is not None:
        return refused
    own_sides = dict(_constrained_sides(form.sides, game.book.terrains))
    return IllegalMove(
        "mismatch",
        cell=where,
        rotation=Rotations((move.rotation,)),
        sides=Clashes(
            tuple(
                (s, own_sides[s], demanded) for s, demanded in demands if own_sides[s] != demanded
            )
        ),
        fitting=Rotations(tuple(form.rotation for form in fitting)),
    )


def deployment_refusal(game: Game, move: Deploy, meant: Sequence[Deploy]) -> IllegalMove:
    """The error for a deployment; ``meant``: the legal ones it could mean."""
    roles = _roles(game, move.role)
    name = RoleName(move.role)
    tile = game.last_form.tile
    if meant:
        choices = Figures(tuple((name, figure.letter) for figure in meant))
        return IllegalMove("which-segment", role=name, choices=choices)
    if not game.supply[game.turn][roles[0].kind]:
        return IllegalMove("supply", kind=roles[0].kind)
    standing_on = {
        terrain: role for role in roles for terrain in game.board.layers[role.layer][1].terrains
    }
    role_terrains = Terrains(tuple(sorted(standing_on)))
    if move.letter:
        letters = Letters(tuple(zone.letter for zone in tile.zones))
        if move.letter not in letters.letters:
            return IllegalMove("no-letter", letter=move.letter, letters=letters)
        zone = tile.zone(move.letter)
        if zone.terrain not in standing_on:
            facts = {"terrain": zone.terrain, "role": name, "wanted": role_terrains}
            return IllegalMove("wrong-terrain", letter=move.letter, **facts)
        zones = [zone]
    else:
        zones = [zone for zone in tile.zones if zone.terrain in standing_on]
        if not zones:
            return IllegalMove("no-place", role=name, wanted=role_terrains)
    role = standing_on[zones[0].terrain]
    feature = FeatureName(zones[0].terrain, role.layer)
    if role.beside:
        return IllegalMove("alone", role=name, area=feature)
    letters_there = [zone.letter for zone in zones if standing_on[zone.terrain] == role]
    blocking = _blocking_piece(game, role, letters_there)
    return IllegalMove("taken", area=feature, piece=blocking)


def _roles(game: Game, name: str) -> tuple[Role, ...]:
    """The roles of a name, one a layer. Raise IllegalMove with the known names if none."""
    roles = tuple(role for role in game.book.ruleset.roles if role.name == name)
    if not roles:
        names = dict.fromkeys(RoleName(role.name) for role in game.book.ruleset.roles)
        raise IllegalMove("no-role", role=name, roles=Roles(tuple(names)))
    return roles


def _blocking_piece(game: Game, role: Role, letters: Sequence[str]) -> Standing:
    areas = (game.board.area(role.layer, game.board.spot(game.placed, x)) for x in letters)
    return Standing(next(piece for area in areas for piece in area.pieces))


def _constrained_sides(codes: int, terrains: Sequence[Terrain]) -> Iterator[tuple[Side, Terrain]]:
    """Sides of a form or gap that have a terrain, with it."""
    for side in Side:
        code = codes >> 4 * side & SIDE_MASK
        if code:
            yield side, terrains[code - 1]
