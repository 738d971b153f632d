"""Why a way to go on is worth what it is, in a few words each."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from bot.games import nouns
from bot.text.i18n import _
from bot.text.names import Names
from rules.game import Game
from rules.opponents import Reason

LEAST: Final = 0.5
"""The points from which on a reason is worth a word."""
MOST: Final = 3
"""The most reasons that are told of one way to go on."""

Say: TypeAlias = Callable[[Reason, Game, Names], str]


def reasons(found: Iterable[Reason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river``: for the seat to move, what weighs most first."""
    told = (
        KINDS.get(reason.kind, _otherwise)(reason, game, names)
        for reason in found
        if abs(reason.points) >= LEAST
    )
    return list(dict.fromkeys(told))[:MOST]


def signed(points: float) -> str:
    """``+6``, ``−2``, ``±0``: points that are reckoned with, to the next whole one."""
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
    if not own:
        facts["who"] = _called(reason, game, names)
    if reason.layer is not None:
        facts["feature"] = nouns.a_feature(reason.layer)
        if own:
            return _("{points} to come ({feature})", **facts)
        return _("{points} to come for {who} ({feature})", **facts)
    if own:
        return _("{points} to come", **facts)
    return _("{points} to come for {who}", **facts)


def _blocks(reason: Reason, game: Game, names: Names) -> str:
    return _("blocks {feature}", feature=_feature(reason, game, names))


def _shares(reason: Reason, game: Game, names: Names) -> str:
    return _("shares {feature}", feature=_feature(reason, game, names))


def _steals(reason: Reason, game: Game, names: Names) -> str:
    return _("takes over {feature}", feature=_feature(reason, game, names))


def _ties_up(reason: Reason, game: Game, names: Names) -> str:
    return _("ties up {figure}", figure=_figure(reason, game, names))


def _frees(reason: Reason, game: Game, names: Names) -> str:
    return _("keeps {figure} free", figure=_figure(reason, game, names))


def _dead_gap(reason: Reason, game: Game, names: Names) -> str:
    return _("leaves a gap that no tile fits")


def _otherwise(reason: Reason, game: Game, names: Names) -> str:
    """A reason for which there is no word of its own: what it is about, and the points."""
    if reason.layer is None:
        return _later(reason, game, names)
    facts = {"feature": _feature(reason, game, names), "points": signed(reason.points)}
    return _("{points} for {feature}", **facts)


KINDS: Final[Mapping[str, Say]] = {
    "now": _now,
    "later": _later,
    "blocks": _blocks,
    "shares": _shares,
    "steals": _steals,
    "ties-up": _ties_up,
    "frees": _frees,
    "dead-gap": _dead_gap,
}
"""How each kind of reason is said; any other by what it is about."""


def _called(reason: Reason, game: Game, names: Names) -> str:
    assert reason.seat is not None
    return names.shown(reason.seat)


def _feature(reason: Reason, game: Game, names: Names) -> str:
    """``Bo's river``, ``your river``, ``a river``."""
    if reason.layer is None:
        return (
            _("something of {who}", who=_called(reason, game, names))
            if reason.seat is not None and reason.seat != game.turn
            else _("something")
        )
    if reason.seat is None or reason.seat == game.turn:
        return nouns.a_feature(reason.layer)
    return nouns.owned(reason.layer, _called(reason, game, names))


def _figure(reason: Reason, game: Game, names: Names) -> str:
    """``a fisher``, ``Bo's fisher``, of the figures that stand on such a feature."""
    roles = [role.name for role in game.book.ruleset.roles if role.layer == reason.layer]
    if reason.seat is None or reason.seat == game.turn:
        return nouns.a_role(roles[0]) if roles else _("a figure")
    who = _called(reason, game, names)
    return _("{who}'s {figure}", who=who, figure=nouns.role(roles[0]) if roles else _("figure"))
