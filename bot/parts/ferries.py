"""The Ferries in words: nouns, the two moves with a ferry, rule topics, and a lesson."""

from collections.abc import Iterator
from typing import Final

from bot.parts import common
from bot.parts.part import (
    CommandWords,
    Lesson,
    MoveWords,
    Nouns,
    OptionWords,
    PartWords,
    Topic,
    scores,
)
from bot.text.coordinates import coordinates, side_name
from bot.text.i18n import N_, _, pgettext
from bot.text.names import Names
from renderer.requests import MoveSketches, Preview
from rules.analysis.tile_faces import Face, segment_at
from rules.game import Game
from rules.geometry import Spot, reading_order
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry

NOUNS: Final = Nouns(
    terrains={"lake": common.LAKE},
    options={
        "ferries": OptionWords(
            N_("lake tiles"),
            "ferries",
            N_("The Ferries: lake tiles of the first edition or the third"),
        ),
        "cloister extends ferry roads": OptionWords(
            N_("a monastery tile extends the roads of ferries"),
            "cloister",
            N_("The Ferries: a monastery tile with a road extends a ferry's road"),
        ),
    },
    values={"C1": N_("first edition"), "C3": N_("third edition")},
)


def _lay_label(move: LayFerry, face: Face, with_tile: bool) -> str:
    return _("Ferry {a}-{b}", a=move.a, b=move.b)


def _turn_label(move: TurnFerry, face: Face, with_tile: bool) -> str:
    return _("At {cell}: {a}-{b}", cell=coordinates(move.cell), a=move.a, b=move.b)


FERRY_COMMAND: Final = CommandWords(
    "ferry",
    N_("Place the ferry of your lake, or turn one on a road you extended (The Ferries)"),
    N_("The two roads it joins, as in b d; to turn one, its space first, as in 2 0 b c"),
)

LAY_WORDS: Final = MoveWords(
    task=N_("place the ferry of your lake"),
    laid=N_("Now place the ferry of this lake between two roads."),
    label=_lay_label,
    picture=Preview,
    command=FERRY_COMMAND,
)

TURN_WORDS: Final = MoveWords(
    task=N_("turn ferries or pass"),
    laid=N_("Now you may turn ferries on the roads you extended."),
    label=_turn_label,
    picture=MoveSketches,
    command=FERRY_COMMAND,
)


def ferry_line(event: FerryLaid, game: Game, names: Names) -> str:
    """The roads it joins, by their sides."""
    a, b = (side_name(segment_at(game, spot).sides[0]) for spot in event.joins)
    facts = {
        "who": names.bold_name(event.seat),
        "cell": coordinates(event.joins[0]),
        "a": a,
        "b": b,
    }
    if event.before is None:
        return _("⛴️ {who} placed the ferry at `{cell}`: it joins the {a} and {b} roads.", **facts)
    return _("⛴️ {who} turned the ferry at `{cell}`: it now joins the {a} and {b} roads.", **facts)


def token_sentences(game: Game) -> Iterator[str]:
    """The roads each ferry joins, from west to east, then south to north."""
    for pair in sorted(game.board.links, key=lambda pair: reading_order(pair[0])):
        a, b = (_quay_name(game, spot) for spot in pair)
        cell = f"`{coordinates(pair[0])}`"
        yield _("The ferry at {cell} joins road {a} and road {b}.", cell=cell, a=a, b=b)


def _quay_name(game: Game, spot: Spot) -> str:
    """``b (east)``: a road of a lake tile and the side it leads to."""
    road = segment_at(game, spot)
    return _("{letter} ({side})", letter=road.letter, side=side_name(road.sides[0]))


_CHANGED_TOPICS: Final = (
    Topic(
        "turn",
        N_("A turn, step by step"),
        N_(
            "1. Draw a tile and place it.\n"
            "2. You may place **one** meeple on it, or none.\n"
            "3. If it's a lake tile, place its ferry.\n"
            "4. You may turn the first ferries on the roads your tile extended.\n"
            "5. Finished cities, roads and monasteries are scored; then their meeples "
            "return.\n"
            "6. The next player's turn, clockwise. This order never changes."
        ),
        ("COM-01", "COM-02", "F-27"),
        words=N_("turn order, order of play, sequence, phases"),
    ),
    Topic(
        "roads",
        N_("Roads"),
        N_(
            "A road is finished when each of its ends is a crossing, a city, a monastery or "
            "a quay without a ferry, or when it comes round in a loop.\n"
            "A ferry carries a road on over the lake.\n"
            "It gives 1 point per tile; a tile counts once, even if the road crosses it "
            "twice.\n"
            "A road of 5 tiles: 5 points.\n"
            "A crossing ends every road that reaches it: those beyond it are other roads.\n"
            "Unfinished at the end: 1 point per tile as well."
        ),
        ("B-20", "B-21", "B-22", "B-23", "F-13", "F-34"),
        words=N_(
            "road, path, street, highwayman, highwaymen, thief, thieves, robber, bandit, "
            "crossing, crossroads, intersection, village"
        ),
    ),
)

