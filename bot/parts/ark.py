"""The Ark of the Covenant in words: nouns, rule topics, moves of the Ark, and a lesson."""

from collections.abc import Iterator
from typing import Final

from bot.parts import common
from bot.parts.part import (
    CommandWords,
    Count,
    FeatureWords,
    KindWords,
    Lesson,
    MoveWords,
    Nouns,
    PartWords,
    RoleWords,
    Stepwise,
    TermWords,
    TerrainWords,
    Topic,
    brings_about,
    scores,
)
from bot.text.coordinates import coordinates
from bot.text.i18n import N_, _, ngettext
from bot.text.message import DESCRIPTION_LIMIT, ButtonStyle, join_within
from bot.text.names import Names, gains_text
from renderer.requests import Sample, SelectableCells
from rules.analysis.tile_faces import Face
from rules.analysis.viewport import Window
from rules.game import Game
from rules.variants.ark_walk import (
    ARK,
    ArkSet,
    ArkWalked,
    SetArk,
    Walk,
    next_steps,
    path,
    walk_points,
    walks,
)

_TURN_AND_PIECES: Final = (
    Topic(
        "turn",
        N_("A turn, step by step"),
        N_(
            "1. Draw a tile and place it.\n"
            "2. Do **one** of these: place a meeple on it, place your prophet on it, move "
            "the Ark, or nothing.\n"
            "3. Finished roads and cities are scored and their pieces leave; with the first "
            "city the Ark comes in.\n"
            "4. Finished temples are scored.\n"
            "5. The next player's turn, clockwise. This order never changes."
        ),
        ("COM-01", "COM-02", "A-11", "A-15", "A-30"),
        words=N_("turn order, order of play, sequence, phases"),
    ),
    *common.TILE_TOPICS,
    Topic(
        "deploying",
        N_("Which piece goes where"),
        N_(
            "A **knight** goes in a city, a **thief** on a road, a **shepherd** in a field; "
            "the **prophet** only goes in a city.\n"
            "You can't claim the temple itself, but you can claim the roads and fields of "
            "its tile.\n"
            "You may place one piece per turn, on one segment of the tile you just placed, "
            "and never along with a move of the Ark.\n"
            "You can always place none.\n"
            "You have 7 meeples and 1 prophet.\n"
            "With none left you still place tiles and may move the Ark."
        ),
        ("COM-11", "COM-14", "COM-15", "A-02", "A-11", "A-12", "A-13"),
        words=N_("meeple, follower, figure, piece, supply, deploy, place a meeple"),
    ),
    Topic(
        "taken",
        N_("A feature that's taken"),
        N_(
            "A meeple or prophet can only go in a city, on a road or in a field without "
            "either, not even your own, however far away.\n"
            "The whole feature counts, with your new tile.\n"
            "The Ark claims nothing.\n"
            "Often another part of the tile is free: the small field next to a large one "
            "that's taken."
        ),
        ("COM-12", "A-14", "A-34"),
        words=N_("occupied, claimed, taken, blocked"),
    ),
    *common.SHARING_TOPICS,
    Topic(
        "home",
        N_("Pieces returning"),
        N_(
            "When a road or city is finished and scored, its meeples return to their owners, "
            "even if they scored nothing.\n"
            "So a meeple can be placed, score and return within one turn.\n"
            "A prophet leaves the game instead.\n"
            "The Ark and finished temples return nothing.\n"
            "Shepherds stay until the end, even in a closed field."
        ),
        ("COM-18", "COM-19", "A-24", "A-25", "A-43", "A-50"),
        words=N_("return, get back, take back, get a meeple back"),
    ),
)

