"""Moves in words, and the reasons for a move, each with its price."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games import nouns
from bot.games.moves import words_of
from bot.games.nouns import figure_name
from bot.presenters.words.tile_descriptions import extra_tile
from bot.text.i18n import _
from bot.text.names import Names
from bot.text.phrases import coordinates, rotation_text
from rules.analysis import tile_faces
from rules.game import Game
from rules.moves import Deploy, MoveSequence, Pass, PlaceTile
from rules.opponents import MoveReason, RatedTurn
from rules.pieces import FOLLOWER

SCORED_NOW: Final = "now"
PROMISE: Final = "promise"
PROSPECT_KINDS: Final = ("later", PROMISE, "blocks", "dead-gap")
REST: Final = "rest"
"""Changes that are only summed up with others that are not named."""
NUMBERED_KINDS: Final = (SCORED_NOW, "later", "helps", PROMISE, "ahead")
"""The kinds of reasons whose text begins with their points."""
MIN_REASON_POINTS: Final = 0.75
"""The least points for which a reason is named."""
MAX_REASONS: Final = 3
"""The most reasons of one move, besides the sum of the others."""

ReasonText: TypeAlias = Callable[[MoveReason, Game, Names], str]


def moves_text(game: Game, moves: MoveSequence) -> str:
    """``3 -1 ↻ 90°, Hunter in the north-east meadow (b)``, the place as code."""
    return ", ".join(_move_texts(game, moves))


def _move_texts(game: Game, moves: MoveSequence) -> Iterator[str]:
    face = tile_faces.last_laid_face(game)
    for number, move in enumerate(moves):
        match move:
            case PlaceTile(cell, rotation):
                face = tile_faces.drawn_face_turned(game, rotation)
                yield f"`{coordinates(cell)}` {rotation_text(rotation)}"
            case Deploy():
                yield figure_name(move, face)
            case Pass():
                # After a figure or another choice, a pass only ends the turn.
                if number == 0 or isinstance(moves[number - 1], PlaceTile):
                    yield _("no meeple")
            case _ if (steps := words_of(type(move)).stepwise) is not None:
                yield steps.named(game, move)
            case _:
                yield words_of(type(move)).label(move, face, True)


def reasoned_moves(game: Game, thought: RatedTurn, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter …: +6 now, blocks Bo's river``."""
    way, why = moves_text(game, thought.moves), reason_texts(thought.reasons, game, names)
    return _("{way}: {reasons}", way=way, reasons=", ".join(why)) if why else way


