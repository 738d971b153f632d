"""What is said of goods taken and of builders at work."""

from collections.abc import Iterator, Mapping

from bot.games.traders.nouns import GOODS
from bot.text.i18n import _, listed
from bot.text.names import Names
from rules.game import Game
from rules.variants.traders import BuilderWorked, GoodsTaken, goods_of


def told_goods(event: GoodsTaken, game: Game, names: Names) -> str:
    """Who took which tokens out of a city (TB-02)."""
    who, goods = names.shown(event.seat), listed(_each(dict(event.goods)))
    return _("📦 {who} finished the city and takes {goods}.", who=who, goods=goods)


def told_work(event: BuilderWorked, game: Game, names: Names) -> str:
    """Whose builder works (TB-05); that a second tile follows is not said, as none may be left."""
    return _("👷 {who}'s builder is at work.", who=names.shown(event.seat))


def holdings(game: Game, seat: int) -> Iterator[str]:
    """The goods a seat has, by kind."""
    yield from _each(goods_of(game.story, game.seats)[seat])


def _each(goods: Mapping[str, int]) -> Iterator[str]:
    return (say(goods[kind]) for kind, say in GOODS.items() if goods.get(kind))