_ROADS_AND_CITIES: Final = (
    Topic(
        "cities",
        N_("Cities"),
        N_(
            "A city is finished when its wall is closed all around, without a hole inside.\n"
            "It gives 2 points per tile and 2 per scroll.\n"
            "A tile counts once, even with two segments in the city.\n"
            "A city of two tiles is no exception here: 2 × 2 = 4 points.\n"
            "Unfinished at the end: 1 point per tile and 1 per scroll."
        ),
        ("A-21", "A-62"),
        words=N_("city, town, castle, knight, wall, two tile city"),
    ),
    Topic(
        "scrolls",
        N_("Scrolls"),
        N_("""\
Each scroll in a finished city gives 2 points on top of its tile, in an unfinished one 1 point at \
the end.
A prophet doubles scrolls too.
4 tiles and 1 scroll: 4 × 2 + 1 × 2 = 10 points, with the prophet 20; unfinished 4 + 1 = 5."""),
        ("A-21", "A-23", "A-62"),
        words=N_("scroll, parchment, shield, pennant, coat of arms"),
    ),
    Topic(
        "prophet",
        N_("The prophet"),
        N_(
            "Once per game you may place your prophet in a free city instead of a meeple.\n"
            "It counts as one meeple.\n"
            "When that city is finished and you're among those who score it, **your** points "
            "are doubled; anyone who ties with you gets the normal points.\n"
            "Then it leaves the game, even if you scored nothing.\n"
            "At the end, in an unfinished city, it doubles nothing.\n"
            "A city worth 10: your prophet and one knight of Bo → you 20, Bo 10; against two "
            "knights of Bo → Bo 10, you 0."
        ),
        ("A-13", "A-22", "A-23", "A-24", "A-62"),
        words=N_("prophet, double points"),
    ),
    Topic(
        "roads",
        N_("Roads"),
        N_(
            "A road is finished when each of its ends is a crossing, a city or a temple, or "
            "when it comes round in a loop.\n"
            "It gives 1 point per tile and 1 per oasis.\n"
            "A tile counts once, even if the road crosses it twice.\n"
            "Unfinished at the end: 1 point per tile and 1 per oasis as well."
        ),
        ("A-20", "A-62"),
        words=N_(
            "road, path, street, highwayman, highwaymen, thief, thieves, robber, bandit, "
            "crossing, crossroads, intersection"
        ),
    ),
    Topic(
        "oases",
        N_("Oases"),
        N_(
            "Each oasis on a road gives 1 point on top of its tile, when the road is "
            "finished and also when it's unfinished at the end.\n"
            "4 tiles and 2 oases: 4 + 2 = 6 points."
        ),
        ("A-20", "A-62"),
        words=N_("oasis, palm"),
    ),
)

_TEMPLES_AND_ARK: Final = (
    Topic(
        "temples",
        N_("Temples"),
        N_(
            "A temple is finished when there are tiles on its four sides; the corners don't "
            "matter.\n"
            "It gives 7 points to whoever has the most meeples on those five tiles together, "
            "in any feature, shepherds and prophets included; ties get 7 each.\n"
            "With nobody there, nobody scores.\n"
            "Roads and cities come first: meeples that return with them no longer count.\n"
            "No meeple leaves because of a temple, and each temple is scored once.\n"
            "A tile that finishes two scores both."
        ),
        ("A-40", "A-41", "A-42", "A-43"),
        words=N_("temple, priest, monastery, cloister"),
    ),
    Topic(
        "unfinished-temples",
        N_("Temples that are unfinished at the end"),
        N_(
            "They come first in final scoring: 3 points each to whoever has the most meeples "
            "on the temple's tile and the tiles at its sides; ties get 3 each.\n"
            "Once all of them are scored, every meeple and prophet on those tiles leaves, "
            "without scoring its road, city or field.\n"
            "A shepherd there wins 3 points but no longer counts for the sheep of its field."
        ),
        ("A-61", "A-64"),
        words=N_("unfinished temple, incomplete temple"),
    ),
    Topic(
        "ark-setting",
        N_("Placing the Ark"),
        N_(
            "The Ark waits beside the board until the first city of the game is finished, "
            "with meeples in it or without.\n"
            "If you finish it, you place the Ark on any tile of that city.\n"
            "Two cities at once: choose either.\n"
            "This is part of the scoring: it costs no action and gives no points, and you "
            "may have placed a meeple before."
        ),
        ("A-30",),
        words=N_("ark, ark of the covenant, first city, set the ark"),
    ),
    Topic(
        "ark-walk",
        N_("Moving the Ark"),
        N_(
            "Instead of placing a piece, you may move the Ark 1 to 5 tiles once it's on the "
            "board.\n"
            "Each step goes to the next tile north, east, south or west, whatever is on it; "
            "turns are fine, and so is the tile just placed.\n"
            "It can't visit a tile twice or return to its start.\n"
            "At once, each meeple and prophet on every tile it **enters** gives its owner 1 "
            "point; the tile it starts from gives nothing.\n"
            "Ana's shepherd and Bo's thief, then nobody, then Ana's knight: Ana 2, Bo 1."
        ),
        ("A-11", "A-31", "A-32", "A-33", "A-34"),
        words=N_("move the ark, walk, carry, step"),
    ),
)

