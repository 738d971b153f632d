"""Traders & Builders in words: nouns, goods, rule topics, additions to others, and a lesson."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.parts.part import (
    Addition,
    Count,
    FeatureWords,
    KindWords,
    Lesson,
    Nouns,
    PartWords,
    RoleWords,
    TermWords,
    Topic,
    brings_about,
)
from bot.text.i18n import N_, _, join_list, ngettext
from bot.text.names import Names
from rules.game import Game
from rules.variants.traders import BuilderWorked, GoodsTaken, goods_of


def _builders(number: int) -> str:
    return ngettext("{number} builder", "{number} builders", number)


def _pigs(number: int) -> str:
    return ngettext("{number} pig", "{number} pigs", number)


GOODS_COUNTS: Final[dict[str, Count]] = {
    "wine": lambda n: ngettext("{number} wine", "{number} wine", n),
    "grain": lambda n: ngettext("{number} grain", "{number} grain", n),
    "cloth": lambda n: ngettext("{number} cloth", "{number} cloth", n),
}

NOUNS: Final = Nouns(
    features={
        "goods": FeatureWords(N_("goods"), N_("goods of a kind"), N_("Goods"), "📦"),
    },
    roles={
        "builder": RoleWords(N_("builder"), N_("a builder"), _builders),
        "pig": RoleWords(N_("pig"), N_("a pig"), _pigs),
    },
    kinds={
        "builder": KindWords(N_("builder"), _builders),
        "pig": KindWords(N_("pig"), _pigs),
    },
    marks=GOODS_COUNTS,
    # At the end the most of a kind is paid, however many that is (TB-03).
    terms={
        "wine": TermWords(
            lambda n: ngettext("{number} first place in wine", "{number} first places in wine", n)
        ),
        "grain": TermWords(
            lambda n: ngettext("{number} first place in grain", "{number} first places in grain", n)
        ),
        "cloth": TermWords(
            lambda n: ngettext("{number} first place in cloth", "{number} first places in cloth", n)
        ),
    },
    extras={"field": lambda n: ngettext("{number} for the pig", "{number} for the pig", n)},
)


def goods_line(event: GoodsTaken, game: Game, names: Names) -> str:
    """Trade tokens taken out of a city (TB-02)."""
    who, goods = names.bold_name(event.seat), join_list(_goods_phrases(dict(event.goods)))
    return _("📦 {who} finished the city and takes {goods}.", who=who, goods=goods)


def goods_preview(event: GoodsTaken) -> str:
    """Trade tokens that a player would take (TB-02)."""
    return _("📦 You take {goods}.", goods=join_list(_goods_phrases(dict(event.goods))))


def builder_line(event: BuilderWorked, game: Game, names: Names) -> str:
    """A builder works (TB-05); the second tile is not announced, as none may be left."""
    return _("👷 {who}'s builder is at work.", who=names.bold_name(event.seat))


def holding_phrases(game: Game, seat: int) -> Iterator[str]:
    yield from _goods_phrases(goods_of(game.story, game.seats)[seat])


def _goods_phrases(goods: Mapping[str, int]) -> Iterator[str]:
    return (say(goods[kind]) for kind, say in GOODS_COUNTS.items() if goods.get(kind))


TOPICS: Final = (
    Topic(
        "goods",
        N_("Goods: wine, grain and cloth"),
        N_(
            "On 20 of the 24 tiles of this expansion the city has a goods symbol: 9 wine, 6 "
            "grain, 5 cloth.\n"
            "Whoever places the tile that finishes a city takes one token for each symbol in "
            "it, whoever has meeples there, even if nobody does.\n"
            "At the end the most wine gives 10 points, and so do the most grain and the most "
            "cloth; ties get 10 each.\n"
            "Goods nobody has give nothing. Ana 3 wine, Bo 3, Cleo 1: Ana 10, Bo 10.\n"
            "If you leave the game, your goods still count."
        ),
        ("TB-01", "TB-02", "TB-03"),
        words=N_(
            "trade goods, wine, grain, wheat, cloth, barrel, trader, merchant, token, commodity"
        ),
    ),
    Topic(
        "builder",
        N_("The builder"),
        N_(
            "Instead of a meeple you may place your builder (`builder c`) on the tile you "
            "just placed: on a road or in a city where you already have a meeple. Other "
            "players there don't matter.\n"
            "It isn't a meeple: it doesn't count for majorities and claims nothing.\n"
            "It returns when its road or city is scored, or as soon as none of your meeples "
            "is left there.\n"
            "If it returns with the first tile of a double turn, you may place it with the "
            "second."
        ),
        ("TB-04", "TB-06", "TB-07"),
        words=N_("builder, mason"),
    ),
    Topic(
        "double-turn",
        N_("The double turn"),
        N_(
            "Place a tile that extends or finishes the road or city of your builder, and you "
            "play a second tile in the same turn.\n"
            "You finish the first one: meeple, scoring, returns. Then you draw and play the "
            "second.\n"
            "Never a third, even if the second extends the builder's feature again.\n"
            "The tile on which you place the builder doesn't count yet.\n"
            "If no tile is left, there's no second one."
        ),
        ("TB-05", "TB-06", "TB-12"),
        words=N_("second tile, extra tile, extra turn, second turn, play again"),
    ),
    Topic(
        "pig",
        N_("The pig"),
        N_(
            "Instead of a meeple you may place your pig (`pig d`) in a field of the tile you "
            "just placed where you already have a farmer.\n"
            "It stays until the end. It isn't a farmer and doesn't count for majorities.\n"
            "At the end, each finished city that gives you 4 gives you 5 if your pig is in a "
            "field that touches the city.\n"
            "One field, two finished cities; Ana has a farmer and the pig, Bo a farmer: Ana "
            "5 + 5 = 10, Bo 4 + 4 = 8."
        ),
        ("TB-08", "TB-09"),
        words=N_("pig, hog, piglet"),
    ),
)

ADDITIONS: Final = (
    Addition(
        "turn",
        N_("Your builder's road or city is extended: after scoring you play **one** second tile."),
        ("TB-05",),
    ),
    Addition(
        "drawn",
        N_("You draw the second tile of a double turn once the first is scored."),
        ("TB-12",),
    ),
    Addition(
        "deploying",
        N_(
            "Instead you may place your **builder** or your **pig**, one of each, where you "
            "already have a meeple: the builder on its road or in its city, the pig in its "
            "field."
        ),
        ("TB-01", "TB-04", "TB-08"),
    ),
    Addition(
        "taken",
        N_("Builder and pig claim nothing, and only go where you already have a meeple."),
        ("TB-04", "TB-08"),
    ),
    Addition(
        "merging",
        N_("A builder or a pig may go there, next to its owner's meeple."),
        ("TB-04", "TB-08"),
    ),
    Addition("majority", N_("Builders and pigs don't count."), ("TB-04", "TB-08")),
    Addition(
        "home",
        N_(
            "A builder also returns as soon as its owner has no meeple there; pigs stay "
            "until the end."
        ),
        ("TB-07", "TB-08"),
    ),
    Addition(
        "cities",
        N_("Whoever finishes a city takes one token for each goods symbol in it."),
        ("TB-02",),
    ),
    Addition(
        "ferry-turning",
        N_(
            "A turned ferry doesn't extend a road for a builder. In a double turn you may "
            "turn ferries after each of the two tiles."
        ),
        ("TB-11", "F-41", "F-44"),
    ),
    Addition(
        "fields",
        N_("A field between cities that touches no side of its tile is a field too."),
        ("TB-10",),
    ),
    Addition(
        "fields",
        N_("A pig adds 1 to each city that its owner is paid for."),
        ("TB-09",),
    ),
    Addition(
        "end",
        N_("3. Goods: 10 points for the most wine, grain and cloth each."),
        ("TB-03",),
    ),
    Addition("resigning", N_("Your goods still count."), ("TB-03",)),
)


LESSONS: Final = (
    Lesson(
        "goods",
        "base+traders",
        N_("Goods"),
        N_(
            "There's grain in your opponent's city. Finish it for them: they get the points, you "
            "take the goods. The most grain is worth 10 points at the end."
        ),
        N_("The grain is yours, although it wasn't your city."),
        ("U 1 0 rot90 thief a", "TRD-G 0 1 rot180 knight a"),
        "E",
        (
            brings_about(
                GoodsTaken, N_("The city is still open, so there are no goods yet. Close it.")
            ),
        ),
        "place 1 1 rot270 pass",
    ),
)
"""Goods go to the player who finishes the city."""

TRADERS_WORDS: Final = PartWords(
    title=N_("Traders & Builders"),
    notes=(N_("Finish a city and you take its goods; builders bring second tiles."),),
    figures=(
        N_(
            "**goods**: whoever finishes a city takes those in it; at the end 10 for the "
            "most of each kind"
        ),
        N_(
            "**builder** (`builder c`) where you have a knight or thief: extend it, and you "
            "play a second tile"
        ),
        N_("**pig** (`pig d`) where you have a farmer, until the end: 1 more for each city"),
    ),
    topics=TOPICS,
    after="fields",
    additions=ADDITIONS,
    nouns=NOUNS,
    events={GoodsTaken: goods_line, BuilderWorked: builder_line},
    previews={GoodsTaken: goods_preview, BuilderWorked: None},
    holdings=holding_phrases,
    lessons=LESSONS,
)