def reason_texts(reasons: Sequence[MoveReason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river (+3)``: for the seat to move, the weightiest first.

    Each has its price, and what is not named is summed up last.
    """
    named: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for reason in _summed_reasons(reasons, game):
        text = REASON_TEXTS[reason.kind](reason, game, names)
        if text in named and reason.kind not in NUMBERED_KINDS:
            named[text] += reason.points
        elif text not in named and reason.size >= MIN_REASON_POINTS and len(named) < MAX_REASONS:
            named[text], kinds[text] = reason.points, reason.kind
    texts = [_with_price(text, points, kinds[text]) for text, points in named.items()]
    unnamed = sum(reason.points for reason in reasons) - sum(named.values())
    if round(unnamed) or not texts:
        texts.append(_("{points} for everything else", points=signed_points(unnamed)))
    return texts


def _with_price(text: str, points: float, kind: str) -> str:
    """``uses a knight (−9)``, unless the text has a number or nothing changes."""
    if kind in NUMBERED_KINDS or not round(points):
        return text
    return _("{reason} ({points})", reason=text, points=signed_points(points))


def _summed_reasons(reasons: Sequence[MoveReason], game: Game) -> Iterator[MoveReason]:
    """The reasons, with the scores at once summed up by seat.

    A finished feature has no further prospects, which is not said. What a forecast brings both to
    the seat to move and to another is told once, as the difference.
    """
    reasons = _with_balanced_forecasts(reasons, game)
    now: dict[int | None, float] = {}
    for reason in reasons:
        if reason.kind == SCORED_NOW:
            now[reason.seat] = now.get(reason.seat, 0.0) + reason.points
    scored = {(reason.seat, reason.layer) for reason in reasons if reason.kind == SCORED_NOW}
    for reason in reasons:
        if reason.kind == SCORED_NOW and reason.seat in now:
            yield replace(reason, points=now.pop(reason.seat))
        elif reason.kind not in (SCORED_NOW, REST):
            lost = reason.kind in PROSPECT_KINDS and (reason.points < 0) is (
                reason.seat == game.turn
            )
            if not (lost and (reason.seat, reason.layer) in scored):
                yield reason


def _with_balanced_forecasts(reasons: Sequence[MoveReason], game: Game) -> list[MoveReason]:
    """The reasons, with one for the forecasts of a kind where there are several."""
    balanced: list[MoveReason] = []
    for reason in reasons:
        same = (
            n
            for n, other in enumerate(balanced)
            if (other.kind, other.layer) == (reason.kind, reason.layer)
        )
        first = next(same, None) if reason.kind == PROMISE else None
        if first is None:
            balanced.append(reason)
        else:
            points = balanced[first].points + reason.points
            balanced[first] = replace(reason, points=points, seat=game.turn)
    return sorted(balanced, key=lambda reason: -reason.size)


def signed_points(points: float) -> str:
    """``+6``, ``−2``, ``±0``: expected points, rounded to whole ones."""
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "±0"


def _now(reason: MoveReason, game: Game, names: Names) -> str:
    if reason.seat in (None, game.turn):
        return _("{points} now", points=signed_points(reason.points))
    who = _player_name(reason, game, names)
    return _("{points} now for {who}", points=signed_points(-reason.points), who=who)


def _later(reason: MoveReason, game: Game, names: Names) -> str:
    own = reason.seat in (None, game.turn)
    facts = {"points": signed_points(reason.points if own else -reason.points)}
    if reason.layer is not None:
        facts["feature"] = nouns.a_scored_thing(reason.layer)
        if own:
            return _("{points} to come ({feature})", **facts)
        who = _player_name(reason, game, names)
        return _("{points} to come for {who} ({feature})", who=who, **facts)
    if own:
        return _("{points} to come", **facts)
    return _("{points} to come for {who}", who=_player_name(reason, game, names), **facts)


def _promise(reason: MoveReason, game: Game, names: Names) -> str:
    # The evaluation of the final scoring names no feature.
    return _later(replace(reason, layer=None) if reason.layer == "end" else reason, game, names)


def _blocks(reason: MoveReason, game: Game, names: Names) -> str:
    return _("blocks {feature}", feature=_feature_name(reason, game, names))


def _dead_gap(reason: MoveReason, game: Game, names: Names) -> str:
    return _("leaves {feature} without a fitting tile", feature=_feature_name(reason, game, names))


def _steals(reason: MoveReason, game: Game, names: Names) -> str:
    return _("can take over {feature}", feature=_feature_name(reason, game, names))


def _shares(reason: MoveReason, game: Game, names: Names) -> str:
    return _("opens a way into {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _risks(reason: MoveReason, game: Game, names: Names) -> str:
    feature = nouns.a_scored_thing(reason.layer or "")
    if reason.seat == game.turn:
        return _("lets others join {feature}", feature=feature)
    return _("lets {who} join {feature}", who=_player_name(reason, game, names), feature=feature)


def _safe(reason: MoveReason, game: Game, names: Names) -> str:
    return _("keeps others out of {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _closes(reason: MoveReason, game: Game, names: Names) -> str:
    return _("closes your way into {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _ties_up(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason)
    if reason.seat == game.turn:
        return _("uses {figure}", figure=figure)
    return _(
        "{who} can't use {figure} any more", who=_player_name(reason, game, names), figure=figure
    )


def _frees(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason)
    if reason.seat == game.turn:
        return _("gets {figure} back", figure=figure)
    return _("{who} gets {figure} back", who=_player_name(reason, game, names), figure=figure)


def _keeps(reason: MoveReason, game: Game, names: Names) -> str:
    return _("keeps {figure} in hand", figure=_piece_name(reason, game))


def _again(reason: MoveReason, game: Game, names: Names) -> str:
    a_tile = extra_tile(game)
    if reason.seat == game.turn:
        return _("gives you {a_tile}", a_tile=a_tile)
    return _("gives {who} {a_tile}", who=_player_name(reason, game, names), a_tile=a_tile)


def _ahead(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} in what may follow", points=signed_points(reason.points))


def _rest(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} for everything else", points=signed_points(reason.points))


REASON_TEXTS: Final[Mapping[str, ReasonText]] = {
    SCORED_NOW: _now,
    "later": _later,
    "helps": _later,
    PROMISE: _promise,
    "blocks": _blocks,
    "dead-gap": _dead_gap,
    "steals": _steals,
    "shares": _shares,
    "risks": _risks,
    "closes": _closes,
    "safe": _safe,
    "ties-up": _ties_up,
    "frees": _frees,
    "keeps": _keeps,
    "again": _again,
    "ahead": _ahead,
    REST: _rest,
}
"""The words of each kind of reason; a test holds that none is missing."""


def _player_name(reason: MoveReason, game: Game, names: Names) -> str:
    assert reason.seat is not None
    return names.bold_name(reason.seat)


def _feature_name(reason: MoveReason, game: Game, names: Names) -> str:
    """``Bo's river``; one's own or an unclaimed one is ``a river``."""
    assert reason.layer is not None
    if reason.seat in (None, game.turn):
        return nouns.a_scored_thing(reason.layer)
    return nouns.owned_feature(reason.layer, _player_name(reason, game, names))


def _figure_name(reason: MoveReason) -> str:
    """``a fisher``: the figure by what it is on its feature."""
    return nouns.a_role(reason.role) if reason.role is not None else _("a meeple")


def _piece_name(reason: MoveReason, game: Game) -> str:
    """``a hut``: the figure by what it is in hand, where most kinds are a meeple."""
    kinds = {role.name: role.kind for role in game.book.ruleset.roles}
    is_meeple = reason.role is None or kinds[reason.role] == FOLLOWER
    return _("a meeple") if is_meeple else _figure_name(reason)