_FIELDS: Final = (
    Topic(
        "fields",
        N_("Fields and shepherds"),
        N_(
            "Roads and cities bound a field.\n"
            "It's scored only at the end, closed or not, and its shepherds stay until then, "
            "unless an unfinished temple sends them away first.\n"
            "Whoever has the most shepherds in a field takes 2 points for each sheep that no "
            "wolf takes; ties get all of it."
        ),
        ("A-50", "A-61", "A-63"),
        words=N_("field, farm, farmer, shepherd, meadow, pasture, grass"),
    ),
    Topic(
        "sheep",
        N_("Sheep and wolves"),
        N_(
            "At the end each wolf takes one sheep of its field; each remaining sheep is "
            "worth 2 points.\n"
            "Wolves without a sheep left do nothing: a field is never worth less than 0.\n"
            "5 sheep, 2 wolves: 5 × 2 − 2 × 2 = 6 points. 1 sheep, 3 wolves: 0 points."
        ),
        ("A-63",),
        words=N_("sheep, lamb, wolf, wolves, animal"),
    ),
)

TOPICS: Final = (
    *_TURN_AND_PIECES,
    *_ROADS_AND_CITIES,
    *_TEMPLES_AND_ARK,
    *_FIELDS,
    Topic(
        "tiles",
        N_("The tiles of this game"),
        N_(
            "72 tiles with the start tile.\n"
            "They're put together from published facts and aren't the original mix, so a "
            "game may feel a little different.\n"
            "The rules are those of the first edition."
        ),
        ("A-01",),
        words=N_("tile list, distribution, number of tiles"),
    ),
    Topic(
        "end",
        N_("The end of the game"),
        N_(
            "The turn of the last tile is the last. Then, strictly in this order:\n"
            "1. Unfinished temples: 3 points each, then all meeples on their tiles leave.\n"
            "2. Unfinished cities and roads: 1 point per tile, a scroll and an oasis; the "
            "usual majority, no doubling by prophets.\n"
            "3. Fields: 2 points for each sheep that no wolf takes."
        ),
        ("A-60", "A-61", "A-62", "A-63", "A-64"),
        words=N_("final scoring, game end, game over, last tile, scoring"),
    ),
    *common.LAST_TOPICS,
)
"""The topics of the game, in the order in which `/help` lists them."""


def _prophets(number: int) -> str:
    return ngettext("{number} prophet", "{number} prophets", number)


_MARK_COUNTS: Final[dict[str, Count]] = {
    "scrolls": lambda n: ngettext("{number} scroll", "{number} scrolls", n),
    "oases": lambda n: ngettext("{number} oasis", "{number} oases", n),
    "sheep": lambda n: ngettext("{number} sheep", "{number} sheep", n),
    "wolves": lambda n: ngettext("{number} wolf", "{number} wolves", n),
}

