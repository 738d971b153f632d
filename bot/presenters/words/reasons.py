"""The reasons for the worth of a move, in a few words each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games import nouns
from bot.text.i18n import _
from bot.text.names import Names
from rules.game import Game
from rules.opponents import Reason

NOW: Final = "now"
LOST: Final = ("later", "promise", "blocks", "dead-gap")
LEAST: Final = 0.75
"""The least points for which a reason is named."""
MOST: Final = 3
"""The most reasons of one move."""

Say: TypeAlias = Callable[[Reason, Game, Names], str]


def reasons(found: Sequence[Reason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river``: for the seat to move, the weightiest first."""
    told = (
        KINDS[reason.kind](reason, game, names)
        for reason in _together(found, game)
        if abs(reason.points) >= LEAST
    )
    return list(dict.fromkeys(told))[:MOST]


def _together(found: Sequence[Reason], game: Game) -> Iterator[Reason]:
    """The reasons, with the scores at once summed up by seat.

    A finished feature has no further prospects, which is not said.
    """
    now: dict[int | None, float] = {}
    for reason in found:
        if reason.kind == NOW:
            now[reason.seat] = now.get(reason.seat, 0.0) + reason.points
    scored = {(reason.seat, reason.layer) for reason in found if reason.kind == NOW}
    for reason in found:
        if reason.kind == NOW and reason.seat in now:
            yield replace(reason, points=now.pop(reason.seat))
        elif reason.kind != NOW:
            lost = reason.kind in LOST and (reason.points < 0) is (reason.seat == game.turn)
            if not (lost and (reason.seat, reason.layer) in scored):
                yield reason


def signed(points: float) -> str:
    """``+6``, ``−2``, ``±0``: expected points, rounded to whole ones."""
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "±0"


def _now(reason: Reason, game: Game, names: Names) -> str:
    if reason.seat in (None, game.turn):
        return _("{points} now", points=signed(reason.points))
    who = _called(reason, game, names)
    return _("{points} now for {who}", points=signed(-reason.points), who=who)


def _later(reason: Reason, game: Game, names: Names) -> str:
    own = reason.seat in (None, game.turn)
    facts = {"points": signed(reason.points if own else -reason.points)}
    if reason.layer is not None:
        facts["feature"] = nouns.a_thing(reason.layer)
        if own:
            return _("{points} to come ({feature})", **facts)
        who = _called(reason, game, names)
        return _("{points} to come for {who} ({feature})", who=who, **facts)
    if own:
        return _("{points} to come", **facts)
    return _("{points} to come for {who}", who=_called(reason, game, names), **facts)


def _promise(reason: Reason, game: Game, names: Names) -> str:
    # Of what only the end of the game pays nothing more is known.
    return _later(replace(reason, layer=None) if reason.layer == "end" else reason, game, names)


def _blocks(reason: Reason, game: Game, names: Names) -> str:
    return _("blocks {feature}", feature=_feature(reason, game, names))


def _dead_gap(reason: Reason, game: Game, names: Names) -> str:
    return _("leaves no tile for {feature}", feature=_feature(reason, game, names))


def _steals(reason: Reason, game: Game, names: Names) -> str:
    return _("threatens {feature}", feature=_feature(reason, game, names))


def _shares(reason: Reason, game: Game, names: Names) -> str:
    return _("opens a way into {feature}", feature=nouns.a_thing(reason.layer or ""))


def _risks(reason: Reason, game: Game, names: Names) -> str:
    feature = nouns.a_thing(reason.layer or "")
    if reason.seat == game.turn:
        return _("lets others into {feature}", feature=feature)
    return _("lets {who} into {feature}", who=_called(reason, game, names), feature=feature)


def _safe(reason: Reason, game: Game, names: Names) -> str:
    return _("keeps others out of {feature}", feature=nouns.a_thing(reason.layer or ""))


def _ties_up(reason: Reason, game: Game, names: Names) -> str:
    return _("ties up {figure}", figure=_figure(reason, game))


def _frees(reason: Reason, game: Game, names: Names) -> str:
    return _("brings {figure} back", figure=_figure(reason, game))


def _keeps(reason: Reason, game: Game, names: Names) -> str:
    return _("keeps {figure} free", figure=_figure(reason, game))


def _again(reason: Reason, game: Game, names: Names) -> str:
    if reason.seat == game.turn:
        return _("brings another tile")
    return _("brings {who} another tile", who=_called(reason, game, names))


KINDS: Final[Mapping[str, Say]] = {
    NOW: _now,
    "later": _later,
    "helps": _later,
    "promise": _promise,
    "blocks": _blocks,
    "dead-gap": _dead_gap,
    "steals": _steals,
    "shares": _shares,
    "risks": _risks,
    "safe": _safe,
    "ties-up": _ties_up,
    "frees": _frees,
    "keeps": _keeps,
    "again": _again,
}
"""The words of each kind of reason; a test holds that none is missing."""


def _called(reason: Reason, game: Game, names: Names) -> str:
    assert reason.seat is not None
    return names.shown(reason.seat)


def _feature(reason: Reason, game: Game, names: Names) -> str:
    """``Bo's river``; one's own or an unclaimed one is ``a river``."""
    assert reason.layer is not None
    if reason.seat in (None, game.turn):
        return nouns.a_thing(reason.layer)
    return nouns.owned(reason.layer, _called(reason, game, names))


def _figure(reason: Reason, game: Game) -> str:
    """``a fisher``: a figure that stands on such a feature."""
    roles = [role.name for role in game.book.ruleset.roles if role.layer == reason.layer]
    return nouns.a_role(roles[0]) if roles else _("a figure")
