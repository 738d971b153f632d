"""The position in words, for a player who cannot see the picture."""

from collections.abc import Iterator

from bot.games import nouns
from bot.presenters.private.features import Feature, Prospects, at, reading, summary
from bot.text.i18n import _, listed, ngettext, strung
from bot.text.names import Names
from rules.analysis.projection import projected
from rules.game import Game
from rules.geometry import Side, Spot, cell_of
from rules.layers import Form
from rules.variants.ark import ARK


def position(game: Game, names: Names, *, aided: bool = True, ended: bool = False) -> str:
    """Who is to play and with what, each feature in a line, and what every seat has left.

    Not ``aided``, nothing is said of what features are worth; ``ended`` early, only the points.
    """
    if ended or game.over:
        return "\n".join(
            [_("The game is over."), *_ended(game, names), "", *_tokens(game)]
        ).rstrip()
    prospects = Prospects.of(game)
    lines = [*_now(game, names)]
    finished: list[str] = []
    for layer in game.book.ruleset.layers:
        areas = (
            Feature(game, area, prospects, aided=aided) for area in game.board.areas(layer.name)
        )
        found = sorted((each for each in areas if each.live), key=Feature.order)
        still = [each for each in found if not each.closed]
        small = [each for each in still if each.small]
        if still:
            lines += ["", f"**{nouns.heading(layer.name)}**"]
            lines += [f"- {each.line(names)}" for each in still if not each.small]
            lines += [f"- {summary(small)}"] if small else []
        finished += [f"- {each.line(names)}" for each in found if each.closed]
    neutral = list(_tokens(game))
    if neutral:
        lines += ["", *neutral]
    if finished:
        lines += ["", _("**Finished and not yet scored**"), *finished]
    return "\n".join([*lines, "", *_players(game, names, aided=aided)])


def _now(game: Game, names: Names) -> Iterator[str]:
    """Whose turn it is, and the tile in hand or just laid."""
    yield ngettext(
        "{who} is to play, {number} tile is left: {wanted}.",
        "{who} is to play, {number} tiles are left: {wanted}.",
        len(game.bags[game.book.main_bag]),
        who=names.shown(game.turn),
        wanted=_(game.decision.wanted),
    )
    if game.hand is not None:
        form = game.hand.turned[0]
        yield _(
            "The drawn tile, {tile}, as it is at rot0: {sides}.",
            tile=game.hand.tile.id,
            sides=_sides(form),
        )
    else:
        yield _(
            "The tile just laid, {tile} at {cell}: {sides}.",
            tile=game.last_form.tile.id,
            cell=at(game.placed),
            sides=_sides(game.last_form),
        )


def _sides(form: Form) -> str:
    """What is on the sides of a tile from the north, clockwise; what else there is; its marks."""
    owner = dict(form.joints)
    zones = form.tile.zones
    said = []
    for side in Side:
        zone = zones[owner[3 * side + 1]]
        facts = {"terrain": nouns.terrain(zone.terrain), "letter": zone.letter}
        said.append(_("{side}: {terrain} {letter}", side=nouns.side(side), **facts))
    middles = {owner[3 * side + 1] for side in Side}
    others = [
        _("{terrain} {letter}", terrain=nouns.terrain(zone.terrain), letter=zone.letter)
        for index, zone in enumerate(zones)
        if index not in middles
    ]
    if others:
        said.append(_("besides: {zones}", zones=listed(others)))
    for zone in zones:
        if zone.marks:
            marks = listed(nouns.mark(name, number) for name, number in zone.marks.items())
            said.append(_("{marks} on {letter}", marks=marks, letter=zone.letter))
    return strung(said)


def _players(game: Game, names: Names, *, aided: bool) -> Iterator[str]:
    """What each seat has: points, pieces to deploy, if ``aided`` points if the game ended now."""
    final = projected(game)
    for seat, points in enumerate(game.scores):
        left = listed(nouns.piece_kind(kind, n) for kind, n in game.supply[seat].items())
        if not aided:
            yield ngettext(
                "{who}: {number} point; {pieces} to deploy.",
                "{who}: {number} points; {pieces} to deploy.",
                points,
                who=names.shown(seat),
                pieces=left,
            )
            continue
        yield ngettext(
            "{who}: {number} point, {final} if the game ended now; {pieces} to deploy.",
            "{who}: {number} points, {final} if the game ended now; {pieces} to deploy.",
            points,
            who=names.shown(seat),
            final=final[seat],
            pieces=left,
        )


def _ended(game: Game, names: Names) -> Iterator[str]:
    """The points of each seat."""
    for seat, points in enumerate(game.scores):
        yield ngettext(
            "{who}: {number} point.", "{who}: {number} points.", points, who=names.shown(seat)
        )


def _tokens(game: Game) -> Iterator[str]:
    """Where the Ark stands, and what each ferry joins."""
    if ARK in game.tokens:
        yield _("The Ark stands at {cell}.", cell=at(game.tokens[ARK]))
    for pair in sorted(game.board.links, key=lambda pair: reading(pair[0])):
        a, b = (_quay(game, spot) for spot in pair)
        yield _("The ferry at {cell} joins road {a} and road {b}.", cell=at(pair[0]), a=a, b=b)


def _quay(game: Game, spot: Spot) -> str:
    """``b (east)``: a road of a lake tile and the side it leads to."""
    cell = cell_of(spot)
    port = next(port for port, zone in game.board.tiles[cell].joints if cell + zone == spot)
    letter = game.board.zone(spot).letter
    return _("{letter} ({side})", letter=letter, side=nouns.side(Side(port // 3)))