NOUNS: Final = Nouns(
    terrains={
        **common.TERRAINS,
        "temple": TerrainWords(
            N_("temple"),
            N_("a temple"),
            N_("in the temple"),
            N_("in the {way} temple"),
            lambda n: ngettext("{number} temple", "{number} temples", n),
        ),
    },
    features={
        **common.FEATURES,
        "temple": FeatureWords(
            N_("temple"),
            N_("a temple"),
            N_("Temples"),
            "🏛️",
            N_("Temple finished"),
            N_("{who}'s temple"),
            yours=N_("your temple"),
        ),
        "ark": FeatureWords(N_("Ark's move"), N_("a move of the Ark"), N_("The Ark's moves"), "⛺"),
    },
    roles={
        **common.ROLES,
        "shepherd": RoleWords(
            N_("shepherd"),
            N_("a shepherd"),
            lambda n: ngettext("{number} shepherd", "{number} shepherds", n),
        ),
        "prophet": RoleWords(N_("prophet"), N_("a prophet"), _prophets),
    },
    kinds={"prophet": KindWords(N_("prophet"), _prophets)},
    marks=_MARK_COUNTS,
    terms={
        **{name: TermWords(_MARK_COUNTS[name]) for name in ("scrolls", "oases", "sheep")},
        "temple": TermWords(lambda n: ngettext("{number} temple", "{number} temples", n)),
        # The term counts what the beast takes, not the beast.
        "wolves": TermWords(
            lambda n: ngettext(
                "{number} sheep taken by a wolf", "{number} sheep taken by wolves", n
            )
        ),
    },
)


_ARROWS: Final = {"n": N_("↑ north"), "e": N_("→ east"), "s": N_("↓ south"), "w": N_("← west")}


def _set_label(move: SetArk, face: Face, with_tile: bool) -> str:
    return _("Ark to {cell}", cell=coordinates(move.cell))


def _walk_label(move: Walk, face: Face, with_tile: bool) -> str:
    return _("Move the Ark …")


def _longer_walks(game: Game, move: Walk) -> Iterator[tuple[str, Walk]]:
    """Walks one step longer (A-32); none while the Ark is beside the board."""
    for step in next_steps(game, move.steps) if ARK in game.tokens else ():
        yield _(_ARROWS[step]), Walk((*move.steps, step))


def _shorter_walk(move: Walk) -> Walk:
    return Walk(move.steps[:-1])


def _whole_walks(game: Game, move: Walk) -> list[Walk]:
    return sorted(walks(game, move.steps), key=lambda walk: len(walk.steps))


def _points_phrase(game: Game, move: Walk, names: Names) -> str:
    gains = walk_points(game, path(game, move.steps)[1:])
    phrases = (
        _("{points} for {players}", points=points, players=names.plain_name(seat))
        for seat, points in gains.items()
    )
    return join_within(phrases, DESCRIPTION_LIMIT)


def _walk_way(move: Walk) -> str:
    """``↓ ← ↓``: the steps of a walk as arrows."""
    return " ".join(_(_ARROWS[step]).split()[0] for step in move.steps)


def _walk_name(game: Game, move: Walk) -> str:
    """``Ark to 1 1 (↓ ← ↓)``: a whole walk in a few words."""
    cell = coordinates(path(game, move.steps)[-1])
    return _("Ark to {cell} ({way})", cell=f"`{cell}`", way=_walk_way(move))


def _walk_cells(game: Game, move: Walk) -> tuple[int, ...]:
    return path(game, move.steps)


def _walk_text(game: Game, move: Walk, names: Names) -> str:
    """The walk so far, and everybody's points (A-33)."""
    cells = path(game, move.steps)
    way = " → ".join(f"`{coordinates(cell)}`" for cell in cells)
    if not move.steps:
        return _(
            "The Ark is at {cell}. Where does it go first? It moves 1 to 5 tiles.",
            cell=way,
        )
    gains = gains_text(walk_points(game, cells[1:]), names)
    if gains:
        return _("The Ark's path: {way}. So far it scores {gains}.", way=way, gains=gains)
    return _("The Ark's path: {way}. So far no one scores.", way=way)


ARK_COMMAND: Final = CommandWords(
    "ark",
    N_("Place the Ark, or move it instead of placing a meeple (The Ark of the Covenant)"),
    N_("Where to place it, as in 2 0, or one to five steps, as in n e e"),
    translations={"nord": "n", "est": "e", "ost": "e", "sud": "s", "ouest": "w", "o": "w"},
)

SET_WORDS: Final = MoveWords(
    task=N_("place the Ark"),
    laid=N_("Now place the Ark on a tile of the city you finished."),
    label=_set_label,
    picture=SelectableCells,
    command=ARK_COMMAND,
)

