"""Texts and pictures of a board's views (`/board`), and the messages of `/tiles`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from bot.history import words as history_words
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.coordinates import side_name
from bot.text.i18n import N_, _, join_list, join_with_semicolons, ngettext, percent
from bot.text.message import ALT_LIMIT, Illustration, Message, truncate
from bot.text.names import Names, strip_markdown
from bot.words import nouns
from bot.words import spaces as places
from bot.words.nouns import extra_tile
from bot.words.scores import chart_alt, holding_phrases, score_sum, tiles_left, token_sentences
from bot.words.spaces import cell_code, cell_codes, feature_text, trifling_summary
from bot.words.state import alt_text, status_text, time_lines
from renderer.requests import (
    Board,
    CellsAround,
    ClosedBoard,
    DeadGaps,
    PointsChart,
    ScoredFeature,
    SeatAreas,
    TileKinds,
    TitledTileKinds,
)
from rules.analysis.draw_odds import (
    dead_gaps,
    draw_chance,
    fitting_kinds,
    fitting_rotations,
    kinds_left,
)
from rules.analysis.features import features
from rules.analysis.history import last_scored_feature, tile_number_in_turn
from rules.analysis.hypothetical_scores import projected_scores
from rules.analysis.tile_faces import Face, drawn_face, last_laid_face, printed_face
from rules.analysis.tile_groups import TileGroup, group_tiles, merge_equal_kinds
from rules.game import Game
from rules.geometry import Cell, Side, xy


def tiles_message(game: Game) -> Message:
    """The tiles left by bag and kind, as text and picture."""
    lines, groups = [], []
    spent = [bag for bag in game.book.ruleset.draws if not game.bags[bag]]
    for bag, left in kinds_left(game).items():
        if bag in spent and bag != game.book.main_bag:
            continue
        name = nouns.bag_name(bag)
        heading = _("{pile} left: {number}", pile=name, number=left.total())
        groups.append(_kind_group(game, heading, left))
        lines += [f"**{heading}**", *_kind_lines(game, left)]
    return Message("\n".join(lines), (_kinds_picture(groups, lines),))


def fitting_tiles_message(game: Game, cell: Cell, names: Names) -> Message:
    """Tiles left that fit a gap, and each player's chance to draw one."""
    x, y = xy(cell)
    tiles_by_kind = fitting_kinds(game, cell)
    if not tiles_by_kind:
        return Message(_("No remaining tile fits at `{cell}`.", cell=f"{x} {y}"))
    heading = ngettext(
        "{number} remaining tile fits at {cell}",
        "{number} remaining tiles fit at {cell}",
        tiles_by_kind.total(),
        cell=f"`{x} {y}`",
    )
    lines = [f"**{heading}**", *_kind_lines(game, tiles_by_kind)]
    title = _("Tiles that fit: {number}", number=tiles_by_kind.total())
    picture = _kinds_picture([_kind_group(game, title, tiles_by_kind)], lines)
    lines.append(_("Chance to draw at least one:"))
    for seat in range(game.seats):
        if seat not in game.out:
            share = percent(draw_chance(game, seat, cell))
            lines.append(_("{who}: {share}", who=names.bold_name(seat), share=share))
    if fitting_rotations(game, cell):
        lines.append(_("The current tile fits there too."))
    return Message("\n".join(lines), (picture,))


def _kinds_picture(groups: Sequence[TitledTileKinds], lines: Sequence[str]) -> Illustration:
    sentences = [strip_markdown(line.removeprefix("-# ")) for line in lines]
    alt = " ".join(
        [_("One tile of each kind, with its number."), *(f"{one}." for one in sentences)]
    )
    return Illustration(TileKinds(tuple(groups)), truncate(alt, ALT_LIMIT))


def _kind_group(game: Game, heading: str, kinds: Mapping[str, int]) -> TitledTileKinds:
    """Equal tiles together, like terrains side by side."""
    ordered = [kind for group in group_tiles(game, kinds) for kind in group.kinds]
    return heading, merge_equal_kinds(game, ordered)


def _kind_lines(game: Game, kinds: Mapping[str, int]) -> Iterator[str]:
    yield " · ".join(map(_group_title, group_tiles(game, kinds)))
    marks = _marks_text(game, kinds)
    if marks:
        yield _("-# On them: {marks}", marks=marks)


