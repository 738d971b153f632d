"""The words of The Ark of the Covenant, of the moves of the Ark (A-30 to A-34), and its lesson."""

from collections.abc import Iterator
from typing import Final

from bot.games.lesson import Lesson, brings_about, scores
from bot.games.move_words import CommandWords, MoveWords, Stepwise
from bot.games.part import PartWords
from bot.games.parts import landscape
from bot.games.parts.ark_topics import TOPICS
from bot.games.vocabulary import (
    Count,
    FeatureWords,
    KindWords,
    Nouns,
    RoleWords,
    TermWords,
    TerrainWords,
)
from bot.text.i18n import N_, _, ngettext
from bot.text.message import DESCRIPTION_LIMIT, ButtonStyle, join_within
from bot.text.names import Names
from bot.text.phrases import coordinates, gains_text
from renderer.requests import SelectableCells
from rules.analysis.tile_faces import Face
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
        **landscape.TERRAINS,
        "temple": TerrainWords(
            N_("temple"),
            N_("a temple"),
            N_("in the temple"),
            N_("in the {way} temple"),
            lambda n: ngettext("{number} temple", "{number} temples", n),
        ),
    },
    features={
        **landscape.FEATURES,
        "temple": FeatureWords(
            N_("temple"),
            N_("a temple"),
            N_("Temples"),
            "🏛️",
            N_("Temple closed"),
            N_("{who}'s temple"),
        ),
        "ark": FeatureWords(N_("Ark's move"), N_("a move of the Ark"), N_("The Ark's moves"), "⛺"),
    },
    roles={
        **landscape.ROLES,
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
    """The walks that are one step longer (A-32); none while the Ark is beside the board."""
    for step in next_steps(game, move.steps) if ARK in game.tokens else ():
        yield _(_ARROWS[step]), Walk((*move.steps, step))


def _shorter_walk(move: Walk) -> Walk:
    return Walk(move.steps[:-1])


def _whole_walks(game: Game, move: Walk) -> list[Walk]:
    """The whole walks that begin like this one, the shortest first."""
    return sorted(walks(game, move.steps), key=lambda walk: len(walk.steps))


def _points_phrase(game: Game, move: Walk, names: Names, aided: bool) -> str:
    """The points of a walk for everybody, if ``aided``."""
    gains = walk_points(game, path(game, move.steps)[1:]) if aided else {}
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


def _walk_text(game: Game, move: Walk, names: Names, aided: bool) -> str:
    """The walk so far, and its points for everybody if ``aided`` (A-33)."""
    cells = path(game, move.steps)
    way = " → ".join(f"`{coordinates(cell)}`" for cell in cells)
    if not move.steps:
        return _(
            "The Ark is at {cell}. Where does it go first? It moves 1 to 5 tiles.",
            cell=way,
        )
    if not aided:
        return _("The Ark's path: {way}.", way=way)
    gains = gains_text(walk_points(game, cells[1:]), names)
    if gains:
        return _("The Ark's path: {way}. So far it scores {gains}.", way=way, gains=gains)
    return _("The Ark's path: {way}. So far no one scores.", way=way)


ARK_COMMAND: Final = CommandWords(
    "ark",
    N_("Place the Ark, or move it instead of placing a meeple (The Ark of the Covenant)"),
    N_("Where to place it, as in 2 0, or one to five steps, as in n e e"),
    translations={"nord": "n", "est": "e", "sud": "s", "ouest": "w", "o": "w"},
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
    """Return the line about setting the Ark."""
    who, cell = names.bold_name(event.seat), coordinates(event.cell)
    return _("⛺ {who} placed the Ark at `{cell}`.", who=who, cell=cell)


def ark_walk_line(event: ArkWalked, game: Game, names: Names) -> str:
    """Return the line about a walk of the Ark: its length and its end."""
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