WALK_WORDS: Final = MoveWords(
    task=N_("place a meeple, move the Ark or pass"),
    laid=N_("Now place a meeple, move the Ark, or do neither."),
    label=_walk_label,
    tone=ButtonStyle.SUCCESS,
    with_tile=True,
    stepwise=Stepwise(
        Walk(()),
        _longer_walks,
        _shorter_walk,
        _whole_walks,
        _walk_text,
        _points_phrase,
        _walk_cells,
        _walk_way,
        _walk_name,
    ),
    command=ARK_COMMAND,
)


def ark_set_line(event: ArkSet, game: Game, names: Names) -> str:
    who, cell = names.bold_name(event.seat), coordinates(event.cell)
    return _("⛺ {who} placed the Ark at `{cell}`.", who=who, cell=cell)


def ark_walk_line(event: ArkWalked, game: Game, names: Names) -> str:
    """The walk's length and its end."""
    return ngettext(
        "⛺ {who} moved the Ark {number} tile to `{cell}`.",
        "⛺ {who} moved the Ark {number} tiles to `{cell}`.",
        len(event.path),
        who=names.bold_name(event.seat),
        cell=coordinates(event.path[-1]),
    )


def token_sentences(game: Game) -> Iterator[str]:
    """The place of the Ark."""
    if ARK in game.tokens:
        yield _("The Ark is at {cell}.", cell=f"`{coordinates(game.tokens[ARK])}`")


LESSONS: Final = (
    Lesson(
        "ark",
        "ark",
        N_("The Ark"),
        N_(
            "Finish the first city with a knight in it: you score, and you place the Ark there. "
            "Later it gives 1 point to the owner of each meeple it visits."
        ),
        N_("2 tiles: 2 × 2 = 4 points, and the Ark is on the board."),
        ("ARK-R42 1 0 rot0 thief a", "ARK-28 -1 0 rot0"),
        "ARK-23",
        (
            brings_about(ArkSet, N_("No city is finished yet. Close the one north of `0 0`.")),
            scores(4, N_("The city is finished, but nobody was in it. Put a knight in it.")),
        ),
        "place 0 1 rot180 knight a ark 0 0",
    ),
)
"""The first finished city brings the Ark."""

ARK_WORDS: Final = PartWords(
    title=N_("The Ark of the Covenant"),
    sample=(
        Sample("021", 29, Window(-1, 0, 1, 2)),
        N_("walled cities, roads, sheep and wolves, a temple and the golden Ark, with meeples"),
    ),
    notes=(
        N_(
            "First edition. The tiles are reconstructed from published facts, not the original mix."
        ),
    ),
    figures=(
        N_("**knight** in a city: 2 per tile and 2 per scroll when it's finished"),
        N_(
            "**prophet** in a city, once a game: counts as one meeple and doubles its "
            "owner's points"
        ),
        N_(
            "**thief** on a road: 1 per tile and 1 per oasis when both ends are closed, or "
            "it's a loop"
        ),
        N_("**shepherd** in a field, until the end: 2 per sheep, each wolf takes one"),
        N_(
            "**temple**: when its four sides have tiles, 7 to whoever has the most meeples "
            "on those five tiles"
        ),
        N_(
            "**Ark**: finish the first city and you place it (`/ark 2 0`); later you may "
            "move it 1 to 5 tiles instead of placing a meeple (`/ark n e e`): 1 point to the "
            "owner of each meeple it visits"
        ),
        N_("Unfinished at the end: temples 3, otherwise 1 per tile, scroll and oasis."),
    ),
    topics=TOPICS,
    nouns=NOUNS,
    moves={SetArk: SET_WORDS, Walk: WALK_WORDS},
    events={ArkSet: ark_set_line, ArkWalked: ark_walk_line},
    refusals={
        "no-ark": "ark-setting",
        "walk-length": "ark-walk",
        "walk-gap": "ark-walk",
        "walk-twice": "ark-walk",
        "no-walk": None,
    },
    tokens=token_sentences,
    lessons=LESSONS,
)