def _group_title(sort: TileGroup) -> str:
    """``8 with a city and 2 roads``."""
    segments = join_list(
        nouns.counted_segments(terrain, number) for terrain, number in sort.segments
    )
    if sort.bare:
        return _("{number} with only {segments}", number=sort.number, segments=segments)
    return _("{number} with {segments}", number=sort.number, segments=segments)


def _marks_text(game: Game, kinds: Mapping[str, int]) -> str:
    """``12 deer, 3 tigers``, sorted."""
    marks = Counter[str]()
    for tile, number in kinds.items():
        for segment in printed_face(game, tile).segments:
            for mark, count in segment.marks.items():
                marks[mark] += number * count
    return ", ".join(nouns.counted_marks(mark, count) for mark, count in sorted((+marks).items()))


def position_text(game: Game, names: Names, *, aided: bool = True, ended: bool = False) -> str:
    """The position as text: turn, features, supply of every seat.

    Without ``aided`` no worth of features; with ``ended``, only the points.
    """
    if ended or game.over:
        return "\n".join(
            [_("The game is over."), *points_lines(game, names), "", *token_sentences(game)]
        ).rstrip()
    lines = [*_turn_lines(game, names)]
    live = [feature for feature in features(game) if feature.live]
    for kind, alike in groupby(live, key=lambda feature: feature.kind):
        still = [feature for feature in alike if not feature.closed]
        trifling = [feature for feature in still if feature.is_negligible]
        if still:
            lines += ["", f"**{nouns.feature_heading(kind)}**"]
            lines += [
                f"- {feature_text(feature, names, aided=aided)}"
                for feature in still
                if not feature.is_negligible
            ]
            lines += [f"- {trifling_summary(trifling)}"] if trifling else []
    neutral = token_sentences(game)
    if neutral:
        lines += ["", *neutral]
    finished = [
        f"- {feature_text(feature, names, aided=aided)}" for feature in live if feature.closed
    ]
    if finished:
        lines += ["", _("**Finished, not scored yet**"), *finished]
    return "\n".join([*lines, "", *_player_lines(game, names, aided=aided)])


def _turn_lines(game: Game, names: Names) -> Iterator[str]:
    yield _(
        "{who}'s turn ({tiles}): {wanted}.",
        who=names.bold_name(game.turn),
        tiles=tiles_left(game),
        wanted=_(game.decision.wanted),
    )
    hand = drawn_face(game)
    if tile_number_in_turn(game, None if hand is not None else game.placed) > 1:
        yield _("It's {a_tile} in the same turn.", a_tile=extra_tile(game))
    if hand is not None:
        yield _("The current tile, unrotated: {sides}.", sides=_sides_text(hand))
    else:
        laid = last_laid_face(game)
        yield _(
            "The tile just placed at {cell}: {sides}.",
            cell=cell_code(game.placed),
            sides=_sides_text(laid),
        )


def _sides_text(face: Face) -> str:
    phrases = [
        _(
            "{side}: {terrain} {letter}",
            side=side_name(side),
            terrain=nouns.terrain_name(segment.terrain),
            letter=segment.letter,
        )
        for side, segment in zip(Side, face.sides, strict=True)
    ]
    others = [
        _("{terrain} {letter}", terrain=nouns.terrain_name(segment.terrain), letter=segment.letter)
        for segment in face.inner_segments
    ]
    if others:
        phrases.append(_("also: {zones}", zones=join_list(others)))
    for segment in face.segments:
        if segment.marks:
            marks = join_list(
                nouns.counted_marks(name, number) for name, number in segment.marks.items()
            )
            phrases.append(_("{marks} on {letter}", marks=marks, letter=segment.letter))
    return join_with_semicolons(phrases)