_ADDED_TOPICS: Final = (
    Topic(
        "lakes",
        N_("Lake tiles"),
        N_(
            "8 lake tiles are shuffled in with the others and placed like them.\n"
            "Each of their three or four roads ends at a quay of its own, and the lake keeps "
            "the fields between the roads apart.\n"
            "First edition: 3 with a city and three roads, 4 with a field and three roads, 1 "
            "with four roads.\n"
            "Third edition: 3, 3 and 2."
        ),
        ("F-01", "F-02", "F-03", "F-10"),
        words=N_("lake, quay, dock, pier, landing"),
    ),
    Topic(
        "ferry-laying",
        N_("Placing a ferry"),
        N_(
            "Every new lake tile gets a ferry, with or without a meeple on it.\n"
            "It joins two of the tile's roads, your choice; from then on they're one road.\n"
            "The others end at their quays.\n"
            "The meeple comes first, while the roads of the tile still count as separate.\n"
            "So your thief can go on a free road, and the ferry can join it to one with "
            "other thieves."
        ),
        ("F-11", "F-12", "F-13", "F-14"),
        words=N_("ferry, lay a ferry, new ferry, boat"),
    ),
    Topic(
        "ferry-turning",
        N_("Turning ferries"),
        N_(
            "After placing a meeple and a new ferry, before scoring, you may turn ferries on "
            "the roads your tile extended: only the first one along each.\n"
            "A turned ferry again joins two roads of its lake, not necessarily the road you "
            "extended.\n"
            "Each ferry is placed or turned at most once per turn, so you can't turn a new "
            "one at once.\n"
            "You never have to turn one.\n"
            "Only a tile extends a road: turning one ferry doesn't let you turn another."
        ),
        ("F-20", "F-24", "F-25", "F-26", "F-27", "F-28"),
        words=N_("turn a ferry, rotate a ferry, move a ferry, switch a ferry"),
    ),
    Topic(
        "first-ferry",
        N_("The first ferry along a road"),
        N_("""\
Follow each road that the new tile extends, away from the tile: the first ferry you meet may be \
turned, those beyond it may not.
Each direction has its own first ferry: a crossing that extends four roads can let you turn four.
The same ferry met from two sides is turned once at most.
A road that ends at a quay without a ferry gives no right to that lake's ferry."""),
        ("F-20", "F-21", "F-22", "F-23", "F-25"),
        words=N_("which ferry, next ferry, nearest ferry"),
    ),
    Topic(
        "ferry-scoring",
        N_("Scoring roads with ferries"),
        N_(
            "A lake tile counts 1 for each road that uses it, over the ferry or up to "
            "a quay.\n"
            "After ferries have been turned, every finished road is scored, whoever it "
            "belongs to and wherever it is, even one that's finished only because a "
            "ferry was turned away.\n"
            "Turning can reopen a road that was scored before: nobody loses points, "
            "and once it's finished again, it pays whoever is on it then.\n"
            "A ferry between both ends of one road makes it a loop, which is finished."
        ),
        ("F-30", "F-31", "F-32", "F-33"),
        words=N_("score a ferry, ferry points, branch"),
    ),
    Topic(
        "cloister",
        N_("Monastery tiles on a ferry's road"),
        N_(
            "An option of the game says whether a monastery tile **with a road** extends the "
            "road it's placed on and so lets you turn the first ferry there.\n"
            "Unless the players chose otherwise, it does.\n"
            "A monastery without a road never touches one, so it extends none."
        ),
        ("F-20", "F-43"),
        words=N_("monastery on a lake, monastery with a ferry"),
    ),
)

TOPICS: Final = (*_CHANGED_TOPICS, *_ADDED_TOPICS)


LESSONS: Final = (
    Lesson(
        "ferry",
        "base+ferries",
        N_("Ferries"),
        N_(
            "A ferry joins two roads of a lake; the others end at their quays. Place the lake at "
            "the end of your road and the ferry between the other two: then your road is finished."
        ),
        N_("Your road ends at a quay without a ferry: 4 tiles, 4 points."),
        ("U 1 0 rot90 thief a", "L -1 0 rot0"),
        "FER-FRRR",
        (
            scores(
                4,
                N_(
                    "Your road goes on, so it isn't scored yet. The lake goes at its east end, and "
                    "the ferry elsewhere."
                ),
            ),
        ),
        "place 2 0 rot0 pass ferry a b",
    ),
)
"""Roads end at quays without a ferry."""

FERRIES_WORDS: Final = PartWords(
    title=N_("The Ferries"),
    notes=(N_("Every new lake gets a ferry."),),
    figures=(
        N_(
            "**Ferries**: each new lake gets a ferry between two of its roads (`/ferry b "
            "d`); the other roads end at their quays. When you extend a road, you may turn "
            "the first ferry along it (`/ferry 2 0 b c`), each once per turn; `/place pass` "
            "when done."
        ),
    ),
    topics=TOPICS,
    after="roads",
    nouns=NOUNS,
    moves={LayFerry: LAY_WORDS, TurnFerry: TURN_WORDS},
    events={FerryLaid: ferry_line},
    refusals={
        "no-ferry": "ferry-laying",
        "no-turn": "ferry-turning",
        "not-turnable": "first-ferry",
        "no-roads": None,
    },
    command_option_names={
        "cloister": lambda: pgettext("option", "cloister"),
        "ferries": lambda: pgettext("option", "ferries"),
    },
    tokens=token_sentences,
    lessons=LESSONS,
)
