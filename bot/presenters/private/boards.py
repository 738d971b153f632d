"""The views of a board: which picture each one is, and the position as text."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from bot.games import nouns
from bot.games.events import holdings, tokens
from bot.presenters.private import history, places
from bot.presenters.private.features import cell_code, cells, described, summary
from bot.presenters.words.clocks import timing
from bot.presenters.words.scores import chart_alt, counted, tiles_left
from bot.presenters.words.state import alt_text, status
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.i18n import N_, _, listed, ngettext, strung
from bot.text.message import Around, Counted, Illustration, Mine, Owners, Shot, Stuck, Unaided
from bot.text.names import Names
from rules.analysis.chronicle import last_scored, tile_of_turn
from rules.analysis.faces import Face, in_hand, last_laid
from rules.analysis.odds import dead_gaps
from rules.analysis.projection import projected
from rules.analysis.worth import features
from rules.game import Game
from rules.geometry import Cell, Side


def position(game: Game, names: Names, *, aided: bool = True, ended: bool = False) -> str:
    """The position as text: turn, features line by line, and the supply of every seat.

    Without ``aided`` no worth of features; with ``ended``, only the points.
    """
    if ended or game.over:
        return "\n".join([_("The game is over."), *_ended(game, names), "", *tokens(game)]).rstrip()
    lines = [*_now(game, names)]
    live = [feature for feature in features(game) if feature.live]
    for kind, alike in groupby(live, key=lambda feature: feature.kind):
        still = [feature for feature in alike if not feature.closed]
        trifling = [feature for feature in still if feature.trifling]
        if still:
            lines += ["", f"**{nouns.heading(kind)}**"]
            lines += [
                f"- {described(feature, names, aided=aided)}"
                for feature in still
                if not feature.trifling
            ]
            lines += [f"- {summary(trifling)}"] if trifling else []
    neutral = tokens(game)
    if neutral:
        lines += ["", *neutral]
    finished = [f"- {described(each, names, aided=aided)}" for each in live if each.closed]
    if finished:
        lines += ["", _("**Finished and not yet scored**"), *finished]
    return "\n".join([*lines, "", *_players(game, names, aided=aided)])


def _now(game: Game, names: Names) -> Iterator[str]:
    """The seat to move, and the tile in hand or just laid."""
    yield _(
        "{who} is to play ({tiles}): {wanted}.",
        who=names.shown(game.turn),
        tiles=tiles_left(game),
        wanted=_(game.decision.wanted),
    )
    hand = in_hand(game)
    if tile_of_turn(game, None if hand is not None else game.placed) > 1:
        yield _("It is the second tile of this turn.")
    if hand is not None:
        yield _("The drawn tile, not turned: {sides}.", sides=_sides(hand))
    else:
        laid = last_laid(game)
        yield _(
            "The tile just laid, at {cell}: {sides}.",
            cell=cell_code(game.placed),
            sides=_sides(laid),
        )


def _sides(face: Face) -> str:
    """The sides of a tile from the north, clockwise, its other segments and its marks."""
    said = [
        _(
            "{side}: {terrain} {letter}",
            side=nouns.side(side),
            terrain=nouns.terrain(segment.terrain),
            letter=segment.letter,
        )
        for side, segment in zip(Side, face.sides, strict=True)
    ]
    others = [
        _("{terrain} {letter}", terrain=nouns.terrain(each.terrain), letter=each.letter)
        for each in face.besides
    ]
    if others:
        said.append(_("besides: {zones}", zones=listed(others)))
    for segment in face.segments:
        if segment.marks:
            marks = listed(nouns.mark(name, number) for name, number in segment.marks.items())
            said.append(_("{marks} on {letter}", marks=marks, letter=segment.letter))
    return strung(said)


def _players(game: Game, names: Names, *, aided: bool) -> Iterator[str]:
    """Points and supply of each seat; if ``aided``, also the points if the game ended now."""
    final = projected(game)
    for seat, points in enumerate(game.scores):
        left = listed(nouns.piece_kind(kind, n) for kind, n in game.supply[seat].items())
        facts = {"who": names.shown(seat), "final": final[seat], "pieces": left}
        said = (
            ngettext(
                "{who}: {number} point, {final} if the game ended now; {pieces} to deploy.",
                "{who}: {number} points, {final} if the game ended now; {pieces} to deploy.",
                points,
                **facts,
            )
            if aided
            else ngettext(
                "{who}: {number} point; {pieces} to deploy.",
                "{who}: {number} points; {pieces} to deploy.",
                points,
                **facts,
            )
        )
        yield _with_holdings(said, game, seat)


def _ended(game: Game, names: Names) -> Iterator[str]:
    """The points of each seat."""
    for seat, points in enumerate(game.scores):
        who = names.shown(seat)
        said = ngettext("{who}: {number} point.", "{who}: {number} points.", points, who=who)
        yield _with_holdings(said, game, seat)


def _with_holdings(said: str, game: Game, seat: int) -> str:
    """A seat's text, and what the seat has taken beside its points."""
    taken = holdings(game, seat)
    return f"{said} {_('Taken: {things}.', things=listed(taken))}" if taken else said