def _player_lines(game: Game, names: Names, *, aided: bool) -> Iterator[str]:
    """Points and supply; if ``aided``, also the points if the game ended now."""
    final = projected_scores(game)
    for seat, points in enumerate(game.scores):
        left = join_list(nouns.counted_pieces(kind, n) for kind, n in game.supply[seat].items())
        facts = {"who": names.bold_name(seat), "final": final[seat], "pieces": left}
        line = (
            ngettext(
                "{who}: {number} point, {final} if the game ended now; {pieces} left.",
                "{who}: {number} points, {final} if the game ended now; {pieces} left.",
                points,
                **facts,
            )
            if aided
            else ngettext(
                "{who}: {number} point; {pieces} left.",
                "{who}: {number} points; {pieces} left.",
                points,
                **facts,
            )
        )
        yield _with_holdings(line, game, seat)


def points_lines(game: Game, names: Names) -> Iterator[str]:
    """Points, and other things taken."""
    for seat, points in enumerate(game.scores):
        who = names.bold_name(seat)
        line = ngettext("{who}: {number} point.", "{who}: {number} points.", points, who=who)
        yield _with_holdings(line, game, seat)


def _with_holdings(line: str, game: Game, seat: int) -> str:
    taken = holding_phrases(game, seat)
    return f"{line} {_('Taken: {things}.', things=join_list(taken))}" if taken else line


TEXT, SCORES, PLACES, SINCE = "text", "scores", "places", "since"
VIEWS: Final = {
    "whole": N_("the whole board, and who leads each area"),
    TEXT: N_("the board in words"),
    SCORES: N_("points, and where they came from"),
    PLACES: N_("where your tile fits"),
    "mine": N_("features you lead or share"),
    "numbered": N_("the last scoring"),
    "stuck": N_("spaces no tile can fill"),
    SINCE: N_("what's new since you last looked"),
}
"""The views and what each shows; TEXT and PLACES have no picture, SINCE is built elsewhere."""


def view_text_and_pictures(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, tuple[Illustration, ...]]:
    """``cell`` moves the picture to one place."""
    game = table.running_game
    match view:
        case "text":
            text = position_text(game, names, aided=table.aided, ended=table.ended)
            return "\n".join([text, *time_lines(table, names)]), ()
        case "places":
            return places.places_text(game, names, ended=table.ended), ()
        case "scores":
            # Before the first points all curves would lie on the axis.
            charts = (Illustration(PointsChart(), chart_alt(game, names)),) * any(game.scores)
            return history_words.score_text(table, names), charts
        case _picture:
            words, picture = view_title_and_picture(table, names, view, cell, seat)
            return "\n".join(filter(None, (words, status_text(table, names)))), (picture,)


def view_title_and_picture(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, Illustration]:
    """``cell`` moves the picture to one place."""
    game = table.running_game
    alt = alt_text(table, names, [])
    match view:
        case "mine":
            if seat is None:
                raise Refusal("not-seated")
            words = _("The features {player} leads or shares.", player=names.bold_name(seat))
            plain = _("The features {player} leads or shares.", player=names.plain_name(seat))
            return words, Illustration(SeatAreas(seat), f"{plain} {alt}")
        case "stuck":
            if not table.aided:
                raise Refusal("purist")
            if game.over:
                raise Refusal("game-over")
            dead = dead_gaps(game)
            words = _("Every empty space can still be filled.")
            if dead:
                words = _(
                    "No remaining tile fits the crossed spaces: {cells}.", cells=cell_codes(dead)
                )
            plain = words.replace("`", "")
            return words, Illustration(DeadGaps(), f"{plain} {alt}")
        case "numbered":
            newest = last_scored_feature(game, cell)
            if newest is not None:
                number, event = newest
                text = score_sum(event)
                shown = _("Numbered for counting: {feature}", feature=text)
                return text, Illustration(ScoredFeature(number), shown)
            raise Refusal("nothing-scored" if cell is None else "nothing-there")
        case _other if cell is not None:
            return "", Illustration(CellsAround(cell), alt)
        case _other if table.closed and not game.over:
            return "", Illustration(ClosedBoard(), alt)
        case _other:
            words = (
                _("Colours show who scored each area, and numbers what it brought.")
                if game.over
                else _(
                    "Colours show who leads each area, stripes a tie. Each number is what the "
                    "area would bring if the game ended now."
                )
                if table.aided
                else _("Colours show who leads each area, stripes a tie.")
            )
            return words, Illustration(Board(aided=table.aided), f"{words} {alt}")
