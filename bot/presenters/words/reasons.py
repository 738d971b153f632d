"""Why a way to go on is worth what it is, in a few words each."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from bot.games import nouns
from bot.text.i18n import _
from bot.text.names import Names
from rules.game import Game
from rules.opponents import Reason

LEAST: Final = 0.75
"""The points from which on a reason is worth a word."""
MOST: Final = 3
"""The most reasons that are told of one way to go on."""

Say: TypeAlias = Callable[[Reason, Game, Names], str]


def reasons(found: Iterable[Reason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river``: for the seat to move, what weighs most first."""
    told = (
        KINDS[reason.kind](reason, game, names) for reason in found if abs(reason.points) >= LEAST
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
    if reason.layer is not None:
        facts["feature"] = nouns.a_thing(reason.layer)
        if own:
            return _("{points} to come ({feature})", **facts)
        who = _called(reason, game, names)
        return _("{points} to come for {who} ({feature})", who=who, **facts)
    if own:
        return _("{points} to come", **facts)
    return _("{points} to come for {who}", who=_called(reason, game, names), **facts)


def _blocks(reason: Reason, game: Game, names: Names) -> str:
    return _("blocks {feature}", feature=_feature(reason, game, names))


def _shares(reason: Reason, game: Game, names: Names) -> str:
    return _("shares {feature}", feature=_feature(reason, game, names))


def _steals(reason: Reason, game: Game, names: Names) -> str:
    return _("takes over {feature}", feature=_feature(reason, game, names))


def _ties_up(reason: Reason, game: Game, names: Names) -> str:
    return _("ties up {figure}", figure=_figure(reason, game, names))


def _comes_back(reason: Reason, game: Game, names: Names) -> str:
    return _("brings {figure} back", figure=_figure(reason, game, names))


def _keeps(reason: Reason, game: Game, names: Names) -> str:
    return _("keeps {figure} free", figure=_figure(reason, game, names))


def _joins(reason: Reason, game: Game, names: Names) -> str:
    return _("opens a way into {feature}", feature=_feature(reason, game, names))


def _joined(reason: Reason, game: Game, names: Names) -> str:
    return _("lets others into {feature}", feature=_feature(reason, game, names))


def _safe(reason: Reason, game: Game, names: Names) -> str:
    return _("keeps others out of {feature}", feature=_feature(reason, game, names))


def _loses(reason: Reason, game: Game, names: Names) -> str:
    who, feature = _called(reason, game, names), nouns.a_thing(reason.layer or "")
    return _("gives {who} a part ({feature})", who=who, feature=feature)


def _again(reason: Reason, game: Game, names: Names) -> str:
    return _("brings another tile")


KINDS: Final[Mapping[str, Say]] = {
    "now": _now,
    "later": _later,
    "blocks": _blocks,
    "shares": _shares,
    "steals": _steals,
    "ties-up": _ties_up,
    "frees": _comes_back,
    "keeps": _keeps,
    "joins": _joins,
    "joined": _joined,
    "safe": _safe,
    "loses": _loses,
    "again": _again,
}
"""How each kind of reason is said; a test holds that none is missing."""


def _called(reason: Reason, game: Game, names: Names) -> str:
    assert reason.seat is not None
    return names.shown(reason.seat)


def _feature(reason: Reason, game: Game, names: Names) -> str:
    """``Bo's river``; of one's own or of nobody's ``a river``."""
    assert reason.layer is not None
    if reason.seat in (None, game.turn):
        return nouns.a_thing(reason.layer)
    return nouns.owned(reason.layer, _called(reason, game, names))


def _figure(reason: Reason, game: Game, names: Names) -> str:
    """``a fisher``, of the figures that stand on such a feature."""
    roles = [role.name for role in game.book.ruleset.roles if role.layer == reason.layer]
    return nouns.a_role(roles[0]) if roles else _("a figure")
