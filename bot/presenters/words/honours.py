"""The honours of a finished game in words: a title, what is measured, and a note."""

from collections.abc import Mapping
from typing import Final

from bot.games import nouns
from bot.text.i18n import N_, _, join_list, ngettext
from bot.text.names import Names
from renderer.requests import HonourText
from rules.analysis.honour_finders import Honour, HonourKind
from rules.analysis.honours import rarest_honours
from rules.game import Game
from rules.story import Scored, TurnBegan

TITLES: Final[Mapping[HonourKind, str]] = {
    HonourKind.STEAL: N_("Best steal"),
    HonourKind.COMEBACK: N_("Comeback"),
    HonourKind.BEST_TURN: N_("Best turn"),
    HonourKind.PATIENCE: N_("Longest wait"),
    HonourKind.LARGEST: N_("Largest feature"),
    HonourKind.SHARED: N_("Most shared"),
    HonourKind.BUSY_TURN: N_("Busiest turn"),
    HonourKind.STREAK: N_("Hot streak"),
    HonourKind.RICHEST: N_("Best feature"),
    HonourKind.GIFT: N_("Kindest turn"),
    HonourKind.FIT: N_("Perfect fits"),
    HonourKind.FINALE: N_("Grand finale"),
    HonourKind.LEAD_CHANGES: N_("Neck and neck"),
    HonourKind.CLOSE_FINISH: N_("Photo finish"),
    HonourKind.CLEAR_WIN: N_("Clear win"),
}
"""The title of each kind of honour, short enough for a third of a poster."""


def honour_texts(game: Game, names: Names) -> tuple[HonourText, ...]:
    """The rarest honours of a finished game in words."""
    return tuple(honour_text(honour, game, names) for honour in rarest_honours(game))


def honour_alt(text: HonourText, names: Names) -> str:
    """``Longest wait: 46 turns, city (Bo)``: an honour in an alt text."""
    head = _("{feature}: {sum}", feature=text.title, sum=text.value)
    measured = ", ".join(filter(None, (head, text.note)))
    who = ", ".join(map(names.plain_name, text.seats))
    return f"{measured} ({who})" if who else measured


def honour_text(honour: Honour, game: Game, names: Names) -> HonourText:
    """An honour of a game in words."""
    return HonourText(
        _(TITLES[honour.kind]), _value(honour), _note(honour, game, names), honour.seats
    )


def _value(honour: Honour) -> str:
    """``46 turns``: the number of an honour with what it counts."""
    number = honour.number
    match honour.kind:
        case HonourKind.LARGEST | HonourKind.FIT:
            return ngettext("{number} tile", "{number} tiles", number)
        case HonourKind.PATIENCE | HonourKind.STREAK:
            return ngettext("{number} turn", "{number} turns", number)
        case HonourKind.SHARED:
            return ngettext("{number} player", "{number} players", number)
        case HonourKind.BUSY_TURN:
            return ngettext("{number} score", "{number} scores", number)
        case HonourKind.LEAD_CHANGES:
            return ngettext("{number} change", "{number} changes", number)
        case _:
            return ngettext("{number} point", "{number} points", number)


def _note(honour: Honour, game: Game, names: Names) -> str:
    """A few words about an honour: its feature, or the players concerned."""
    others = join_list(map(names.plain_name, honour.others))
    match honour.kind:
        case HonourKind.STEAL:
            return _("{feature}, from {players}", feature=_feature(honour, game), players=others)
        case HonourKind.GIFT:
            return _("for {players}", players=others)
        case HonourKind.COMEBACK:
            return _("behind before winning")
        case HonourKind.STREAK:
            return _("in a row with points")
        case HonourKind.FIT:
            return _("between four others")
        case HonourKind.FINALE:
            return _("in the final scoring")
        case HonourKind.LEAD_CHANGES:
            return _("of the lead")
        case HonourKind.CLOSE_FINISH | HonourKind.CLEAR_WIN:
            return _("winning margin")
        case HonourKind.BEST_TURN | HonourKind.BUSY_TURN:
            return _("turn {number}", number=_turn_number(honour, game))
        case _:
            return _feature(honour, game)


def _turn_number(honour: Honour, game: Game) -> int:
    """The number of the turn, from 1, of the first score that an honour is about."""
    return sum(isinstance(event, TurnBegan) for event in game.story[: honour.events[0]])


def _feature(honour: Honour, game: Game) -> str:
    """The kind of feature that an honour is about."""
    event = game.story[honour.events[0]]
    assert isinstance(event, Scored)
    return nouns.feature_name(event.kind)