TEXT, SCORES, PLACES = "text", "scores", "places"
VIEWS: Final = {
    "whole": N_("the whole board"),
    TEXT: N_("the position in words"),
    SCORES: N_("the points, and how they came about"),
    PLACES: N_("where the drawn tile may go"),
    "owners": N_("who leads where"),
    "mine": N_("what you lead or share"),
    "numbered": N_("what was scored last, to count it"),
    "stuck": N_("gaps that no tile left fits"),
}
"""The views and what each shows; TEXT and PLACES have no picture."""
AIDS: Final = frozenset({"owners", "mine", "stuck"})
"""The views that a table without aids does not have."""


def shown(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, tuple[Illustration, ...]]:
    """The text of a view, and its picture if it has one; ``cell`` moves it to one place."""
    game = table.running_game
    match view:
        case "text":
            text = position(game, names, aided=table.aided, ended=table.ended)
            return "\n".join([text, *timing(table, names)]), ()
        case "places":
            return places.places(game, names, aided=table.aided, ended=table.ended), ()
        case "scores":
            chart = Illustration(Shot.CHART, chart_alt(game, names))
            return history.score_text(table, names), (chart,)
        case _picture:
            words, picture = illustrated(table, names, view, cell, seat)
            return "\n".join(filter(None, (words, status(table, names)))), (picture,)


def illustrated(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, Illustration]:
    """The title of a view and its picture; ``cell`` moves it to one place of the board."""
    game = table.running_game
    alt = alt_text(table, names, [])
    if view in AIDS and not table.aided:
        raise Refusal("purist")
    match view:
        case "owners":
            words = _("Each area in the colours of who leads in it; hatched where they tie.")
            return words, Illustration(Shot.BOARD, f"{words} {alt}", Owners())
        case "mine":
            if seat is None:
                raise Refusal("not-seated")
            words = _("The areas that {player} leads or shares.", player=names.shown(seat))
            plain = _("The areas that {player} leads or shares.", player=names.plain(seat))
            return words, Illustration(Shot.BOARD, f"{plain} {alt}", Mine(seat))
        case "stuck":
            if game.over:
                raise Refusal("game-over")
            dead = dead_gaps(game)
            words = _("Every gap fits a tile that is left.")
            if dead:
                words = _("Crossed gaps fit no tile that is left: {cells}.", cells=cells(dead))
            plain = words.replace("`", "")
            return words, Illustration(Shot.BOARD, f"{plain} {alt}", Stuck())
        case "numbered":
            newest = last_scored(game, cell)
            if newest is not None:
                number, event = newest
                text = counted(event)
                shown = _("Numbered to be counted: {feature}", feature=text)
                return text, Illustration(Shot.BOARD, shown, Counted(number))
            raise Refusal("nothing-scored" if cell is None else "nothing-there")
        case _other if cell is not None:
            return "", Illustration(Shot.BOARD, alt, Around(cell))
        case _other:
            return "", Illustration(Shot.BOARD, alt, None if table.aided else Unaided())
